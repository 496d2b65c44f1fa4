import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { generateFiles } from '../generate/files.ts';
import { readContract } from '../openapi/read-contract.ts';
import { contractOf, fixture } from '../test/contracts.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { textAt } from '../test/text-at.ts';
import { checkTypes, explainTypes } from './type-check.ts';
import { explainIn, programOf } from './type-explanation.ts';
import type { TypeProblem } from './type-problem.ts';

const contract = await readContract(fixture('weather.yaml'));
const files = await generateFiles(contract);

const imports = `import type { components, operations } from './types.ts';
type Reading = components['schemas']['Reading'];
type Unit = NonNullable<NonNullable<operations['listReadings']['parameters']['query']>['unit']>;
`;
const handlers = `${imports}type Handlers = {
  [Id in keyof operations]: () => { status: keyof operations[Id]['responses'] };
};
`;

const manyMembers = Array.from({ length: 12 }, (_, at) => `member${at}: string`).join('; ');

/** Code that does not fit the contract, and the text of the document that it is reported with. */
const wrong: Record<string, [code: string, text: string | undefined, message: RegExp]> = {
  'a missing property': [
    `${imports}export const reading: Reading = { celsius: 3 };\n`,
    'at:',
    /^Property 'at' is missing: the contract requires it\.$/,
  ],
  'an unknown property': [
    `${imports}export const reading: Reading = { at: '', humidity: 3 };\n`,
    'properties:',
    /'humidity' does not exist/,
  ],
  'a property of another type': [
    `${imports}export const reading: Reading = { at: '', celsius: 'hot' };\n`,
    'celsius:',
    /^Type 'string' is not assignable to type 'number'/,
  ],
  'a property of a property': [
    `${imports}export const reading: Reading = { at: '', neighbour: { at: '', celsius: 'hot' } };\n`,
    'celsius:',
    /^Type 'string'/,
  ],
  'reading an unknown property': [
    `${imports}export const read = (reading: Reading) => reading.humidity;\n`,
    'properties:',
    /^Property 'humidity' does not exist/,
  ],
  'a value that is not in the enum': [
    `${imports}export const unit: Unit = 'fahrenheit';\n`,
    'name: unit',
    /^Type '"fahrenheit"'/,
  ],
  'an undocumented status': [
    `${handlers}export const all: Handlers = {
  listReadings: () => ({ status: 200 }),
  addReading: () => ({ status: 202 }),
  'get /archive/#{day}': () => ({ status: 200 }),
};
`,
    'responses:',
    /^The status 202 is not documented: addReading has 201\.$/,
  ],
  'an undocumented status of a handler that stands before': [
    `${imports}type Handlers = {
  [Id in keyof operations & ('addReading' | 'listReadings')]?: () => { status: keyof operations[Id]['responses'] };
};
const addReading = () => ({ status: 202 as const });
export const some: Handlers = { addReading };
`,
    'responses:',
    /^The status 202 is not documented: addReading has 201\.$/,
  ],
  'another body of a status': [
    `${imports}type Handlers = {
  [Id in keyof operations]: () => { status: 200; body: Reading } | { status: 201; body: Reading };
};
export const some: Partial<Handlers> = {
  listReadings() {
    return { status: 200, body: 'none' };
  },
};
`,
    'content:',
    /is not assignable/,
  ],
  'a handler of an operation that is gone': [
    `${handlers}export const all: Handlers = {
  listReadings: () => ({ status: 200 }),
  removeReading: () => ({ status: 201 }),
  'get /archive/#{day}': () => ({ status: 200 }),
};
`,
    'post:',
    /'removeReading' does not exist/,
  ],
  'a member that is read': [
    `${imports}export const read = (reading: Reading): number => reading.at;\n`,
    'at:',
    /^Type 'string' is not assignable/,
  ],
  'what a function is to give': [
    `${imports}export function read(): NonNullable<Reading['station']> {\n  return 3;\n}\n`,
    'station:',
    /^Type 'number' is not/,
  ],
  'a missing handler': [
    `${handlers}export const all: Handlers = { addReading: () => ({ status: 201 }) };\n`,
    'get:',
    /missing/,
  ],
  'an operation in a type argument': [
    `${handlers}declare function handle<Id extends keyof operations>(status: number): Id;
handle<'addReading'>('x');
`,
    'post:',
    /^Argument of type 'string'/,
  ],
  'a type argument of what is called': [
    `${imports}declare function typeOf<T>(): { is<U extends T>(): U };\ntypeOf<Reading['station']>().is<number>();\n`,
    'station:',
    /^Type 'number' does not satisfy/,
  ],
  'an alias of an alias': [
    `${imports}type Own = Reading;\nexport const all: Own['station'][] = [3];\n`,
    'station:',
    /^Type 'number' is not assignable/,
  ],
  'what is no object': [
    `${imports}declare function take(labels: components['schemas']['Labels']): void;\ntake(3);\n`,
    'Labels:',
    /^Argument of type 'number' is not assignable/,
  ],
  'a type made of the generated one': [
    `${imports}type Copy<T> = { [Key in keyof T]: T[Key] } & {};
declare function take(reading: Copy<Reading>): void;
take({ at: '', humidity: 3 });
`,
    'properties:',
    /'humidity' does not exist/,
  ],
  'a chain of reasons': [
    `${imports}const source = { at: 3 };\nexport const reading: Reading = source;\n`,
    'Reading:',
    /^Type 'number' is not assignable to type 'string'\.$/,
  ],
  'an error in a handler': [
    `${handlers}export const some: Partial<Handlers> = {
  addReading() {
    const text: string = 3;
    return { status: text.length > 0 ? 201 : 201 };
  },
};
`,
    'post:',
    /^Type 'number' is not assignable to type 'string'/,
  ],
  'an operation that is gone': [
    `${imports}export type Gone = operations['removeReading'];\n`,
    undefined,
    /^Property 'removeReading' does not exist/,
  ],
  'an import of a name that is gone': [
    "import type { Gone } from './types.ts';\nexport const gone: Gone = 3;\n",
    undefined,
    /no exported member 'Gone'/,
  ],
  'a type of many members': [
    `export const read = (of: { ${manyMembers} }) => of.gone;\n`,
    undefined,
    /^Property 'gone' does not exist on type '\{ member0: string; [^']{1,50}…'\.$/,
  ],
  'what a test expects of a type, in the way of Vitest': [
    "export const one: 'Expected: string, Actual: number' | 'Expected: null, Actual: number' = undefined;\n",
    undefined,
    /^A test expects the type string here, and it is number\.$/,
  ],
  'an error of its own': [
    'export const text: string = 3;\n',
    undefined,
    /^Type 'number' is not assignable to type 'string'/,
  ],
  'a missing module': ["export * from './gone.ts';\n", undefined, /^Cannot find module/],
};

