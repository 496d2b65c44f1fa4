import { expect, test } from 'vitest';
import { responseOf } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { movedTo } from './moved-item.ts';

const contract = (id: string) => {
  const schema = `{ type: object, properties: { ${id}: { type: string, readOnly: true }, title: { type: string } } }`;
  const json = `content: { application/json: { schema: ${schema} } }`;
  const parameter = `parameters: [{ name: ${id}, in: path, required: true, schema: { type: string } }]`;
  return descriptionOf(`
/notes: { post: { operationId: add, requestBody: { ${json} }, responses: { '201': { description: '', ${json} } } } }
/notes/{${id}}:
  ${parameter}
  get: { operationId: read, responses: { '200': { description: '', ${json} } } }
  put: { operationId: change, requestBody: { ${json} }, responses: { '200': { description: '', ${json} } } }`);
};

test.each<[what: string, id: string, title: string, now: string, moved: string | undefined]>([
  ['a slug', 'slug', 'Ångström', 'angstroem-2', 'angstroem-2'],
  ['what has a text that was sent', 'id', 'Red lamp', '17-red-lamp', '17-red-lamp'],
  ['what has nothing of it', 'id', 'Red lamp', 'f3a9', undefined],
  ['what has a short text', 'id', 'f3', 'f3a9', undefined],
  ['what it was before', 'slug', 'Red lamp', 'old', undefined],
])('%s', async (_, id, title, now, moved) => {
  const description = contract(id);
  const body = { [id]: now, title };
  const { session } = benchFor(description, () => ({ body }));
  const change = operationIn(description, 'change');
  const [resource = expect.fail('There is no resource.')] = session.resources;
  const base = await session.source.withBody(await session.source.base(change), 'application/json', { title });
  const parts = { ...base, path: { [id]: 'old' } };
  const answer = await session.call(parts);
  expect(answer.response).toMatchObject({ status: responseOf({}).status });
  expect(movedTo(session, resource, parts, answer)).toBe(moved);
});
