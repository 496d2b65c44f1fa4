import { countOf } from '../../cli/text.ts';
import type { Drift } from '../../generate/drift.ts';
import { digest, generateFiles, readHeader } from '../../generate/files.ts';
import type { Contract } from '../../openapi/contract.ts';
import { remembered } from '../../openapi/remembered.ts';
import { type DocumentChange, documentChanges } from '../contract/document-changes.ts';
import type { Mutant } from '../kind.ts';

/** What somebody has made of the generated files. */
export interface GeneratedMutant extends Mutant {
  /** The file that is looked at. */
  file: string;
  /** Made when it is tried: of a large contract, all of them are more than a process holds. */
  make(): Promise<ChangedFiles>;
}

/** Generated files as somebody has left them. */
export interface ChangedFiles {
  /** All files, by name. */
  files: ReadonlyMap<string, string>;
  /** The lines of the file that were changed; without them, it is there or not. */
  lines: { first: number; last: number } | undefined;
  /** The reason that must be reported, by file. */
  expected: ReadonlyMap<string, Drift['reason']>;
}

type Edit = (text: string) => { text: string; first: number; last?: number };

const headerLines = 5;
const body = (text: string) => (readHeader(text) === undefined ? 0 : headerLines);

/** The line in the middle of the body that has a word which is nowhere on the next line, counted from 0. */
function middleOf(lines: readonly string[], start: number): number {
  const middle = start + Math.floor((lines.length - start) / 2);
  const index = lines.findIndex((line, at) => at >= middle && /[A-Za-z]{3}/.test(line) && line !== lines[at + 1]);
  return index === -1 ? start : index;
}

function onLine(change: (line: string) => string[]): Edit {
  return (text) => {
    const lines = text.split('\n');
    const index = middleOf(lines, body(text));
    return { text: lines.toSpliced(index, 1, ...change(lines[index] ?? '')).join('\n'), first: index + 1 };
  };
}

const lastLine = (text: string) => text.split('\n').length;

const edits: readonly [what: string, edit: Edit][] = [
  ['a word edited', onLine((line) => [line.replace(/[A-Za-z]{3,}/, '$&x')])],
  ['a line removed', onLine(() => [])],
  ['a line commented out', onLine((line) => [`// ${line}`])],
  ['a blank at the end of a line', onLine((line) => [`${line} `])],
  ['a line added at the end', (text) => ({ text: `${text}// mine\n`, first: lastLine(text) })],
  ['other line ends', (text) => ({ text: text.replaceAll('\n', '\r\n'), first: 1, last: lastLine(text) })],
  ['nothing left in it', (text) => ({ text: '', first: 1, last: lastLine(text) })],
];

const headerEdits: readonly [what: string, edit: Edit][] = [
  ['its first line edited', (text) => ({ text: text.replace('// Generated', '// Once generated'), first: 1 })],
  [
    'its digest edited',
    (text) => ({
      text: text.replace(
        /^(\/\/ sha256 )(.)/m,
        (_, before: string, digit: string) => before + (digit === '0' ? '1' : '0'),
      ),
      first: 4,
    }),
  ],
  [
    'its header removed',
    (text) => ({ text: text.split('\n').slice(headerLines).join('\n'), first: 1, last: lastLine(text) }),
  ],
];

/** Another version says what it is, and the digest of what it has written. */
const otherVersions: readonly [what: string, edit: Edit][] = [
  ['another version, the same code', (text) => ({ text: withVersion(text), first: 3 })],
  [
    'another version, other code',
    (text) => {
      const { text: changed, first } = onLine((line) => [line.replace(/[A-Za-z]{3,}/, '$&x')])(text);
      const own = changed.split('\n').slice(headerLines).join('\n');
      return { text: withVersion(changed).replace(/^\/\/ sha256 \w+$/m, `// sha256 ${digest(own)}`), first };
    },
  ],
];

const withVersion = (text: string) => text.replace(/(?<=^\/\/ openapi-typescript )\S+(?=,)/m, '0.0.0');

/** The files of a contract. */
export const filesOf = remembered((contract: Contract) => generateFiles(contract));

/** Characters that are generated at most of changed documents, but for one of them. */
const mostText = 50_000_000;

/** The changes of the document whose files are tried, and how many are left out as there is too much in them. */
async function triedChanges(contract: Contract): Promise<{ changes: DocumentChange[]; leftOut: number }> {
  const all = documentChanges(contract.document);
  const text = [...(await filesOf(contract)).values()].reduce((sum, { length }) => sum + length, 0);
  const changes = all.slice(0, Math.max(1, Math.floor(mostText / text)));
  return { changes, leftOut: all.length - changes.length };
}

