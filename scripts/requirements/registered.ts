import type { Exact } from '../http/exact-json.ts';
import type { Operation } from '../openapi/operation-table.ts';
import type { Case, GeneratedRequirement, RawCase } from './cases.ts';
import { catalogueOf } from './catalogue.ts';
import type { PlanningContext } from './planning-context.ts';
import { kinds } from './registry.ts';
import { type RequirementDraft, requirementId } from './requirement.ts';
import type { Side } from './side.ts';
import type { Specification } from './specification.ts';

/** The requirements of the kinds in the registry, as those that are not there yet are written. */
export function registeredDrafts(specification: Specification, side: Side): RequirementDraft[] {
  return catalogueOf(specification, side).map((requirement) => ({
    ...requirement,
    subject: { kind: 'registered', of: requirement },
  }));
}

/** The generated cases of an operation for those of the given requirements that are reached by them. */
export function registeredGenerated(
  context: PlanningContext,
  operation: Operation,
  drafts: ReadonlyMap<string, RequirementDraft>,
): GeneratedRequirement[] {
  return kinds.flatMap(({ id, server }) => {
    if (server?.reach.by !== 'generated cases') return [];
    return server.reach.generate(context, operation).flatMap(({ subject, values, caseFor }): GeneratedRequirement[] => {
      const requirement = drafts.get(requirementId(id, subject));
      if (requirement === undefined) return [];
      const caseOf = (value: Exact): Case | undefined => {
        const planned = caseFor(value);
        return planned && { ...planned, operation, requirement };
      };
      return [{ requirement, operation, values, caseFor: caseOf }];
    });
  });
}

/** The cases of an operation for those of the given requirements that are reached by cases. */
export function registeredCases(
  context: PlanningContext,
  operation: Operation,
  drafts: ReadonlyMap<string, RequirementDraft>,
): Case[] {
  return kinds.flatMap(({ id, server }) => {
    if (server?.reach.by !== 'cases') return [];
    return server.reach.cases(context, operation).flatMap((planned): Case[] => {
      const requirement = drafts.get(requirementId(id, planned.subject));
      return requirement === undefined ? [] : [{ ...planned, operation, requirement }];
    });
  });
}

/** The requests that reach no operation, for those of the given requirements that are reached by them. */
export function registeredRequests(context: PlanningContext, drafts: ReadonlyMap<string, RequirementDraft>): RawCase[] {
  return kinds.flatMap(({ id, server }) => {
    if (server?.reach.by !== 'raw requests') return [];
    return server.reach.requests(context).flatMap(({ subject, ...planned }): RawCase[] => {
      const requirement = drafts.get(requirementId(id, subject));
      return requirement === undefined ? [] : [{ ...planned, requirement }];
    });
  });
}
