import { type Exact, isSame, within } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, type HttpResponse, isSuccess } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { partAt } from '../../openapi/contract.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { valueIn } from '../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../openapi/resources/item-place.ts';
import type { ListFilter } from '../../openapi/resources/list-filters.ts';
import { listOperation } from '../../openapi/resources/list-operation.ts';
import { type ListParameters, listParametersOf } from '../../openapi/resources/list-parameters.ts';
import type { ListOperation, Resource } from '../../openapi/resources/resource.ts';
import { listsThingsOf } from '../../openapi/resources/things-elsewhere.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { textAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { faultDraft, type Wrap } from '../fault.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { placeValue } from '../parameter/place-value.ts';
import type { PlanningContext } from '../planning-context.ts';
import { settled } from '../settled.ts';
import { defaultOf, hasValue } from './list/default-filters.ts';
import { pageSizes } from './list/page-sizes.ts';
import { findsAlike, isAllowed, textsOf, unheardOf } from './list/search.ts';

const id = '{operationId}.finds.{parameter}';

// Of few values, the one that an item has may come several times.
const mostTries = 20;

/** A search for things that are made elsewhere, by a text that must be given: it leaves out what is not asked for. */
export const searchFinds = defineKind({
  id,
  section: () => 'Lists',
  list: (context, operation) =>
    searchesBy(context, operation).flatMap((search) =>
      narrowingOf(search).map(({ name, pointer }) => ({
        subject: { operationId: search.list.operation.id, parameter: name },
        pointer: partAt(context.description.contract, pointer).pointer,
        statement: `What ${search.list.operation.id} finds must be left out where another ${name} is asked for.`,
      })),
    ),
  contractAdvice: ({ parameter }) => `describe how ${parameter} is searched for`,
  server: {
    reach: { by: 'probes', probe: probeSearch },
    faults: (context, { subject: { operationId } }) =>
      searchesBy(context, context.operation(operationId) ?? null).map((search) =>
        faultDraft('finds the same as before', findingTheSame(context, search.list)),
      ),
    advice: ({ parameter }) => `Leave out of what is found what has another ${parameter}.`,
  },
  client: null,
});

interface Search {
  list: ListOperation;
  parameters: ListParameters;
  /** What takes the text. */
  asked: Parameter;
  filters: readonly ListFilter[];
  /** Those that give only what was before, or after, a time. */
  times: readonly { parameter: Parameter; isLeast: boolean }[];
  /** The things that are found, and what reads one. */
  resource: Resource;
  read: Operation;
}

function searchesBy(
  { description, resources }: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation | null,
): Search[] {
  const { contract } = description;
  const list = operation === null ? undefined : listOperation(contract, operation);
  if (list === undefined || list.operation.method !== 'GET') return [];
  if (resources.some((one) => one.list?.operation === operation)) return [];
  const parameters = listParametersOf(description, list);
  const [asked, ...others] = parameters.searches.filter(({ required }) => required);
  const resource = resources.find((one) => one.idProperty !== undefined && listsThingsOf(contract, one, { list }));
  const { read } = resource ?? {};
  if (asked === undefined || others.length > 0 || resource === undefined || read === undefined) return [];
  const filters = parameters.filters.filter(
    ({ parameter, isText }) => !isText && defaultOf(contract, parameter) === undefined,
  );
  const times = list.operation.parameters.flatMap((parameter) => {
    const format = textAt(viewSchema(contract, parameterSchema(parameter)), 'format');
    if (parameter.in !== 'query' || (format !== 'date' && format !== 'date-time')) return [];
    const isLeast = /^(from|since|after)$/i.test(parameter.name);
    return isLeast || /^(to|until|before)$/i.test(parameter.name) ? [{ parameter, isLeast }] : [];
  });
  return [{ list, parameters, asked, filters, times, resource, read }];
}

function narrowingOf({ asked, filters, times }: Search): Parameter[] {
  return [asked, ...[...filters, ...times].map(({ parameter }) => parameter)];
}

