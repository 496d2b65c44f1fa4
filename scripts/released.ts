import { resolve } from 'node:path';
import { configurationOf, type Contract, readContract } from './contract/contract.ts';
import { isObject, type Json, objectOf, pointerTo, stringOf } from './contract/json.ts';
import type { Location } from './contract/problem.ts';
import { readReport, redocly } from './redocly.ts';

/** The part of a semantic version that a change asks for. */
export type Impact = 'major' | 'minor' | 'patch';

/** One difference between the released contract and this one; a side that does not have the part has no location. */
export interface Change {
  impact: Impact;
  message: string;
  released: Location | undefined;
  current: Location | undefined;
}

export interface Comparison {
  releasedVersion: string;
  version: string;
  changes: Change[];
  /** The greatest impact of all changes. */
  needed: Impact | 'none';
  /** True when `version` is as much greater than the released one as the changes need. */
  isVersionEnough: boolean;
}

const ranks = { none: 0, patch: 1, minor: 2, major: 3 } as const;

// Extensions that the toolchain and the server act on: promises, where those of others are remarks.
const promises = ['x-rate-limit-plans', 'x-sunset', 'x-deprecated-since', 'x-replacement'];

/** Compares a contract with the released one: Redocly's rules for what OpenAPI has words for, ours for its extensions. */
export async function compareWithReleased(releasedFile: string, file: string): Promise<Comparison> {
  const [released, current, documented] = await Promise.all([readContract(releasedFile), readContract(file), documentedChanges(releasedFile, file)]);
  const changes = [...documented, ...promiseChanges(released, current)];
  const needed = changes.reduce<Impact | 'none'>((most, { impact }) => (ranks[impact] > ranks[most] ? impact : most), 'none');
  const [releasedVersion, version] = [versionOf(released), versionOf(current)];
  return { releasedVersion, version, changes, needed, isVersionEnough: ranks[bumpBetween(releasedVersion, version)] >= ranks[needed] };
}

interface DiffReport {
  changes: { path: string; kind: string; impact: Impact; property?: string; verdicts: { message: string }[]; base?: DiffSide; revision?: DiffSide }[];
}

interface DiffSide {
  file: string;
  line: number;
  col: number;
}

async function documentedChanges(releasedFile: string, file: string): Promise<Change[]> {
  const { changes } = readReport<DiffReport>(await redocly('diff', releasedFile, file, '--config', configurationOf(file), '--format', 'json', '--fail-on', 'none'));
  return changes
    .filter(({ path, property = '' }) => !promises.includes(property) && !promises.some((name) => path.includes(`/${name}`)))
    .map(({ path, kind, property, impact, verdicts, base, revision }) => ({
      impact,
      message: verdicts[0]?.message ?? `${kind}: ${path.replace(/^#/, '')}${property === undefined ? '' : ` ${property}`}`,
      released: locationOf(base),
      current: locationOf(revision),
    }));
}

function locationOf(side: DiffSide | undefined): Location | undefined {
  return side === undefined ? undefined : { file: resolve(side.file), line: side.line, column: side.col };
}

function promiseChanges(released: Contract, current: Contract): Change[] {
  const before = promisesOf(released.document);
  const after = promisesOf(current.document);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((pointer) => {
    const [old, now] = [before.get(pointer), after.get(pointer)];
    if (old === now) return [];
    const name = pointer.slice(pointer.indexOf('/x-') + 1);
    return {
      impact: impactOf(name, old, now),
      message: old === undefined ? `${name} was added.` : now === undefined ? `${name} was removed.` : `${name} changed from ${JSON.stringify(old)} to ${JSON.stringify(now)}.`,
      released: old === undefined ? undefined : released.locate(pointer),
      current: now === undefined ? undefined : current.locate(pointer),
    };
  });
}

/** What is new, or gives more than before, breaks nobody. */
function impactOf(name: string, old: Json | undefined, now: Json | undefined): Impact {
  if (old === undefined) return 'minor';
  const givesMore = typeof old === 'number' && typeof now === 'number' && now > old;
  const isLater = name === 'x-sunset' && String(now) > String(old);
  return now !== undefined && (givesMore || isLater) ? 'minor' : 'major';
}

/** The leaves of every promise of a document, by pointer. */
function promisesOf(document: Json, pointer = '', inPromise = false): Map<string, Json> {
  if (inPromise && !isObject(document)) return new Map([[pointer, document]]);
  const entries = Array.isArray(document) ? [] : Object.entries(objectOf(document));
  return new Map(
    entries.flatMap(([key, value]) => {
      const isPromise = inPromise || promises.includes(key);
      return isPromise || isObject(value) ? [...promisesOf(value, pointer + pointerTo(key), isPromise)] : [];
    }),
  );
}

function versionOf({ document }: Contract): string {
  return stringOf(objectOf(document['info'])['version']) ?? '';
}

/** How far the second version is beyond the first; `none` when it is not. */
function bumpBetween(from: string, to: string): Impact | 'none' {
  const [before, after] = [from, to].map((version) => version.split('.').map(Number));
  const parts = ['major', 'minor', 'patch'] as const;
  const index = parts.findIndex((_, part) => before?.[part] !== after?.[part]);
  const part = parts[index];
  return part !== undefined && (after?.[index] ?? 0) > (before?.[index] ?? 0) ? part : 'none';
}
