import { countOf, visible } from '../cli/text.ts';
import type { Change, Impact } from './change.ts';

/** The versions of two contracts, and what the changes between them ask for. */
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

/** Rates changes together, with the versions that the two contracts have. */
export function comparisonOf(releasedVersion: string, version: string, changes: Change[]): Comparison {
  const needed = changes.reduce<Impact | 'none'>(
    (most, { impact }) => (ranks[impact] > ranks[most] ? impact : most),
    'none',
  );
  return { releasedVersion, version, changes, needed, isVersionEnough: isAnnounced(releasedVersion, version, needed) };
}

/** True when `version` is as much greater than the released one as a change of that impact needs. */
export function isAnnounced(releasedVersion: string, version: string, needed: Impact | 'none'): boolean {
  if (version === releasedVersion) return needed === 'none';
  return ranks[bumpBetween(releasedVersion, version)] >= Math.max(ranks[needed], ranks.patch);
}

const parts = ['major', 'minor', 'patch'] as const;

/** How far the second version is beyond the first; `none` when it is not, or one of them is no semantic version. */
function bumpBetween(from: string, to: string): Impact | 'none' {
  const [before, after] = [numbersOf(from), numbersOf(to)];
  // Anything may change after a pre-release (Semantic Versioning 2.0.0, item 9).
  if (isPreRelease(from) && after !== undefined) return isAfter(to, from) ? 'major' : 'none';
  const index = parts.findIndex((_, part) => before?.[part] !== after?.[part]);
  const part = isInitial(before) && parts[index] === 'minor' ? 'major' : parts[index];
  return part !== undefined &&
    before !== undefined &&
    after !== undefined &&
    Number(after[index]) > Number(before[index])
    ? part
    : 'none';
}

/** In initial development what comes next may break anything (Semantic Versioning 2.0.0, item 4): a minor one does. */
function isInitial(numbers: readonly number[] | undefined): boolean {
  return numbers?.[0] === 0;
}

function isPreRelease(version: string): boolean {
  return /^\d+\.\d+\.\d+-/.test(version);
}

/** True when the first comes after the second by precedence (Semantic Versioning 2.0.0, item 11). */
function isAfter(version: string, other: string): boolean {
  const [numbers, others] = [numbersOf(version) ?? [], numbersOf(other) ?? []];
  const index = numbers.findIndex((number, part) => number !== others[part]);
  if (index !== -1) return (numbers[index] ?? 0) > (others[index] ?? 0);
  const [own = [], another = []] = [version, other].map((one) => /-([^+]+)/.exec(one)?.[1]?.split('.') ?? []);
  if (own.length === 0 || another.length === 0) return own.length < another.length;
  const different = own.findIndex((identifier, part) => identifier !== another[part]);
  if (different === -1) return false;
  const [mine = '', its] = [own[different], another[different]];
  if (its === undefined) return true;
  const [isNumber, isOther] = [mine, its].map((identifier) => /^\d+$/.test(identifier));
  if (isNumber && isOther) return Number(mine) > Number(its);
  return isNumber === isOther ? mine > its : isOther === true;
}

function numbersOf(version: string): number[] | undefined {
  return /^\d+\.\d+\.\d+(?=[-+]|$)/.exec(version)?.[0].split('.').map(Number);
}

/**
 * The next version after the released one that announces the changes; undefined where that is no semantic version, or
 * nothing changed.
 */
export function neededVersion({ releasedVersion, needed }: Comparison): string | undefined {
  const numbers = numbersOf(releasedVersion);
  if (numbers === undefined || needed === 'none') return undefined;
  if (isPreRelease(releasedVersion)) return numbers.join('.');
  const index = parts.indexOf(isInitial(numbers) && needed === 'major' ? 'minor' : needed);
  return numbers.map((number, part) => (part < index ? number : part === index ? number + 1 : 0)).join('.');
}

/** The one line that says whether the version fits the changes. */
export function describeVersion(comparison: Comparison): string {
  const { needed, isVersionEnough, changes } = comparison;
  const [releasedVersion, version] = [visible(comparison.releasedVersion), visible(comparison.version)];
  const count = changes.length === 0 ? 'No change' : countOf(changes.length, 'change');
  if (isVersionEnough)
    return `${count} since ${releasedVersion}${version === releasedVersion ? '' : `: ${version} is enough`}.`;
  if (needed === 'none') return `info.version is ${version}, which is not after the released ${releasedVersion}.`;
  const next = neededVersion(comparison) ?? 'a semantic version';
  return `${count} since ${releasedVersion}: a ${needed} change needs ${next}, info.version is ${version}.`;
}
