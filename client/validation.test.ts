import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import document from '../generated/openapi.json' with { type: 'json' };
import * as validators from '../generated/validators.js';
import { createClient } from './create-client.ts';
import { bruno } from './test/examples.ts';
import { json, optionsFor } from './test/scripted-fetch.ts';
import { type ContractViolation, validateWith } from './validation.ts';

const counted = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '59', 'X-RateLimit-Reset': '1795161600' };
const list = '/paths/~1pets/get/responses';

/** The keys that lead to a line of the contract, whichever of its files has it: `components/schemas/Pets/type`. */
function keysAt(location: string): string {
  const [file = '', line] = location.split(':');
  const lines = readFileSync(new URL(`../spec/${file}`, import.meta.url), 'utf8').split('\n');
  const keys: string[] = [];
  let indentation = Number.POSITIVE_INFINITY;
  for (const text of lines.slice(0, Number(line)).toReversed()) {
    const [, spaces = '', key] = /^( *)([^\s#:]+):/.exec(text) ?? [];
    if (key === undefined || spaces.length >= indentation) continue;
    keys.unshift(key);
    indentation = spaces.length;
  }
  return keys.join('/');
}

/** A violation that is shown at a line under these keys. */
function under(keys: string): Pick<ContractViolation, 'location'> {
  return { location: expect.stringMatching(new RegExp(`(^|/)${keys}$`)) as string };
}

/** The violations that are reported of an answer to a list. */
async function violationsOf(answer: Response): Promise<Partial<ContractViolation>[]> {
  const found: ContractViolation[] = [];
  const validate = validateWith(validators, (violation) =>
    found.push({ ...violation, location: keysAt(violation.location) }),
  );
  await createClient({ ...optionsFor(answer), maxRetries: 0, validate }).GET('/pets');
  return found;
}

test.each<[name: string, answer: Response, violations: Partial<ContractViolation>[]]>([
  ['as documented', json(200, [bruno], counted), []],
  [
    'an unknown field',
    json(200, [{ ...bruno, undescribed: 'Boxer' }], counted),
    [
      {
        operationId: 'listPets',
        status: 200,
        part: 'body',
        pointer: '/0',
        requirement: `${list}/200/content/application~1json/schema`,
        requirementId: 'listPets.responses.200.body[].surplus',
        ...under('Pet/additionalProperties'),
        message: 'must NOT have additional properties',
      },
    ],
  ],
  [
    'a missing field',
    json(200, [bruno, { id: 2, name: 'Clementine' }], counted),
    [
      {
        ...{ part: 'body', pointer: '/1', requirement: `${list}/200/content/application~1json/schema` },
        requirementId: 'listPets.responses.200.body[].categoryId.required',
        ...under('Pet/required'),
      },
    ],
  ],
  [
    'an unknown field of a refusal',
    json(400, { code: 'a', message: 'b', status: 400, hint: 'c' }, counted),
    [{ status: 400, part: 'body', requirementId: 'listPets.responses.400.body.surplus' }],
  ],
  [
    'another value than those of an enum',
    json(200, [{ ...bruno, status: 'undocumented' }], counted),
    [
      {
        ...{ part: 'body', pointer: '/0/status', requirement: `${list}/200/content/application~1json/schema` },
        requirementId: 'listPets.responses.200.body[].status.enum',
        ...under('PetStatus/enum'),
      },
    ],
  ],
  ['no list', json(200, {}, counted), [{ requirementId: 'listPets.responses.200.body.type', ...under('Pets/type') }]],
  [
    'a header that is no number',
    json(200, [], { ...counted, 'X-RateLimit-Limit': 'many' }),
    [
      {
        ...{ part: 'X-RateLimit-Limit', requirement: `${list}/200/headers/X-RateLimit-Limit/schema` },
        requirementId: 'listPets.responses.200.headers.X-RateLimit-Limit.schema',
        ...under('X-RateLimit-Limit/schema/type'),
      },
    ],
  ],
  ['no such header, which a browser may have hidden', json(200, []), []],
  [
    'a header beyond its bound',
    json(200, [], { ...counted, 'X-RateLimit-Limit': '0' }),
    [{ part: 'X-RateLimit-Limit', requirement: `${list}/200/headers/X-RateLimit-Limit/schema` }],
  ],
  [
    'a header below zero',
    json(200, [], { ...counted, 'X-RateLimit-Limit': '-1' }),
    [{ part: 'X-RateLimit-Limit', message: 'must be >= 1' }],
  ],
  [
    'an error with an unknown field',
    json(401, { code: 'a', message: 'b', status: 401, trace: 'c' }, { ...counted, 'WWW-Authenticate': 'Bearer' }),
    [{ status: 401, part: 'body', pointer: '', requirement: `${list}/401/content/application~1json/schema` }],
  ],
  [
    'an undocumented status',
    json(418, { code: 'a', message: 'b', status: 418 }, counted),
    [
      {
        ...{ status: 418, part: 'status', requirement: list, message: '418 is not documented' },
        requirementId: 'listPets.responses.undocumented',
        ...under('pets/get/responses'),
      },
    ],
  ],
])('%s', async (_, answer, violations) => {
  const found = await violationsOf(answer);
  expect(found).toMatchObject(violations);
  expect(found).toHaveLength(violations.length);
  for (const { requirement = '' } of found) expect(isIn(requirement), requirement).toBe(true);
});

test.each(['4XX', 'default'])('a status that is documented as %s is compared with that', async (key) => {
  const listPets = await validators.operations.listPets();
  const responses = { [key]: listPets.responses['400'] ?? expect.fail('There is no such response.') };
  const ofRange = { ...validators, operations: { listPets: async () => ({ ...listPets, responses }) } };
  const requirementIds: string[] = [];
  const validate = validateWith(ofRange, ({ requirementId }) => requirementIds.push(requirementId));
  const refusal = { code: 'a', message: 'b', status: 499 };
  const client = createClient({ ...optionsFor(json(499, refusal), json(499, { ...refusal, hint: 'c' })), validate });
  await client.GET('/pets');
  expect(requirementIds).toEqual([]);
  await client.GET('/pets');
  expect(requirementIds).toEqual([`listPets.responses.${key}.body.surplus`]);
});

test('a header that is a number elsewhere in the contract is compared as the text that it is here', async () => {
  const listPets = await validators.operations.listPets();
  const ok = listPets.responses['200'] ?? expect.fail('There is no such response.');
  const compared: unknown[] = [];
  const header = (value: unknown) => compared.push(value) > 0;
  const responses = { 200: { ...ok, headers: { 'X-RateLimit-Limit': header } } };
  const ofText = { ...validators, operations: { listPets: async () => ({ ...listPets, responses }) } };
  const answer = json(200, [], { ...counted, 'X-RateLimit-Limit': 'many' });
  await createClient({ ...optionsFor(answer), validate: validateWith(ofText) }).GET('/pets');
  expect(compared).toEqual(['many']);
});

/** True when the document has a part that the pointer leads to, through references. */
function isIn(pointer: string): boolean {
  let part: unknown = document;
  for (const step of pointer.slice(1).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    part = Object(part)[name];
    const { $ref: reference } = Object(part);
    if (typeof reference === 'string')
      part = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((value, key) => Object(value)[key], document);
  }
  return part !== undefined;
}

describe('a violation', () => {
  const drifted = () => json(200, [{ ...bruno, undescribed: 'Boxer' }], counted);

  test('is a warning on the console unless somebody takes it, and the call goes on', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const client = createClient({ ...optionsFor(drifted()), validate: validateWith(validators) });
    expect((await client.GET('/pets')).data).toEqual([{ ...bruno, undescribed: 'Boxer' }]);
    expect(warn.mock.calls).toEqual([
      [
        expect.stringMatching(
          new RegExp(
            '^listPets answered 200: body /0 must NOT have additional properties ' +
              String.raw`\(listPets\.responses\.200\.body\[\]\.surplus, \S+\.yaml:\d+\)$`,
          ),
        ),
      ],
    ]);
    warn.mockRestore();
  });

  test('is reported as it was found, whatever is found of another response meanwhile', async () => {
    const told = Promise.withResolvers<void>();
    const requirementIds: string[] = [];
    let asked = 0;
    const lines = () => {
      // The other response has none, but by a contract that is not kept.
      if (++asked > 1) told.resolve();
      return told.promise.then(validators.lines);
    };
    const validate = validateWith({ ...validators, lines }, ({ requirementId }) => requirementIds.push(requirementId));
    const client = createClient({ ...optionsFor(drifted(), json(200, [bruno], counted)), validate });
    const first = client.GET('/pets');
    await client.GET('/pets');
    told.resolve();
    await first;
    expect(requirementIds).toEqual(['listPets.responses.200.body[].surplus']);
  });

  test('that is thrown rejects the call', async () => {
    const validate = validateWith(validators, ({ message }) => {
      throw new Error(message);
    });
    await expect(createClient({ ...optionsFor(drifted()), validate }).GET('/pets')).rejects.toThrow('must NOT have');
  });
});
