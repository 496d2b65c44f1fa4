import { describeLocation } from '../cli/problem.ts';
import { kindOf } from './registry.ts';
import type { Requirement } from './requirement.ts';
import type { Side } from './side.ts';

/** What to do about a violated requirement: on the side that violates it, or else in the contract. */
export type Advice = { server: string; contract: string } | { client: string; contract: string };

/** The advice of the kind of a requirement. */
export function adviceFor(requirement: Requirement, side: Side): Advice {
  const kind = kindOf(requirement);
  const { subject, location } = requirement;
  const change = kind.contractAdvice(subject);
  const contract =
    change === null
      ? 'No contract can allow it.'
      : `If the ${side} is right, ${change} at ${describeLocation(location)}.`;
  return side === 'server'
    ? { server: kind.server?.advice(subject) ?? '', contract }
    : { client: kind.client?.advice(subject) ?? '', contract };
}