/** What of the generated files of a contract is not tried, as it would take too long. */
export async function leftOutOf(contract: Contract): Promise<string[]> {
  const { leftOut } = await triedChanges(contract);
  return leftOut === 0 ? [] : [`${countOf(leftOut, 'change')} of the contract left out, as so much is generated of it`];
}

/** Everything that may become of the generated files of a contract. */
export async function generatedMutants(contract: Contract): Promise<GeneratedMutant[]> {
  const files = await filesOf(contract);
  const names = [...files.keys()];
  const headed = names.filter((name) => readHeader(files.get(name) ?? '') !== undefined);
  const { changes } = await triedChanges(contract);
  return [
    ...names.flatMap((name) => edits.map(([what, edit]) => edited(files, name, what, edit, 'edited'))),
    ...headed.flatMap((name) => headerEdits.map(([what, edit]) => edited(files, name, what, edit, 'edited'))),
    ...headed.flatMap((name) =>
      otherVersions.map(([what, edit]) => edited(files, name, what, edit, 'other generators')),
    ),
    ...staleMutants(contract, files, headed, changes),
    ...names.map((name) =>
      mutant(name, 'missing', () => ({
        files: new Map([...files].filter(([other]) => other !== name)),
        lines: undefined,
        expected: new Map([[name, 'missing']]),
      })),
    ),
    ...['more.ts', 'more/types.ts'].map((name) =>
      mutant(name, 'nobody generates it', () => ({
        files: new Map([...files, [name, '']]),
        lines: undefined,
        expected: new Map([[name, 'not generated']]),
      })),
    ),
  ];
}

function mutant(file: string, what: string, make: () => ChangedFiles | Promise<ChangedFiles>): GeneratedMutant {
  return { id: `${file}: ${what}`, requirementIds: [], what, file, make: async () => make() };
}

function edited(
  files: ReadonlyMap<string, string>,
  name: string,
  what: string,
  edit: Edit,
  reason: Drift['reason'],
): GeneratedMutant {
  return mutant(name, what, () => {
    const { text, first, last = first } = edit(files.get(name) ?? '');
    return { files: new Map([...files, [name, text]]), lines: { first, last }, expected: new Map([[name, reason]]) };
  });
}

/**
 * Each file as a changed contract makes it, and all of them: a document alone says nothing of what it was made from.
 */
function staleMutants(
  contract: Contract,
  files: ReadonlyMap<string, string>,
  headed: readonly string[],
  changes: readonly DocumentChange[],
): GeneratedMutant[] {
  let last: { change: DocumentChange; made: Promise<Map<string, string>> } | undefined;
  // Those of one change follow each other.
  const madeOf = (change: DocumentChange) => {
    if (last?.change !== change) last = { change, made: generateFiles({ ...contract, document: change.document }) };
    return last.made;
  };
  const [first = ''] = files.keys();
  return changes.flatMap((change) => [
    ...headed.map((name) =>
      mutant(name, `stale: ${change.what}`, async () => staleBy(files, [name], name, await madeOf(change))),
    ),
    mutant(first, `stale with all others: ${change.what}`, async () => {
      const others = await madeOf(change);
      return staleBy(files, [...files.keys(), ...others.keys()], first, others);
    }),
  ]);
}

/** These files as others are, also where there is no such file. */
function staleBy(
  files: ReadonlyMap<string, string>,
  names: readonly string[],
  file: string,
  others: ReadonlyMap<string, string>,
): ChangedFiles {
  const changed = new Map(files);
  for (const name of names) changed.delete(name);
  for (const name of names) if (others.has(name)) changed.set(name, others.get(name) ?? '');
  return {
    files: changed,
    lines: others.has(file) ? changedLines(files.get(file) ?? '', others.get(file) ?? '') : undefined,
    expected: new Map(names.map((name) => [name, others.has(name) ? 'stale' : 'missing'])),
  };
}

/** The lines that differ: of the code, if that does. */
function changedLines(text: string, other: string): ChangedFiles['lines'] {
  const [lines, others] = [text.split('\n'), other.split('\n')];
  const all = others.flatMap((line, index) => (line === lines[index] ? [] : [index + 1]));
  const start = body(text);
  const own = all.filter((line) => line > start);
  const [first = 1] = own.length > 0 ? own : all;
  return { first, last: first };
}
