import { resolve } from 'node:path';
import { contractOptions } from './cli/command-help.ts';
import { runCommand, UsageError, wholeNumber } from './cli/command-line.ts';
import { orCannotRun } from './cli/problem.ts';
import { progressLine } from './cli/progress.ts';
import { isPackaged, paths } from './cli/project.ts';
import { keepContract, leaveOutputTo, writeReport } from './cli/report-file.ts';
import type { Description } from './openapi/description.ts';
import { reportMistakes } from './openapi/mistakes/mistakes.ts';
import { readContract } from './openapi/read-contract.ts';
import { githubAnnotations } from './report/github.ts';
import { jsonReport } from './report/json.ts';
import { junitReport } from './report/junit.ts';
import { markdownReport } from './report/markdown.ts';
import { withoutKeys } from './report/redact.ts';
import { countsOf, verdictOf } from './report/summary.ts';
import { describeVerification } from './report/terminal.ts';
import { startProjectClient } from './verify/client/connect.ts';
import { newSeed, startReferenceServer, verifyAt, verifySide } from './verify/server/connect.ts';
import {
  addressOptions,
  extentOptions,
  type GivenServer,
  identityOptions,
  readExtent,
  readServer,
  serverOptions,
  waiverOptions,
} from './verify/server/run-arguments.ts';
import { usualTimeout } from './verify/server/session/time-budget.ts';
import { specificationOf } from './verify/specification.ts';
import { readWaivers, withWaivers } from './verify/waivers.ts';

/** Only the project has sides to verify. */
const ownSides = isPackaged
  ? {}
  : ({
      client: { type: 'boolean', default: false, description: 'verifies the client of this project, at a stub' },
    } as const);

const command = {
  name: 'verify',
  summary: isPackaged
    ? 'Verifies the server at --base-url against the contract.'
    : `Verifies the server at --base-url against the contract. Without --base-url it verifies the reference server of
this project; with --client, the client of this project.`,
  options: {
    ...addressOptions,
    ...identityOptions,
    ...ownSides,
    ...contractOptions,
    ...extentOptions,
    ...waiverOptions,
    'allow-unproven': {
      type: 'boolean',
      default: false,
      description: 'exit code 0 where requirements are unproven, but none is violated',
    },
    timeout: {
      type: 'string',
      value: 'SECONDS',
      description: 'the time that a run with --base-url may take (default 300, and 5 more for each operation)',
    },
    seed: { type: 'string', value: 'NUMBER', description: 'replays the generated cases of a run' },
    json: { type: 'string', value: 'FILE', description: 'writes the result as JSON; - is standard output' },
    junit: { type: 'string', value: 'FILE', description: 'writes the result as JUnit XML; - is standard output' },
    markdown: { type: 'string', value: 'FILE', description: 'writes the result as Markdown; - is standard output' },
    github: { type: 'boolean', default: false, description: 'prints the violations as annotations of GitHub Actions' },
  },
  notes: 'A list of processes shows a key that is an option, and none that is an environment variable.',
} as const;

type Given = Parameters<Parameters<typeof runCommand<typeof command.options>>[1]>[0];
type Subject = 'server' | 'client' | GivenServer;

await runCommand(command, async (given) => {
  leaveOutputTo(given.json, given.junit, given.markdown);
  const seed = given.seed === undefined ? newSeed() : wholeNumber('seed', given.seed, { most: 2 ** 31 - 1 });
  const timeout =
    given.timeout === undefined ? undefined : wholeNumber('timeout', given.timeout, { least: 1, most: 999_999 });
  const subject = readSubject(given);
  const specification = specificationOf(
    await orCannotRun(readContract(given.spec, { allowRemote: given['allow-remote'] })),
  );
  const { contract } = specification.description;
  keepContract(contract.texts.keys(), { json: given.json, junit: given.junit, markdown: given.markdown });
  if (typeof subject === 'string' && !(await isOfThisService(specification.description)))
    throw new UsageError('--spec is the contract of another service: give the address of its server with --base-url.');
  reportMistakes(contract.mistakes);
  const waivers = given.waivers === undefined ? [] : readWaivers(given.waivers);
  const notes: string[] = [];
  const { progress, done } = progressLine(process.stderr);
  const run =
    subject === 'client'
      ? verifySide(startProjectClient(), specification, { seed, progress })
      : subject === 'server'
        ? verifySide(startReferenceServer(), specification, { seed, progress })
        : verifyAt(specification, subject.baseUrl, subject.keys, {
            seed,
            timeout: timeout ?? usualTimeout(specification.description),
            progress,
            ...readExtent(given, specification.description),
            note: (text) => notes.push(text),
          });
  const { verification: found, keys } = await run.finally(done);
  const { requirements, unused } = withWaivers(found.requirements, waivers);
  const verification = { ...found, requirements };
  const shown = withoutKeys(verification, keys);
  const annotations = given.github ? githubAnnotations(shown) : '';
  if (annotations !== '') console.log(annotations.trimEnd());
  console.log(describeVerification(shown));
  const reports = [
    [given.json, jsonReport],
    [given.junit, junitReport],
    [given.markdown, markdownReport],
  ] as const;
  for (const [file, report] of reports) if (file !== undefined) await writeReport(file, report(shown));
  for (const note of [...notes, ...unused]) console.error(note);
  const verdict = verdictOf(verification);
  const isEnough = verdict === 'unproven' && given['allow-unproven'] && countsOf(requirements).kept > 0;
  return verdict === 'kept' || isEnough ? 0 : 1;
});

/** True for the contract of this project, and for one that has an operation of it: an edited copy, as it may be. */
async function isOfThisService({ contract, operations }: Description): Promise<boolean> {
  if (contract.file === resolve(paths.contract)) return true;
  const own = specificationOf(await readContract(paths.contract)).description.operations.map(({ id }) => id);
  return operations.some(({ id }) => own.includes(id));
}

/** What is verified: a side of this project, or a server elsewhere. Throws CannotRun for arguments that name none. */
function readSubject({ client, 'base-url': baseUrl, ...given }: Given): Subject {
  const { key, 'limited-key': limitedKey, 'limited-plan': limitedPlan, 'revoked-key': revokedKey } = given;
  if (client && baseUrl !== undefined)
    throw new UsageError(
      '--client is for the client of this project, which is verified at a stub: --base-url is for servers.',
    );
  const isForServer = [...serverOptions, 'timeout' as const].find(
    (name) => given[name] !== undefined && given[name] !== false,
  );
  if (baseUrl === undefined && isForServer !== undefined)
    throw new UsageError(`--${isForServer} is for a server at --base-url: give that too.`);
  if (baseUrl === undefined && (key ?? limitedKey ?? limitedPlan ?? revokedKey) !== undefined)
    throw new UsageError('A key is for a server at --base-url: give that too.');
  if (baseUrl === undefined && isPackaged) throw new UsageError('Which server? Give its address with --base-url.');
  if (baseUrl === undefined) return client ? 'client' : 'server';
  return readServer(baseUrl, given);
}
