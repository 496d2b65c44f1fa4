import { paint, readArguments, runCommand } from './command-line.ts';
import { describeLocation } from './contract/problem.ts';
import { type Change, compareWithReleased, type Comparison } from './released.ts';

const usage = 'npm run diff -- [--released FILE] [--spec FILE] [--json]';

/** Two lines a change: what it is, and where it stands on both sides. */
export function describeChange({ impact, message, released, current }: Change): string {
  const places = [current && `now ${describeLocation(current)}`, released && `released ${describeLocation(released)}`].filter(Boolean);
  return `${impact}: ${message}\n    ${places.join(', ')}`;
}

/** The one line that says whether the version fits the changes. */
export function describeVersion({ releasedVersion, version, needed, isVersionEnough, changes }: Comparison): string {
  if (changes.length === 0) return `No change since ${releasedVersion}.`;
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  if (isVersionEnough) return `${count} since ${releasedVersion}: ${version} is version enough for a ${needed} change.`;
  return `${count} since ${releasedVersion}: info.version is ${version}, but a ${needed} change needs a greater ${needed} version.`;
}

if (import.meta.main) {
  await runCommand(async () => {
    const { released, spec, json } = readArguments(usage, {
      released: { type: 'string', default: 'spec/released/openapi.yaml' },
      spec: { type: 'string', default: 'spec/openapi.yaml' },
      json: { type: 'boolean', default: false },
    });
    const comparison = await compareWithReleased(released, spec);
    if (json) console.log(JSON.stringify(comparison, null, 2));
    else for (const change of comparison.changes) console.log(describeChange(change));
    if (!json) console.log(paint(comparison.isVersionEnough ? 'green' : 'red', describeVersion(comparison)));
    return comparison.isVersionEnough ? 0 : 1;
  });
}
