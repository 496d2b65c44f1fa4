import { existsSync } from 'node:fs';
import { contractOptions } from './cli/command-help.ts';
import { paint, runCommand, UsageError } from './cli/command-line.ts';
import { requirePackages } from './cli/packages.ts';
import { orCannotRun } from './cli/problem.ts';
import { isPackaged } from './cli/project.ts';
import { keepContract, leaveOutputTo, writeReport } from './cli/report-file.ts';
import type { Contract } from './openapi/contract.ts';
import { reportMistakes } from './openapi/mistakes/mistakes.ts';
import { compileContract, openSource, readContract } from './openapi/read-contract.ts';
import { cannotFind } from './openapi/source/source.ts';
import { describeChange } from './release/change.ts';
import { jsonComparison } from './release/comparison-report.ts';
import { compareContracts } from './release/contract-changes.ts';
import { releasedBeside, withRevision } from './release/revisions.ts';
import { describeVersion } from './release/version.ts';

const command = {
  name: 'diff',
  positionals: '[OLD [NEW]]',
  summary: 'Lists what changed between two contracts, whom it breaks, and the version that it needs.',
  options: {
    ...contractOptions,
    json: { type: 'string', value: 'FILE', description: 'writes the result as JSON; - is standard output' },
  },
  notes:
    'NEW is the contract of --spec and OLD the one in released/ beside it, unless they are given: each a file, or\n' +
    'a revision of git (v1.0.0, HEAD~3; main:FILE for another file there). The workflows beside them are compared\n' +
    'as well: of a file that is given, only where both have some.\n' +
    'Exit code 1: the version of NEW does not announce the changes.',
} as const;

/** Reads one that is only compared with. */
async function releasedContract(file: string, allowRemote: boolean): Promise<Contract> {
  return compileContract(openSource(file, { allowRemote }));
}

await runCommand(command, async ({ spec, 'allow-remote': allowRemote, json }, given) => {
  leaveOutputTo(json);
  const [old = releasedBeside(spec), now = spec, ...others] = given;
  if (others.length > 0) throw new UsageError('diff compares two contracts, and was given more.');
  if (given.length === 0 && !existsSync(spec)) throw cannotFind(spec);
  if (given.length === 0 && !existsSync(old))
    throw new UsageError(`There is no ${old}: name what ${spec} is compared with, a file or a revision of git.`);
  if (isPackaged) requirePackages('openapi-typescript@7', 'typescript@5');
  const compared = withRevision(old, spec, (before) =>
    withRevision(now, spec, async (after) => {
      const [current, released] = await Promise.all([
        readContract(after.file, { allowRemote }),
        releasedContract(before.file, allowRemote),
      ]);
      for (const [{ locationOf }, { mistakes }] of [
        [before, released],
        [after, current],
      ] as const)
        reportMistakes(mistakes.map((mistake) => ({ ...mistake, location: locationOf(mistake.location) })));
      if (json !== undefined) keepContract([...released.texts.keys(), ...current.texts.keys()], { json });
      const areAlone = {
        before: given.length > 0 && !before.isRevision,
        now: given.length > 1 && !after.isRevision,
      };
      const { changes, ...versions } = await compareContracts(released, current, areAlone);
      const comparison = {
        ...versions,
        changes: changes.map((change) => ({
          ...change,
          current: after.locationOf(change.current),
          released: change.released && before.locationOf(change.released),
        })),
      };
      for (const change of comparison.changes) console.log(describeChange(change));
      console.log(paint(comparison.isVersionEnough ? 'green' : 'red', describeVersion(comparison)));
      if (json !== undefined) await writeReport(json, jsonComparison(comparison));
      return comparison.isVersionEnough ? 0 : 1;
    }),
  );
  // 1 would say that the version does not announce the changes.
  return orCannotRun(compared);
});
