import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readContract } from '../openapi/read-contract.ts';
import { runScript } from '../test/run-script.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { textAt } from '../test/text-at.ts';
import type { Change } from './change.ts';
import { compareWithReleased } from './contract-changes.ts';
import { describeVersion, isAnnounced, neededVersion } from './version.ts';

const released = `openapi: 3.1.0
info:
  title: Harbour
  version: 1.2.3
x-rate-limit-plans:
  small:
    requestsPerMinute: 10
paths:
  /ships:
    get:
      operationId: listShips
      description: Ships.
      deprecated: true
      x-sunset: '2031-01-01'
      parameters:
        - name: limit
          in: query
          schema:
            type: integer
            maximum: 100
      responses:
        '200':
          description: Ships.
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Ship'
        '404':
          description: None.
          links:
            first:
              operationId: listPiers
              parameters:
                near: $response.body#/name
  /piers:
    get:
      operationId: listPiers
      responses:
        '200':
          description: Piers.
components:
  schemas:
    Ship:
      type: object
      required: [name]
      properties:
        name:
          type: string
        flag:
          type: string
          enum: [red, blue]
`;

/** One edit for each kind of change, and what is to be said of it. */
const edits: [
  name: string,
  from: string | RegExp,
  to: string,
  expected: { impact: string; message: string | RegExp; now: string; before?: string },
][] = [
  [
    'a parameter before others',
    '      parameters:\n',
    '      parameters:\n        - name: offset\n          in: query\n          schema:\n            type: integer\n',
    { impact: 'minor', message: 'Query parameter `offset` of listShips was added.', now: 'name: offset' },
  ],
  [
    'a bound',
    'maximum: 100',
    'maximum: 50',
    {
      impact: 'major',
      message: 'The upper bound of query parameter `limit` of listShips changed from 100 to 50.',
      now: 'maximum: 50',
      before: 'maximum: 100',
    },
  ],
  [
    'a removed response',
    / {8}'404':\n[\s\S]*#\/name\n/,
    '',
    { impact: 'major', message: 'The 404 response of listShips was removed.', now: 'responses:', before: "'404':" },
  ],
  [
    'a removed operation',
    `  /piers:
    get:
      operationId: listPiers
      responses:
        '200':
          description: Piers.
`,
    '',
    { impact: 'major', message: /was removed/, now: 'paths:', before: 'get:' },
  ],
  [
    'a new property',
    '        flag:\n',
    '        crew:\n          type: integer\n        flag:\n',
    { impact: 'minor', message: /crew/, now: 'crew:' },
  ],
  [
    'a description',
    'description: Ships.\n      deprecated',
    'description: All ships.\n      deprecated',
    {
      impact: 'patch',
      message: '`description` of listShips changed from "Ships." to "All ships.".',
      now: 'description: All ships.',
      before: 'description: Ships.',
    },
  ],
  [
    'a plan',
    'requestsPerMinute: 10',
    'requestsPerMinute: 5',
    {
      impact: 'major',
      message: 'requestsPerMinute of the plan `small` changed from 10 to 5.',
      now: 'requestsPerMinute: 5',
      before: 'requestsPerMinute: 10',
    },
  ],
  [
    'a removal date',
    '2031-01-01',
    '2032-01-01',
    {
      impact: 'minor',
      message: '`x-sunset` of listShips changed from "2031-01-01" to "2032-01-01".',
      now: "x-sunset: '2032-01-01'",
      before: "x-sunset: '2031-01-01'",
    },
  ],
];

function folderOf(current: string): string {
  return temporaryFolder({ 'spec/released/openapi.yaml': released, 'spec/openapi.yaml': current });
}

describe('each change is rated, with its place in both contracts', () => {
  let changes: Change[];
  beforeAll(async () => {
    const current = edits.reduce((text, [, from, to]) => text.replace(from, to), released);
    const folder = folderOf(current.replace('1.2.3', '2.0.0'));
    const comparison = await compareWithReleased(
      join(folder, 'spec/released/openapi.yaml'),
      await readContract(join(folder, 'spec/openapi.yaml')),
    );
    expect(comparison).toMatchObject({
      releasedVersion: '1.2.3',
      version: '2.0.0',
      needed: 'major',
      isVersionEnough: true,
    });
    changes = comparison.changes;
  });

  test.each(edits)('%s', (_, from, to, { impact, message, now, before }) => {
    expect(from).not.toBe(to);
    const change = changes.find((one) =>
      typeof message === 'string' ? one.message === message : message.test(one.message),
    );
    expect(change?.impact).toBe(impact);
    expect(change && textAt(change.current)).toBe(now);
    expect(change?.released && textAt(change.released)).toBe(before);
  });

  test('and nothing else', () => {
    expect(changes.map(({ message }) => message).sort()).toHaveLength(edits.length);
  });
});

