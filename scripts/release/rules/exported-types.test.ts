import { describe, expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { textAt } from '../../test/text-at.ts';
import { compareContracts } from '../contract-changes.ts';

const released = `openapi: 3.1.0
info: { title: Harbour, version: 1.0.0 }
paths:
  /ships:
    post:
      parameters: [{ name: X-Berth, in: header, schema: { type: integer } }]
      operationId: addShip
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Ship' } } } }
      responses:
        '201': { description: Added., content: { application/json: { schema: { $ref: '#/components/schemas/Ship' } } } }
        '400': { description: Not., content: { application/json: { schema: { $ref: '#/components/schemas/Error' } } } }
components:
  schemas:
    Ship:
      type: object
      properties: { name: { type: string }, cargo: { type: object }, port: { $ref: '#/components/schemas/Port' } }
    Port: { type: object, additionalProperties: false, properties: { pier: { type: integer } } }
    Error: { type: object, required: [code], properties: { code: { type: string } } }
`;

/** What is said of a change; each message with the text that it points at. */
async function changesAfter(from: string | RegExp, to: string): Promise<string[]> {
  const changed = released.replace(from, to);
  expect(changed).not.toBe(released);
  const { changes } = await compareContracts(contractOf(released), contractOf(changed));
  return changes.map(({ impact, message, current }) => `${impact}: ${message} ${textAt(current).split(':')[0]}`);
}

describe('the compiler compares the types that consumers import', () => {
  test('a name that stands for another schema', async () => {
    // The type of a schema `Error` is called `ApiError`, unless there is a schema of that name before it.
    expect(await changesAfter('    Error: {', '    ApiError: { type: string }\n    Error: {')).toEqual([
      'major: The type `ApiError` does not fit the released one. Error',
      'minor: Schema `ApiError` was added. ApiError',
    ]);
  });

  test('also beside what a rule has found of another schema', async () => {
    const found = await changesAfter(
      /pier: \{ type: integer \}([\s\S]*) {4}Error: \{/,
      'pier: { type: string }$1    ApiError: { type: string }\n    Error: {',
    );
    expect(found.filter((change) => change.startsWith('major'))).toEqual([
      'major: The type of `Port.pier` changed from integer to string. type',
      'major: The type `ApiError` does not fit the released one. Error',
    ]);
  });

  test.each<[name: string, from: string | RegExp, to: string]>([
    [
      'an object of which nothing was said',
      'cargo: { type: object }',
      'cargo: { type: object, properties: { tons: { type: number } } }',
    ],
    [
      'a property that only responses have',
      '      properties: { name',
      '      required: [id]\n      properties: { id: { type: string, readOnly: true }, name',
    ],
    ['another letter case of a header', 'name: X-Berth,', 'name: x-berth,'],
    [
      'a header that is described elsewhere',
      'parameters: [',
      'parameters: [{ name: Authorization, in: header, required: true, schema: { type: string } }, ',
    ],
    ['other properties', 'additionalProperties: false', 'additionalProperties: { type: string }'],
    ['a body that had none', "'400':", "'404': { description: None. }\n        '400':"],
  ])('%s breaks nobody', async (_, from, to) => {
    expect((await changesAfter(from, to)).filter((change) => change.startsWith('major'))).toEqual([]);
  });

  test('what a rule has found is said once', async () => {
    // The types of `Ship`, and of the bodies that it is, are others as well.
    expect(await changesAfter('pier: { type: integer }', 'pier: { type: string }')).toEqual([
      'major: The type of `Port.pier` changed from integer to string. type',
    ]);
  });

  test('so is what a discriminator has changed in its alternatives, wherever these are used', async () => {
    const ship = (kind: string) =>
      `{ type: object, required: [kind], properties: { kind: { type: string }, ${kind}: { type: integer } } }`;
    const fleet = `    Vessel:
      oneOf: [{ $ref: '#/components/schemas/Sail' }, { $ref: '#/components/schemas/Steam' }]
      discriminator:
        propertyName: kind
        mapping: { sail: '#/components/schemas/Sail', steam: '#/components/schemas/Steam' }
    Sail: ${ship('masts')}
    Steam: ${ship('boilers')}
`;
    const before = `${released}${fleet}`
      .replace('{ name: { type: string },', "{ name: { type: string }, tug: { $ref: '#/components/schemas/Steam' },")
      .replace("'#/components/schemas/Error' } } } }", "'#/components/schemas/Vessel' } } } }");
    const { changes } = await compareContracts(contractOf(before), contractOf(before.replace('steam:', 'motor:')));
    expect(changes.filter(({ impact }) => impact === 'major').map(({ message }) => message)).toEqual([
      'The discriminator value `steam` of `Vessel` was replaced by `motor`.',
    ]);
  });
});
