import type { Exact } from '../http/exact-json.ts';
import type { Operation } from '../openapi/operation-table.ts';
import type { Case, GeneratedRequirement, RawCase } from './cases.ts';
import { catalogueOf } from './catalogue.ts';
import type { PlanningContext } from './planning-context.ts';
import { kinds } from './registry.ts';
import { type Requirement, requirementId, type Subject } from './requirement.ts';
import type { Side } from './side.ts';
import { isSelected } from './specification.ts';

/** What is sent to a server to verify the requirements that bind one side; `side` decides which of them have cases. */
export interface PlannedCases {
  cases: Case[];
  generated: GeneratedRequirement[];
  /** Requests that reach no operation. */
  rawCases: RawCase[];
}

/** The cases of all kinds, of the operations that are selected: to plan those of a large contract takes a minute. */
export function planCases(context: PlanningContext, side: Side): PlannedCases {
  const { specification, description } = context;
  const operations = description.operations.filter((operation) => isSelected(specification, operation));
  const planner = new Planner(context, side);
  return {
    cases: operations.flatMap((operation) => planner.cases(operation)),
    generated: operations.flatMap((operation) => planner.generated(operation)),
    rawCases: isSelected(specification, null) ? planner.rawCases() : [],
  };
}

class Planner {
  readonly #context: PlanningContext;
  readonly #requirements: ReadonlyMap<string, Requirement>;

  constructor(context: PlanningContext, side: Side) {
    this.#context = context;
    this.#requirements = new Map(catalogueOf(context.specification, side).map((one) => [one.id, one]));
  }

  cases(operation: Operation): Case[] {
    return kinds.flatMap(({ id, server }) => {
      if (server?.reach.by !== 'cases') return [];
      return server.reach.cases(this.#context, operation).flatMap((planned): Case[] => {
        const requirement = this.#requirement(id, planned.subject);
        return requirement === undefined ? [] : [{ ...planned, operation, requirement }];
      });
    });
  }

  generated(operation: Operation): GeneratedRequirement[] {
    return kinds.flatMap(({ id, server }) => {
      if (server?.reach.by !== 'generated cases') return [];
      return server.reach
        .generate(this.#context, operation)
        .flatMap(({ subject, values, caseFor }): GeneratedRequirement[] => {
          const requirement = this.#requirement(id, subject);
          if (requirement === undefined) return [];
          const caseOf = (value: Exact): Case | undefined => {
            const planned = caseFor(value);
            return planned && { ...planned, operation, requirement };
          };
          return [{ requirement, operation, values, caseFor: caseOf }];
        });
    });
  }

  rawCases(): RawCase[] {
    return kinds.flatMap(({ id, server }) => {
      if (server?.reach.by !== 'raw requests') return [];
      return server.reach.requests(this.#context).flatMap(({ subject, ...planned }): RawCase[] => {
        const requirement = this.#requirement(id, subject);
        return requirement === undefined ? [] : [{ ...planned, requirement }];
      });
    });
  }

  #requirement(kind: string, subject: Subject<string>): Requirement | undefined {
    return this.#requirements.get(requirementId(kind, subject));
  }
}
