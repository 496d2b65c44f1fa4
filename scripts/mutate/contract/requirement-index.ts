import { ContractError } from '../../cli/problem.ts';
import { type Contract, partAt, resolvePart } from '../../openapi/contract.ts';
import { pointerTo, segmentsOf } from '../../openapi/json.ts';
import { catalogueOf } from '../../requirements/catalogue.ts';
import type { Kind } from '../../requirements/kind.ts';
import { parameterOptional } from '../../requirements/parameter/optional.ts';
import { parameterRequired } from '../../requirements/parameter/required.ts';
import { bodyGiven } from '../../requirements/request-body/given.ts';
import { bodyRequiredPropertiesAlone } from '../../requirements/request-body/required-properties-alone.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import { headerPresent } from '../../requirements/response/header-present.ts';
import { headerSchema } from '../../requirements/response/header-schema.ts';
import { workflow } from '../../requirements/workflow/workflow.ts';
import type { RunnableSpecification } from '../../verify/specification.ts';
import type { MutantDraft } from './place.ts';

// The kinds that a keyword of OpenAPI makes, where their subjects do not name it.
const kindsOf: Readonly<Record<string, readonly Kind[]>> = {
  required: [parameterRequired, parameterOptional, headerPresent, bodyGiven, bodyRequiredPropertiesAlone],
  schema: [headerSchema],
};

/** Which requirements stand at a part of a contract, or nearest to it. */
export class RequirementIndex {
  readonly #contract: Contract;
  readonly #places = new Map<string, Requirement[]>();
  readonly #workflows = new Map<string, string[]>();

  constructor(specification: RunnableSpecification) {
    this.#contract = specification.description.contract;
    for (const requirement of catalogueOf(specification, 'server')) {
      const { id, kind, pointer } = requirement;
      if (kind === workflow.id) this.#workflows.set(pointer, [id]);
      else
        for (const place of this.#placesOf(requirement))
          this.#places.set(place, [...(this.#places.get(place) ?? []), requirement]);
    }
    this.#addCalled(specification);
  }

  /**
   * Those at the changed part of the document; else those of what it holds;
   * else those of the nearest part that holds it.
   */
  of({ pointer, isAbout, besides }: Pick<MutantDraft, 'pointer' | 'isAbout' | 'besides'>): readonly string[] {
    const found = this.#about(canonical(this.#contract, pointer));
    const own = isAbout === undefined ? found : preferring(found, isAbout);
    const others = besides === undefined ? [] : (this.#places.get(canonical(this.#contract, besides)) ?? []);
    return [...new Set([...own, ...others].map(({ id }) => id))];
  }

  /** Those of the workflows that a part of the Arazzo file belongs to. */
  ofWorkflow(pointer: string): readonly string[] {
    return this.#workflows.get(pointerTo(...segmentsOf(pointer).slice(0, 2))) ?? [];
  }

  #about(place: string): readonly Requirement[] {
    const known = this.#places.get(place);
    if (known !== undefined) return known;
    const within = [...this.#places].filter(([one]) => one.startsWith(`${place}/`)).flatMap(([, own]) => own);
    return within.length > 0 ? within : this.#above(place);
  }

  /** Of the requirements of a whole, those that the part that is asked for makes, or that are about it. */
  #above(place: string): readonly Requirement[] {
    const segments = segmentsOf(place);
    const above = pointerTo(...segments.slice(0, -1));
    if (above === '') return [];
    const known = this.#places.get(above);
    if (known === undefined) return this.#above(above);
    const name = segments.at(-1) ?? '';
    const isOf = ({ kind, subject }: Requirement) =>
      Object.values(subject).includes(name) || kindsOf[name]?.some(({ id }) => id === kind) === true;
    return preferring(known, isOf);
  }

  #placesOf({ pointer, alsoAt }: Requirement): Set<string> {
    const place = canonical(this.#contract, pointer);
    return new Set([place, resolved(this.#contract, place), ...alsoAt]);
  }

  /** A workflow that others call belongs to the requirements of these. */
  #addCalled({ workflows }: RunnableSpecification): void {
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

function preferring(all: readonly Requirement[], isOwn: (requirement: Requirement) => boolean): readonly Requirement[] {
  const own = all.filter(isOwn);
  return own.length > 0 ? own : all;
}

/**
 * The pointer under which a part really stands, after the references on the way;
 * of one that is not there, as far as there is any.
 */
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
