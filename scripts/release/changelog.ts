import type { Change, Impact } from './change.ts';

const headings: readonly (readonly [impact: Impact, heading: string])[] = [
  ['major', 'Breaking'],
  ['minor', 'New'],
  ['patch', 'Corrected'],
];

/** What changed in a version, for people: what breaks, with whom, comes first. */
export function changelogEntry(version: string, changes: readonly Change[]): string {
  const sections = headings.flatMap(([impact, heading]) => {
    const lines = changes.filter((change) => change.impact === impact).map(lineOf);
    return lines.length === 0 ? [] : [`### ${heading}\n\n${lines.join('\n')}\n`];
  });
  return [`## ${version}\n`, ...sections].join('\n');
}

function lineOf({ message, breaks }: Change): string {
  return `- ${message}${breaks === undefined ? '' : ` Breaks ${breaks}.`}`;
}

/** The text with the entry before those of earlier versions; unchanged where its author has written one for it. */
export function withEntry(text: string, version: string, entry: string): string {
  if (text.split('\n').includes(`## ${version}`)) return text;
  const first = /^## /m.exec(text)?.index ?? text.length;
  return `${text.slice(0, first)}${first === text.length ? '\n' : ''}${entry}\n${text.slice(first)}`.replace(
    /\n+$/,
    '\n',
  );
}
