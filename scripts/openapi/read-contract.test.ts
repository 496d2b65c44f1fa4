import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { CannotRun, ContractError } from '../cli/problem.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { operationsOf } from './operations.ts';
import { readContract } from './read-contract.ts';
import { viewSchema } from './schemas/schema-view.ts';

const head = 'openapi: 3.1.0\ninfo:\n  title: T\n  version: 1.0.0\n';
const withPaths = (response: string) =>
  `${head}paths:\n  /a:\n    get:\n      responses:\n        '200':\n${response.replaceAll(/^/gm, '          ')}\n`;
const twoSchemas = (a: string, b: string) =>
  `${head}components:\n  schemas:\n    A:\n      $ref: '${a}'\n    B:\n      $ref: '${b}'\n`;

interface Case {
  text: string;
  others?: Record<string, string>;
  says: string;
}

/** What is said of each wrong description, and nothing else. */
const wrong: Record<string, Case> = {
  'invalid YAML': {
    text: 'openapi: 3.1.0\ninfo:\n  title: [T\n  version: 1.0.0\n',
    says:
      'spec.yaml:3:10 This is not valid YAML: ' +
      'a list in brackets ends with a ], and its lines are indented more than its key.',
  },
  'a map in braces that is not closed': {
    text: 'openapi: 3.1.0\ninfo: {title: T, version: 1.0.0\npaths: {}\n',
    says:
      'spec.yaml:2:7 This is not valid YAML: ' +
      'a map in braces ends with a }, and its lines are indented more than its key.',
  },
  'a text in quotes that is not closed': {
    text: `openapi: 3.1.0\ninfo: { title: ['T], version: 1.0.0 }\npaths: {}\n`,
    says: "spec.yaml:2:17 This is not valid YAML: a text that begins with a ' ends with one.",
  },
  'a bracket that is closed twice': {
    text: 'openapi: 3.1.0\ninfo:\n  title: [T]]\n',
    says: 'spec.yaml:3:13 This is not valid YAML: Unexpected flow-seq-end token in YAML stream: "]".',
  },
  'a text behind one in quotes': {
    text: "openapi: 3.1.0\ninfo:\n  title: 'T'U\n",
    says: 'spec.yaml:3:13 This is not valid YAML: Unexpected scalar at node end.',
  },
  'a tab': {
    text: 'openapi: 3.1.0\ninfo:\n\ttitle: T\n',
    says: 'spec.yaml:3:1 This is not valid YAML: Tabs are not allowed as indentation.',
  },
  'a tab after a text of several lines': {
    text: `${head}  description: >-\n    One\n    text.\n\tsummary: S\n`,
    says: 'spec.yaml:8:1 This is not valid YAML: Tabs are not allowed as indentation.',
  },
  'an unknown tag': {
    text: head.replace('title: T', 'title: !secret T'),
    says: 'spec.yaml:3:10 This is not valid YAML: Unresolved tag: !secret.',
  },
  'a missing colon': {
    text: 'openapi: 3.1.0\ninfo\n  title: T\n',
    says: 'spec.yaml:2:1 This is not valid YAML: a line of a map has a key, a colon and a space.',
  },
  'a colon in a text': {
    text: `${head}  description: One: of two.\n`,
    says:
      'spec.yaml:5:16 This is not valid YAML: a key cannot begin within a value: ' +
      'put a text that has a colon in quotes, or indent a key like those beside it.',
  },
  'two documents': {
    text: `${head}---\n${head}`,
    says: 'spec.yaml:5:1 This is not valid YAML: a second document begins here.',
  },
  'a duplicate key': {
    text: `${head}  title: U\n`,
    says: 'spec.yaml:5:3 This is not valid YAML: Map keys must be unique, and line 3 has `title` already.',
  },
  'a key that is a number and a text': {
    text: `${head}paths:\n  /a:\n    get:\n      responses:\n        '400': {}\n        400: {}\n`,
    says: 'spec.yaml:10:9 This is not valid YAML: Map keys must be unique, and line 9 has `400` already.',
  },
  'invalid YAML in another file': {
    text: withPaths('$ref: other.yaml#/a'),
    others: { 'other.yaml': 'a:\n  b: 1\n  b: 2\n' },
    says: 'other.yaml:3:3 This is not valid YAML: Map keys must be unique, and line 2 has `b` already.',
  },
  'a reference without its #': {
    text: `${withPaths("$ref: '/components/responses/None'")}components:\n  responses:\n    None: {}\n`,
    says:
      'spec.yaml:10:11 "/components/responses/None" is not followed: it leads out of the folder of the document. ' +
      'Did you mean #/components/responses/None?',
  },
  'references in a circle': {
    text: twoSchemas('#/components/schemas/B', '#/components/schemas/A'),
    says: 'spec.yaml:8:7 `$ref` leads in a circle back to itself.',
  },
  'OpenAPI 2': {
    text: "swagger: '2.0'\ninfo:\n  title: T\n  version: 1.0.0\npaths: {}\n",
    says: 'spec.yaml:1:1 OpenAPI 3.0 to 3.2 is understood; this document is Swagger 2.0.',
  },
  'OpenAPI 4': {
    text: head.replace('3.1.0', '4.0.0'),
    says: 'spec.yaml:1:1 OpenAPI 3.0 to 3.2 is understood; this document is OpenAPI 4.0.0.',
  },
  'half a version': {
    text: `# A comment\n${head.replace('3.1.0', '3.1')}`,
    says: 'spec.yaml:2:1 `openapi` must have a version of three parts, such as 3.1.0; it has 3.1.',
  },
  'no version': {
    text: 'info:\n  title: T\n',
    says: 'spec.yaml:1:1 This is no OpenAPI document: it has no field `openapi`.',
  },
  'an empty file': { text: '', says: 'spec.yaml:1:1 This is no OpenAPI document: it has no field `openapi`.' },
  'a list': { text: '- a\n- b\n', says: 'spec.yaml:1:1 This is no OpenAPI document: it has no field `openapi`.' },
};

