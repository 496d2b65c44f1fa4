import { kindOf } from '../registry.ts';
import type { Requirement } from '../requirement.ts';
import type { OutcomeDifference } from './outcome-difference.ts';
import type { ShownResponse } from './shown-response.ts';

/** Those of the requirements that a documented response shows to a client. */
export function shownBy(response: ShownResponse, requirements: readonly Requirement[]): Requirement[] {
  return requirements.filter((requirement) => {
    const reach = kindOf(requirement).client?.reach;
    return reach?.by === 'documented responses' && reach.isShownBy(response, requirement.subject);
  });
}

/**
 * The requirement that a difference between a response and its outcome violates:
 * the nearest of those that the response shows, the first of several.
 */
export function nearestTo(difference: OutcomeDifference, shown: readonly Requirement[]): Requirement | undefined {
  const near = shown.flatMap((requirement) => {
    const reach = kindOf(requirement).client?.reach;
    const nearness = reach?.by === 'documented responses' ? reach.nearness(difference, requirement.subject) : undefined;
    return nearness === undefined ? [] : [{ requirement, nearness }];
  });
  return near.toSorted((a, b) => b.nearness - a.nearness)[0]?.requirement;
}