test('no change passes in silence: what no rule knows is a patch', async () => {
  const folder = folderOf(released.replace('description: None.', 'description: Nothing.'));
  const { changes, isVersionEnough } = await compareWithReleased(
    join(folder, 'spec/released/openapi.yaml'),
    await readContract(join(folder, 'spec/openapi.yaml')),
  );
  const [change] = changes;
  expect(changes).toHaveLength(1);
  expect(isVersionEnough).toBe(false);
  expect(change?.impact).toBe('patch');
  expect(change?.message).toBe('`description` of the 404 response of listShips changed from "None." to "Nothing.".');
  expect([change?.current, change?.released].map((place) => place && textAt(place))).toEqual([
    'description: Nothing.',
    'description: None.',
  ]);
});

test('nor beside one that a rule knows', async () => {
  const folder = folderOf(
    released
      .replace('description: None.', 'description: Nothing.')
      .replace('requestsPerMinute: 10', 'requestsPerMinute: 20')
      .replace('All ships', 'Ships'),
  );
  const { changes } = await compareWithReleased(
    join(folder, 'spec/released/openapi.yaml'),
    await readContract(join(folder, 'spec/openapi.yaml')),
  );
  expect(changes.map(({ impact }) => impact)).toEqual(['minor', 'patch']);
});

test('a reference that leads elsewhere is reported at its own line', async () => {
  const [flag, pier] = ["$ref: '#/components/schemas/Flag'", "$ref: '#/components/schemas/Pier'"];
  const before = released
    .replace('            type: integer\n            maximum: 100\n', `            ${flag}\n`)
    .replace(
      '    Ship:\n',
      `    Flag: { type: string, enum: [red, blue] }
    Pier: { type: object, properties: { code: { type: string } } }
    Ship:
`,
    );
  const folder = temporaryFolder({
    'spec/released/openapi.yaml': before,
    'spec/openapi.yaml': before.replace(flag, pier),
  });
  const { changes } = await compareWithReleased(
    join(folder, 'spec/released/openapi.yaml'),
    await readContract(join(folder, 'spec/openapi.yaml')),
  );
  expect(changes.map(({ impact, current }) => `${impact} ${textAt(current)}`)).toEqual([`major ${pier}`]);
});

test('the order of fields is no change', async () => {
  const moved = released.replace(
    '    Ship:\n      type: object\n      required: [name]\n',
    '    Ship:\n      required: [name]\n      type: object\n',
  );
  expect(moved).not.toBe(released);
  const folder = folderOf(moved);
  expect(
    (
      await compareWithReleased(
        join(folder, 'spec/released/openapi.yaml'),
        await readContract(join(folder, 'spec/openapi.yaml')),
      )
    ).changes,
  ).toEqual([]);
});

test.each<
  [releasedVersion: string, version: string, needed: 'none' | 'patch' | 'minor' | 'major', isAnnouncement: boolean]
