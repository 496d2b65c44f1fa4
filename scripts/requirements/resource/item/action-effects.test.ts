import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { actionEffects } from './action-effects.ts';
import { saidEffectsOf } from './said-effects.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const post = "{ $ref: '#/components/schemas/Post' }";
const at = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const described = (text: string, answer = `'200': { description: '', ${json(post)} }`) =>
  descriptionOf(
    `
/posts:
  post:
    operationId: write
    requestBody: { required: true, ${json('{ type: object, properties: { title: { type: string } } }')} }
    responses: { '201': { description: '', ${json(post)} } }
/posts/{id}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${json(post)} } } }
/posts/{id}/plan:
  ${at}
  post: { operationId: plan, responses: { '200': { description: '', ${json(post)} } } }
/posts/{id}/publish:
  ${at}
  post:
    operationId: publish
    description: ${JSON.stringify(text)}
    responses: { ${answer} }
`,
    `components:
  schemas:
    Post:
      type: object
      required: [id, status, planned_for]
      properties:
        id: { type: integer }
        title: { type: string }
        status: { enum: [draft, planned, published] }
        planned_for: { type: [string, 'null'], format: date-time }
        published_at: { type: [string, 'null'], format: date-time }
        is_public: { type: boolean }
        retries: { type: integer }
`,
  );

const effects = (text: string) => {
  const description = described(text);
  const { session } = benchFor(description);
  return Object.fromEntries(
    saidEffectsOf(session, operationIn(description, 'publish')).map(({ property, effect }) => [
      property,
      effect.is === 'value' ? effect.value : effect.is,
    ]),
  );
};

test.each<[text: string, said: ExactObject]>([
  ['Sets `published_at`.', { published_at: 'something' }],
  ['Publishes the post and sets `published_at` to the current time.', { published_at: 'something' }],
  [
    'Sets the status to `published`, sets `published_at` to now and clears `planned_for`.',
    { status: 'published', published_at: 'something', planned_for: 'nothing' },
  ],
  [
    'Sets the status of a draft to `published`, and `published_at` to the time of the request.',
    { status: 'published', published_at: 'something' },
  ],
  ['Sets the status back to "draft".', { status: 'draft' }],
  ['It is shown to all. This sets `is_public`.', { is_public: true }],
  ['Clears `is_public`, and sets `retries` to 0.', { is_public: false, retries: 0 }],
  ['Sets `planned_for` to `null`.', { planned_for: 'nothing' }],
  ['What was planned before stays, and `planned_for` is cleared.', { planned_for: 'nothing' }],
  ['It is shown to all, and `published_at` and `is_public` are set.', { published_at: 'something', is_public: true }],
  [
    '`retries`, `published_at` and `planned_for` are cleared.',
    { retries: 'nothing', published_at: 'nothing', planned_for: 'nothing' },
  ],
  ['`published_at` and `planned_for` are set by the author.', {}],
  ['The post is `published` then, and `published_at` is set.', { status: 'published', published_at: 'something' }],
  ['It becomes `published`.', { status: 'published' }],
  ['Marks a planned post as published and tells its readers.', { status: 'published' }],
  ['Moves the post to published.', { status: 'published' }],
  ['Moves the post to the archive.', {}],
  ['Marks a page as published.', {}],
  ['It becomes published, and published_at is set.', { status: 'published', published_at: 'something' }],
  ['The post moves to the state published.', { status: 'published' }],
  ['It becomes known.', {}],
  ['The status becomes `published`.', { status: 'published' }],
  ['Its status then changes to `published`.', { status: 'published' }],
  ['The status becomes `published` when all have read it.', {}],
  ['The author is `published` then.', {}],
  ['The post is `published`.', {}],
  ['The post is `lost` then.', {}],
  ['Sets `published_at` if it is a draft.', {}],
  ['Sets `published_at` once the post is out.', {}],
  ['Sets `published_at` the first time.', {}],
  ['Never sets `published_at`.', {}],
  ['Sets `status` to the one that it had.', {}],
  ['Sets the mood to `published`.', {}],
  ['Sets `unknown`.', {}],
])('what a description says: %s', (text, said) => expect(effects(text)).toEqual(said));

type Publish = (post: ExactObject) => ExactObject;

