import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import type { Answer, HttpResponse } from '../../../http/exchange.ts';
import { ownValue } from '../../../http/own-value.ts';
import { type Contract, descriptionAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import { nounOf, nounsPattern, type Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { sentencesOf } from '../../../openapi/sentences.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import { type MessageContext, operationOf } from '../../message-context.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { accountSource, credentialsPlace, isPasswordName } from '../../request/logins.ts';
import { type RequestParts, sentBody } from '../../request/request-parts.ts';
import { ignoresCase, inOtherCase } from '../caseless.ts';
import { answeredProperties } from './item-properties.ts';

const id = '{operationId}.distinct.{property}';

/** What only one item may have, as the refusal of a creation says, or the property: "Another show has this slug." */
export const itemDistinct = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : distinctIn(context, operation).map(({ property, statuses }) => ({
          subject: { operationId: operation.id, property },
          pointer: `${operation.pointer}/responses/${statuses[0]}`,
          statement:
            `A second item like one that is there, with the same ${property}, ` +
            `must be refused with ${statuses.join(' or ')}.`,
        })),
  contractAdvice: () => 'change the description of the response',
  server: {
    reach: { by: 'probes', probe: probeTwice },
    faults: (context, { subject: { operationId, property } }) => {
      const operation = operationOf(context, { operationId });
      const own = distinctIn(context, operation).find((one) => one.property === property);
      return own === undefined ? [] : [faultDraft('made once more', madeAgain(context, operation, own.statuses))];
    },
    advice: ({ property }) => `Look whether another item has the ${property}, and refuse it then.`,
  },
  client: null,
});

/** A property that only one item may have, and the statuses with which a creation refuses a second one. */
interface DistinctProperty {
  property: string;
  statuses: readonly number[];
}

const known = new WeakMap<Operation, DistinctProperty[]>();

/**
 * The properties that a creation sets and shows, or by which an account is known, and of which a description says that
 * they are unique.
 */
export function distinctIn(
  context: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation,
): DistinctProperty[] {
  const earlier = known.get(operation);
  if (earlier !== undefined) return earlier;
  const ofItems = context.resources.flatMap((one) => distinctOf(context, one, operation));
  const found = ofItems.length > 0 ? ofItems : distinctOfAccounts(context, operation);
  known.set(operation, found);
  return found;
}

/** With what a second thing is refused that may not be like another; 400 and 422 are for much else as well. */
export const conflictStatuses = [409, 422, 400];

function distinctOf(
  { description: { contract } }: Pick<MessageContext, 'description'>,
  resource: Resource,
  operation: Operation,
): DistinctProperty[] {
  if (resource.create !== operation) return [];
  const said = refusalsOf(contract, operation).map(({ status, clauses }) => ({
    status,
    clauses: clauses.filter((clause) => saysUnique(clause, resource)),
  }));
  if (said.length === 0) return [];
  const { required } = viewSchema(contract, jsonBodySchema(contract, operation) ?? operation.pointer);
  return (answeredProperties(contract, resource, operation)?.properties ?? []).flatMap(({ name, pointer }) => {
    const { types, keywords } = viewSchema(contract, pointer);
    const isOfText = types.includes('string') && !keywords.has('enum') && !keywords.has('const');
    // Another identifier than that of the client is the server's to choose.
    if (!isOfText || (name === resource.idProperty && !required.has(name))) return [];
    const named = said.find(({ clauses }) => clauses.some((clause) => mentions(clause, name, resource)));
    if (named !== undefined) return [{ property: name, statuses: [named.status] }];
    const isUnique = sentencesOf(descriptionAt(contract, pointer)).some(
      (one) => alone.test(one) && !partial.test(one.replace(noTwo, '')),
    );
    return isUnique ? [{ property: name, statuses: said.map(({ status }) => status) }] : [];
  });
}

/** What only one account may have, where making it known is refused for that: "Email already exists". */
function distinctOfAccounts(
  { description, resources }: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation,
): DistinctProperty[] {
  const { contract, operations } = description;
  const sources = operations.flatMap((login) => accountSource(description, resources, login) ?? []);
  const [source] = sources.filter((one) => one.operation === operation);
  if (source === undefined || credentialsPlace(contract, operation)?.segments.length !== 0) return [];
  const said = refusalsOf(contract, operation);
  return source.names.flatMap((name) => {
    const refusal = said.find(({ clauses }) =>
      clauses.some((clause) => unique.test(clause) && !partial.test(clause) && isNamedIn(clause, name)),
    );
    return isPasswordName(name) || refusal === undefined ? [] : [{ property: name, statuses: [refusal.status] }];
  });
}

/** The refusals that may be of a second one, and the clauses that say what they are for. */
function refusalsOf(contract: Contract, { responses }: Operation): { status: number; clauses: string[] }[] {
  return conflictStatuses.flatMap((status) => {
    const response = responses[String(status)];
    if (response === undefined) return [];
    return [{ status, clauses: descriptionAt(contract, response.pointer).split(/[.;,()]|\bor\b/) }];
  });
}

// What a property says of itself. A "unique name" may be one that clients are to make so.
const noTwo = /\bno two [a-z]+ (?:have|may|can|share)\b/i;
const alone = new RegExp(
  `\\b(?:must be|is|are) unique\\b|\\bunique (?:among|across|within|per)\\b|${noTwo.source}`,
  'i',
);

