import { resolve } from 'node:path';
import { ContractError, type Location } from '../cli/problem.ts';
import { type Contract, partAt, resolvePart } from '../openapi/contract.ts';
import { objectOf, pointerTo, stringOf } from '../openapi/json.ts';
import { compileContract, configurationOf, openSource } from '../openapi/read-contract.ts';
import { readReport, redocly } from '../openapi/redocly.ts';
import { workflowFileBeside } from '../requirements/workflow/workflow-file.ts';
import type { Change, Impact } from './change.ts';
import { extensionChanges, isExtensionThatCounts } from './extension-changes.ts';
import { changedValues, describeChangedValue, differences } from './json-diff.ts';
import { workflowChanges } from './workflow-changes.ts';

export interface Comparison {
  releasedVersion: string;
  version: string;
  changes: Change[];
  /** The greatest impact of all changes. */
  needed: Impact | 'none';
  /** True when `version` announces the changes: it is greater, and by as much as they need. */
  isVersionEnough: boolean;
}

const ranks = { none: 0, patch: 1, minor: 2, major: 3 } as const;

/**
 * Compares a contract, and the workflows beside it, with the released ones:
 * Redocly's rules for what OpenAPI has words for, ours for its extensions.
 */
export async function compareWithReleased(releasedFile: string, current: Contract): Promise<Comparison> {
  const source = openSource(releasedFile);
  const [released, report] = await Promise.all([compileContract(source), diff(source.file, current.file)]);
  return comparisonOf(report, released, current);
}

/** The same with a released contract that has been read. */
export async function compareContracts(released: Contract, current: Contract): Promise<Comparison> {
  return comparisonOf(await diff(released.file, current.file), released, current);
}

function comparisonOf(report: DiffReport, released: Contract, current: Contract): Comparison {
  const known = [...documentedChanges(report, released, current), ...extensionChanges(released, current)];
  const changes = [...known, ...otherChanges(report, released, current), ...changesOfWorkflows(released, current)];
  const needed = changes.reduce<Impact | 'none'>(
    (most, { impact }) => (ranks[impact] > ranks[most] ? impact : most),
    'none',
  );
  const [releasedVersion, version] = [versionOf(released), versionOf(current)];
  return { releasedVersion, version, changes, needed, isVersionEnough: isAnnounced(releasedVersion, version, needed) };
}

/** True when `version` is as much greater than the released one as a change of that impact needs. */
export function isAnnounced(releasedVersion: string, version: string, needed: Impact | 'none'): boolean {
  if (version === releasedVersion) return needed === 'none';
  return ranks[bumpBetween(releasedVersion, version)] >= Math.max(ranks[needed], ranks.patch);
}

interface DiffReport {
  changes: {
    path: string;
    kind: string;
    impact: Impact;
    property?: string;
    verdicts: { message: string }[];
    base?: DiffSide;
  }[];
}

interface DiffSide {
  file: string;
  /** Into the file. */
  pointer: string;
  line: number;
  col: number;
}

async function diff(releasedFile: string, file: string): Promise<DiffReport> {
  return readReport<DiffReport>(
    await redocly(
      'diff',
      releasedFile,
      file,
      '--config',
      configurationOf(file),
      '--format',
      'json',
      '--fail-on',
      'none',
    ),
  );
}

