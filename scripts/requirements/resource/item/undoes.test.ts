import { expect, test } from 'vitest';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { actionUndoes } from './undoes.ts';

const body = (properties: string) =>
  `content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`;
const at = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const usual = 'id: { type: integer }, isLiked: { type: boolean }, likesCount: { type: integer }';
const described = (properties = usual, put = 'post') =>
  descriptionOf(`
/songs:
  post:
    operationId: add
    requestBody: { ${body('')} }
    responses: { '201': { description: '', ${body(properties)} } }
/songs/{id}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${body(properties)} } } }
/songs/{id}/like:
  ${at}
  ${put}: { operationId: like, responses: { '200': { description: '', ${body(properties)} } } }
  delete: { operationId: unlike, responses: { '200': { description: '', ${body(properties)} } } }
`);

test.each<[what: string, properties: string | undefined, put: string | undefined, isListed: boolean]>([
  ['a flag and a count', undefined, undefined, true],
  // Of a revision, each change gives another one.
  ['a revision', 'id: { type: integer }, revision: { type: integer }', undefined, false],
  ['a count alone', 'id: { type: integer }, likesCount: { type: integer }', undefined, false],
  ['a PUT, which may be for another thing', undefined, 'put', false],
])('%s', (_, properties, put, isListed) => {
  const description = described(properties, put);
  const { session } = benchFor(description);
  expect(actionUndoes.list(session, operationIn(description, 'unlike'), 'server')).toHaveLength(Number(isListed));
});

interface Song {
  isLiked: boolean;
  likesCount: number;
}

/** What is seen of a server that likes songs so, and no more. */
function judged(like: (song: Song) => Song, unlike: (song: Song) => Song | undefined) {
  let song: Song = { isLiked: false, likesCount: 0 };
  const { session } = benchFor(described(), ({ method, target }): ResponseParts => {
    if (target === '/songs') song = { isLiked: false, likesCount: 0 };
    if (!target.endsWith('/like')) return { status: method === 'POST' ? 201 : 200, body: { id: 1, ...song } };
    const next = method === 'POST' ? like(song) : unlike(song);
    if (next === undefined) return { status: 409 };
    song = next;
    return { body: { id: 1, ...song } };
  });
  return probedJudgements(actionUndoes, session, 'unlike');
}

const liked = ({ isLiked, likesCount }: Song) => ({ isLiked: true, likesCount: likesCount + Number(!isLiked) });
const unliked = ({ isLiked, likesCount }: Song) => ({ isLiked: false, likesCount: likesCount - Number(isLiked) });

test.each<[what: string, like: typeof liked, unlike: (song: Song) => Song | undefined, judgement: unknown]>([
  ['remembers it', liked, unliked, 'kept'],
  [
    'counts twice',
    ({ likesCount }) => ({ isLiked: true, likesCount: likesCount + 1 }),
    unliked,
    {
      documented: 'likesCount after the second time, as like has answered at first: 1.',
      received: 'likesCount: 2',
    },
  ],
  [
    'takes back the flag alone',
    liked,
    (song) => ({ ...song, isLiked: false }),
    {
      documented: 'likesCount once it was undone and done again, as like has answered at first: 1.',
      received: 'likesCount: 2',
    },
  ],
  ['takes back nothing', liked, (song) => song, { outOfReach: 'No answer has shown that it was undone.' }],
  ['refuses it', liked, () => undefined, { outOfReach: 'No answer has shown that it was undone.' }],
])('a server that %s', async (_, like, unlike, judgement) => expect(await judged(like, unlike)).toEqual([judgement]));

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described()), ({ kind }) => kind === actionUndoes.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['is done once more each time']);
});
