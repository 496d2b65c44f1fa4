import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { isTestCode, projectFolder, rooms } from './cli/project.ts';
import { childOf, type Json, listOf, objectOf } from './openapi/json.ts';
import { slowTests } from './runner/side-tests.ts';

interface Module {
  file: string;
  text: string;
  /** What it imports: files of this project by their path in it, all else by its name. */
  imports: string[];
  isTest: boolean;
}

function filesOf(room: string): { file: string; path: string }[] {
  const entries = readdirSync(join(projectFolder, room), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
  return paths.map((path) => ({ file: relative(projectFolder, path), path }));
}

function modulesOf(room: string): Module[] {
  return filesOf(room)
    .filter(({ file }) => /\.(ts|js|mjs)$/.test(file))
    .map(({ file, path }) => {
      const text = readFileSync(path, 'utf8');
      const imports = importsOf(text).map((name) =>
        name.startsWith('.') ? relative(projectFolder, join(dirname(path), name)) : name,
      );
      return { file, text, imports, isTest: isTestCode(file) };
    });
}

/** Also what is imported dynamically, as CommonJS, or as a type alone. */
function importsOf(text: string): string[] {
  const found = new Set(ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName));
  const dynamic = /\b(?:import|createRequire\(import\.meta\.url\))\(\s*['"]([^'"]+)['"]\s*\)/g;
  for (const [, name = ''] of text.matchAll(dynamic)) found.add(name);
  return [...found];
}

const modules = rooms.flatMap(modulesOf);
const inRoom = (room: string) => modules.filter(({ file }) => file.startsWith(`${room}/`));
const code = (room: string) => inRoom(room).filter(({ isTest }) => !isTest);
/** What the server is compared with, in frameworks of all kinds, and the server of a new service. */
const isOtherServer = ({ file }: Module) => /^(server\/bench\/peers|scripts\/new\/service)\//.test(file);
const packageIn = (folder: string): unknown =>
  objectOf(JSON.parse(readFileSync(join(projectFolder, folder, 'package.json'), 'utf8')) as Json)['name'];
const packages = { server: String(packageIn('server')), client: `${String(packageIn('.'))}/client` };

/**
 * The room that an import leads to, by its path or by the name of its package;
 * undefined for what is not of this project.
 */
function roomOf(imported: string): string | undefined {
  return (
    rooms.find((room) => imported.startsWith(`${room}/`)) ??
    (['server', 'client'] as const).find((room) => imported === packages[room])
  );
}

/** The imports that a rule forbids, each as `file -> import`. */
function offences(of: Module[], isForbidden: (imported: string, file: string) => boolean): string[] {
  return of.flatMap(({ file, imports }) =>
    imports.filter((imported) => isForbidden(imported, file)).map((imported) => `${file} -> ${imported}`),
  );
}

const leadsTo =
  (...others: string[]) =>
  (imported: string) =>
    others.includes(roomOf(imported) ?? '');

test.each<[rule: string, of: Module[], isForbidden: (imported: string, file: string) => boolean]>([
  ['spec/ imports nothing of the other rooms', inRoom('spec'), leadsTo('generated', 'server', 'client', 'scripts')],
  ['generated/ imports nothing but itself', inRoom('generated'), (imported) => roomOf(imported) !== 'generated'],
  ['server/ never imports client/, spec/ or scripts/', code('server'), leadsTo('client', 'spec', 'scripts')],
  ['client/ never imports server/, spec/ or scripts/', code('client'), leadsTo('server', 'spec', 'scripts')],
  [
    'tests of the sides may import each other, not scripts/',
    [...inRoom('server'), ...inRoom('client')],
    leadsTo('scripts'),
  ],
  [
    'quick tests of client/ never import server/: a change of the server does not run them again',
    inRoom('client').filter(({ file }) => !slowTests.some((glob) => matchesGlob(file, glob))),
    leadsTo('server'),
  ],
  ['scripts/ imports no other room', inRoom('scripts'), leadsTo('spec', 'generated', 'server', 'client')],
  ['nothing is imported from outside the project', modules, (imported) => imported.startsWith('..')],
  [
    'code imports neither tests, nor what they are made of, nor the test runner',
    modules.filter(({ isTest }) => !isTest),
    (imported) => imported === 'vitest' || modules.some(({ file, isTest }) => isTest && file === imported),
  ],
  [
    'Hono is known to server/app.ts alone',
    modules.filter((one) => !isOtherServer(one)),
    (imported, file) => /^hono(\/|$)/.test(imported) && file !== 'server/app.ts',
  ],
  [
    "Hono's Node adapter is known to server/socket/serve.ts alone",
    modules.filter((one) => !isOtherServer(one)),
    (imported, file) => imported.startsWith('@hono/') && file !== 'server/socket/serve.ts',
  ],
  [
    'SQL is known to server/storage/ alone',
    modules.filter(({ isTest }) => !isTest),
    (imported, file) => ['node:sqlite', 'pg'].includes(imported) && !file.startsWith('server/storage/'),
  ],
  [
    'Redis is known to server/rate-limit/redis-counts.ts alone',
    modules.filter(({ isTest }) => !isTest),
    (imported, file) => imported === 'ioredis' && file !== 'server/rate-limit/redis-counts.ts',
  ],
])('%s', (_, of, isForbidden) => {
  expect(of.length).toBeGreaterThan(0);
  expect(offences(of, isForbidden)).toEqual([]);
});

