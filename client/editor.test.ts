import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

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

test.each([
  ['an operation', "GET('/pets',", 'Returns the animals of the store, newest first'],
  [
    'a deprecated one',
    "GET('/pets/{petId}'",
    '@deprecated since 2026-11-20 and will be removed on 2030-12-05: use GET /pets with its parameter status',
  ],
  ['a parameter', 'limit', 'Maximum number of animals returned.'],
  ['a field', 'categoryId', 'Identifier of the category the animal belongs to.'],
  ['a schema', 'Pet | undefined', 'An animal of the store'],
])('the description of %s is shown', (_, word, description) => {
  expect(shownAt(word)).toContain(description);
});
