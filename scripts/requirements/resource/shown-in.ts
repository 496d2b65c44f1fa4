import { type Exact, isExactObject, within } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../http/message-changes.ts';
import { ownValue } from '../../http/own-value.ts';
import { partAt } from '../../openapi/contract.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { writePath } from '../../openapi/parameters/parameter-codec.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { idPropertyOf } from '../../openapi/resources/item-identifier.ts';
import { joinedWords } from '../../openapi/resources/joined-words.ts';
import { isMark, type Resource } from '../../openapi/resources/resource.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import { altering, answering, faultDraft, type Wrap } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { keyedBy, pathTo } from '../request/referenced-resource.ts';
import { settled } from '../settled.ts';

const id = '{operationId}.shownIn.{other}';

/**
 * What PUT sets beneath a thing, without a word about it, and DELETE takes away: a list of the thing has it from then
 * on, and has it no more, as `labels` of `/patients/{id}` what is set at `/patients/{id}/labels/{labelId}`. So does the
 * list at `/patients/{id}/labels`.
 */
export const markShown = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    marksBy(context, operation).map(({ operation: own, read, segments }) => ({
      subject: { operationId: own.id, other: read.id },
      pointer: partAt(context.description.contract, own.pointer).pointer,
      statement:
        own.method === 'PUT'
          ? `What ${own.id} sets must be among ${placeOf(segments)} of ${read.id}, once.`
          : `What ${own.id} takes away must be no more among ${placeOf(segments)} of ${read.id}.`,
    })),
  contractAdvice: () => 'change the responses of both operations',
  server: {
    reach: { by: 'probes', probe: probeMarks },
    faults: (context, { subject: { operationId, other } }) => {
      const [own] = marksBy(context, context.operation(operationId) ?? null).filter(({ read }) => read.id === other);
      if (own === undefined) return [];
      const { operation, read, segments, set } = own;
      const isOwn = context.isTo(operation);
      if (operation !== set)
        return [
          faultDraft(
            'answered alone',
            answering(isOwn, async (request, send) => {
              const response = await send(request);
              await send({ ...request, method: 'PUT' });
              return response;
            }),
          ),
        ];
      return [
        faultDraft(
          'the last one alone',
          showing(context, read, segments, (items) => items.slice(-1)),
        ),
        faultDraft(
          'twice',
          showing(context, read, segments, (items) => [...items, ...items]),
        ),
      ];
    },
    advice: ({ other }) => `Store what was set or taken away, so that ${other} shows it.`,
  },
  client: null,
});

/** Shows another list in a thing than the server does. */
export function showing(
  context: MessageContext,
  read: Operation,
  segments: readonly string[],
  change: (items: Exact[]) => Exact[],
): Wrap {
  const isRead = context.isTo(read);
  return altering((response, request) => {
    const body = isRead(request) && isSuccess(response) ? jsonIn(response.body) : undefined;
    const items = within(body, segments);
    if (body === undefined || !Array.isArray(items)) return response;
    return withJson(response, withPart(body, segments, change(items)));
  });
}

function placeOf(segments: readonly string[]): string {
  return segments.length === 0 ? 'the items' : `the ${segments.join('.')}`;
}

/** What is set beneath a thing, and where a list of the thing, or the list at the same path, shows it. */
export interface Mark {
  /** What sets it or takes it away. */
  operation: Operation;
  resource: Resource;
  parameter: Parameter;
  set: Operation;
  /** What it is beneath, what reads that or lists what is set there, and where the list is in the answer. */
  above: Resource;
  read: Operation;
  segments: readonly string[];
  /** Pointer of the schema of an item of the list. */
  item: string;
  /** Property of an item of the list that has the identifier; undefined where the item is that itself. */
  idProperty: string | undefined;
}

/** What an operation sets, or takes away. */
export function marksBy(
  { description, resources }: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation | null,
): Mark[] {
  return resources.flatMap((resource) => {
    const { replace, remove, parameter, collectionPath, list } = resource;
    if (operation === null || parameter === undefined || replace === undefined || !isMark(resource)) return [];
    if (operation !== replace && operation !== remove) return [];
    const [, owner = '', name = ''] = /^(.*)\/([^/]+)$/.exec(collectionPath) ?? [];
    const above = resources.find((one) => owner === `${one.itemsPath}/{${one.parameter?.name}}`);
    if (above === undefined) return [];
    const inThing = above.read === undefined ? [] : listsIn(description, above.read, name);
    const lists = list === undefined ? inThing : [...inThing, { ...list, read: list.operation }];
    return lists.flatMap(({ read, segments, item }) => {
      const evidence = { post: undefined, read: undefined, listed: item, parameter, isClients: true };
      const { types } = viewSchema(description.contract, item);
      const idProperty = types.includes('object') ? idPropertyOf(description.contract, evidence) : undefined;
      const isKnown = types.includes('object') ? idProperty !== undefined : types.includes('string');
      return isKnown ? [{ operation, resource, parameter, set: replace, above, read, segments, item, idProperty }] : [];
    });
  });
}

