import { type Exact, isExactObject, within } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../http/message-changes.ts';
import { partAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { valueIn } from '../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../openapi/resources/item-place.ts';
import { soughtValue } from '../../openapi/resources/list-filters.ts';
import type { ListOperation, Resource } from '../../openapi/resources/resource.ts';
import { type ValueList, valueListOf } from '../../openapi/resources/value-lists.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { altering, faultDraft, type Wrap } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { placeValue } from '../parameter/place-value.ts';
import type { PlanningContext } from '../planning-context.ts';
import { pathTo } from '../request/referenced-resource.ts';
import { settled } from '../settled.ts';
import { type Described, foundOnce } from './found-once.ts';
import { madeBeneath } from './item/held-things.ts';
import { ownerOf } from './item/holding-rules.ts';
import { hasValue } from './list/default-filters.ts';
import { findingTheSame, isFound } from './search-finds.ts';
import { shownValue } from './shown-value.ts';

const id = '{operationId}.listsBy.{parameter}';

// Of few values, the one that an item has may come several times.
const mostTries = 20;

/** A list of what has the value at the end of its path, as `GET /books/genre/{genre}`: that, and nothing else. */
export const listsBy = defineKind({
  id,
  section: () => 'Lists',
  list: (context, operation) =>
    listsOf(context, operation).map(({ list, filter: { parameter } }) => ({
      subject: { operationId: list.operation.id, parameter: parameter.name },
      pointer: partAt(context.description.contract, parameter.pointer).pointer,
      statement: `${list.operation.id} must list what has the ${parameter.name} that is asked for, and nothing else.`,
    })),
  contractAdvice: ({ parameter }) => `describe what is listed by ${parameter}`,
  server: {
    reach: { by: 'probes', probe: probeList },
    faults: (context, { subject: { operationId } }) =>
      listsOf(context, context.operation(operationId) ?? null).flatMap(({ list, resource }) => [
        faultDraft('lists the same as before', findingTheSame(context, list)),
        ...(isWhole(list.operation) && resource.list !== undefined
          ? [faultDraft('lists nothing', listingNothing(context, list))]
          : []),
      ]),
    advice: ({ parameter }) => `List what has the ${parameter} that is asked for, and nothing else.`,
  },
  client: null,
});

const valueLists = foundOnce(({ description, resources }: Described, operation: Operation): ValueList[] =>
  [valueListOf(description, resources, operation)].flatMap((one) => one ?? []),
);

function listsOf(known: Described, operation: Operation | null): readonly ValueList[] {
  return operation === null ? [] : valueLists(known, operation);
}

/** False for what comes page by page. */
function isWhole({ parameters }: Operation): boolean {
  return parameters.every(({ in: place }) => place !== 'query');
}

async function* probeList(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const valueList of listsOf(run.context, operation)) {
    const seen = await probed(run, valueList);
    const subject = { operationId: operation.id, parameter: valueList.filter.parameter.name };
    if (seen !== undefined) yield { subject, ...seen };
  }
}

/** A new thing and the values of the path of what lists it. */
async function made(run: ProbeRun, { list, resource }: ValueList) {
  const { source, description } = run.context;
  const { create, read } = resource;
  if (create === undefined || read === undefined) return undefined;
  const owner = ownerOf(run.context, resource);
  const held = owner && (await madeBeneath(run, { owner, resource, create }, []));
  const thing = owner === undefined ? await source.newItems.newId(resource, true) : held?.thing;
  if (thing === undefined) return undefined;
  const pathOf = (one: Operation) => (owner && held ? pathTo(run.context, one, owner, held.above) : {});
  const shown = await run.call(await source.at(read, resource, thing, pathOf(read)));
  if (!isSuccess(shown.response)) return undefined;
  const item = itemIn(description.contract, resource, shown.body ?? null);
  return { thing, item, isListed: await isListedAtAll(run, resource, thing, pathOf), path: pathOf(list.operation) };
}

