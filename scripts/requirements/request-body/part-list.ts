import { partAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Listed } from '../listed.ts';
import type { PlanningContext } from '../planning-context.ts';
import { type Body, bodiesOf, isReadable } from './bodies.ts';
import { type BodySubject, planCases, type TrialPlan } from './part-cases.ts';

type PartListed<Own extends BodySubject> = Omit<Listed<string>, 'subject'> & { subject: Own };

/**
 * The requirements of a kind for the parts of the bodies of an operation: they bind servers where a case shows them,
 * and clients where a request can be read. What several media types have is one requirement.
 */
export function listParts<Own extends BodySubject>(
  plan: TrialPlan<Own>,
  required: (body: Body, operation: Operation) => PartListed<Own>[],
): (context: PlanningContext, operation: Operation | null) => PartListed<Own>[] {
  return (context, operation) => {
    if (operation === null) return [];
    const { contract } = context.description;
    const tried = new Set(planCases(plan, context, operation).map(({ subject }) => keyOf(subject)));
    const all = new Map<string, PartListed<Own>>();
    for (const body of bodiesOf(contract, operation)) {
      for (const one of required(body, operation)) {
        const key = keyOf(one.subject);
        if (all.has(key) || !(isReadable(body.mediaType) || tried.has(key))) continue;
        const side = sideOf(isReadable(body.mediaType), tried.has(key));
        all.set(key, { ...one, pointer: partAt(contract, one.pointer).pointer, ...side });
      }
    }
    return [...all.values()];
  };
}

function sideOf(isOfClients: boolean, isOfServers: boolean): Pick<Listed<string>, 'side'> {
  if (isOfClients && isOfServers) return {};
  return { side: isOfClients ? 'client' : 'server' };
}

function keyOf(subject: BodySubject): string {
  return JSON.stringify(Object.entries(subject).toSorted());
}
