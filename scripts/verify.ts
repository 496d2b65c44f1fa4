import { callOf, keyIn, readArguments, runCommand } from './cli/command-line.ts';
import { CannotRun, orCannotRun } from './cli/problem.ts';
import { progressLine } from './cli/progress.ts';
import { isPackaged, paths } from './cli/project.ts';
import { writeReport } from './cli/report-file.ts';
import { readContract } from './openapi/read-contract.ts';
import { githubAnnotations } from './report/github.ts';
import { jsonReport } from './report/json.ts';
import { junitReport } from './report/junit.ts';
import { markdownReport } from './report/markdown.ts';
import { withoutKeys } from './report/redact.ts';
import { verdictOf } from './report/summary.ts';
import { describeVerification } from './report/terminal.ts';
import { verifyProjectClient } from './verify/client/connect.ts';
import { type GivenKeys, newSeed, verifyAt, verifyReferenceServer } from './verify/server/connect.ts';
import { specificationOf } from './verify/specification.ts';

const keyOptions = '[--key KEY] [--limited-key KEY] [--revoked-key KEY]';
const target = isPackaged ? `--base-url URL ${keyOptions}` : `[--client | --base-url URL ${keyOptions}]`;
const whatElse = isPackaged
  ? ''
  : '\nWithout --base-url it verifies the reference server of this project, with --client its client.';
const usage = `${callOf('verify')} ${target} [--spec FILE]
       [--timeout SECONDS] [--seed NUMBER] [--json FILE] [--junit FILE] [--markdown FILE] [--github]
Verifies the server at URL against the contract, for 300 seconds at most or as --timeout says.${whatElse}
A key that is not given is read from CONTRACT_KEY, CONTRACT_LIMITED_KEY or CONTRACT_REVOKED_KEY,
which no list of processes shows.`;

const options = {
  client: { type: 'boolean', default: false },
  'base-url': { type: 'string' },
  key: { type: 'string' },
  'limited-key': { type: 'string' },
  'revoked-key': { type: 'string' },
  spec: { type: 'string', default: paths.contract },
  timeout: { type: 'string', default: '300' },
  seed: { type: 'string' },
  json: { type: 'string' },
  junit: { type: 'string' },
  markdown: { type: 'string' },
  github: { type: 'boolean', default: false },
} as const;

type Given = ReturnType<typeof readArguments<typeof options>>;
type Subject = 'server' | 'client' | { baseUrl: string; keys: GivenKeys };

await runCommand(async () => {
  const given = readArguments(usage, options);
  const seed = readSeed(given.seed);
  const subject = readSubject(given);
  const specification = specificationOf(await orCannotRun(readContract(given.spec)));
  const { progress, done } = progressLine(process.stderr);
  const run =
    subject === 'client'
      ? verifyProjectClient(specification, { seed, progress })
      : subject === 'server'
        ? verifyReferenceServer(specification, { seed, progress })
        : verifyAt(specification, subject.baseUrl, subject.keys, {
            seed,
            timeout: readTimeout(given.timeout),
            progress,
          });
  const { verification, keys } = await run.finally(done);
  const shown = withoutKeys(verification, keys);
  if (given.github) process.stdout.write(githubAnnotations(shown));
  console.log(describeVerification(shown));
  const reports = [
    [given.json, jsonReport],
    [given.junit, junitReport],
    [given.markdown, markdownReport],
  ] as const;
  for (const [file, report] of reports) if (file !== undefined) await writeReport(file, report(shown));
  return verdictOf(verification) === 'kept' ? 0 : 1;
});

/** What is verified: a side of this project, or a server elsewhere. Throws CannotRun for arguments that name none. */
function readSubject({ client, 'base-url': baseUrl, ...given }: Given): Subject {
  const { key, 'limited-key': limitedKey, 'revoked-key': revokedKey } = given;
  if (client && baseUrl !== undefined)
    throw new CannotRun(
      '--client is for the client of this project, which is verified at a stub: --base-url is for servers.\n' +
        `Usage: ${usage}`,
    );
  if (baseUrl === undefined && (key ?? limitedKey ?? revokedKey) !== undefined)
    throw new CannotRun(`A key is for a server: give --base-url too.\nUsage: ${usage}`);
  if (baseUrl === undefined && isPackaged)
    throw new CannotRun(`Which server? Give its address with --base-url.\nUsage: ${usage}`);
  if (baseUrl === undefined) return client ? 'client' : 'server';
  if (!(URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol)))
    throw new CannotRun(
      `--base-url must be an address such as http://localhost:8080/v1, not ${JSON.stringify(baseUrl)}.`,
    );
  const keys = {
    key: key ?? keyIn('CONTRACT_KEY'),
    limitedKey: limitedKey ?? keyIn('CONTRACT_LIMITED_KEY'),
    revokedKey: revokedKey ?? keyIn('CONTRACT_REVOKED_KEY'),
  };
  return { baseUrl, keys };
}

function readTimeout(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new CannotRun(`--timeout must be a whole number of seconds, not ${JSON.stringify(text)}.\nUsage: ${usage}`);
  return Number(text);
}

function readSeed(text: string | undefined): number {
  if (text === undefined) return newSeed();
  if (!/^\d{1,10}$/.test(text) || Number(text) >= 2 ** 31)
    throw new CannotRun(`--seed must be a whole number below 2^31, not ${JSON.stringify(text)}.\nUsage: ${usage}`);
  return Number(text);
}
