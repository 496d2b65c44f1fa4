import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { runProbes } from '../../../verify/server/cases/probes.ts';
import { addReachedBy, benchFor, idsOf } from '../../../verify/test/bench.ts';
import { distinctIn } from './distinct.ts';

const own =
  'id: { type: integer, readOnly: true }, slug: { type: string }, email: { type: string }, kind: { enum: [a] }';
const show = `{ type: object, required: [slug, email, kind], properties: { ${own} } }`;
const json = `content: { application/json: { schema: ${show} } }`;
const answer = (status: number, text = '') => `'${status}': { description: '${text}', ${json} }`;

/** `refusal`: the status of which the text says when it is used. */
function describedAs(text: string, refusal = 409, key = '{ name: id, schema: { type: integer }') {
  const [, name] = /name: (\w+)/.exec(key) ?? [];
  return descriptionOf(`
/shows:
  post:
    operationId: addShow
    requestBody: { required: true, ${json} }
    responses: { ${answer(201)}, '${refusal}': { description: '${text}' } }
/shows/{${name}}:
  parameters: [${key}, in: path, required: true }]
  get: { operationId: readShow, responses: { ${answer(200)} } }`);
}

/** What becomes of each requirement at a server that refuses the second creation so, or what has the same slug. */
async function shownOf(
  text: string,
  status: number,
  keyOf?: (slug: string) => string,
  description = describedAs(text),
) {
  const made: ExactObject[] = [];
  const { session, ledger } = benchFor(description, ({ body }) => {
    const sent = jsonIn(body) ?? null;
    const own = isExactObject(sent) ? sent : {};
    const isLike = made.some((one) => keyOf?.(String(one['slug'])) === keyOf?.(String(own['slug'])));
    made.push({ ...own, id: made.length + 1 });
    return isLike ? { status, body: made.at(-1) } : { status: 201, body: made.at(-1) };
  });
  addReachedBy('probes', description, ledger);
  await runProbes(session, operationIn(description, 'addShow'), 'probes');
  const of = (verdict: 'kept' | 'violated' | 'waived') =>
    idsOf(ledger, verdict).flatMap((id) => (id.includes('.distinct.') ? [[verdict, id.split('.').at(-1)]] : []));
  return [...of('kept'), ...of('violated'), ...of('waived')];
}

test.each<[text: string, property: string]>([
  ['Another show has this slug, or it is deleted.', 'slug'],
  ['A show with this slug exists (`slug_taken`).', 'slug'],
  ['Another show already has this slug', 'slug'],
  ['The slug is in use.', 'slug'],
  ['There is a show with this slug.', 'slug'],
  ['Show slugs are unique.', 'slug'],
  ['There is already a show with this email', 'email'],
])('%j is required', async (text, property) => {
  expect(await shownOf(text, 201)).toEqual([['violated', property]]);
  expect(await shownOf(text, 409)).toEqual([['kept', property]]);
  expect(await shownOf(text, 200)).toEqual([['waived', property]]);
});

test.each([
  'The show is deleted.',
  'A conflict.',
  'There is a show with a slug.',
  'There is a page with this slug.',
  'A page with this slug exists.',
  'The slug is used by another page.',
  'The email is already registered.',
  'A pending show with this slug exists.',
  'This kind already exists.',
  'The key was used with another slug.',
  'There are already three shows with this slug.',
])('%j requires nothing', async (text) => {
  expect(await shownOf(text, 201)).toEqual([]);
});

test('what makes one of a thing may be said of a person', () => {
  const schema = '{ type: object, required: [email], properties: { id: { type: integer }, email: { type: string } } }';
  const body = `content: { application/json: { schema: ${schema} } }`;
  const description = descriptionOf(`
/watchers:
  post:
    operationId: watch
    requestBody: { required: true, ${body} }
    responses: { '201': { description: '', ${body} }, '409': { description: This email is watching already. } }
/watchers/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readWatcher, responses: { '200': { description: '', ${body} } } }`);
  const { session } = benchFor(description);
  expect(distinctIn(session, operationIn(description, 'watch'))).toEqual([{ property: 'email', statuses: [409] }]);
});

const caseless = 'Another show has this slug, whatever its case.';
const lower = (slug: string) => slug.toLowerCase();

test.each<[what: string, text: string, keyOf: (slug: string) => string, shown: string[]]>([
  ['one in another case', caseless, lower, ['kept', 'slug']],
  ['the very same one alone', caseless, (slug) => slug, ['violated', 'slug']],
  ['the very same one, which may be all', 'Another show has this slug.', (slug) => slug, ['kept', 'slug']],
])('refuses %s', async (_, text, keyOf, shown) => expect(await shownOf(text, 409, keyOf)).toEqual([shown]));

test.each<[text: string, refusal: number]>([
  ['The slug has already been taken.', 422],
  ['Invalid, or a show with this slug exists', 400],
])('so it is where another status says so: %s', async (text, refusal) => {
  const description = describedAs(text, refusal);
  expect(await shownOf(text, 201, undefined, description)).toEqual([['violated', 'slug']]);
  expect(await shownOf(text, refusal, undefined, description)).toEqual([['kept', 'slug']]);
});

test('an identifier that clients give is one of them', async () => {
  const description = describedAs('The slug has already been taken.', 400, '{ name: slug, schema: { type: string }');
  expect(await shownOf('', 201, undefined, description)).toEqual([['violated', 'slug']]);
  expect(await shownOf('', 400, undefined, description)).toEqual([['kept', 'slug']]);
});

/** Shows that are refused with a status of which nothing is said; `text` describes the slug. */
function slugDescribed(text: string) {
  const said = show.replace('slug: { type: string }', `slug: { type: string, description: ${JSON.stringify(text)} }`);
  return descriptionOf(`
/shows:
  post:
    operationId: addShow
    requestBody: { required: true, content: { application/json: { schema: ${said} } } }
    responses: { ${answer(201)}, '422': { description: Invalid. } }
/shows/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readShow, responses: { ${answer(200)} } }`);
}

test.each(['Must be unique.', 'The slug, unique among all shows', 'No two shows have the same slug.'])(
  'and where the property says so of itself: %s',
  async (text) => {
    expect(await shownOf(text, 201, undefined, slugDescribed(text))).toEqual([['violated', 'slug']]);
    expect(await shownOf(text, 422, undefined, slugDescribed(text))).toEqual([['kept', 'slug']]);
  },
);

test.each(['A unique name of your choice.', 'Must be unique among active shows.', 'The slug.'])(
  'but nothing is required by: %s',
  async (text) => expect(await shownOf(text, 201, undefined, slugDescribed(text))).toEqual([]),
);