/** True for a thing that the list of all of them shows: one that is not published may be in no list. */
async function isListedAtAll(
  { context: { source }, call }: ProbeRun,
  resource: Resource,
  thing: Exact,
  pathOf: (operation: Operation) => Readonly<Record<string, string>>,
): Promise<boolean> {
  const { list } = resource;
  if (list === undefined) return false;
  const answer = await call(await source.base(list.operation, 'required', false, pathOf(list.operation)));
  return isFound({ list, resource }, answer, thing);
}

async function probed(run: ProbeRun, valueList: ValueList): Promise<Omit<Probed<typeof id>, 'subject'> | undefined> {
  const { context, call } = run;
  const { list, filter } = valueList;
  const own = await made(run, valueList);
  const value = own && valueOf(context, valueList, own.item);
  if (own === undefined || value === undefined) return undefined;
  const ask = async (asked: Exact) =>
    call(placeValue(await context.source.base(list.operation, 'required', false, own.path), filter.parameter, asked));
  const isListed = (answer: Answer) => isFound(valueList, answer, own.thing);
  const answer = await settled(run, () => ask(value), isListed);
  const stray = itemsOf(list, answer)?.find((item) => !hasSought(context, valueList, item, value));
  const only = `Only what has the ${filter.parameter.name} ${shownValue(value)}`;
  if (stray !== undefined) return { answer, judgement: { documented: `${only}.`, received: shownValue(stray) } };
  if (!isListed(answer)) return { answer, judgement: judgeMissing(valueList, answer, own) };
  const another = otherValue(context, valueList, own.item);
  if (another === undefined) return { answer, judgement: 'kept' };
  const others = await ask(another);
  const documented = `Nothing of another ${filter.parameter.name} than ${shownValue(another)}.`;
  return {
    answer: others,
    judgement: isListed(others) ? { documented, received: excerpt(others) } : 'kept',
  };
}

function judgeMissing(
  { list }: ValueList,
  answer: Answer,
  { item, isListed }: { item: Exact; isListed: boolean },
): Violation | OutOfReach {
  if (itemsOf(list, answer) === undefined || !isListed || !isWhole(list.operation))
    return { outOfReach: 'The list has not shown what was made.' };
  return { documented: `What has this value, also ${shownValue(item)}.`, received: excerpt(answer) };
}

function itemsOf({ segments }: ListOperation, { response, body }: Answer): readonly Exact[] | undefined {
  const items = isSuccess(response) ? within(body, segments) : undefined;
  return Array.isArray(items) ? items : undefined;
}

/** The value of an item that can be asked for. */
function valueOf(context: PlanningContext, { filter }: ValueList, item: Exact): Exact | undefined {
  const [value] = [valueIn(item, filter.property) ?? null].flat();
  const isOne = value !== undefined && value !== null && !isExactObject(value) && value !== '';
  return isOne && context.isValid('request', parameterSchema(filter.parameter), value) ? value : undefined;
}

function hasSought({ description }: PlanningContext, { filter }: ValueList, item: Exact, value: Exact): boolean {
  const own = valueIn(item, filter.property);
  return own === undefined || hasValue(own, soughtValue(description.contract, filter.pointer, value));
}

/** A value that an item has not. */
function otherValue(context: PlanningContext, { filter }: ValueList, item: Exact): Exact | undefined {
  const values = Array.from({ length: mostTries }, () =>
    context.values.valueAt(parameterSchema(filter.parameter), 'required'),
  );
  return values.find((one) => !hasValue(valueIn(item, filter.property), one));
}

function listingNothing(context: MessageContext, { operation, segments }: ValueList['list']): Wrap {
  const isList = context.isTo(operation);
  return altering((response, request) => {
    const body = isList(request) ? jsonIn(response.body) : undefined;
    return Array.isArray(within(body, segments)) ? withJson(response, withPart(body, segments, [])) : response;
  });
}
