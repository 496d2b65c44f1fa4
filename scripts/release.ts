import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { paint, runCommand } from './cli/command-line.ts';
import { CannotRun } from './cli/problem.ts';
import { paths, projectFile } from './cli/project.ts';
import { readContract } from './openapi/read-contract.ts';
import { changelogEntry, withEntry } from './release/changelog.ts';
import { compareWithReleased } from './release/contract-changes.ts';
import { git } from './release/git.ts';
import { replaceReleased, setVersion } from './release/release-files.ts';
import { type Comparison, describeVersion, neededVersion } from './release/version.ts';

const command = {
  name: 'release',
  summary: 'Releases the contract: checks it, copies it to spec/released/, commits and tags.',
  options: {
    bump: {
      type: 'boolean',
      default: false,
      description: 'sets the version that the changes need, where it is not set',
    },
  },
  notes:
    'Everything must be committed. What is released: the contract and the workflows beside it, in spec/released/;\n' +
    'the version, in info.version, package.json and package-lock.json; what changed, in CHANGELOG.md.\n' +
    'Nothing is released, and nothing changed, where `npm run check` fails (1). Nothing is pushed.',
} as const;

const changelog = 'CHANGELOG.md';
// The package has the version of the contract in it.
const packageFiles = ['package.json', 'package-lock.json'];

/** The version to release; undefined where there is none, for the reason that is printed. */
function versionOf(comparison: Comparison, isBumped: boolean): string | undefined {
  const { changes, version, releasedVersion, isVersionEnough } = comparison;
  if (isVersionEnough && version !== releasedVersion) return version;
  const next = isBumped ? neededVersion(comparison) : undefined;
  if (next !== undefined) return next;
  const reason = changes.length === 0 && version === releasedVersion ? 'There is nothing to release.' : '';
  const advice = !isBumped && !isVersionEnough && neededVersion(comparison) !== undefined ? '`--bump` sets it.' : '';
  console.log(paint('red', [describeVersion(comparison), reason, advice].filter(Boolean).join(' ')));
  return undefined;
}

/** Throws CannotRun where a commit would hold more than the release, or could not be made. */
async function checkRepository(): Promise<void> {
  const changed = String(await git('status', '--porcelain', '--untracked-files=no')).trimEnd();
  if (changed !== '') throw new CannotRun(`Commit these first, a release is a commit of its own:\n${changed}`);
  await git('var', 'GIT_COMMITTER_IDENT');
}

/** The exit code of `npm run check`; null where a signal ended it. The signal ends no more than that. */
async function check(): Promise<number | null> {
  const child = spawn(process.execPath, [projectFile('scripts/run.js'), 'check'], { stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  const [status] = (await once(child, 'close')) as [number | null];
  for (const signal of signals) process.off(signal, pass);
  return status;
}

await runCommand(command, async ({ bump }) => {
  await checkRepository();
  const contract = await readContract(paths.contract);
  const comparison = await compareWithReleased(paths.released, contract);
  const version = versionOf(comparison, bump);
  if (version === undefined) return 1;
  const tag = `v${version}`;
  if (String(await git('tag', '--list', tag)).trim() !== '') {
    console.log(paint('red', `There is a tag ${tag} already.`));
    return 1;
  }
  const location = contract.locate('/info/version');
  await setVersion(location, comparison.version, version, packageFiles);
  const status = await check();
  if (status !== 0) {
    await git('checkout', '--quiet', '--', location.file, ...packageFiles, paths.generated);
    const why = `\`npm run check\` ${status === null ? 'was interrupted' : 'fails'}`;
    console.log(paint('red', `${version} is not released, and nothing is changed: ${why}.`));
    return status === 1 ? 1 : 2;
  }
  await replaceReleased(paths.contract, paths.released);
  const entry = changelogEntry(version, comparison.changes);
  await writeFile(changelog, withEntry(await readFile(changelog, 'utf8'), version, entry));
  await git('add', '--all', '--', location.file, ...packageFiles, paths.generated, dirname(paths.released), changelog);
  await git('commit', '--quiet', '--message', `Release ${version}`);
  await git('tag', '--annotate', tag, '--message', `Release ${version}`);
  console.log(`\n${entry}\nReleased ${version} as ${tag}: \`git push --follow-tags\` publishes it.`);
  return 0;
});
