import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { textAt } from '../../test/text-at.ts';
import { partAt } from '../contract.ts';
import { openSource, readContract } from '../read-contract.ts';

const lamp = '/components/schemas/Lamp';

/** A contract whose schema `User` has a `$ref`, beside one with an `$id` and one without. */
function written(reference: string, others: Record<string, string> = {}): string {
  const text = `openapi: 3.1.0
info: { title: Lamps, version: 1.0.0 }
paths: {}
components:
  schemas:
    User: { type: object, properties: { lamp: { $ref: '${reference}', title: Lamp } } }
    Lamp:
      $id: https://example.com/schemas/lamp
      properties:
        own: { $ref: '#/$defs/Bulb' }
        near: { $ref: '#bulb' }
        sibling: { $ref: shade }
        ofDocument: { $ref: '#/components/schemas/Plain' }
        $id: { type: string }
      examples: [{ $id: https://example.com/example, $ref: shade }]
      $defs:
        Bulb: { $anchor: bulb, type: object, properties: { a/b: { type: integer } } }
        Deep: { $id: deep/, $defs: { Core: { $dynamicAnchor: core, type: 'null' } } }
    Shade: { $id: https://example.com/schemas/shade, type: string }
    Plain: { $anchor: plain, type: boolean }
    Urn: { $id: 'urn:example:thing', $defs: { Part: { $anchor: part, type: number } } }
    Again: { $anchor: plain, type: string }
    Empty: { $id: '', type: string }
`;
  return join(temporaryFolder({ 'openapi.yaml': text, ...others }), 'openapi.yaml');
}

test.each<[reference: string, pointer: string]>([
  ['https://example.com/schemas/lamp', lamp],
  ['https://example.com/schemas/lamp#', lamp],
  ['https://example.com/schemas/lamp#bulb', `${lamp}/$defs/Bulb`],
  ['https://example.com/schemas/lamp#/$defs/Bulb', `${lamp}/$defs/Bulb`],
  ['https://example.com/schemas/lamp#/$defs/Bulb/properties/a~1b', `${lamp}/$defs/Bulb/properties/a~1b`],
  ['https://example.com/schemas/shade', '/components/schemas/Shade'],
  ['https://example.com/schemas/deep/', `${lamp}/$defs/Deep`],
  ['https://example.com/schemas/deep/#core', `${lamp}/$defs/Deep/$defs/Core`],
  ['#plain', '/components/schemas/Plain'],
  ['openapi.yaml#plain', '/components/schemas/Plain'],
  ['urn:example:thing', '/components/schemas/Urn'],
  ['urn:example:thing#part', '/components/schemas/Urn/$defs/Part'],
  ['#/components/schemas/Plain', '/components/schemas/Plain'],
])('the reference %s leads to %s', async (reference, pointer) => {
  const contract = await readContract(written(reference));
  const property = '/components/schemas/User/properties/lamp';
  expect(partAt(contract, property).value).toEqual({ $ref: `#${pointer}`, title: 'Lamp' });
});

describe('within a schema that has an `$id`', () => {
  test.each([
    ['own', '#/components/schemas/Lamp/$defs/Bulb'],
    ['near', '#/components/schemas/Lamp/$defs/Bulb'],
    ['sibling', '#/components/schemas/Shade'],
    ['ofDocument', '#/components/schemas/Plain'],
  ])('the reference of %s leads to %s', async (name, $ref) => {
    const contract = await readContract(written('#plain'));
    expect(partAt(contract, `${lamp}/properties/${name}`).value).toEqual({ $ref });
  });

  test('an example stays as it is', async () => {
    const contract = await readContract(written('#plain'));
    const example = { $id: 'https://example.com/example', $ref: 'shade' };
    expect(partAt(contract, `${lamp}/examples`).value).toEqual([example]);
  });
});

test('what stands behind a reference, and beside it, is found at its place', () => {
  const source = openSource(written('https://example.com/schemas/lamp#bulb'));
  const property = '/components/schemas/User/properties/lamp';
  expect(textAt(source.locate(`${property}/title`))).toMatch(/^title: Lamp/);
  expect(textAt(source.locate(`${property}/properties`))).toMatch(/^properties: \{ a\/b/);
});

test('a description of several files is bundled with these references', async () => {
  const head = 'type: object\nproperties:\n';
  const others = { 'lamp.yaml': `${head}  shade: { $ref: 'openapi.yaml#/components/schemas/User/properties/lamp' }\n` };
  const file = written("#plain' }, room: { $ref: 'lamp.yaml", others);
  const contract = await readContract(file);
  const { value } = partAt(contract, '/components/schemas/User/properties/lamp');
  expect(value).toMatchObject({ $ref: '#/components/schemas/Plain' });
});

test.each<[reference: string, says: string]>([
  ['#nowhere', "$ref '#nowhere' leads nowhere."],
  ['https://example.com/schemas/lamp#nowhere', 'is not followed: nothing is fetched from the network'],
  ['lamp.yaml#bulb', "$ref 'lamp.yaml#bulb' leads nowhere."],
])('the reference %s is refused at its line', async (reference, says) => {
  const others = { 'lamp.yaml': 'type: object\n$defs: { Bulb: { $anchor: bulb, type: string } }\n' };
  const location = expect.objectContaining({ line: 6, column: 49 }) as unknown;
  const problem = { location, message: expect.stringContaining(says) as unknown };
  const options = { allowRemote: false, isStrict: true };
  await expect(readContract(written(reference, others), options)).rejects.toMatchObject({ problems: [problem] });
});
