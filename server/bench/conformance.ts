import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { copyOf, type Seed } from './database.ts';
import { type RunningServer, withServers } from './running-server.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { peers, reference } from './servers.ts';

/** What a server answers in a scenario, as far as every server must answer the same. */
interface Answer {
  status: number;
  headers: string[];
  body: unknown;
}

/**
 * Throws unless every peer does the same job: it keeps the contract, as `npm run verify` finds, limits and revoked keys
 * included, and answers each scenario as the reference server does.
 */
export async function assertSameJob(seed: Seed): Promise<void> {
  const all = [reference, ...peers].map((server) => ({ server, databasePath: copyOf(seed) }));
  await withServers(all, async ([first, ...others]) => {
    const expected = first && (await answersOf(first, seed.key));
    for (const server of others) {
      const answers = await answersOf(server, seed.key);
      for (const [index, { name }] of scenarios.entries()) assertSame(server, name, answers[index], expected?.[index]);
    }
    await Promise.all(others.map((server) => assertContractIsKept(server, seed)));
  });
}

async function answersOf({ port }: RunningServer, key: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const scenario of scenarios) answers.push(await answerOf(scenario, port, key));
  return answers;
}

async function answerOf({ method, target, body, hasKey }: Scenario, port: number, key: string): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${target}`, {
    method,
    headers: {
      ...(hasKey && { Authorization: `Bearer ${key}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answered: unknown = await response.json();
  return { status: response.status, headers: [...response.headers.keys()], body: withoutMessage(answered) };
}

/** Each validator has its own words for what is wrong. */
function withoutMessage(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'message' in body ? { ...body, message: '' } : body;
}

function assertSame({ name }: RunningServer, scenario: string, answer?: Answer, expected?: Answer): void {
  const missing = expected?.headers.filter((header) => !answer?.headers.includes(header)) ?? [];
  if (missing.length > 0) throw new Error(`${name}, ${scenario}: the response lacks ${missing.join(', ')}.`);
  const [own, other] = [answer, expected].map((one) => ({ status: one?.status, body: one?.body }));
  if (!isDeepStrictEqual(own, other))
    throw new Error(`${name}, ${scenario}: ${JSON.stringify(own)} instead of ${JSON.stringify(other)}.`);
}

async function assertContractIsKept({ name, port }: RunningServer, seed: Seed): Promise<void> {
  const project = fileURLToPath(new URL('../..', import.meta.url));
  const child = spawn(process.execPath, ['scripts/run.js', 'verify', '--base-url', `http://127.0.0.1:${port}/v1`], {
    cwd: project,
    env: {
      ...process.env,
      CONTRACT_KEY: seed.key,
      CONTRACT_LIMITED_KEY: seed.limitedKey,
      CONTRACT_REVOKED_KEY: seed.revokedKey,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const report = await text(child.stdout);
  const [exitCode] = (await ended) as [number | null];
  if (exitCode !== 0) throw new Error(`${name} does not keep the contract:\n${report}`);
}
