import { ContractError } from '../../cli/problem.ts';
import { type Contract, partAt, resolvePart } from '../../openapi/contract.ts';
import { pointerTo, segmentsOf } from '../../openapi/json.ts';
import { catalogueOf } from '../../requirements/catalogue.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import { workflow } from '../../requirements/workflow/workflow.ts';
import type { Specification } from '../../verify/specification.ts';
import type { MutantDraft } from './place.ts';

// What a requirement is called that a keyword of OpenAPI makes, where that is not the keyword itself.
const otherNames: Readonly<Record<string, readonly string[]>> = { required: ['present', 'optional', 'given'] };

/** Which requirements stand at a part of a contract, or nearest to it. */
export class RequirementIndex {
  readonly #contract: Contract;
  readonly #places = new Map<string, string[]>();
  readonly #workflows = new Map<string, string[]>();

  constructor(specification: Specification) {
    this.#contract = specification.description.contract;
    for (const requirement of catalogueOf(specification, 'server')) {
      const { id, kind, pointer } = requirement;
      if (kind === workflow.id) this.#workflows.set(pointer, [id]);
      else
        for (const place of this.#placesOf(requirement))
          this.#places.set(place, [...(this.#places.get(place) ?? []), id]);
    }
    this.#addCalled(specification);
  }

  /** Those at the changed part of the document; else those of what it holds; else those of the nearest part that holds it. */
  of({ pointer, property, besides }: Pick<MutantDraft, 'pointer' | 'property' | 'besides'>): readonly string[] {
    const found = this.#about(canonical(this.#contract, pointer));
    const own =
      property === undefined
        ? found
        : preferring(found, (id) => `${id.replaceAll('[]', '')}.`.includes(`.${property}.`));
    const others = besides === undefined ? [] : (this.#places.get(canonical(this.#contract, besides)) ?? []);
    return [...new Set([...own, ...others])];
  }

  /** Those of the workflows that a part of the Arazzo file belongs to. */
  ofWorkflow(pointer: string): readonly string[] {
    return this.#workflows.get(pointerTo(...segmentsOf(pointer).slice(0, 2))) ?? [];
  }

  #about(place: string): readonly string[] {
    const known = this.#places.get(place);
    if (known !== undefined) return known;
    const within = [...this.#places].filter(([one]) => one.startsWith(`${place}/`)).flatMap(([, ids]) => ids);
    return within.length > 0 ? within : this.#above(place);
  }

  /** Of the requirements of a whole, those that have the name of the part that is asked for. */
  #above(place: string): readonly string[] {
    const segments = segmentsOf(place);
    const above = pointerTo(...segments.slice(0, -1));
    if (above === '') return [];
    const known = this.#places.get(above);
    if (known === undefined) return this.#above(above);
    const name = segments.at(-1) ?? '';
    return preferring(known, (id) => [name, ...(otherNames[name] ?? [])].includes(id.split('.').at(-1) ?? ''));
  }

  #placesOf({ pointer, alsoAt }: Requirement): Set<string> {
    const place = canonical(this.#contract, pointer);
    return new Set([place, resolved(this.#contract, place), ...alsoAt]);
  }

  /** A workflow that others call belongs to the requirements of these. */
  #addCalled({ workflows }: Specification): void {
    const visit = (id: string, requirements: readonly string[], passed: readonly string[]): void => {
      const called = workflows?.all.get(id);
      if (called === undefined || passed.includes(id)) return;
      this.#workflows.set(called.pointer, [
        ...new Set([...(this.#workflows.get(called.pointer) ?? []), ...requirements]),
      ]);
      for (const step of called.steps)
        if (step.kind === 'workflow') visit(step.workflowId, requirements, [...passed, id]);
    };
    for (const { id, pointer } of workflows?.list ?? []) visit(id, this.#workflows.get(pointer) ?? [], []);
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