async function* probeSearch(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const search of searchesBy(run.context, operation)) {
    const { context, call } = run;
    const { asked, resource, read } = search;
    const thing = await context.source.newItems.newId(resource);
    if (thing === undefined) continue;
    const shown = await call(await context.source.at(read, resource, thing));
    const item = itemIn(context.description.contract, resource, shown.body ?? null);
    const { mark } = context.values;
    const text = textsOf(item).find((one) => one.includes(mark) && isAllowed(context, asked, one));
    if (text === undefined) continue;
    const ask = async (parameter: Parameter, value: Exact) =>
      call(placeValue(await requestFor(context, search, text), parameter, value));
    const found = await settled(
      run,
      () => ask(asked, text),
      (answer) => isFound(search, answer, thing),
    );
    for (const { parameter, value } of otherValues(context, search, item)) {
      const subject = { operationId: operation.id, parameter: parameter.name };
      const answer = isFound(search, found, thing) ? await ask(parameter, value) : undefined;
      if (answer === undefined || !isSuccess(answer.response))
        yield {
          subject,
          answer: answer ?? found,
          judgement: { outOfReach: 'The search has not found what was made.' },
        };
      else if (isFound(search, answer, thing))
        yield {
          subject,
          answer,
          judgement: { documented: `Nothing of another ${parameter.name}.`, received: excerpt(answer) },
        };
      else yield { subject, answer, judgement: 'kept' };
    }
  }
}

/** A search for a text in as much as one page may have. */
async function requestFor(
  { source, description: { contract } }: PlanningContext,
  { list, parameters, asked }: Search,
  text: string,
) {
  const parts = placeValue(await source.base(list.operation, 'required', false), asked, text);
  const { size } = parameters;
  return size === undefined ? parts : placeValue(parts, size, pageSizes(contract, parameters).most);
}

/** True where a list has a thing. */
export function isFound(
  { list, resource: { idProperty = '' } }: Pick<Search, 'list' | 'resource'>,
  { response, body }: Answer,
  thing: Exact,
): boolean {
  const items = isSuccess(response) ? within(body, list.segments) : undefined;
  return Array.isArray(items) && items.some((one) => isSame(within(one, [idProperty]) ?? null, thing));
}

/** Values that an item has not: a text, those of filters, and times long before it and after it. */
function otherValues(
  context: PlanningContext,
  { list: { operation }, asked, filters, times }: Search,
  item: Exact,
): { parameter: Parameter; value: Exact }[] {
  const unheard = unheardOf(context);
  const isLeftOut = !findsAlike(context, { operation, parameter: asked }) && isAllowed(context, asked, unheard);
  const others = filters.flatMap(({ parameter, property }) => {
    const made = Array.from({ length: mostTries }, () =>
      context.values.valueAt(parameterSchema(parameter), 'required'),
    );
    const value = made.find((one) => ![one].flat().some((own) => hasValue(valueIn(item, property), own)));
    return value === undefined ? [] : [{ parameter, value }];
  });
  const far = times.map(({ parameter, isLeast }) => {
    const day = isLeast ? '2999-12-31' : '1970-01-01';
    return { parameter, value: isAllowed(context, parameter, day) ? day : `${day}T00:00:00Z` };
  });
  return [...(isLeftOut ? [{ parameter: asked, value: unheard }] : []), ...others, ...far];
}

/** Answers with what was found before where nothing is found. */
export function findingTheSame(context: MessageContext, list: ListOperation): Wrap {
  const isSearch = context.isTo(list.operation);
  return (send) => {
    let before: HttpResponse | undefined;
    return async (request) => {
      const response = await send(request);
      const items = isSearch(request) ? within(jsonIn(response.body), list.segments) : undefined;
      if (!Array.isArray(items)) return response;
      if (items.length === 0) return before ?? response;
      before = response;
      return response;
    };
  };
}
