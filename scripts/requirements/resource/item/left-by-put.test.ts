import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { leftByPut, mayChangePart, shownByPut } from './left-by-put.ts';

const text = '{ type: string }';
const required = 'required: [title, body],';

/** Notes as bodies have them, by themselves or in a property. */
function described(put: string, isHeld: boolean, body = text) {
  const json = (schema: string) => {
    const whole = isHeld ? `{ type: object, required: [note], properties: { note: ${schema} } }` : schema;
    return `content: { application/json: { schema: ${whole} } }`;
  };
  const sent = (more: string) => `{ type: object, ${more} properties: { title: ${text}, body: ${body} } }`;
  const properties = `slug: ${text}, title: ${text}, body: ${text}`;
  const shown = json(`{ type: object, required: [slug, title, body], properties: { ${properties} } }`);
  return descriptionOf(`
/notes:
  post:
    operationId: add
    requestBody: { ${json(sent(required))} }
    responses: { '201': { description: '', ${shown} } }
/notes/{slug}:
  parameters: [{ name: slug, in: path, required: true, schema: ${text} }]
  get: { operationId: read, responses: { '200': { description: '', ${shown} } } }
  put:
    operationId: change
    requestBody: { ${json(sent(put))} }
    responses: { '200': { description: '', ${shown} } }`);
}

test.each([true, false])('what a creation requires and PUT leaves out stays (in a property: %s)', async (isHeld) => {
  const description = described('', isHeld);
  const held = (note: ExactObject): ExactObject => (isHeld ? { note } : note);
  const before = { slug: 'one', title: 'One', body: 'Text' };
  for (const [now, shown] of [
    [{ ...before, title: 'Two' }, 'kept'],
    [
      { ...before, title: 'Two', body: '' },
      { documented: expect.any(String), received: 'body: ""' },
    ],
  ] as const) {
    const { session } = benchFor(description, () => ({ body: held(now) }));
    const [resource = expect.fail('There is no resource.')] = session.resources;
    const base = await session.source.base(operationIn(description, 'change'));
    const parts = await session.source.withBody(base, 'application/json', held({ title: 'Two' }));
    const seen = { of: 'change', resource, parts, before: held(before), answer: await session.call(parts) } as const;
    expect(shownByPut(description.contract, seen)).toEqual([['body', shown]]);
  }
});

test.each<[body: string, left: string[]]>([
  [text, ['title', 'body']],
  ['{ type: integer, default: 0 }', ['title']],
  ['{ type: integer, description: Defaults to 0 }', ['title']],
])('what has a default, also by its description alone, may be that again: %s', (body, left) => {
  const description = described('', false, body);
  const [resource = expect.fail('There is no resource.')] = benchFor(description).session.resources;
  expect(leftByPut(description.contract, resource).map(({ name }) => name)).toEqual(left);
});

test('a PUT that requires something is for the whole', () => {
  const description = described('required: [title],', false);
  const [resource = expect.fail('There is no resource.')] = benchFor(description).session.resources;
  expect(leftByPut(description.contract, resource)).toEqual([]);
});

test.each<[what: string, statuses: string[], isPart: boolean]>([
  ['what is made elsewhere', ['200', '404'], true],
  ['what it makes itself', ['200', '201'], false],
])('PUT that requires nothing may change a part of %s', (_, statuses, isPart) => {
  const shown = `content: { application/json: { schema: { type: object, properties: { title: ${text} } } } }`;
  const responses = statuses.map((status) => `'${status}': { description: '', ${shown} }`);
  const description = descriptionOf(`
/notes/{slug}:
  parameters: [{ name: slug, in: path, required: true, schema: ${text} }]
  get: { operationId: read, responses: { '200': { description: '', ${shown} } } }
  put: { operationId: change, requestBody: { ${shown} }, responses: { ${responses.join(', ')} } }`);
  const [resource = expect.fail('There is no resource.')] = benchFor(description).session.resources;
  expect(mayChangePart(description.contract, resource)).toBe(isPart);
});
