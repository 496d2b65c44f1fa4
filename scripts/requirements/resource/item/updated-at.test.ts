import { describe, expect, test } from 'vitest';
import type { Exact, ExactObject } from '../../../http/exact-json.ts';
import type { Answer } from '../../../http/exchange.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { catalogueOf } from '../../catalogue.ts';
import { offlineContext } from '../../planning-context.ts';
import type { RequestBodyBytes } from '../../request/request-parts.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import type { AcknowledgedItem } from './acknowledged-item.ts';
import type { ItemObservation } from './item-observation.ts';
import { itemUpdatedAt } from './updated-at.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const note = (of: string) => `{ type: object, properties: { id: { type: integer, readOnly: true }, ${of} } }`;
const described = (of: string) =>
  descriptionOf(`
/notes:
  post:
    operationId: addNote
    requestBody: { ${json(note('text: { type: string }'))} }
    responses: { '201': { description: '', ${json(note(of))} } }
/notes/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readNote, responses: { '200': { description: '', ${json(note(of))} } } }
  patch:
    operationId: changeNote
    requestBody: { ${json(note('text: { type: string }, changed: { type: string, format: date-time }'))} }
    responses: { '200': { description: '', ${json(note(of))} } }
  put:
    operationId: replaceNote
    requestBody: { ${json(note('text: { type: string }, code: { type: string, writeOnly: true }'))} }
    responses: { '200': { description: '', ${json(note(of))} } }`);
const time = (description = '') => `{ type: string, format: date-time, description: '${description}' }`;

test.each([
  ['updatedAt', time(), true],
  ['last_modified', time('When the note was changed last.'), true],
  ['updated-at', time(), true],
  ['dateUpdated', time(), true],
  ['updatedAt', time('When the status was changed.'), false],
  ['updatedAt', '{ type: string }', false],
  ['updatedBy', time(), false],
  ['createdAt', time(), false],
  // Clients send it.
  ['changed', time(), false],
])('of %s, as %s: %s', (name, schema, isListed) => {
  const description = described(`${name}: ${schema}`);
  const ids = catalogueOf(withoutWorkflows(description), 'server').map(({ id }) => id);
  expect(ids.includes(`changeNote.updatedAt.${name}`)).toBe(isListed);
  expect(ids.includes(`replaceNote.updatedAt.${name}`)).toBe(isListed);
});

const was = '2026-03-01T10:00:00Z';
const later = '2026-03-01T10:00:02Z';
describe.each([
  ['changeNote', 'partial change'],
  ['replaceNote', 'change'],
] as const)('%s', (operationId, of) =>
  test.each<[what: string, is: ExactObject, date: string, shown: string]>([
    ['another time', { text: 'new', updatedAt: later }, later, 'kept'],
    ['the same, of a change', { text: 'new', updatedAt: was }, later, `updatedAt: "${was}"`],
    ['the same, of a change in the same second', { text: 'new', updatedAt: was }, was, 'out of reach'],
    ['the same, by an unknown clock', { text: 'new', updatedAt: was }, '', 'out of reach'],
    ['the same, where nothing is changed', { text: 'old', updatedAt: was }, later, 'out of reach'],
    ['none', { text: 'new' }, later, 'out of reach'],
  ])('of a change that is followed by %s, it is said', (_, is, date, received) => {
    const answer = answerAt(date, is);
    expect(saidOf(operationId, { of, answer })).toEqual([received]);
  }),
);

test.each([
  [later, `updatedAt: "${was}"`],
  [was, 'out of reach'],
])('of a change at %s that is read later, the clock of the change counts', (date, received) => {
  const [change, answer] = [answerAt(date, {}), answerAt(later, { text: 'new', updatedAt: was })];
  expect(saidOf('changeNote', { of: 'partial change', change, answer })).toEqual([received]);
  const known = { id: 1, item: {}, isAnswered: true, exchange: change };
  expect(saidOf('replaceNote', { of: 'reading', known, change, answer })).toEqual([received]);
});

test.each([
  ['another code', 'b', `updatedAt: "${was}"`],
  ['the same code', 'a', 'out of reach'],
])('of a replacement with %s, which no response shows, it is said', (_, code, received) => {
  const answer = answerAt(later, { text: 'old', updatedAt: was });
  const body = { mediaType: 'application/json', bytes: Buffer.from(JSON.stringify({ text: 'old', code })) };
  expect(saidOf('replaceNote', { of: 'change', answer, sentBefore: { text: 'old', code: 'a' }, body })).toEqual([
    received,
  ]);
});

function answerAt(date: string, is: ExactObject): Answer {
  const body = { id: 1, ...is };
  const headers: Record<string, string> = date === '' ? {} : { Date: new Date(date).toUTCString() };
  return { request: requestOf('GET', '/notes/1'), response: responseOf({ status: 200, body, headers }), body };
}

/** What is said of an item that had been changed before. */
function saidOf(
  operationId: string,
  seen:
    | { of: 'partial change' | 'change'; change?: Answer; answer: Answer; sentBefore?: Exact; body?: RequestBodyBytes }
    | { of: 'reading'; known: AcknowledgedItem; change: Answer; answer: Answer },
): string[] {
  const description = described(`text: { type: string }, updatedAt: ${time()}`);
  const context = offlineContext(withoutWorkflows(description));
  const [resource = expect.fail('There is no resource.')] = context.resources;
  const operation = operationIn(description, operationId);
  const credential = context.credentialOf(operation);
  const body = seen.of === 'reading' ? null : (seen.body ?? null);
  const parts = { operation, path: {}, query: [], headers: [], cookies: [], body, credential };
  const before = { id: 1, text: 'old', updatedAt: was };
  const { answer } = seen;
  const observation: ItemObservation =
    seen.of === 'reading'
      ? {
          ...{ resource, of: seen.of, known: seen.known, answer, after: operation },
          ...{ read: operationIn(description, 'readNote'), change: { parts, before, answer: seen.change } },
        }
      : { resource, parts, before, ...seen };
  const said: string[] = [];
  const reach = itemUpdatedAt.server?.reach;
  if (reach?.by === 'items')
    reach.check(context, observation, (_subject, _answer, one) =>
      said.push(one === 'kept' ? one : 'received' in one ? one.received : 'out of reach'),
    );
  return said;
}
