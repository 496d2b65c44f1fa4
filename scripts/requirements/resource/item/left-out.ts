import { type Exact, isExactObject, isSame, within } from '../../../http/exact-json.ts';
import { ownValue } from '../../../http/own-value.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { pathNames } from '../../../openapi/resources/own-identifier.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import type { Violation } from '../../judgement.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { sentBody } from '../../request/request-parts.ts';
import { shownValue } from '../shown-value.ts';
import type { Change } from './item-observation.ts';
import { heldIn, shownProperties } from './item-properties.ts';
import { mayChangePart } from './left-by-put.ts';

/**
 * A replacement takes away what it leaves out (RFC 9110 section 9.3.4). Each property that one has left out, and
 * whether it came back all the same: where it cannot be a default, as a text of this run, or another value than the
 * server gives by itself.
 */
export function leftOut(
  context: PlanningContext,
  resource: Resource,
  { parts, before: then, preset: usualItem }: Change,
  body: Exact | undefined,
): [property: string, shown: 'kept' | Violation][] {
  const { contract } = context.description;
  const sent = sentBody(parts);
  const shownIn = shownProperties(contract, resource, parts.operation);
  if (parts.operation !== resource.replace || shownIn === undefined) return [];
  if (mayChangePart(contract, resource)) return [];
  const { properties, holder } = shownIn;
  const [before, received, presets] = [heldIn(holder, then), heldIn(holder, body), heldIn(holder, usualItem)];
  if (!isExactObject(sent) || !isExactObject(before) || !isExactObject(received)) return [];
  const { idProperty = '' } = resource;
  const isItem = (value: Exact) => !Object.hasOwn(received, idProperty) && within(value, [idProperty]) !== undefined;
  // What the path says is said, whether the body says it or not.
  const namesInPath = pathNames(parts.operation).map(({ name }) => name);
  return properties.flatMap(({ name, pointer, shown, isAlwaysShown }): [string, 'kept' | Violation][] => {
    const isOfRun = (value: Exact) => typeof value === 'string' && value.includes(context.values.mark);
    const kept = isMap(contract, pointer)
      ? entriesOfBefore(ownValue(sent, name), ownValue(before, name), ownValue(received, name))
      : [];
    const entry = kept.find(([, value]) => isOfRun(value))?.[0];
    if (entry !== undefined)
      return [[name, { documented: `No ${name}.${entry}: the replacement has none.`, received: 'the one of before' }]];
    // Where there must be one, and the contract does not say which, the older one is as good as any.
    const preset = viewSchema(contract, pointer).keywords.get('default')?.value;
    const isPreset = preset !== undefined && (shown === undefined || context.isValid('response', shown, preset));
    if ((isAlwaysShown && !isPreset) || namesInPath.includes(name)) return [];
    const { [name]: old = null } = before;
    const isText = isOfRun(old);
    const usual = isPreset ? preset : isExactObject(presets) ? (ownValue(presets, name) ?? null) : undefined;
    const isOther = usual !== undefined && !isSame(old, usual);
    // A body without the property that holds the item says nothing of the item.
    if (Object.hasOwn(sent, name) || old === null || isItem(old) || !(isText || isOther)) return [];
    const violation = {
      documented: isPreset
        ? `${name}: ${shownValue(preset)}, its default: the replacement has none.`
        : `No ${name}: the replacement has none.`,
      received: `${name}: ${shownValue(old)}, as before`,
    };
    return [[name, isSame(ownValue(received, name) ?? null, old) ? violation : 'kept']];
  });
}

/** True for an object whose properties clients name as they like. */
function isMap(contract: Contract, pointer: string): boolean {
  const { properties, keywords } = viewSchema(contract, pointer);
  return properties.size === 0 && isExactObject(keywords.get('additionalProperties')?.value);
}

/** The entries that a map has had, and has still, where another map was put in its place. */
function entriesOfBefore(
  sent: Exact | undefined,
  before: Exact | undefined,
  received: Exact | undefined,
): [name: string, value: Exact][] {
  if (!isExactObject(sent) || !isExactObject(before)) return [];
  return Object.entries(before).filter(
    ([name, value]) => !Object.hasOwn(sent, name) && isSame(within(received, [name]) ?? null, value),
  );
}
