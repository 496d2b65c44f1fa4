import type { Exact } from '../../http/exact-json.ts';
import { resolvePart } from '../../openapi/contract.ts';
import { isObject, type Json, type JsonObject, objectOf, pointerTo, stringOf } from '../../openapi/json.ts';
import { changedValues, describeChangedValue } from '../json-diff.ts';
import { type Contracts, type Found, keysOf, type Pair } from './found.ts';
import type { OperationPlace } from './operation-places.ts';

/** What changed in the announcements of an operation that is to be removed. */
export function deprecationChanges(contracts: Contracts, { before, now }: Pair<OperationPlace>): Found[] {
  const [old, own] = [
    objectOf(resolvePart(contracts.before, before.pointer).value),
    objectOf(resolvePart(contracts.now, now.pointer).value),
  ];
  const turned = turnedDeprecation({ before, now }, old, own);
  if (turned !== undefined) return [turned];
  const others = ['x-deprecated-since', 'x-replacement'].flatMap((name) => {
    const changed = changedValues({ [name]: old[name] ?? {} }, { [name]: own[name] ?? {} });
    return changed.map(({ pointer, old: was, now: is }): Found => {
      return {
        impact: 'minor',
        message: describeChangedValue(`\`${pointer.slice(1)}\` of ${now.operation.id}`, was, is),
        ...placesOf(before.pointer + pointer, now.pointer + pointer, was, is, now.pointer),
      };
    });
  });
  return [...others, ...sunsetChange({ before, now }, old, own)];
}

/** An operation that is deprecated now, or no longer, with all that is said of that. */
function turnedDeprecation({ before, now }: Pair<OperationPlace>, old: JsonObject, own: JsonObject): Found | undefined {
  const isNow = own['deprecated'] === true;
  if (isNow === (old['deprecated'] === true)) return undefined;
  const placesIn = (operation: JsonObject, pointer: string) =>
    ['deprecated', 'x-deprecated-since', 'x-sunset', 'x-replacement']
      .filter((name) => operation[name] !== undefined)
      .map((name) => `${pointer}/${name}`);
  const day = isNow ? stringOf(own['x-sunset']) : undefined;
  const until = day === undefined ? '' : `: it is promised until ${day}`;
  return {
    impact: isNow && day === undefined ? 'patch' : 'minor',
    message: `Operation ${now.operation.id} is ${isNow ? `deprecated now${until}` : 'no longer deprecated'}.`,
    ...(isNow ? { now: `${now.pointer}/deprecated` } : { before: `${before.pointer}/deprecated`, holder: now.pointer }),
    besides: { before: placesIn(old, before.pointer), now: placesIn(own, now.pointer) },
  };
}

/** Clients plan with a day (RFC 8594): it may be moved later, or given up with the deprecation. */
function sunsetChange({ before, now }: Pair<OperationPlace>, old: JsonObject, own: JsonObject): Found[] {
  const [was, is] = [stringOf(old['x-sunset']), stringOf(own['x-sunset'])];
  if (was === is) return [];
  const places = placesOf(`${before.pointer}/x-sunset`, `${now.pointer}/x-sunset`, was, is, now.pointer);
  const message = describeChangedValue(`\`x-sunset\` of ${now.operation.id}`, was, is);
  const isBroken = was !== undefined && (is === undefined ? own['deprecated'] === true : is < was);
  if (!isBroken) return [{ ...places, impact: 'minor', message }];
  return [
    {
      ...places,
      impact: 'major',
      message,
      breaks: `clients that count on ${now.operation.id} until ${was}`,
      remedy: `leave \`x-sunset\` at ${was}, or move it to a later day`,
    },
  ];
}

function placesOf(
  before: string,
  now: string,
  old: Exact | undefined,
  own: Exact | undefined,
  holder: string,
): Pick<Found, 'before' | 'now' | 'holder'> {
  return { ...(old !== undefined && { before }), ...(own === undefined ? { holder } : { now }) };
}

const plans = 'x-rate-limit-plans';

/** What changed in the limits of each plan: a lower one, one that was not there, or a plan that is gone, is less. */
export function planChanges({ before, now }: Contracts): Found[] {
  const [olds, owns] = [objectOf(before.document[plans]), objectOf(now.document[plans])];
  return keysOf(Object.keys(olds), Object.keys(owns)).flatMap((name): Found[] => {
    const [old, own] = [olds[name], owns[name]];
    const pointer = pointerTo(plans, name);
    if (old === undefined) return [{ impact: 'minor', message: `The plan \`${name}\` was added.`, now: pointer }];
    if (own === undefined)
      return [
        {
          impact: 'major',
          message: `The plan \`${name}\` was removed.`,
          breaks: `clients with a key of \`${name}\``,
          remedy: `keep the plan for those who have it`,
          before: pointer,
          holder: `/${plans}`,
        },
      ];
    return limitChanges(name, pointer, old, own);
  });
}

function limitChanges(plan: string, pointer: string, old: Json, own: Json): Found[] {
  return changedValues(limitsOf(old), limitsOf(own)).map(({ pointer: limit, old: was, now: is }): Found => {
    const places = placesOf(pointer + limit, pointer + limit, was, is, pointer);
    const message = describeChangedValue(`${limit.slice(1)} of the plan \`${plan}\``, was, is);
    // Without a limit there is none; one that is agreed is neither more nor less than a number.
    const isLess = is !== undefined && !(typeof was === 'number' && typeof is === 'number' && is > was);
    if (!isLess) return { ...places, impact: 'minor', message };
    return {
      ...places,
      impact: 'major',
      message,
      breaks: `clients with a key of \`${plan}\` that send more requests than that`,
      remedy: was === undefined ? 'set the limit in a plan of its own' : `leave ${limit.slice(1)} at ${String(was)}`,
    };
  });
}

function limitsOf(plan: Json): JsonObject {
  return isObject(plan) ? plan : { limit: plan };
}
