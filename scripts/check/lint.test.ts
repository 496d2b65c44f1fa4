import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotRun } from '../cli/problem.ts';
import { mistakesIn } from '../openapi/mistakes/mistakes.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { lintContract } from './lint.ts';

const parameter = (name: string) =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`;

/** A description with these paths, from its third line on. */
function rooms(...paths: readonly string[]): string {
  const text = ['openapi: 3.1.0', "info: { title: Rooms, version: '1' }", 'paths:', ...paths].join('\n');
  return join(temporaryFolder({ 'rooms.yaml': text }), 'rooms.yaml');
}

const room = (path: string, described: string, id = 'operationId: a') =>
  `  ${path}: { ${described}, get: { ${id}, responses: { default: { description: D } } } }`;

test.each<[what: string, paths: string[], says: [rule: string, line: number][]]>([
  ['a parameter of the path that is not described', [room('/{id}', 'x-a: 1')], [['path-parameters-defined', 4]]],
  ['a parameter that the path does not have', [room('/', parameter('id'))], [['path-parameters-defined', 4]]],
  [
    'paths that differ in the names of their parameters alone',
    [room('/{id}', parameter('id')), room('/{roomId}', parameter('roomId'), 'operationId: b')],
    [['no-identical-paths', 5]],
  ],
  ['an operationId of no letter', [room('/', 'x-a: 1', "operationId: ''")], [['rule/operation-id-not-blank', 4]]],
  ['an operationId of blanks', [room('/', 'x-a: 1', "operationId: ' '")], [['rule/operation-id-not-blank', 4]]],
  ['an operation without operationId', [room('/', 'x-a: 1', 'summary: S')], []],
  [
    'paths of which a literal one takes what the other would',
    [room('/{id}', parameter('id')), room('/mine', 'x-a: 1', 'operationId: b')],
    [],
  ],
])('the rules of OpenAPI on %s', async (_, paths, says) => {
  const { problems } = await lintContract(rooms(...paths));
  expect(problems.map(({ rule, location }) => [rule, location.line])).toEqual(says);
});

test('a reference without quotes is said to be a comment', async () => {
  const answer =
    'default: { description: D, content: { a/b: { schema:\n    { $ref: #/components/schemas/A\n    } } } }';
  const path = `  /: { get: { operationId: a, responses: { ${answer} } } }`;
  const { problems } = await lintContract(rooms(path));
  expect(problems.map(({ message, location }) => `${location.line} ${message}`)).toContain(
    '5 The `$ref` is empty: write what it refers to in quotes, as without them # begins a comment.',
  );
});

test('what is wrong with a schema is said once, whatever number of examples it has', async () => {
  const examples = 'examples: { a: { value: a }, b: { value: b } }';
  const answer = `default: { description: D, content: { a/b: { schema: { type: strin }, ${examples} } } }`;
  const rules = temporaryFolder({ 'rules.yaml': 'rules: { no-invalid-media-type-examples: error }\n' });
  const file = rooms(`  /: { get: { operationId: a, responses: { ${answer} } } }`);
  const { problems } = await lintContract(file, join(rules, 'rules.yaml'));
  const said = problems.map(({ message }) => message).filter((message) => message.startsWith('Example validation'));
  expect(said).toHaveLength(1);
});

test('parameters of several paths that are not described are one kind of finding', async () => {
  const paths = ['/a/{aId}', '/b/{bId}', '/c/{cId}'].map((path) => room(path, 'x-a: 1', 'summary: S'));
  const mistakes = mistakesIn((await lintContract(rooms(...paths))).problems);
  expect(mistakes.map(({ location, count }) => [location.line, count])).toEqual([[4, 3]]);
});

test.each<[what: string, text: string, says: RegExp]>([
  ['is no YAML', 'rules: [\n', /deficient indentation/],
  ['has a field that there is not', 'rulez: {}\n', /Property `rulez` is not expected here\./],
  ['names a plugin that there is not', 'plugins: [nowhere.js]\n', /Plugin "nowhere\.js" not found\./],
])('a configuration that %s is named, with what Redocly says of it', async (_, text, says) => {
  const file = join(temporaryFolder({ 'rules.yaml': text }), 'rules.yaml');
  const linting = lintContract(rooms(room('/', 'x-a: 1')), file);
  await expect(linting).rejects.toThrow(CannotRun);
  await expect(linting).rejects.toThrow(`With ${file}, the Redocly CLI gives no report. It says:\n`);
  await expect(linting).rejects.toThrow(says);
});
