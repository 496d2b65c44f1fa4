import { type Contract, partAt, resolvePart } from '../../contract/contract.ts';
import { pointerTo, segmentsOf } from '../../contract/json.ts';
import { ContractError } from '../../contract/problem.ts';
import type { FactDraft } from '../../verify/facts.ts';
import { factsOf, type Proof } from '../../verify/run.ts';
import type { MutantDraft } from './place.ts';

// What a fact is called that a keyword of OpenAPI makes, where that is not the keyword itself.
const otherNames: Readonly<Record<string, readonly string[]>> = { required: ['present', 'optional', 'given'] };

/** Which facts stand at a part of a contract, or nearest to it. */
export class FactIndex {
  readonly #contract: Contract;
  readonly #places = new Map<string, string[]>();
  readonly #rules = new Map<string, string[]>();

  constructor(proof: Proof) {
    this.#contract = proof.description.contract;
    const operations = new Map(proof.description.operations.map(({ id, pointer }) => [id, pointer]));
    for (const draft of factsOf(proof)) {
      if (draft.subject.kind === 'rule') this.#rules.set(draft.pointer, [draft.id]);
      else for (const place of this.#placesOf(draft, operations.get(draft.operationId ?? ''))) this.#places.set(place, [...(this.#places.get(place) ?? []), draft.id]);
    }
    this.#addCalled(proof);
  }

  /** Those at the changed part of the document; else those of what it holds; else those of the nearest part that holds it. */
  of({ pointer, property, besides }: Pick<MutantDraft, 'pointer' | 'property' | 'besides'>): readonly string[] {
    const found = this.#about(canonical(this.#contract, pointer));
    const own = property === undefined ? found : preferring(found, (id) => `${id.replaceAll('[]', '')}.`.includes(`.${property}.`));
    const others = besides === undefined ? [] : (this.#places.get(canonical(this.#contract, besides)) ?? []);
    return [...new Set([...own, ...others])];
  }

  /** Those of the rules that a part of the Arazzo file belongs to. */
  ofRule(pointer: string): readonly string[] {
    return this.#rules.get(pointerTo(...segmentsOf(pointer).slice(0, 2))) ?? [];
  }

  #about(place: string): readonly string[] {
    const known = this.#places.get(place);
    if (known !== undefined) return known;
    const within = [...this.#places].filter(([one]) => one.startsWith(`${place}/`)).flatMap(([, ids]) => ids);
    return within.length > 0 ? within : this.#above(place);
  }

  /** Of the facts of a whole, those that have the name of the part that is asked for. */
  #above(place: string): readonly string[] {
    const segments = segmentsOf(place);
    const above = pointerTo(...segments.slice(0, -1));
    if (above === '') return [];
    const known = this.#places.get(above);
    if (known === undefined) return this.#above(above);
    const name = segments.at(-1) ?? '';
    return preferring(known, (id) => [name, ...(otherNames[name] ?? [])].includes(id.split('.').at(-1) ?? ''));
  }

  #placesOf({ pointer, subject }: FactDraft, operation: string | undefined): Set<string> {
    const place = canonical(this.#contract, pointer);
    const isSecurity = subject.kind === 'security';
    // What the document says for all stands for each operation, and is explained elsewhere.
    return new Set([place, resolved(this.#contract, place), ...(isSecurity ? ['/components/securitySchemes', ...(operation === undefined ? [] : [`${operation}/security`])] : [])]);
  }

  /** A workflow that others call belongs to their rules. */
  #addCalled({ rules }: Proof): void {
    const visit = (id: string, facts: readonly string[], passed: readonly string[]): void => {
      const workflow = rules?.workflows.get(id);
      if (workflow === undefined || passed.includes(id)) return;
      this.#rules.set(workflow.pointer, [...new Set([...(this.#rules.get(workflow.pointer) ?? []), ...facts])]);
      for (const step of workflow.steps) if (step.kind === 'workflow') visit(step.workflowId, facts, [...passed, id]);
    };
    for (const { id, pointer } of rules?.list ?? []) visit(id, this.#rules.get(pointer) ?? [], []);
  }
}

function preferring(ids: readonly string[], isOwn: (id: string) => boolean): readonly string[] {
  const own = ids.filter(isOwn);
  return own.length > 0 ? own : ids;
}

/** The pointer under which a part really stands, after the references on the way; of one that is not there, as far as there is any. */
function canonical(contract: Contract, pointer: string): string {
  try {
    return partAt(contract, pointer).pointer;
  } catch (error) {
    if (!(error instanceof ContractError) || pointer === '') throw error;
    const segments = segmentsOf(pointer);
    return canonical(contract, pointerTo(...segments.slice(0, -1))) + pointerTo(...segments.slice(-1));
  }
}

/** A reference stands in one place for what stands in another. */
function resolved(contract: Contract, place: string): string {
  try {
    return resolvePart(contract, place).pointer;
  } catch (error) {
    if (error instanceof ContractError) return place;
    throw error;
  }
}