async function problemsOf(file: string, isStrict = false): Promise<string[]> {
  try {
    await readContract(file, { allowRemote: false, isStrict });
    return [];
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return error.problems.map(({ location: { file: place, line, column }, message, rule }) =>
      [`${basename(place)}:${line}:${column} ${message}`, ...(rule === undefined ? [] : [`(${rule})`])].join(' '),
    );
  }
}

describe('a wrong document is reported with its line', () => {
  test.each(Object.entries(wrong))('%s', async (_, { text, others = {}, says }) => {
    expect(await problemsOf(join(temporaryFolder({ 'spec.yaml': text, ...others }), 'spec.yaml'))).toEqual([says]);
  });
});

describe('all references that lead nowhere are reported at once', () => {
  const text = `openapi: 3.1.0
info: { title: T, version: 1.0.0 }
x-unmatched-responses:
  '404': { $ref: '#/components/responses/Gone' }
paths:
  /a:
    get:
      responses:
        '200': { $ref: '#/components/responses/Gone' }
        '201': { $ref: other.yaml#/Gone }
        '202': { $ref: other.yaml#/Here }
        '203': { $ref: gone.yaml#/Here }
        '204': { $ref: '#/components/responses/There' }
components:
  responses:
    Thare: { description: D }
`;
  const other = "Here:\n  description: D\n  headers:\n    X-A:\n      $ref: '#/Gone'\n";
  let problems: string[] = [];
  beforeAll(async () => {
    problems = await problemsOf(join(temporaryFolder({ 'spec.yaml': text, 'other.yaml': other }), 'spec.yaml'), true);
  });

  const reported: [name: string, says: string][] = [
    ['in x-unmatched-responses', "spec.yaml:4:12 $ref '#/components/responses/Gone' leads nowhere."],
    ['in a response', "spec.yaml:9:18 $ref '#/components/responses/Gone' leads nowhere."],
    ['into another file', "spec.yaml:10:18 $ref 'other.yaml#/Gone' leads nowhere."],
    ['in another file', "other.yaml:5:7 $ref '#/Gone' leads nowhere."],
    ['to a file that is not there', "spec.yaml:12:18 $ref 'gone.yaml#/Here' leads nowhere: there is no such file."],
    [
      'to a name that is not there',
      "spec.yaml:13:18 $ref '#/components/responses/There' leads nowhere. Did you mean #/components/responses/Thare?",
    ],
  ];
  test.each(reported)('%s', (_, says) => {
    expect(problems).toContain(says);
  });

  test('and nothing else', () => {
    expect(problems).toHaveLength(reported.length);
  });
});

