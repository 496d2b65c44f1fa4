import { describe, expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { contractWith } from '../../test/contracts.ts';
import { aspectSentence } from './aspect-sentence.ts';
import { type Aspect, aspectsOf } from './aspects.ts';

const pointer = '/components/schemas/It';
const aspects = (schema: string): Aspect[] => aspectsOf(viewSchema(contractWith(`It: ${schema}`), pointer));

test.each<[schema: string, keywords: string[]]>([
  ['{}', []],
  ['{ type: string }', ['type', 'null', 'text']],
  ['{ type: string, format: password }', ['type', 'null', 'text']],
  ['{ type: string, format: uuid }', ['type', 'null', 'format']],
  ['{ type: string, format: colour }', ['type', 'null']],
  ['{ type: string, pattern: "^a", maxLength: 3 }', ['type', 'null', 'maxLength', 'pattern']],
  ['{ enum: [a, b] }', ['type', 'null', 'enum']],
  ['{ type: [string, "null"], enum: [a] }', ['type', 'enum']],
  ['{ type: [string, "null"], enum: [a, null] }', ['type', 'null', 'enum']],
  ['{ const: 7 }', ['type', 'null', 'enum']],
  ['{ type: integer, minimum: 1 }', ['type', 'null', 'minimum', 'range']],
  ['{ type: integer, format: int32, exclusiveMaximum: 9 }', ['type', 'null', 'exclusiveMaximum', 'format', 'range']],
  ['{ type: number, format: double, multipleOf: 0.5 }', ['type', 'null', 'multipleOf']],
  ['{ type: array, uniqueItems: true, minItems: 1 }', ['type', 'null', 'minItems', 'uniqueItems']],
  ['{ type: array, uniqueItems: false }', ['type', 'null']],
  ['{ type: object, additionalProperties: false, maxProperties: 2 }', ['type', 'null', 'maxProperties', 'surplus']],
  ['{ type: object, additionalProperties: true }', ['type', 'null']],
])('%s', (schema, keywords) => expect(aspects(schema).map(({ keyword }) => keyword)).toEqual(keywords));

describe('an aspect says something of values of its type alone', () => {
  test.each<[schema: string, keyword: string, reached: Exact[], others: Exact[]]>([
    ['{ type: integer }', 'type', [1, 'text', null], []],
    ['{ type: string }', 'null', ['text'], [null]],
    ['{ type: [string, "null"] }', 'null', [null], ['text']],
    ['{ minimum: 1 }', 'minimum', [0, 2n ** 60n], ['0', null]],
    ['{ maxLength: 1 }', 'maxLength', ['text'], [7]],
    ['{ maxItems: 1 }', 'maxItems', [[]], ['text', {}]],
    ['{ minProperties: 1 }', 'minProperties', [{}], [[]]],
    ['{ type: integer, format: int64 }', 'format', [1], ['1']],
    ['{ type: string, format: date }', 'format', ['1'], [1]],
  ])('%s: %s', (schema, keyword, reached, others) => {
    const aspect = aspects(schema).find((one) => one.keyword === keyword) ?? expect.fail(`There is no ${keyword}.`);
    expect(reached.filter((value) => !aspect.isReachedBy(value))).toEqual([]);
    expect(others.filter((value) => aspect.isReachedBy(value))).toEqual([]);
  });
});

test.each<[schema: string, sentences: string[]]>([
  ['{ type: integer }', ['must be of type integer', 'must not be null', 'may be any integer that its schema allows']],
  ['{ enum: [a, b, 7] }', ['must be of type string or integer', 'must not be null', 'must be "a", "b" or 7']],
  ['{ const: a }', ['must be of type string', 'must not be null', 'must be "a"']],
  [
    '{ minimum: 0, maximum: 9, exclusiveMinimum: -1, exclusiveMaximum: 10, multipleOf: 3 }',
    [
      'must be at least 0',
      'must be at most 9',
      'must be greater than -1',
      'must be less than 10',
      'must be a multiple of 3',
    ],
  ],
  ['{ minLength: 1, maxLength: 20 }', ['must have at least 1 character', 'must have at most 20 characters']],
  ['{ pattern: "^a" }', ['must match ^a']],
  ['{ format: date-time }', ['must have the format date-time']],
  ['{ minItems: 2, maxItems: 1 }', ['must have at least 2 items', 'must have at most 1 item']],
  ['{ minProperties: 1, maxProperties: 2 }', ['must have at least 1 property', 'must have at most 2 properties']],
  ['{ uniqueItems: true }', ['must not have the same item twice']],
  ['{ additionalProperties: false }', ['must have no undescribed property']],
  [
    '{ type: [string, "null"] }',
    ['must be of type string or null', 'may be null', 'may be any text that its schema allows'],
  ],
])('the sentences of %s', (schema, sentences) =>
  expect(aspects(schema).map((aspect) => aspectSentence('it', aspect))).toEqual(
    sentences.map((sentence) => `it ${sentence}.`),
  ),
);
