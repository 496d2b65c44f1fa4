import { expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { viewItem } from './item-view.ts';

const contract = contractOf(`
openapi: 3.1.0
info: { title: Plans, version: '1' }
paths: {}
components:
  schemas:
    Base: { type: object, required: [id], properties: { id: { type: integer }, note: { type: string } } }
    Film:
      allOf: [{ $ref: '#/components/schemas/Base' }]
      required: [kind, title, note]
      properties: { kind: { const: film }, title: { type: string }, length: { type: integer } }
    Text:
      allOf: [{ $ref: '#/components/schemas/Base' }]
      required: [kind, title, length]
      properties: { kind: { const: text }, title: { type: string }, length: { type: number } }
    Plan:
      type: object
      properties: { own: { type: boolean } }
      oneOf: [{ $ref: '#/components/schemas/Film' }, { $ref: '#/components/schemas/Text' }]
    Nested: { anyOf: [{ $ref: '#/components/schemas/Plan' }, { $ref: '#/components/schemas/Film' }] }
    Endless: { oneOf: [{ $ref: '#/components/schemas/Endless' }, { $ref: '#/components/schemas/Film' }] }
`);
const view = (name: string) => viewItem(contract, `/components/schemas/${name}`);

test('what all alternatives say of a property alike, and what tells them apart, is part of an item', () => {
  const { properties, required } = view('Plan');
  expect([...properties.keys()].toSorted()).toEqual(['id', 'kind', 'note', 'own', 'title']);
  expect(properties.get('id')).toBe('/components/schemas/Base/properties/id');
  expect([...required.keys()].toSorted()).toEqual(['id', 'kind', 'title']);
});

test('alternatives may have alternatives, to a depth', () => {
  expect([...view('Nested').properties.keys()].toSorted()).toEqual(['id', 'kind', 'note', 'title']);
  expect([...view('Endless').properties.keys()]).toEqual([]);
});