/** A list in what reads a thing: its pointer, and that of the schema of one item. */
interface ListInThing {
  segments: string[];
  list: string;
  item: string;
}

/** The lists of that name in what reads a thing: in the thing itself, or in one property that holds it. */
export function listsIn(
  { contract }: MessageContext['description'],
  read: Operation,
  name: string,
): (ListInThing & { read: Operation })[] {
  const find = (pointer: string, before: string[]): ListInThing[] =>
    [...viewSchema(contract, pointer).properties].flatMap(([property, at]) => {
      const { items } = viewSchema(contract, at);
      const segments = [...before, property];
      if (items !== undefined && joinedWords(property) === joinedWords(name))
        return [{ segments, list: at, item: items }];
      return before.length === 0 ? find(at, segments) : [];
    });
  const pointer = successSchema(contract, read);
  const found = pointer === undefined ? [] : find(pointer, []);
  return found.length === 1 ? found.map((one) => ({ read, ...one })) : [];
}

async function* probeMarks(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context, call } = run;
  for (const own of marksBy(context, operation)) {
    const { above, read, set } = own;
    const subject = { operationId: operation.id, other: read.id };
    const thing = await context.source.newItems.newId(above);
    if (thing === undefined) continue;
    const reading = await context.source.at(read, above, thing);
    const [one, other] = [await markOf(run, own, thing), await markOf(run, own, thing)];
    const send = async ({ path }: KnownMark, to: Operation) => call(await context.source.base(to, 'all', false, path));
    // To set it once more changes nothing.
    const answers = [await send(one, set), await send(other, set), await send(one, set)];
    const failed = answers.find(({ response }) => !isSuccess(response) || response.status === 202);
    if (failed !== undefined || one.text === other.text) {
      const answer = failed ?? answers[0];
      if (answer !== undefined)
        yield { subject, answer, judgement: { outOfReach: 'No two could be set at one thing.' } };
      continue;
    }
    const judgeSeen = (wanted: KnownMark[], gone: KnownMark[]) => (seen: Answer) => judge(own, seen, wanted, gone);
    const look = async (judged: (seen: Answer) => 'kept' | Violation | OutOfReach) => {
      const answer = await settled(
        run,
        () => call(reading),
        (seen) => judged(seen) === 'kept',
      );
      return { subject, answer, judgement: judged(answer) };
    };
    const seen = await look(judgeSeen([one, other], []));
    if (operation === set) yield seen;
    else if (seen.judgement !== 'kept')
      yield { ...seen, judgement: { outOfReach: 'What was set has not been shown.' } };
    else {
      const answer = await send(one, operation);
      if (isSuccess(answer.response)) yield await look(judgeSeen([other], [one]));
      else yield { subject, answer, judgement: { outOfReach: 'Nothing was taken away.' } };
    }
  }
}

interface KnownMark {
  /** The identifier, as a text in lower case. */
  text: string;
  path: Record<string, string>;
}

/** One that is not set yet, beneath a thing. */
async function markOf(run: ProbeRun, mark: Mark, thing: Exact): Promise<KnownMark> {
  const { resource, parameter, set, above } = mark;
  const { context } = run;
  const { newItems } = context.source;
  const key = (await keyBeneath(run, mark, thing)) ?? (await newItems.keyFor(resource));
  const value = key ?? newItems.newIdentifier(resource, parameterSchema(parameter));
  const path = { ...pathTo(context, set, above, thing), [parameter.name]: writePath(parameter, value) };
  return { text: textOf(value).toLowerCase(), path };
}

/** A new one of what is made beneath the same thing, as the messages of a channel, of which some are pinned there. */
async function keyBeneath({ context, call }: ProbeRun, { resource, above }: Mark, thing: Exact) {
  const key = keyedBy(context, resource);
  const path = key?.create === undefined ? {} : pathTo(context, key.create, above, thing);
  if (key?.create === undefined || Object.keys(path).length === 0) return undefined;
  const answer = await call(await context.source.base(key.create, 'all', false, path));
  return isSuccess(answer.response) ? context.idIn(key, answer) : undefined;
}

/** Each that was set is in the list once, and none that was taken away. */
function judge(
  { segments, idProperty, read }: Mark,
  answer: Answer,
  wanted: readonly KnownMark[],
  gone: readonly KnownMark[],
): 'kept' | Violation | OutOfReach {
  const items = within(answer.body, segments);
  if (!isSuccess(answer.response) || !Array.isArray(items)) return { outOfReach: `${read.id} has shown no such list.` };
  const texts = items.map((item) => {
    const value = idProperty !== undefined && isExactObject(item) ? (ownValue(item, idProperty) ?? null) : item;
    return textOf(value).toLowerCase();
  });
  const countOf = ({ text }: KnownMark) => texts.filter((one) => one === text).length;
  const missed = wanted.find((one) => countOf(one) !== 1);
  const stray = gone.find((one) => countOf(one) > 0);
  const place = placeOf(segments);
  const received = excerpt(answer);
  if (missed !== undefined) return { documented: `${missed.text} once among ${place}.`, received };
  return stray === undefined ? 'kept' : { documented: `No ${stray.text} among ${place}.`, received };
}
