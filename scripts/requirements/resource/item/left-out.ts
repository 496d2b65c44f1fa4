import { type Exact, isExactObject } from '../../../http/exact-json.ts';
import type { Resource } from '../../../openapi/resources.ts';
import type { Violation } from '../../judgement.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { sentBody } from '../../request/request-parts.ts';
import { shownValue } from '../shown-value.ts';
import type { Change } from './item-observation.ts';
import { keptProperties } from './item-properties.ts';

/**
 * A replacement takes away what it leaves out (RFC 9110 section 9.3.4). Each property that one has left out, and
 * whether it came back all the same: of texts of this run alone, as others may be defaults.
 */
export function leftOut(
  { description: { contract }, values: { mark } }: PlanningContext,
  resource: Resource,
  { parts, before }: Change,
  received: Exact | undefined,
): [property: string, shown: 'kept' | Violation][] {
  const sent = sentBody(parts);
  if (parts.operation !== resource.replace) return [];
  if (!isExactObject(sent) || !isExactObject(before) || !isExactObject(received)) return [];
  return keptProperties(contract, resource, parts.operation).flatMap(({ name }): [string, 'kept' | Violation][] => {
    const old = before[name];
    if (Object.hasOwn(sent, name) || typeof old !== 'string' || !old.includes(mark)) return [];
    const violation = {
      documented: `No ${name}: the replacement has none.`,
      received: `${name}: ${shownValue(old)}, as before`,
    };
    return [[name, received[name] === old ? violation : 'kept']];
  });
}