test('what only tests use lives in folders of tests: code imports the rest, or names it as a program', () => {
  const own = modules.filter(({ file, isTest }) => !isTest && !file.startsWith('generated/'));
  const imported = new Set(own.flatMap(({ imports }) => imports));
  const configurations = ['package.json', ...rooms.flatMap((room) => filesOf(room).map(({ file }) => file))]
    .filter((file) => /((package|tsconfig)\.json|redocly\.yaml)$/.test(file))
    .map((file) => readFileSync(join(projectFolder, file), 'utf8'));
  const texts = [...own.map(({ text }) => text), ...configurations];
  const isNamed = (file: string) => {
    const name = new RegExp(`['"/ ](${basename(file)}|run\\.js ${basename(file, '.ts')})(?![\\w.])`);
    return texts.some((text) => name.test(text));
  };
  const unused = own.filter(({ file }) => !imported.has(file) && !isNamed(file));
  expect(unused.map(({ file }) => file)).toEqual([]);
});

test('environment variables are read in server/configuration.ts alone', () => {
  const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const readers = code('server').filter(({ text }) =>
    /\bprocess(\s*\.\s*env\b|\s*[[\])},;])/.test(withoutComments(text)),
  );
  expect(readers.map(({ file }) => file)).toEqual(['server/configuration.ts']);
  expect(offences(code('server'), (imported) => imported === 'node:process' || imported === 'process')).toEqual([]);
});

const document = JSON.parse(readFileSync(join(projectFolder, 'generated', 'openapi.json'), 'utf8')) as Json;
const paths = Object.keys(objectOf(childOf(document, 'paths')));

describe('the toolchain knows no contract in particular', () => {
  const tags = listOf(childOf(document, 'tags')).map((tag) => String(childOf(tag, 'name')));
  // What the service is about: the things in its paths and the names of its tags, whether one or many.
  const things = [
    ...paths.flatMap((path) => path.split('/').filter((segment) => /^[\w-]+$/.test(segment))),
    ...tags,
  ].map((thing) => thing.replace(/s$/, '').toLowerCase());
  // A README shows what the commands print for this contract.
  const texts = filesOf('scripts')
    .filter(({ path }) => !/\/test\/|sample-contracts|README\.md$/.test(path))
    .map(({ file, path }) => ({ file, text: readFileSync(path, 'utf8') }));

  test.each([...new Set(things)])('%s is not named', (thing) => {
    const named = new RegExp(`(?<![A-Za-z])${thing}s?(?![a-z])|${thing[0]?.toUpperCase()}${thing.slice(1)}s?(?![a-z])`);
    expect(texts.filter(({ text }) => named.test(text)).map(({ file }) => file)).toEqual([]);
  });

  test.each([...paths, ...statesIn(document)])('%s is not written', (value) => {
    expect(texts.filter(({ text }) => isWritten(value, text)).map(({ file }) => file)).toEqual([]);
  });
});

test('no path of the contract is written a second time in the code of a side', () => {
  const written = [...code('server'), ...code('client')].filter(({ text }) =>
    paths.some((path) => isWritten(path, text)),
  );
  expect(written.map(({ file }) => file)).toEqual([]);
});

