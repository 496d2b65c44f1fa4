import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { offlineContext } from '../planning-context.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { mayBeNoPage } from './other-page.ts';

const items = '{ type: array, items: { type: object, properties: { id: { type: integer } } } }';
const list = `'200': { content: { application/json: { schema: ${items} } } }`;
const page = '{ name: page, in: query, schema: { type: integer } }';
const lamps = (path: string, missing: string) => {
  const owner = path.includes('{') ? '{ name: id, in: path, required: true, schema: { type: integer } }, ' : '';
  const responses = `{ ${list}${missing === '' ? '' : `, '404': { description: '${missing}' }`} }`;
  return descriptionOf(
    `${path}: { get: { operationId: list, parameters: [${owner}${page}], responses: ${responses} } }`,
  );
};

test.each<[what: string, path: string, missing: string, page: string | undefined, may: boolean]>([
  ['a later page', '/lamps', 'Not found.', '7', true],
  ['no number', '/lamps', 'Not found.', 'x', true],
  ['the first page', '/lamps', 'Not found.', '1', false],
  ['no page', '/lamps', 'Not found.', undefined, false],
  ['a later page without a 404', '/lamps', '', '7', false],
  ['a later page beneath something', '/rooms/{id}/lamps', 'No such room.', '7', false],
  ['a later page that the 404 is about', '/rooms/{id}/lamps', 'No such room, or an invalid page.', '7', true],
])('there may be no such page: %s', (_, path, missing, asked, may) => {
  const description = lamps(path, missing);
  const operation = operationIn(description, 'list');
  const context = offlineContext(withoutWorkflows(description));
  expect(mayBeNoPage(context, { operation, query: asked === undefined ? [] : [['page', asked]] })).toBe(may);
});

test('a request that gives a page asks for the first one', () => {
  const description = lamps('/lamps', '');
  const { source } = offlineContext(withoutWorkflows(description));
  const parameter = operationIn(description, 'list').parameters[0] ?? expect.fail('There is no parameter.');
  source.parameters.valueOf({ ...parameter, name: 'other' });
  expect(source.parameters.valueOf(parameter)).toBe(1);
});
