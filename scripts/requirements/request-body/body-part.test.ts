import { describe, expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { ValueSource } from '../../openapi/values/values.ts';
import { contractOf } from '../../test/contracts.ts';
import { BodyPart, nameOf } from './body-part.ts';

const contract = contractOf(`openapi: 3.1.0
info: { title: Tools, version: 1.0.0 }
paths: {}
components:
  schemas:
    Tool:
      type: object
      required: [name, shape]
      properties:
        id: { type: integer, readOnly: true }
        name: { enum: [saw] }
        note: { enum: [sharp] }
        sizes: { type: array, minItems: 3, items: { enum: [1, 2, 3] } }
        tags: { type: array, items: { enum: [new] } }
        maker: { type: object, properties: { town: { enum: [Ulm] } } }
        shape:
          oneOf: [{ $ref: '#/components/schemas/Round' }, { $ref: '#/components/schemas/Flat' }]
          discriminator: { propertyName: form }
        length: { oneOf: [{ enum: [short] }, { type: object, properties: { inches: { enum: [4] } } }] }
    Round: { type: object, required: [form], properties: { form: { type: string }, width: { enum: [7] } } }
    Flat: { type: object, required: [form], properties: { form: { enum: [Flat] } } }
`);
const whole = new BodyPart(contract, '/components/schemas/Tool', {
  path: '',
  steps: [],
  depth: 0,
  place: (_, value) => value,
});
const everyPart = (part: BodyPart): BodyPart[] => [
  part,
  ...[...part.alternatives, ...part.properties.values(), ...(part.items === undefined ? [] : [part.items])].flatMap(
    everyPart,
  ),
];
const parts = new Map(everyPart(whole).map((part) => [part.path, part]));
const partAt = (path: string): BodyPart => {
  const part = parts.get(path);
  if (part === undefined) throw new Error(`There is no part ${path}.`);
  return part;
};
const values = () => new ValueSource(contract, 1);
const least = { name: 'saw', shape: { form: 'Round' } };

test.each<[path: string, steps: (string | null)[], depth: number]>([
  ['', [], 0],
  ['.name', ['name'], 1],
  ['.sizes', ['sizes'], 1],
  ['.sizes[]', ['sizes', null], 2],
  ['.maker.town', ['maker', 'town'], 2],
  ['.shape(Round)', ['shape'], 2],
  ['.shape(Round).width', ['shape', 'width'], 3],
  ['.length(2).inches', ['length', 'inches'], 3],
])('the part %j is reached by %j', (path, steps, depth) =>
  expect([partAt(path).steps, partAt(path).depth]).toEqual([steps, depth]),
);

describe('a body that is otherwise as it must be', () => {
  test.each<[path: string, value: Exact, body: Exact]>([
    ['', 'x', 'x'],
    ['.name', 'x', { ...least, name: 'x' }],
    ['.note', 'x', { ...least, note: 'x' }],
    ['.tags[]', 'x', { ...least, tags: ['x'] }],
    ['.sizes[]', 'x', { ...least, sizes: [expect.any(Number), expect.any(Number), 'x'] }],
    ['.maker.town', 'x', { ...least, maker: { town: 'x' } }],
    ['.shape(Round)', { form: 'other', width: 1 }, { ...least, shape: { form: 'Round', width: 1 } }],
    ['.shape(Flat).form', 'x', { ...least, shape: { form: 'x' } }],
    ['.shape(Flat)', 'x', { ...least, shape: 'x' }],
    ['.length(1)', 'x', { ...least, length: 'x' }],
    ['.length(2).inches', 'x', { ...least, length: { inches: 'x' } }],
  ])('with another value for %j', (path, value, body) =>
    expect(partAt(path).bodyWith(values(), value, 'required')).toEqual(body),
  );

  test('with all that is optional, but for what only the server sets', () =>
    expect(Object.keys(whole.object(values(), 'all')).toSorted()).toEqual(
      ['name', 'note', 'sizes', 'tags', 'maker', 'shape', 'length'].toSorted(),
    ));

  test('with changes of its own, and without what is left out', () => {
    expect(whole.object(values(), 'required', { name: 'x', other: 1 })).toEqual({ ...least, name: 'x', other: 1 });
    expect(whole.objectWithout(values(), 'required', (name) => name === 'shape')).toEqual({ name: 'saw' });
  });
});

test.each<[part: string, path: string, name: string | undefined]>([
  ['', '.name', 'name'],
  ['', '.other', 'other'],
  ['.maker', '.maker.town', 'town'],
  ['.maker', '.makers', undefined],
  ['.maker', '.name', undefined],
  ['.shape(Round)', '.shape(Round).width', 'width'],
])('below the part %j, %j is called %j', (part, path, name) => expect(partAt(part).nameAt(path)).toBe(name));

test.each<[path: string, is: Partial<Pick<BodyPart, 'isObject' | 'isReadOnly' | 'discriminator'>>]>([
  ['', { isObject: true, isReadOnly: false, discriminator: undefined }],
  ['.id', { isObject: false, isReadOnly: true }],
  ['.maker', { isObject: true }],
  ['.sizes', { isObject: false }],
  ['.shape', { isObject: false, discriminator: 'form' }],
])('the part %j is %j', (path, is) => {
  const { isObject, isReadOnly, discriminator } = partAt(path);
  expect({ isObject, isReadOnly, discriminator }).toMatchObject(is);
});

test.each([
  ['', 'The body'],
  ['.name', 'name'],
  ['.maker.town', 'maker.town'],
  ['[].name', '[].name'],
])('%j is called %j', (path, name) => expect(nameOf(path)).toBe(name));
