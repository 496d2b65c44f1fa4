import { type Exact, type ExactObject, isExactObject, isSame, within } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { type Answer, type HttpResponse, isSuccess } from '../../../http/exchange.ts';
import { isJson } from '../../../http/media-types.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { ownValue } from '../../../http/own-value.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import { type MessageContext, operationOf } from '../../message-context.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { encodeBody, type RequestParts, sentBody } from '../../request/request-parts.ts';
import { distinctIn } from './distinct.ts';

const id = '{operationId}.taken.{other}';

/** What a creation refuses as another item has it, as a slug: no change gives it to a second one either. */
export const itemTaken = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    changedBy(context, operation).map(({ change, create, statuses }) => ({
      subject: { operationId: change.id, other: create.id },
      pointer: `${change.pointer}/responses/${statuses[0]}`,
      statement:
        `What ${create.id} refuses with ${statuses.join(' or ')}, as another item has it, ` +
        'must be refused here as well.',
    })),
  contractAdvice: () => 'change the responses',
  server: {
    reach: { by: 'probes', probe: probeTaken },
    faults: (context, { subject }) => {
      const change = operationOf(context, subject);
      const statuses = changedBy(context, change).flatMap((one) => one.statuses);
      return [faultDraft('given twice', givenTwice(context, change, statuses))];
    },
    advice: ({ other }) => `Refuse what ${other} refuses.`,
  },
  client: null,
});

interface ChangedBy {
  change: Operation;
  create: Operation;
  resource: Resource;
  /** With which a second item is refused. */
  statuses: readonly number[];
  /** What only one item may have, where anything else may be refused with these as well. */
  names: readonly string[] | undefined;
}

/** The items that an operation changes, where both that and their creation may conflict with another one. */
function changedBy(
  context: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation | null,
): ChangedBy[] {
  return context.resources.flatMap((resource): ChangedBy[] => {
    const { create, replace, merge, parameter } = resource;
    const isChange = operation !== null && (operation === replace || operation === merge);
    if (!isChange || create === undefined || parameter === undefined || ![operation, create].every(takesJson))
      return [];
    const own = { change: operation, create, resource };
    if ([operation, create].every((one) => documents(one, 409))) return [{ ...own, statuses: [409], names: undefined }];
    const distinct = distinctIn(context, create);
    const statuses = [...new Set(distinct.flatMap((one) => one.statuses))].filter((one) => documents(operation, one));
    return statuses.length === 0 ? [] : [{ ...own, statuses, names: distinct.map(({ property }) => property) }];
  });
}

const takesJson = ({ requestBody }: Operation) => requestBody?.mediaTypes.some(isJson) === true;

const documents = ({ responses }: Operation, status: number) => Object.hasOwn(responses, String(status));

async function* probeTaken(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context, call } = run;
  for (const conflict of changedBy(context, operation)) {
    const { change, create, resource, statuses } = conflict;
    const subject = { operationId: change.id, other: create.id };
    const first = await context.source.base(create);
    const answer = await call(first);
    const unique = isSuccess(answer.response) ? await conflictingProperty(context, call, conflict, first) : undefined;
    const parts = unique && (await changeTo(context, { change, resource }, unique));
    if (unique === undefined || parts === undefined) {
      yield {
        subject,
        answer,
        judgement: { outOfReach: 'No creation has shown a value that only one item may have.' },
      };
      continue;
    }
    const changed = await call(parts);
    const isGiven = isSuccess(changed.response) && isShown(unique, await shownAfter(run, resource, changed, unique));
    if (isSuccess(changed.response) && !isGiven)
      yield { subject, answer: changed, judgement: { outOfReach: 'The answer does not show that it was given.' } };
    else
      yield {
        subject,
        answer: changed,
        judgement: isGiven
          ? {
              documented: `${statuses.join(' or ')}, as ${create.id} answers to this ${unique.name}.`,
              received: `${changed.response.status}, ${excerpt(changed)}`,
            }
          : 'kept',
      };
  }
}

