import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { operations } from '../generated/calls.ts';
import contract from '../generated/openapi.json' with { type: 'json' };

const file = join(import.meta.dirname, 'what-somebody-writes.ts');
const text = `import { createClient, type Pet } from './index.ts';
const client = createClient({ baseUrl: 'https://adoption.example/v1', apiKey: 'key' });
const list = await client.GET('/pets', { params: { query: { limit: 5 } } });
const one = await client.GET('/pets/{petId}', { params: { path: { petId: 1 } } });
const added = await client.POST('/pets', { body: { name: 'Bruno', categoryId: 3 } });
export const bruno: Pet | undefined = added.data ?? one.data ?? list.data?.[0];
`;

/** What an editor asks of a project that has this file beside those of the client. */
function serviceFor(): ts.LanguageService {
  const { config } = ts.readConfigFile(join(import.meta.dirname, '..', 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: [file] },
    ts.sys,
    import.meta.dirname,
  );
  return ts.createLanguageService({
    getCompilationSettings: () => ({ ...options, types: [] }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const found = name === file ? text : ts.sys.readFile(name);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => import.meta.dirname,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  });
}

const service = serviceFor();
/** The part of a call that is shown over a word of the text. */
const shownAt = (word: string) => {
  const info = service.getQuickInfoAtPosition(file, text.indexOf(word) + 1);
  const tags = info?.tags?.map((tag) => ` @${tag.name} ${ts.displayPartsToString(tag.text)}`);
  return `${ts.displayPartsToString(info?.documentation)}${tags?.join('')}`;
};

test('it compiles', { timeout: 30_000 }, () => {
  expect(service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
});

test('a deprecated operation is struck through, alone', () => {
  const struck = service.getSuggestionDiagnostics(file).filter(({ reportsDeprecated }) => reportsDeprecated);
  expect(struck.map(({ start }) => text.slice(start, text.indexOf('(', start)))).toEqual(['GET']);
  expect(text.slice(struck[0]?.start).split('\n')[0]).toContain('/pets/{petId}');
});

const { since, sunset } = operations.getPet.deprecation;
const { description, parameters } = contract.paths['/pets'].get;
const limit = parameters.find(({ name }) => name === 'limit');
const { Pet } = contract.components.schemas;
test.each([
  ['an operation', "GET('/pets',", description],
  [
    'a deprecated one',
    "GET('/pets/{petId}'",
    `@deprecated since ${since} and will be removed on ${sunset}: use GET /pets with its parameter status`,
  ],
  ['a parameter', 'limit', limit?.description],
  ['a field', 'categoryId', Pet.properties.categoryId.description],
  ['a schema', 'Pet | undefined', Pet.description],
])('the description of %s is shown', (_, word, shown) => {
  expect(shownAt(word)).toContain(shown);
});
