import { type Exact, type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { isJson } from '../../http/media-types.ts';
import type { Resource } from '../../openapi/resources.ts';
import { type SchemaView, viewSchema } from '../../openapi/schema-view.ts';
import { type RequestParts, sentBody } from '../../requirements/request/request-parts.ts';
import { changeView, statesOf } from '../../requirements/resource/item/left-alone.ts';
import { changeBy, otherThan } from './replacements.ts';
import type { Session } from './session.ts';
import type { StoredItems } from './stored-items.ts';

/** A property to be changed by itself; without a value to another one than it has. */
type Step = readonly [property: string, value?: Exact];

// Of the first ones, a server may refuse some.
const mostStepsOfOther = 3;

/** Changes the properties of an item one by one, and some of one that began otherwise; looks at both all the while. */
export async function changeInParts(session: Session, stored: StoredItems): Promise<void> {
  const { merge } = stored.resource;
  const view = changeView(session.description.contract, stored.resource);
  if (merge === undefined || view === undefined) return;
  const steps = stepsFor(session, view);
  const first = await changeBySteps(session, stored, await session.source.base(merge), steps);
  const other = first && (await toOther(session, stored.resource, first));
  if (other !== undefined) await changeBySteps(session, stored, other, steps.slice(0, mostStepsOfOther));
}

/** Takes the steps with one item, as far as the server does. Resolves to the item as it was before. */
async function changeBySteps(
  session: Session,
  stored: StoredItems,
  base: RequestParts,
  steps: readonly Step[],
): Promise<ExactObject | undefined> {
  const { operation: merge } = base;
  const mediaType = merge.requestBody?.mediaTypes.find(isJson);
  const view = changeView(session.description.contract, stored.resource);
  const first = itemIn(await lookAt(session, stored, base));
  if (mediaType === undefined || view === undefined) return first;
  let before = first;
  for (const step of steps) {
    const item = before ?? {};
    const usual = await session.source.validBody(merge, mediaType, 'all');
    const body = changeOf(session, view, step, item, otherThan(session, view.pointer, usual, item));
    if (body === undefined) continue;
    const parts = await session.source.tags.withCurrentTag(await session.source.withBody(base, mediaType, body));
    const answer = await session.call(parts);
    if (!isSuccess(answer.response)) continue;
    const seen = (await lookAt(session, stored, base)) ?? answer;
    if (before !== undefined && isSuccess(seen.response))
      stored.observe({ of: 'partial change', parts, before, answer: seen });
    before = itemIn(seen);
  }
  return first;
}

/**
 * A request to a new item that has another value of each state which a change cannot set: what a change sets back is
 * seen where it was not so before. Undefined where there is no such state, or no such item.
 */
async function toOther(session: Session, resource: Resource, item: ExactObject): Promise<RequestParts | undefined> {
  const { contract } = session.description;
  const creation = changeBy(session, resource.create);
  if (creation === undefined || resource.merge === undefined) return undefined;
  const { operation, mediaType, schema } = creation;
  const changeable = changeView(contract, resource)?.properties;
  const states = [...viewSchema(contract, schema).properties].filter(
    ([name, pointer]) => changeable?.has(name) !== true && statesOf(contract, pointer) !== undefined,
  );
  if (states.length === 0) return undefined;
  const base = await session.source.base(operation, 'all', true, {}, resource);
  const known = Object.fromEntries(states.flatMap(([name]) => (name in item ? [[name, item[name] ?? null]] : [])));
  const body = otherThan(session, schema, sentBody(base) ?? null, known);
  const answer = await session.call(await session.source.withBody(base, mediaType, body));
  const id = isSuccess(answer.response) ? session.idIn(resource, answer) : undefined;
  return id === undefined ? undefined : session.source.at(resource.merge, resource, id);
}

/**
 * To another value, or to each state; then to null. A state may take others along: what comes of them shows where
 * something else is changed then.
 */
function stepsFor({ description: { contract } }: Session, { properties }: SchemaView): Step[] {
  const all = [...properties].map(([name, pointer]) => ({ name, states: statesOf(contract, pointer) }));
  const others = all.filter(({ states }) => states === undefined).map(({ name }): Step => [name]);
  return [
    ...all.flatMap(({ name, states = [undefined] }) =>
      states.flatMap((state): Step[] => (state === undefined ? [[name]] : [[name, state], ...others.slice(0, 1)])),
    ),
    ...all.map(({ name }): Step => [name, null]),
    ...others.slice(0, 1),
  ];
}

/** A body that changes one property alone; undefined where the schema allows none. */
function changeOf(
  session: Session,
  { pointer, required }: SchemaView,
  [property, value]: Step,
  item: ExactObject,
  usual: Exact,
): Exact | undefined {
  if (!isExactObject(usual) || !Object.hasOwn(usual, property)) return undefined;
  const names = [...required.keys()].filter((name) => name !== property);
  const others = Object.fromEntries(names.map((name) => [name, item[name] ?? usual[name] ?? null]));
  return [...(value === undefined ? [] : [value]), usual[property] ?? null]
    .map((own) => ({ ...others, [property]: own }))
    .find((body) => session.isValid('request', pointer, body));
}

/** What is read of the item that a request is to; undefined where nothing reads one. */
async function lookAt(
  session: Session,
  { resource: { read } }: StoredItems,
  { path }: RequestParts,
): Promise<Answer | undefined> {
  return read === undefined ? undefined : session.call(await session.source.base(read, 'all', false, path));
}

function itemIn(answer: Answer | undefined): ExactObject | undefined {
  const body = answer !== undefined && isSuccess(answer.response) ? answer.body : undefined;
  return body !== undefined && isExactObject(body) ? body : undefined;
}