/** The item after a change: what reads it, where the change is answered without a body. */
async function shownAfter(
  { context, call }: ProbeRun,
  resource: Resource,
  changed: Answer,
  { id }: Unique,
): Promise<Exact | undefined> {
  if (changed.body !== undefined || resource.read === undefined) return changed.body;
  return (await call(await context.source.at(resource.read, resource, id))).body;
}

/** True where an item has the value, in whichever case it is stored. */
function isShown({ name, value }: Unique, item: Exact | undefined): boolean {
  const shown = within(item, [name]);
  return typeof shown === 'string' && shown.toLowerCase() === String(value).toLowerCase();
}

interface Unique {
  name: string;
  value: Exact;
  /** What was refused with it. */
  refused: ExactObject;
  /** The item that has all else of that. */
  id: Exact;
}

/** The one text for which a creation that is otherwise new conflicts with what is there. */
async function conflictingProperty(
  context: PlanningContext,
  call: ProbeRun['call'],
  { resource, create, statuses, names }: ChangedBy,
  first: RequestParts,
): Promise<Unique | undefined> {
  const sent = sentBody(first);
  if (sent === undefined || !isExactObject(sent)) return undefined;
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value !== 'string' || name === resource.idProperty || names?.includes(name) === false) continue;
    const other = await context.source.base(create);
    const body = sentBody(other);
    if (body === undefined || !isExactObject(body) || isSame(ownValue(body, name) ?? null, value)) continue;
    const refused = { ...body, [name]: value };
    const answer: Answer = await call(await context.source.withBody(other, mediaTypeOf(other), refused));
    if (!statuses.includes(answer.response.status)) continue;
    // Another text of the same request may be taken as well.
    const made = await call(other);
    const id = isSuccess(made.response) ? context.idIn(resource, made) : undefined;
    if (id !== undefined) return { name, value, refused, id };
  }
  return undefined;
}

const mediaTypeOf = ({ body }: RequestParts) => body?.mediaType ?? '';

/**
 * The request that gives the value to the item that has all else of what was refused: it may be unique only with that,
 * as a name in a building. Undefined where it takes none of that name.
 */
async function changeTo(
  context: PlanningContext,
  { change, resource }: Pick<ChangedBy, 'change' | 'resource'>,
  { name, refused, id }: Unique,
): Promise<RequestParts | undefined> {
  const { contract } = context.description;
  const schema = jsonBodySchema(contract, change);
  const properties = schema === undefined ? undefined : viewSchema(contract, schema).properties;
  if (schema === undefined || properties?.has(name) !== true) return undefined;
  const parts = await context.source.at(change, resource, id);
  const sent = sentBody(parts);
  const own = Object.fromEntries(
    Object.entries(refused).filter(([one]) => properties.has(one) && one !== resource.idProperty),
  );
  const body: ExactObject = { ...(sent !== undefined && isExactObject(sent) && sent), ...own };
  if (!context.isValid('request', schema, body)) return undefined;
  // With the very things that it names: what is unique beneath one is not so beneath another one.
  return { ...parts, body: encodeBody(mediaTypeOf(parts), body) };
}

/** Serves a change in spite of a conflict: as one of another text, answered with the one that was asked for. */
function givenTwice(context: MessageContext, change: Operation, statuses: readonly number[]): Wrap {
  const isChange = context.isTo(change);
  return (send) => {
    let last: HttpResponse | undefined;
    return async (request) => {
      const response = await send(request);
      if (!isChange(request)) return response;
      if (response.status < 300) last = response;
      const [sent, shown] = [jsonIn(request.body), jsonIn(last?.body ?? null)];
      if (!statuses.includes(response.status) || last === undefined || !isExactObject(sent ?? null)) return response;
      const body = Object.entries(sent ?? {}).reduce(
        (made: Exact, [name, value]) => withPart(made, [name], value),
        shown ?? null,
      );
      return withJson(last, body);
    };
  };
}
