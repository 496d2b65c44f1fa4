import { describeLocation } from '../cli/problem.ts';
import type { Advice, Requirement } from '../verify/result.ts';
import { kindOf } from './registry.ts';
import type { RequirementSubject } from './requirement.ts';
import type { Side } from './side.ts';

/** What to do about a broken requirement: on the side that broke it, or else in the contract. */
export function adviceFor({ location }: Requirement, { of }: RequirementSubject, side: Side): Advice {
  const kind = kindOf(of);
  const change = kind.contractAdvice(of.subject);
  const contract =
    change === null
      ? 'No contract can allow it.'
      : `If the ${side} is right, ${change} at ${describeLocation(location)}.`;
  return side === 'server'
    ? { server: kind.server?.advice(of.subject) ?? '', contract }
    : { client: kind.client?.advice(of.subject) ?? '', contract };
}
