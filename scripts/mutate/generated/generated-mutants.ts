import type { Drift } from '../../generate/drift.ts';
import { digest, generateFiles, readHeader } from '../../generate/files.ts';
import type { Contract } from '../../openapi/contract.ts';
import { documentChanges } from '../contract/document-changes.ts';
import type { Mutant } from '../kind.ts';

/** What somebody has made of the generated files. */
export interface GeneratedMutant extends Mutant {
  /** The file that is looked at, and the lines of it that were changed; without them, it is there or not. */
  file: string;
  lines: { first: number; last: number } | undefined;
  /** All files, by name. */
  files: ReadonlyMap<string, string>;
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

/** Everything that may become of the generated files of a contract. */
export async function generatedMutants(contract: Contract): Promise<GeneratedMutant[]> {
  const files = await generateFiles(contract);
  const names = [...files.keys()];
  const headed = names.filter((name) => readHeader(files.get(name) ?? '') !== undefined);
  return [
    ...names.flatMap((name) => edits.map(([what, edit]) => edited(files, name, what, edit, 'edited'))),
    ...headed.flatMap((name) => headerEdits.map(([what, edit]) => edited(files, name, what, edit, 'edited'))),
    ...headed.flatMap((name) =>
      otherVersions.map(([what, edit]) => edited(files, name, what, edit, 'other generators')),
    ),
    ...(
      await Promise.all(
        documentChanges(contract.document).map(async ({ what, document }) =>
          staleBy(files, headed, await generateFiles({ ...contract, document }), what),
        ),
      )
    ).flat(),
    ...names.map((name) =>
      mutant(name, 'missing', new Map([...files].filter(([other]) => other !== name)), 'missing', undefined),
    ),
    ...['more.ts', 'more/types.ts'].map((name) =>
      mutant(name, 'nobody generates it', new Map([...files, [name, '']]), 'not generated', undefined),
    ),
  ];
}

function mutant(
  file: string,
  what: string,
  files: ReadonlyMap<string, string>,
  reason: Drift['reason'],
  lines: GeneratedMutant['lines'],
): GeneratedMutant {
  return { id: `${file}: ${what}`, requirementIds: [], what, file, lines, files, expected: new Map([[file, reason]]) };
}

function edited(
  files: ReadonlyMap<string, string>,
  name: string,
  what: string,
  edit: Edit,
  reason: Drift['reason'],
): GeneratedMutant {
  const { text, first, last = first } = edit(files.get(name) ?? '');
  return mutant(name, what, new Map([...files, [name, text]]), reason, { first, last });
}

/**
 * Each file as the other contract makes it, and all of them: a document alone says nothing of what it was made from.
 */
function staleBy(
  files: ReadonlyMap<string, string>,
  headed: readonly string[],
  others: ReadonlyMap<string, string>,
  change: string,
): GeneratedMutant[] {
  const linesOf = (name: string) => changedLines(files.get(name) ?? '', others.get(name) ?? '');
  const each = headed.flatMap((name) =>
    others.has(name)
      ? mutant(name, `stale: ${change}`, new Map([...files, [name, others.get(name) ?? '']]), 'stale', linesOf(name))
      : [],
  );
  const [first = ''] = files.keys();
  const all: GeneratedMutant = {
    ...mutant(first, `stale with all others: ${change}`, others, 'stale', linesOf(first)),
    expected: new Map(
      [...files.keys(), ...others.keys()].map((name) => [name, others.has(name) ? 'stale' : 'missing']),
    ),
  };
  return [...each, all];
}

/** The lines that differ: of the code, if that does. */
function changedLines(text: string, other: string): GeneratedMutant['lines'] {
  const [lines, others] = [text.split('\n'), other.split('\n')];
  const all = others.flatMap((line, index) => (line === lines[index] ? [] : [index + 1]));
  const own = all.filter((line) => line > body(text));
  const [first = 1] = own.length > 0 ? own : all;
  return { first, last: first };
}
