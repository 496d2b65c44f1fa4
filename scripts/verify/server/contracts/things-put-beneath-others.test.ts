import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const answer = (status: number, schema: string) => `'${status}': { description: '', ${json(schema)} }`;
const inPath = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string, minLength: 1 } }`;
const board = '{ type: object, required: [id], properties: { id: { type: string } } }';
const vote = '{ type: object, required: [userId], properties: { userId: { type: string }, isFor: { type: boolean } } }';

/** Votes of users on a board, which PUT makes, and a list alone shows; `missing` describes the 404. */
const votesWith = (missing: string) =>
  descriptionOf(`
/boards:
  post:
    operationId: addBoard
    requestBody: { ${json('{ type: object, properties: { title: { type: string } } }')} }
    responses: { ${answer(201, board)}, '400': { description: '' } }
/boards/{boardId}/votes:
  parameters: [${inPath('boardId')}]
  get:
    operationId: listVotes
    responses: { ${answer(200, `{ type: array, items: ${vote} }`)}, '404': { description: '${missing}' } }
/boards/{boardId}/votes/{userId}:
  parameters: [${inPath('boardId')}, ${inPath('userId')}]
  put:
    operationId: putVote
    requestBody:
      required: true
      ${json('{ type: object, required: [isFor], properties: { isFor: { type: boolean } } }')}
    responses: { ${answer(200, vote)}, '400': { description: '' }, '404': { description: '${missing}' } }
  delete:
    operationId: removeVote
    responses: { '204': { description: '' }, '404': { description: '${missing}' } }`);

function voteServer(keepsRemoved: boolean, unknown: number) {
  const boards: Map<string, ExactObject>[] = [];
  const add = (sent: ExactObject | undefined): ResponseParts => {
    const { title = '' } = sent ?? {};
    if (sent === undefined || typeof title !== 'string') return { status: 400 };
    return { status: 201, body: { id: `b${boards.push(new Map()) - 1}` } };
  };
  const put = (votes: Map<string, ExactObject>, userId: string, { isFor = null }: ExactObject): ResponseParts => {
    if (typeof isFor !== 'boolean') return { status: 400 };
    votes.set(userId, { userId, isFor });
    return { body: { userId, isFor } };
  };
  const remove = (votes: Map<string, ExactObject>, userId: string): ResponseParts => {
    const wasThere = keepsRemoved ? votes.has(userId) : votes.delete(userId);
    return { status: wasThere ? 204 : unknown };
  };
  return {
    respond({ method, target, body }: HttpRequest): ResponseParts {
      const [, top, id, kind, user] = (target.split('?')[0] ?? '').split('/');
      const json = method === 'PUT' || method === 'POST' ? jsonIn(body) : undefined;
      const sent = json !== undefined && isExactObject(json) ? json : undefined;
      if (top !== 'boards' || (kind ?? 'votes') !== 'votes') return { status: 404 };
      if (id === undefined) return method === 'POST' ? add(sent) : { status: 405 };
      const votes = boards[/^b\d+$/.test(id) ? Number(id.slice(1)) : -1];
      if (votes === undefined || kind === undefined) return { status: 404 };
      if (user === undefined) return method === 'GET' ? { body: [...votes.values()] } : { status: 405 };
      const name = decodeURIComponent(user);
      if (method === 'PUT') return put(votes, name, sent ?? {});
      return method === 'DELETE' ? remove(votes, name) : { status: 405 };
    },
  };
}

const notKept = (missing: string, keepsRemoved: boolean, unknown: number) =>
  notKeptBy(voteServer(keepsRemoved, unknown), withoutWorkflows(votesWith(missing)), '', 1, false);

test.each<[missing: string, unknown: number]>([
  ['Board not found', 204],
  ['Board not found', 404],
  ['Not found', 404],
])('what PUT makes may be removed where it is not, if the 404 is described with "%s": %i', async (missing, unknown) =>
  expect(await notKept(missing, false, unknown)).toEqual([]),
);

test('what PUT makes is removed once, where the 404 may be about it', async () => {
  expect(await notKept('Not found', false, 204)).toEqual([
    'removeVote.parameters.path.userId.unknown',
    'removeVote.removed.removeVote',
  ]);
});

test('what PUT makes, and no operation reads, is listed no more once it is removed', async () => {
  expect(await notKept('Board not found', true, 204)).toEqual(['listVotes.unlisted.removeVote']);
});
