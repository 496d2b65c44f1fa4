import { join, relative } from 'node:path';
import { nameOf } from '../cli/command-line.ts';
import type { Location } from '../cli/problem.ts';
import { countOf } from '../cli/text.ts';
import type { Contract } from '../openapi/contract.ts';
import { pointerOfNames } from '../openapi/generated-names.ts';
import { digest, documentFile, isLeftOver, readFolder, readHeader } from './files.ts';

type Reason = 'missing' | 'stale' | 'edited' | 'other generators' | 'not generated';

/** A generated file that is not what the contract generates, and why. */
export interface Drift {
  file: string;
  reason: Reason;
  /** First line that differs, where the file should be another one. */
  line: number | undefined;
  /** The part of the contract that this line comes from, as near as the line shows. */
  location: Location;
}

const generate = nameOf('generate');

const explanations: Record<Reason, [what: string, advice: string]> = {
  missing: ['is missing', `run \`${generate}\`.`],
  stale: ['is stale', `the description or the toolchain has changed since it was generated. Run \`${generate}\`.`],
  edited: ['was edited by hand', `put the change into the description, then run \`${generate}\`.`],
  'other generators': ['was made by other versions of the generators', `run \`npm ci\`, then \`${generate}\`.`],
  'not generated': ['does not come from the description', 'delete it or move it elsewhere.'],
};

/** What one generation mends in all files. */
const mendedTogether: readonly Reason[] = ['missing', 'stale', 'other generators'];

/** Compares the files in `folder` with those that the contract generates. */
export async function findDrift(contract: Contract, files: Map<string, string>, folder: string): Promise<Drift[]> {
  const drifts = driftsOf(contract, files, await readFolder(folder));
  return drifts.map((drift) => ({ ...drift, file: join(folder, drift.file) }));
}

/** Compares the files that are there, by name, with those that the contract generates. */
export function driftsOf(
  contract: Contract,
  files: ReadonlyMap<string, string>,
  present: ReadonlyMap<string, string>,
): Drift[] {
  const names = new Set([...files.keys(), ...present.keys()]);
  return [...names].flatMap((name) => {
    const [wanted, found] = [files.get(name), present.get(name)];
    if (wanted === found) return [];
    const line = wanted === undefined || found === undefined ? undefined : firstDifference(found, wanted);
    const pointer =
      line === undefined ? '' : pointerOfNames(contract.document, [...namesOf(name), ...namesAt(wanted ?? '', line)]);
    return {
      file: name,
      reason: reasonFor(name, found, wanted, present),
      line,
      location: contract.locate(pointer ?? ''),
    };
  });
}

/** Drifts that differ in their cause, and a line on each for a person: which file is wrong, why, and what to do. */
export function describeDrifts(drifts: readonly Drift[]): { drift: Drift; text: string }[] {
  const groups = Map.groupBy(drifts, ({ reason, file }) => (mendedTogether.includes(reason) ? reason : file));
  return [...groups.values()].flatMap(([drift, ...others]) => {
    if (drift === undefined) return [];
    const { file, line, reason } = drift;
    const [what, advice] = explanations[reason];
    const like = others.length === 0 ? '' : `, like ${countOf(others.length, 'other file')}`;
    return [{ drift, text: `${relative('.', file)}${line === undefined ? '' : `:${line}`} ${what}${like}: ${advice}` }];
  });
}

function reasonFor(
  name: string,
  found: string | undefined,
  wanted: string | undefined,
  present: ReadonlyMap<string, string>,
): Reason {
  if (found === undefined) return 'missing';
  // What an earlier description has left is removed with the next generation.
  if (wanted === undefined) return isLeftOver(name, found) ? 'stale' : 'not generated';
  if (name === documentFile) {
    // It has no header; those beside it say which document they were made from.
    const recorded = [...present.values()].flatMap((text) => readHeader(text)?.document ?? []);
    return recorded.length === 0 || recorded.includes(digest(found)) ? 'stale' : 'edited';
  }
  const [header, current] = [readHeader(found), readHeader(wanted)];
  if (header === undefined || !header.isIntact) return 'edited';
  return header.document === current?.document && header.generators !== current.generators
    ? 'other generators'
    : 'stale';
}

/** The first line that differs, in what follows the header if it differs there. */
function firstDifference(found: string, wanted: string): number {
  const headerLines = readHeader(wanted) === undefined ? 0 : 5;
  const [lines, wantedLines] = [found.split('\n'), wanted.split('\n')];
  const last = Math.max(lines.length, wantedLines.length);
  for (let index = headerLines; index < last; index++) if (lines[index] !== wantedLines[index]) return index + 1;
  return lines.findIndex((line, index) => line !== wantedLines[index]) + 1;
}

/** The names that lead to what a module of validators is for: an operation, or a component. */
function namesOf(file: string): string[] {
  return /^validators\/((?:operations|components)\/.*)\.js$/.exec(file)?.[1]?.split('/') ?? [];
}

/** The names that lead to a line of indented text: of the line itself and of what it stands in. */
function namesAt(text: string, line: number): string[] {
  const names: string[] = [];
  let indent = Infinity;
  for (const above of text.split('\n').slice(0, line).reverse()) {
    const [, space = '', quoted, bare] =
      /^(\s*)(?:export \w+ )?(?:"((?:[^"\\]|\\.)*)"|([\w$]+))\??(?::| =| \{)/.exec(above) ?? [];
    const name = quoted ?? bare;
    if (name === undefined || space.length >= indent) continue;
    names.unshift(name);
    indent = space.length;
  }
  return names;
}
