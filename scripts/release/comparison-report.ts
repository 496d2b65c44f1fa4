import { type Location, shownPath } from '../cli/problem.ts';
import type { Impact } from './change.ts';
import { type Comparison, neededVersion } from './version.ts';

/** A comparison for other programs. What is here stays as it is for this `formatVersion`; members may be added. */
export interface JsonComparison {
  formatVersion: 1;
  /** `info.version` of both contracts. */
  released: string;
  version: string;
  /** The greatest impact of all changes. */
  needed: Impact | 'none';
  /** The next version that announces the changes; null where there are none, or the released has no semantic one. */
  neededVersion: string | null;
  isVersionEnough: boolean;
  /** The greatest impact first, then in the order of the document. */
  changes: JsonChange[];
}

export interface JsonChange {
  impact: Impact;
  message: string;
  /** Who does not work any more, and how the same end is reached without that; null but for a major change. */
  breaks: string | null;
  compatible: string | null;
  location: Location;
  /** Null for what was added. */
  released: Location | null;
}

/** A comparison as a text of JSON. */
export function jsonComparison(comparison: Comparison): string {
  const { releasedVersion, version, needed, isVersionEnough, changes } = comparison;
  const placeOf = ({ file, line, column }: Location): Location => ({ file: shownPath(file), line, column });
  const report: JsonComparison = {
    formatVersion: 1,
    released: releasedVersion,
    version,
    needed,
    neededVersion: neededVersion(comparison) ?? null,
    isVersionEnough,
    changes: changes.map(({ impact, message, breaks = null, remedy = null, current, released }) => ({
      ...{ impact, message, breaks, compatible: remedy },
      location: placeOf(current),
      released: released === undefined ? null : placeOf(released),
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