test('a reference that leads nowhere stands for nothing in a document of others, with one warning', async () => {
  const text = `openapi: 3.1.0
info: { title: T, version: 1.0.0 }
paths:
  /a:
    get:
      responses: { '200': { $ref: '#/components/responses/Gone' }, '404': { description: D } }
    post:
      requestBody: { $ref: '#/components/requestBodies/Gone' }
      responses: { '200': { description: D, content: { application/json: { schema: { $ref: '#/Gone' } } } } }
`;
  const contract = await readContract(join(temporaryFolder({ 'spec.yaml': text }), 'spec.yaml'));
  const [get, post] = operationsOf(contract);
  expect(Object.keys(get?.responses ?? {})).toEqual(['200', '404']);
  expect(post?.requestBody?.mediaTypes).toEqual([]);
  expect(contract.mistakes.map(({ message, count, location: { line } }) => [message, count, line])).toEqual([
    [`$ref '#/components/responses/Gone' leads nowhere. It is ignored.`, 3, 6],
  ]);
});

test('a reference to another file in a path that is ignored does not lead nowhere', async () => {
  const folder = temporaryFolder({
    'spec.yaml': `openapi: 3.1.0
info: { title: T, version: 1.0.0 }
paths:
  /a: { get: { responses: { '200': { $ref: other.yaml#/Here } } } }
  b: { get: { responses: { '200': { $ref: other.yaml#/Here } } } }
`,
    'other.yaml': 'Here: { description: D }\n',
  });
  const { mistakes } = await readContract(join(folder, 'spec.yaml'));
  expect(mistakes.map(({ message }) => message)).toEqual(['A path begins with a slash: this one is ignored.']);
});

test('a parameter that a reference does not find has no name, and is refused', async () => {
  const text = `openapi: 3.1.0
info: { title: T, version: 1.0.0 }
paths:
  /a:
    get:
      parameters: [{ $ref: '#/components/parameters/Gone' }]
      responses: { '200': { $ref: '#/components/responses/Gone' } }
`;
  expect(await problemsOf(join(temporaryFolder({ 'spec.yaml': text }), 'spec.yaml'))).toEqual([
    "spec.yaml:6:22 $ref '#/components/parameters/Gone' leads nowhere.",
  ]);
});

test('references are read as addresses: of a file with a blank in its name, and of a name with a slash', async () => {
  const folder = temporaryFolder({
    'spec.yaml': `${head}components:\n  schemas:\n    A: { $ref: 'my%20types.yaml#/Lamp~1Desk' }\n`,
    'my types.yaml':
      "Lamp/Desk: { type: object, properties: { kind: { $ref: '#/K%C3%AFnd' } } }\nKïnd: { type: string }\n",
  });
  const contract = await readContract(join(folder, 'spec.yaml'));
  const { properties } = viewSchema(contract, '/components/schemas/A');
  expect(viewSchema(contract, properties.get('kind') ?? '').types).toEqual(['string']);
});

test('UTF-16 is read as what it is', async () => {
  const folder = temporaryFolder();
  const text = Buffer.from(`\ufeff${head}paths: {}\n`, 'utf16le');
  for (const [file, bytes] of Object.entries({ 'little.yaml': text, 'big.yaml': Buffer.from(text).swap16() })) {
    writeFileSync(join(folder, file), bytes);
    expect((await readContract(join(folder, file))).document['info']).toEqual({ title: 'T', version: '1.0.0' });
  }
});

test('JSON is called JSON', async () => {
  const folder = temporaryFolder({ 'spec.json': '{"openapi": "3.1.0",, "info": {}}' });
  expect(await problemsOf(join(folder, 'spec.json'))).toEqual([
    'spec.json:1:21 This is not valid JSON: Unexpected , in flow map.',
  ]);
});

test.each<[name: string, file: string, says: RegExp]>([
  ['a missing file', 'gone.yaml', /^Cannot read .*gone\.yaml: there is no such file\.$/],
  ['a folder', '.', /^Cannot read .+: it is a folder\.$/],
])('what cannot be read: %s', async (_, file, says) => {
  const error = await readContract(join(temporaryFolder(), file)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CannotRun);
  expect(String(error instanceof Error && error.message)).toMatch(says);
});

test.each<[name: string, file: string, says: string]>([
  ['this folder', '.', 'Cannot read .: it is a folder.'],
  [
    'an address',
    'https://example.com/openapi.yaml',
    'Cannot read https://example.com/openapi.yaml: it is an address. Download it, and give the file.',
  ],
])('what is given in place of a file: %s', async (_, file, says) => {
  await expect(readContract(file)).rejects.toThrow(new CannotRun(says));
});
