import { partAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Listed } from '../listed.ts';
import type { PlanningContext } from '../planning-context.ts';
import type { Side } from '../side.ts';
import { type Body, bodiesOf, isComparable } from './bodies.ts';
import { type BodySubject, plannedCases, type TrialPlan } from './part-cases.ts';

type PartListed<Own extends BodySubject> = Omit<Listed<string>, 'subject'> & { subject: Own };

/**
 * The requirements of a kind for the parts of the bodies of an operation: they bind servers where a case shows them,
 * and clients where a request can be read. What several media types have is one requirement.
 */
export function listParts<Own extends BodySubject>(
  plan: TrialPlan<Own>,
  required: (body: Body, operation: Operation) => PartListed<Own>[],
): (context: PlanningContext, operation: Operation | null, side: Side) => PartListed<Own>[] {
  return (context, operation, side) => {
    if (operation === null) return [];
    const { contract } = context.description;
    // What can be read binds clients, whether a case shows it on a server or not.
    const tried = new Set<string>();
    const isNew = (subject: BodySubject) => !tried.has(keyOf(subject));
    if (side === 'server')
      for (const { subject } of plannedCases(plan, context, operation, isNew)) tried.add(keyOf(subject));
    const all = new Map<string, PartListed<Own>>();
    for (const body of bodiesOf(contract, operation)) {
      for (const one of required(body, operation)) {
        const key = keyOf(one.subject);
        const isBound = side === 'client' ? isComparable(body) : tried.has(key);
        if (isBound && !all.has(key)) all.set(key, { ...one, pointer: partAt(contract, one.pointer).pointer });
      }
    }
    return [...all.values()];
  };
}

function keyOf(subject: BodySubject): string {
  return JSON.stringify(Object.entries(subject).toSorted());
}