const oneThere = 'there is an? [a-z]+ (?:with|of) (?:this|that|the(?: same)?)';
const unique = new RegExp(`\\b(already|taken|in use|exists?|unique|duplicate[sd]?|another|${oneThere})\\b`, 'i');
// What holds for some things alone, or for a while.
const partialWords = [
  'not pending open active running current unfinished progress deleted archived closed canceled cancelled confirmed',
  'idempotency time overlap overlaps period day days date dates',
  'limit maximum many more two three four five six ten',
];
const partial = new RegExp(`\\b(${partialWords.join(' ').replaceAll(' ', '|')}|used (with|for))\\b`, 'i');
const verbs = 'with|has|have|uses|of|by|whose|that|exists?';
const things = new RegExp(
  `\\b(?:an?|another|other)\\s+((?:[a-z-]+\\s+){0,2}?[a-z-]+)\\s+(?:${verbs})\\b|\\bby another\\s+([a-z-]+)`,
  'gi',
);

/** True for what is said of the things of a resource themselves, or of no other ones. */
function saysUnique(clause: string, resource: Resource): boolean {
  if (!unique.test(clause) || partial.test(clause)) return false;
  const nouns = [...clause.replaceAll(/\b(?:already|also) /gi, '').matchAll(things)].map(([, before, after]) =>
    (before ?? after ?? '').split(/\s+/).at(-1),
  );
  const own = ['one', 'item', 'entry', 'record', 'resource', nounOf(resource)];
  return nouns.every((noun) => noun !== undefined && own.includes(noun.toLowerCase()));
}

/**
 * True where a clause names a property; what may be that of a person only where it names the thing itself, or says what
 * makes one of it: "This email is watching the page" of a watcher.
 */
function mentions(clause: string, property: string, resource: Resource): boolean {
  const isOfPerson = /mail|phone|user|member|login/.test(wordsOf(property).join(' '));
  const [, verb = ''] = /^(.{4,})(?:er|or|ee)$/.exec(nounOf(resource)) ?? [];
  const own = verb === '' ? nounsPattern(resource) : `(?:${nounsPattern(resource)}|${verb}(?:e?d|ing))`;
  return isNamedIn(clause, property) && (!isOfPerson || new RegExp(`\\b${own}\\b`).test(wordsOf(clause).join(' ')));
}

function isNamedIn(clause: string, name: string): boolean {
  return new RegExp(`\\b${wordsOf(name).join(' ')}s?\\b`).test(wordsOf(clause).join(' '));
}

async function* probeTwice({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const distinct = distinctIn(context, operation);
  if (distinct.length === 0) return;
  const parts = await context.source.base(operation, 'all');
  const first = await call(parts);
  // With a key of its own, and beneath the same things.
  const { body } = parts;
  const again = await context.source.base(operation, 'all');
  const answer = await call({ ...again, path: parts.path, ...(body !== undefined && { body }) });
  const sent = sentBody(parts);
  for (const { property, statuses } of distinct) {
    const subject = { operationId: operation.id, property };
    const text = sent !== undefined && isExactObject(sent) ? ownValue(sent, property) : undefined;
    const isSent = typeof text === 'string';
    const judgement = isSent
      ? shownBy(property, statuses, first, answer)
      : { outOfReach: `No request has had a ${property}.` };
    yield { subject, answer, judgement };
    const other = isSent && saysCaseless(context, operation) ? inOtherCase(text) : undefined;
    if (judgement !== 'kept' || other === undefined) continue;
    const like = await call(await likeOne(context, parts, { [property]: other }));
    yield { subject, answer: like, judgement: shownBy(property, statuses, first, like) };
  }
}

/** Another creation beneath the same things, with one text that was sent before. */
async function likeOne(
  { source }: PlanningContext,
  { operation, path }: RequestParts,
  text: ExactObject,
): Promise<RequestParts> {
  const parts = await source.base(operation, 'all');
  const sent = sentBody(parts);
  return source.withBody({ ...parts, path }, parts.body?.mediaType ?? '', {
    ...(sent !== undefined && isExactObject(sent) ? sent : {}),
    ...text,
  });
}

/** True where a creation says that what only one item may have is the same in another case. */
export function saysCaseless(
  { description: { contract } }: Pick<MessageContext, 'description'>,
  operation: Operation,
): boolean {
  const conflicts = conflictStatuses.flatMap((status) => operation.responses[String(status)]?.pointer ?? []);
  return [operation.pointer, ...conflicts].some((at) =>
    sentencesOf(descriptionAt(contract, at)).some(
      (one) => ignoresCase(one) && /\b(?:uniqu\w+|another|exists?|taken|in use)\b/i.test(one),
    ),
  );
}

function shownBy(
  property: string,
  statuses: readonly number[],
  first: Answer,
  second: Answer,
): 'kept' | Violation | OutOfReach {
  if (first.response.status !== 201) return { outOfReach: 'Nothing was created that could be created once more.' };
  const { status } = second.response;
  if (statuses.includes(status)) return 'kept';
  return status === 201
    ? { documented: `${statuses.join(' or ')}: another one has this ${property}.`, received: `201, ${excerpt(second)}` }
    : { outOfReach: 'What is there was answered with another status.' };
}

/** Answers a creation that was refused as another one is there as the last one that was served. */
function madeAgain(context: MessageContext, operation: Operation, statuses: readonly number[]): Wrap {
  const isAbout = context.isTo(operation);
  return (send) => {
    let last: HttpResponse | undefined;
    return async (request) => {
      const response = await send(request);
      if (!isAbout(request)) return response;
      if (response.status === 201) last = response;
      return (statuses.includes(response.status) ? last : undefined) ?? response;
    };
  };
}