const names = Object.keys(wrong);
const fileOf = (name: string) => `${names.indexOf(name)}.ts`;

function projectOf(code: Record<string, string>): string {
  const options = {
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024'],
    types: [],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  };
  const config = JSON.stringify({ compilerOptions: options, include: ['*.ts'] });
  return temporaryFolder({
    'tsconfig.json': config,
    'package.json': '{"type":"module"}',
    'types.ts': files.get('types.ts') ?? '',
    ...code,
  });
}

describe('each type error is reported with the part of the contract that it is about', () => {
  let found: TypeProblem[];
  let explained: TypeProblem[];
  beforeAll(async () => {
    const folder = projectOf(Object.fromEntries(names.map((name) => [fileOf(name), wrong[name]?.[0] ?? ''])));
    found = await checkTypes(join(folder, 'tsconfig.json'));
    explained = await explainTypes(found, join(folder, 'tsconfig.json'), join(folder, 'types.ts'), contract.document);
  });

  test.each(names)('%s', (name) => {
    const [, text, message = /^$/] = wrong[name] ?? [];
    const [problem] = explained.filter(({ location }) => basename(location.file) === fileOf(name));
    expect(problem?.message).toMatch(message);
    expect(problem?.pointer === undefined ? undefined : textAt(contract.locate(problem.pointer))).toBe(text);
  });

  test.each(names)('and is found at the same line by the fast compiler: %s', (name) => {
    const linesOf = (problems: TypeProblem[]) =>
      problems.filter(({ location }) => basename(location.file) === fileOf(name)).map(({ location }) => location.line);
    expect(linesOf(explained)).toEqual(linesOf(found));
  });
});