/** Every value of an enum. */
function statesIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = listOf(childOf(value, 'enum')).filter((one) => typeof one === 'string');
  return [...new Set([...own, ...Object.values(value).flatMap(statesIn)])];
}

/** True when a text has the value as a literal. */
function isWritten(value: string, text: string): boolean {
  return ["'", '"', '`'].some((quote) => text.includes(quote + value + quote));
}

// A room of the toolchain imports only rooms before it; the commands, which stand beside the rooms, import them all.
const toolchainRooms = [
  ...[
    'cli',
    'http',
    'openapi',
    'types',
    'requirements',
    'documentation',
    'generate',
    'harness',
    'runner',
    'verify/arazzo',
  ],
  ...['verify', 'stub', 'verify/client', 'release', 'mutate', 'report', 'check', 'dev', 'bench', 'new', 'package'],
];

/** The room of the toolchain that a file is in; undefined for the commands. */
function toolchainRoomOf(file: string): string | undefined {
  const folders = file
    .replace(/^scripts\//, '')
    .split('/')
    .slice(0, -1);
  return [folders.slice(0, 2), folders.slice(0, 1)]
    .map((names) => names.join('/'))
    .find((name) => toolchainRooms.includes(name));
}

describe('the rooms of the toolchain', () => {
  const own = code('scripts');

  test('every file is in a room, or is a command', () => {
    const outside = own.filter(
      ({ file }) => toolchainRoomOf(file) === undefined && !/^scripts\/[\w-]+\.[jt]s$/.test(file),
    );
    expect(outside.map(({ file }) => file)).toEqual([]);
  });

  const folders = new Set(toolchainRooms.map((room) => room.split('/')[0] ?? ''));

  test.each([...folders])('%s has a README, which the one of the toolchain leads to', (folder) => {
    expect(existsSync(join(projectFolder, 'scripts', folder, 'README.md'))).toBe(true);
    expect(readFileSync(join(projectFolder, 'scripts/README.md'), 'utf8')).toContain(`(${folder}/README.md)`);
  });

  test.each(toolchainRooms)('%s imports only rooms before it', (room) => {
    const of = own.filter(({ file }) => toolchainRoomOf(file) === room);
    const allowed = toolchainRooms.slice(0, toolchainRooms.indexOf(room) + 1);
    const isForbidden = (imported: string) =>
      imported.startsWith('scripts/') && !allowed.includes(toolchainRoomOf(imported) ?? 'a command');
    expect(of.length).toBeGreaterThan(0);
    expect(offences(of, isForbidden)).toEqual([]);
  });
});

test.each(rooms)('no file of %s/ imports itself by way of others', (room) => {
  expect(circlesIn(code(room))).toEqual([]);
});

/** Files that lead back to themselves by their imports, types included: each circle once, as the files on its way. */
function circlesIn(of: readonly Module[]): string[] {
  const imports = new Map(of.map(({ file, imports }) => [file, imports]));
  const finished = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (way.includes(file) || finished.has(file)) return;
    for (const imported of imports.get(file) ?? []) visit(imported, [...way, file]);
    finished.add(file);
  };
  for (const { file } of of) visit(file, []);
  return circles;
}

/** The README files, with the links of each; the one that `new` fills in leads to files that are not here. */
function readmeLinks(): { readme: string; link: string }[] {
  const readmes = ['README.md', ...rooms.flatMap((room) => filesOf(room).map(({ file }) => file))].filter(
    (file) => file.endsWith('.md') && !file.startsWith('scripts/new/service/'),
  );
  return readmes.flatMap((readme) => {
    const links = readFileSync(join(projectFolder, readme), 'utf8').matchAll(/\]\(([^)\s]+)\)/g);
    return [...links].map(([, link = '']) => ({ readme, link }));
  });
}

test('what a README links to is there', () => {
  const inProject = readmeLinks().filter(({ link }) => !/^\w+:/.test(link));
  const dead = inProject.filter(({ readme, link }) => {
    const [path = '', heading] = link.split('#');
    const file = path === '' ? readme : join(dirname(readme), path);
    if (!existsSync(join(projectFolder, file))) return true;
    return heading !== undefined && !headingsOf(file).includes(heading);
  });
  expect(inProject.length).toBeGreaterThan(0);
  expect(dead).toEqual([]);
});

/** The headings of a Markdown file, as links name them. */
function headingsOf(file: string): string[] {
  const headings = readFileSync(join(projectFolder, file), 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
