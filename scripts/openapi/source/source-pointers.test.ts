import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import type { JsonObject } from '../json.ts';
import { Source } from './source.ts';
import { sourcePointers } from './source-pointers.ts';

const referTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The way back to a file that has no components, from a document that has these schemas and what refers to them. */
function wayBack(schemas: JsonObject, root: JsonObject): (pointer: string) => string {
  const text = 'openapi: 3.1.0\npaths: {}\n';
  const source = new Source(join(temporaryFolder({ 'openapi.yaml': text }), 'openapi.yaml'));
  return sourcePointers({ ...root, components: { schemas } }, source);
}

describe('what was moved into the components', () => {
  test('is where the document refers to it', () => {
    const inSource = wayBack({ A: { items: referTo('B') }, B: { type: 'string' } }, { 'x-a': referTo('A') });
    expect(inSource('/components/schemas/B/type')).toBe('/x-a/items/type');
  });

  test('is not where it refers to itself', () => {
    const inSource = wayBack({ A: { items: referTo('A') } }, { paths: { '/a~b': [referTo('A')] } });
    expect(inSource('/components/schemas/A/items')).toBe('/paths/~1a~0b/0/items');
  });

  test('is nowhere else where nothing but itself refers to it', () => {
    const inSource = wayBack({ A: { items: referTo('B') }, B: { items: referTo('A') } }, {});
    expect(inSource('/components/schemas/A/items')).toBe('/components/schemas/A/items');
  });

  test('is found where the ways to it are more than can be walked', () => {
    const levels = Array.from({ length: 40 }, (_, index) => index);
    const schemas = Object.fromEntries(
      levels.map((level) => [`A${level}`, { anyOf: [referTo(`A${level + 1}`), referTo(`A${level + 1}`)] }]),
    );
    const inSource = wayBack({ ...schemas, A40: { type: 'string' } }, { 'x-a': referTo('A0') });
    expect(inSource('/components/schemas/A40/type')).toBe(`/x-a${'/anyOf/0'.repeat(40)}/type`);
  });
});