/** What is seen of a server that publishes posts so. `planned`: what planning one sets. */
function judged(text: string, publish: Publish, planned: ExactObject = {}, answered: ExactObject = {}) {
  const posts: ExactObject[] = [];
  const { session } = benchFor(described(text), ({ target }): ResponseParts => {
    const [, , id, action] = target.split('/');
    if (id === undefined)
      posts.push({ id: posts.length + 1, status: 'draft', planned_for: null, published_at: null, is_public: false });
    const index = id === undefined ? posts.length - 1 : Number(id) - 1;
    const own = posts[index] ?? {};
    if (action === 'publish') posts[index] = { ...own, ...publish(own) };
    if (action === 'plan') posts[index] = { ...own, ...planned };
    const body = posts[index] ?? {};
    return { status: id === undefined ? 201 : 200, body: action === 'publish' ? { ...body, ...answered } : body };
  });
  return probedJudgements(actionEffects, session, 'publish');
}

const [time, later] = ['2026-03-01T12:00:00Z', '2026-03-02T12:00:00Z'];
const all = 'Sets the status to `published`, sets `published_at` and clears `planned_for`.';
const published = { status: 'published', published_at: time, planned_for: null };
const wrong = (property: string) => ({
  documented: expect.stringMatching(`^${property} after publish: `) as string,
  received: expect.stringMatching(`^${property}: `) as string,
});
const unseen = { outOfReach: 'No item was seen that it has changed so.' };

test.each<[what: string, publish: Publish, planned: ExactObject, judgements: unknown[]]>([
  ['does what it says', () => published, { status: 'planned', planned_for: later }, ['kept', 'kept', 'kept']],
  ['has nothing to clear', () => published, {}, ['kept', 'kept', unseen]],
  [
    'sets no time',
    () => ({ ...published, published_at: null }),
    { planned_for: later },
    ['kept', wrong('published_at'), 'kept'],
  ],
  [
    'clears nothing',
    () => ({ status: 'published', published_at: time }),
    { planned_for: later },
    ['kept', 'kept', wrong('planned_for')],
  ],
  [
    'sets another state',
    () => ({ ...published, status: 'planned' }),
    { planned_for: later },
    [wrong('status'), 'kept', 'kept'],
  ],
])('a server that %s', async (_, publish, planned, judgements) => {
  const seen = await judged(all, publish, planned);
  expect(seen).toHaveLength(judgements.length);
  expect(seen).toEqual(expect.arrayContaining(judgements));
});

test('the answer of the action has it as well', async () =>
  expect(await judged('Sets `published_at`.', () => published, {}, { published_at: null })).toEqual([
    wrong('published_at'),
  ]));

test.each([
  ['sets', { status: 'published' }, 'kept'],
  ['does not set', {}, wrong('status')],
])('what answers with nothing %s what it says', async (_, publish, judgement) => {
  const silent = described('The post is `published` then.', "'204': { description: '' }");
  const posts: ExactObject[] = [];
  const { session } = benchFor(silent, ({ target }): ResponseParts => {
    const [, , id = posts.length + 1, action] = target.split('/');
    const own = posts[Number(id) - 1] ?? { id: posts.length + 1, status: 'draft', planned_for: null };
    posts[Number(id) - 1] = action === 'publish' ? { ...own, ...publish } : own;
    return action === 'publish' ? { status: 204 } : { status: target === '/posts' ? 201 : 200, body: own };
  });
  expect(await probedJudgements(actionEffects, session, 'publish')).toEqual([judgement]);
});

test('a switch is on, or off', async () => {
  expect(await judged('Sets `is_public`.', () => ({ is_public: true }))).toEqual(['kept']);
  expect(await judged('Sets `is_public`.', () => ({}))).toEqual([wrong('is_public')]);
});

test('a state that is passed through need not be there any more', async () => {
  const goesOn = { outOfReach: 'status goes on by itself.' };
  expect(await judged('Sets the status to `published`.', () => ({ status: 'publishing' }))).toEqual([goesOn]);
});

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described(all)), ({ kind }) => kind === actionEffects.id);
  expect(faults.map(({ requirement }) => requirement.subject['property']).toSorted()).toEqual([
    'planned_for',
    'published_at',
    'status',
  ]);
});