>([
  ['1.2.3', '1.2.3', 'none', true],
  ['1.2.3', '1.2.3', 'patch', false],
  ['1.2.3', '1.2.4', 'none', true],
  ['1.2.3', '1.2.4', 'patch', true],
  ['1.2.3', '1.2.4', 'minor', false],
  ['1.2.3', '1.3.0', 'minor', true],
  ['1.2.3', '1.3.0', 'major', false],
  ['1.2.3', '2.0.0', 'major', true],
  ['1.9.0', '1.10.0', 'minor', true],
  ['1.2.3', '2.0.0-rc.1', 'major', true],
  ['1.2.3', '1.2.2', 'none', false],
  ['1.2.3', '1.1.9', 'patch', false],
  ['1.2.3', '0.9.9', 'major', false],
  ['1.2.3', 'latest', 'none', false],
  ['latest', '1.0.0', 'patch', false],
  ['1.0.0-beta.1', '1.0.0', 'major', true],
  ['1.0.0-beta.1', '1.0.0-beta.2', 'major', true],
  ['1.0.0-beta.9', '1.0.0-beta.10', 'major', true],
  ['1.0.0-beta', '1.0.0-beta.1', 'minor', true],
  ['1.0.0-beta.1', '1.0.0-rc', 'patch', true],
  ['1.0.0-beta.2', '1.0.0-beta.1', 'patch', false],
  ['1.0.0-beta.x', '1.0.0-beta.1', 'patch', false],
  ['1.0.0-beta.1', '1.0.0-beta.1+build', 'patch', false],
  ['1.0.0-beta.1', '0.9.9', 'patch', false],
  ['0.3.1', '0.4.0', 'major', true],
  ['0.3.1', '0.3.2', 'major', false],
  ['0.3.1', '0.3.2', 'minor', false],
  ['0.3.1', '1.0.0', 'major', true],
])('after %s, %s announces a change that needs %s: %s', (releasedVersion, version, needed, isAnnouncement) => {
  expect(isAnnounced(releasedVersion, version, needed)).toBe(isAnnouncement);
});

test.each<[version: string, needed: 'none' | 'minor' | 'major', changes: number, says: string]>([
  ['1.2.3', 'none', 0, 'No change since 1.2.3.'],
  ['1.3.0', 'minor', 1, '1 change since 1.2.3: 1.3.0 is enough.'],
  ['1.2.4', 'minor', 2, '2 changes since 1.2.3: a minor change needs 1.3.0, info.version is 1.2.4.'],
  ['1.3.0', 'major', 2, '2 changes since 1.2.3: a major change needs 2.0.0, info.version is 1.3.0.'],
  ['1.2.0', 'none', 0, 'info.version is 1.2.0, which is not after the released 1.2.3.'],
])('version %s with a %s change: %i', (version, needed, count, says) => {
  const place = { file: 'a.yaml', line: 1, column: 1 };
  const changes = Array.from({ length: count }, () => ({
    impact: 'minor' as const,
    message: 'M',
    current: place,
    released: place,
  }));
  expect(
    describeVersion({
      releasedVersion: '1.2.3',
      version,
      needed,
      changes,
      isVersionEnough: isAnnounced('1.2.3', version, needed),
    }),
  ).toBe(says);
});

test.each([
  ['1.0.0-beta.1', 'minor', '1.0.0'],
  ['1.2.3', 'minor', '1.3.0'],
  ['0.3.1', 'major', '0.4.0'],
  ['0.3.1', 'patch', '0.3.2'],
] as const)('after %s, a %s change needs %s', (releasedVersion, needed, version) => {
  const comparison = { releasedVersion, version: releasedVersion, changes: [], needed, isVersionEnough: false };
  expect(neededVersion(comparison)).toBe(version);
});

describe.concurrent('npm run diff', () => {
  const message = 'The upper bound of query parameter `limit` of listShips changed from 100 to 50.';
  const major = `spec/openapi.yaml:20:13 major: ${message}
    released spec/released/openapi.yaml:20:13
    breaks clients that send a value above 50
    compatible: leave \`maximum\` as it was
`;
  const bounded = released.replace('maximum: 100', 'maximum: 50');
  test.each<[name: string, current: string, exitCode: number, stdout: string]>([
    [
      'with a version that is enough',
      bounded.replace('1.2.3', '2.0.0'),
      0,
      `${major}1 change since 1.2.3: 2.0.0 is enough.\n`,
    ],
    [
      'with one that is not',
      bounded,
      1,
      `${major}1 change since 1.2.3: a major change needs 2.0.0, info.version is 1.2.3.\n`,
    ],
  ])('%s', async (_, current, exitCode, stdout) => {
    expect(await runScript('diff.ts', [], folderOf(current))).toEqual({ exitCode, stdout, stderr: '' });
  });
});

test('without a released contract there is nothing to compare with', async () => {
  const current = await readContract(join(folderOf(released), 'spec/openapi.yaml'));
  await expect(compareWithReleased(join(temporaryFolder(), 'gone.yaml'), current)).rejects.toThrow(
    /^Cannot read .*gone\.yaml: there is no such file\.$/,
  );
});