test('code at which the compiler throws is left to what else is known of it', () => {
  const folder = projectOf({ 'a.ts': 'export const text: string = 3;\n' });
  const file = join(folder, 'a.ts');
  const program = programOf([file], join(folder, 'tsconfig.json'));
  const explained = () => explainIn(program, [file], join(folder, 'types.ts'), contract.document);
  expect(explained()).toHaveLength(1);
  program.getSemanticDiagnostics = () => {
    throw new TypeError('Cannot read properties of undefined');
  };
  expect(explained()).toEqual([]);
});

test('an error at a generated constant is reported with what that was made from', async () => {
  const plain = contractOf(`openapi: 3.1.0
info: { title: Plain, version: 1.0.0 }
x-rate-limit-plans:
  small:
    requestsPerMinute: 60
paths:
  /plain:
    get:
      operationId: listPlain
      responses: { '200': { description: Plain. } }
components:
  securitySchemes:
    key:
      type: http
      scheme: bearer
`);
  const code = `import { operations, service } from './operations.ts';
service.rateLimitPlans.small.requestsPerMinute satisfies 50;
service.securitySchemes.key.scheme satisfies 'basic';
operations.listPlain.method satisfies 'POST';
service.title satisfies 'Other';
export const scheme: Capitalize<(typeof service)['securitySchemes']['key']['scheme']> = 'Basic';
export const title: (typeof service)['title'] = 'Other';
`;
  const folder = projectOf({ 'a.ts': code, 'operations.ts': (await generateFiles(plain)).get('operations.ts') ?? '' });
  const config = join(folder, 'tsconfig.json');
  const problems = await explainTypes(await checkTypes(config), config, join(folder, 'types.ts'), plain.document);
  expect(problems.map(({ pointer }) => pointer && textAt(plain.locate(pointer)))).toEqual([
    'requestsPerMinute: 60',
    'scheme: bearer',
    'get:',
    undefined,
    'scheme: bearer',
    undefined,
  ]);
});

test('nothing is found where nothing is wrong', async () => {
  expect(
    await checkTypes(
      join(projectOf({ 'a.ts': `${imports}export const reading: Reading = { at: '' };\n` }), 'tsconfig.json'),
    ),
  ).toEqual([]);
});

test('what cannot be parsed is where it stands in the code, also where the contract is used', async () => {
  const code = `${imports}export const reading: Reading = { at: '', celsius: (3 };\n`;
  const config = join(projectOf({ 'a.ts': code }), 'tsconfig.json');
  const problems = await explainTypes(await checkTypes(config), config, join(config, '../types.ts'), contract.document);
  expect(problems).toEqual([
    { location: expect.objectContaining({ line: 4, column: 55 }), message: "')' expected.", pointer: undefined },
  ]);
});

test.each<[name: string, files: Record<string, string>, place: string, message: string]>([
  ['a syntax error', { 'a.ts': 'export const = ;\n' }, 'a.ts:1:14', 'TS1134'],
  ['no file', {}, 'tsconfig.json:1:1', 'TS18003'],
])('%s is reported without the contract', async (_, code, place, message) => {
  const folder = temporaryFolder({ 'tsconfig.json': '{ "compilerOptions": { "noEmit": true } }', ...code });
  const config = join(folder, 'tsconfig.json');
  const problems = await checkTypes(config);
  expect(
    problems.map(({ location, message: text }) => [
      `${basename(location.file)}:${location.line}:${location.column}`,
      text.split(':')[0],
    ]),
  ).toEqual([[place, message]]);
  expect(
    (await explainTypes(problems, config, join(folder, 'types.ts'), {})).map(({ pointer, location }) => [
      pointer,
      location,
    ]),
  ).toEqual([[undefined, problems[0]?.location]]);
});
