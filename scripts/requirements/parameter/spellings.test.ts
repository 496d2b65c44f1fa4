import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { offlineContext } from '../planning-context.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { spellingsOf } from './spellings.ts';

/** The lists of two values that a parameter with this schema is tried with. */
function pairs(schema: string) {
  const description = descriptionOf(`
/books:
  get:
    operationId: list
    parameters: [{ name: kind, in: query, explode: false, schema: ${schema} }]
    responses: { '200': { description: '' } }`);
  const context = offlineContext(withoutWorkflows(description));
  const [parameter = expect.fail('There is no parameter.')] = operationIn(description, 'list').parameters;
  return spellingsOf(context, parameter).flatMap(({ keyword, value }) =>
    keyword === 'enum' && Array.isArray(value) && value.length > 1 ? [value] : [],
  );
}

test.each<[schema: string, lists: string[][]]>([
  ['{ type: array, items: { enum: [novel, atlas, map] } }', [['novel', 'atlas']]],
  ['{ type: array, maxItems: 1, items: { enum: [novel, atlas] } }', []],
  ['{ type: array, items: { enum: [title, -title] } }', []],
  ['{ type: array, items: { enum: [novel] } }', []],
  ['{ type: array, items: { type: string } }', []],
  ['{ enum: [novel, atlas] }', []],
])('%s is tried with two values: %j', (schema, lists) => expect(pairs(schema)).toEqual(lists));
