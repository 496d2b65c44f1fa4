import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from './cli/project.ts';
import { generateFiles, writeFiles } from './generate/files.ts';
import { runValidators, type Validate, type Validators } from './generate/test/run-validators.ts';
import { type Contract, resolvePart } from './openapi/contract.ts';
import { objectOf, pointerTo } from './openapi/json.ts';
import { operationsOf } from './openapi/operations.ts';
import { readContract } from './openapi/read-contract.ts';
import { fixture } from './test/contracts.ts';
import { temporaryFolder } from './test/temporary-folder.ts';
import { checkTypes } from './types/type-check.ts';

// Documents that others have published, where they are at hand.
const published = join(projectFolder, '..', 'shared', 'documents');
const documents = [
  ...['library.yaml', 'weather.yaml'].map((name) => ({ name, file: fixture(name), isSmall: true })),
  ...(existsSync(published) ? readdirSync(published) : [])
    .filter((name) => /\.(yaml|json)$/.test(name))
    .map((name) => ({ name, file: join(published, name), isSmall: name.endsWith('.yaml') })),
];

/** What the examples of a document lack by its own schemas. */
const faults: Record<string, string[]> = {
  // Of what may be null as well, each alternative says what it lacks.
  'box.json': [
    '/shared_link must be equal to one of the allowed values',
    "/shared_link must have required property 'accessed'",
    '/shared_link must match a schema in anyOf',
  ],
};

/** Every example of a JSON body, with the way to the validator of that body. */
function examplesOf(
  contract: Contract,
): { value: unknown; validatorIn: (validators: Validators) => Validate | undefined }[] {
  return operationsOf(contract).flatMap(({ id, requestBody, responses }) => {
    const bodies = Object.entries(responses).map(([status, response]) => ({
      ...response,
      contentIn: ({ operations }: Validators) => operations[id]?.responses[status]?.content,
    }));
    if (requestBody !== null)
      bodies.push({ ...requestBody, headers: [], contentIn: ({ operations }) => operations[id]?.requestBody });
    return bodies.flatMap(({ pointer, mediaTypes, contentIn }) =>
      mediaTypes
        .filter((name) => name.includes('json'))
        .flatMap((mediaType) => {
          const media = `${pointer}/content${pointerTo(mediaType)}`;
          const { example, examples } = objectOf(resolvePart(contract, media).value);
          const named = Object.keys(objectOf(examples)).map(
            (name) => objectOf(resolvePart(contract, `${media}/examples${pointerTo(name)}`).value)['value'],
          );
          return (example === undefined ? named : [example]).map((value) => ({
            value,
            validatorIn: (validators: Validators) => contentIn(validators)?.[mediaType],
          }));
        }),
    );
  });
}

const generated = new Map<string, Map<string, string>>();

describe.each(documents)('$name', ({ name, file }) => {
  let contract: Contract;
  let files: Map<string, string>;
  beforeAll(async () => {
    contract = await readContract(file);
    files = await generateFiles(contract);
    generated.set(name, files);
  });

  test('code follows from it', () => {
    expect([...files.keys()].filter((name) => !/^validators\/(?!lines)/.test(name))).toEqual([
      'openapi.json',
      'types.ts',
      'operations.ts',
      'calls.ts',
      'documentation.ts',
      'validators.js',
      'validators.d.ts',
      'validators/lines.js',
    ]);
    expect([...files.values()].every((text) => text.length > 100)).toBe(true);
  });

  test('its examples are valid', async () => {
    const examples = examplesOf(contract);
    if (examples.length === 0) return;
    const validators = await runValidators(files);
    const found = examples.flatMap(({ value, validatorIn }) => {
      const validate = validatorIn(validators);
      return validate === undefined || validate(value)
        ? []
        : validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`);
    });
    expect([...new Set(found)].sort()).toEqual(faults[name] ?? []);
  });
});

test('the generated TypeScript of the small ones is in order', async () => {
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const options = {
    ...strict,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024'],
    types: [],
    noEmit: true,
    allowImportingTsExtensions: true,
  };
  const folder = temporaryFolder({
    'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['*/*.ts'] }),
    'package.json': '{"type":"module"}',
  });
  const use = `import { operations } from './operations.ts';
import * as validators from './validators.js';
import type { Calls } from './calls.ts';
import type { paths } from './types.ts';
export const use = [operations, validators.operations] as const;
export type Use = paths;
export type Client = Calls<object, unknown>;
`;
  for (const { name } of documents.filter(({ isSmall }) => isSmall)) {
    await writeFiles(new Map([...(generated.get(name) ?? []), ['use.ts', use]]), join(folder, name));
  }
  expect(await checkTypes(join(folder, 'tsconfig.json'))).toEqual([]);
});