function documentedChanges({ changes }: DiffReport, released: Contract, current: Contract): Change[] {
  return changes.flatMap(({ path, kind, property, impact, verdicts, base }) => {
    const pointer = path.replace(/^#/, '') + (property === undefined ? '' : pointerTo(property));
    // Its own version is what a change is measured with.
    if (isExtensionThatCounts(pointer) || pointer === '/info/version') return [];
    return {
      impact,
      message: verdicts[0]?.message ?? `${pointer} was ${kind}.`,
      current: current.locate(pointer),
      released: locationOf(released, base),
    };
  });
}

/** What a release without workflows never had is new; what it had must still be there. */
function changesOfWorkflows(released: Contract, current: Contract): Change[] {
  const [before, now] = [workflowFileBeside(released.file), workflowFileBeside(current.file)];
  if (before !== undefined && now !== undefined) return workflowChanges(before, now);
  const startOf = (file: string): Location => ({ file, line: 1, column: 1 });
  if (before !== undefined)
    return [
      {
        impact: 'major',
        message: 'The workflows were removed.',
        current: current.locate(''),
        released: startOf(before),
      },
    ];
  return now === undefined
    ? []
    : [
        {
          impact: 'minor',
          message: 'The workflows were added: the release has none.',
          current: startOf(now),
          released: undefined,
        },
      ];
}

/** What neither knows, such as the parameters of a link: no change passes in silence. */
function otherChanges({ changes }: DiffReport, released: Contract, current: Contract): Change[] {
  const known = changes.flatMap(({ path, property }) =>
    [released, current].flatMap((contract) => placeOf(contract, path.replace(/^#/, ''), property)),
  );
  const isKnown = (pointer: string) =>
    pointer === '/info/version' ||
    isExtensionThatCounts(pointer) ||
    known.some((place) => isWithin(pointer, place) || isWithin(place, pointer));
  // Of a reference that leads elsewhere, Redocly reports what is different there: the line that was edited is this one.
  const references = differences(released.document, current.document).filter(
    ({ pointer, old, now }) => pointer.endsWith('/$ref') && old !== undefined && now !== undefined,
  );
  const changed = changedValues(released.document, current.document).filter(({ pointer }) => !isKnown(pointer));
  const others = references.filter(({ pointer }) => !changed.some((one) => isWithin(pointer, one.pointer)));
  return [...changed, ...others].map(({ pointer, old, now }) => ({
    impact: 'patch',
    message: describeChangedValue(pointer.slice(1), old, now),
    current: current.locate(pointer),
    released: old === undefined ? undefined : released.locate(pointer),
  }));
}

/** Where a part that Redocly found by way of references really stands; nothing in a contract that does not have it. */
function placeOf(contract: Contract, pointer: string, property: string | undefined): string[] {
  try {
    const places = [partAt(contract, pointer).pointer, resolvePart(contract, pointer).pointer];
    return places.map((place) => (property === undefined ? place : place + pointerTo(property)));
  } catch (error) {
    if (error instanceof ContractError) return [];
    throw error;
  }
}

function isWithin(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

/** Redocly gives the place where a value begins; a reader looks for its key. */
function locationOf(contract: Contract, side: DiffSide | undefined): Location | undefined {
  if (side === undefined) return undefined;
  const file = resolve(side.file);
  return file === contract.file ? contract.locate(side.pointer.slice(1)) : { file, line: side.line, column: side.col };
}

function versionOf({ document }: Contract): string {
  return stringOf(objectOf(document['info'])['version']) ?? '';
}

const parts = ['major', 'minor', 'patch'] as const;

/** How far the second version is beyond the first; `none` when it is not, or one of them is no semantic version. */
function bumpBetween(from: string, to: string): Impact | 'none' {
  const [before, after] = [numbersOf(from), numbersOf(to)];
  const index = parts.findIndex((_, part) => before?.[part] !== after?.[part]);
  const part = parts[index];
  return part !== undefined &&
    before !== undefined &&
    after !== undefined &&
    Number(after[index]) > Number(before[index])
    ? part
    : 'none';
}

function numbersOf(version: string): number[] | undefined {
  return /^\d+\.\d+\.\d+(?=[-+]|$)/.exec(version)?.[0].split('.').map(Number);
}

/** The next version after `version` that announces a change of this impact. */
function nextVersion(version: string, needed: Impact): string {
  const numbers = numbersOf(version);
  const index = parts.indexOf(needed);
  if (numbers === undefined) return 'a semantic version';
  return numbers.map((number, part) => (part < index ? number : part === index ? number + 1 : 0)).join('.');
}

/** The one line that says whether the version fits the changes. */
export function describeVersion({ releasedVersion, version, needed, isVersionEnough, changes }: Comparison): string {
  const count = changes.length === 0 ? 'No change' : changes.length === 1 ? '1 change' : `${changes.length} changes`;
  if (isVersionEnough)
    return `${count} since ${releasedVersion}${version === releasedVersion ? '' : `: ${version} is version enough`}.`;
  if (needed === 'none') return `info.version is ${version}, which is not after the released ${releasedVersion}.`;
  const next = nextVersion(releasedVersion, needed);
  return `${count} since ${releasedVersion}: a ${needed} change needs ${next}, info.version is ${version}.`;
}
