import { once } from 'node:events';
import { createServer } from 'node:net';
import type { CommandDescription } from '../cli/command-help.ts';
import { wholeNumber } from '../cli/command-line.ts';
import { endSignal } from '../cli/end-signal.ts';
import { CannotRun } from '../cli/problem.ts';
import { isPassed } from '../report/check-verdict.ts';
import { describeStage, describeVerdict } from '../report/describe-check.ts';
import { type CheckState, Checks, openStages } from './checks.ts';
import { DevServer } from './dev-server.ts';
import { DevPage } from './page.ts';
import { describeFailure, describeVerified, screenOf } from './screen.ts';
import type { DevSubject } from './subject.ts';
import { watchFolders } from './watch.ts';

/** Where the page and the server are. */
export const portOptions = {
  port: {
    type: 'string',
    value: 'PORT',
    default: '8090',
    description: 'the port of the page; 0 takes a free one, as it does where the default one is taken',
  },
  'server-port': {
    type: 'string',
    value: 'PORT',
    default: '0',
    description: 'the port of the server; 0 takes a free one',
  },
} as const satisfies CommandDescription['options'];

interface GivenPorts {
  port: string;
  'server-port': string;
}

/** Checks at each save, and serves the verdict beside the documentation, until a signal ends it. */
export async function runDev(given: GivenPorts, subjectAt: (serverPort: number) => DevSubject): Promise<0> {
  const portOf = (option: keyof GivenPorts) => wholeNumber(option, given[option], { most: 65_535 });
  const serverPort = portOf('server-port') || (await freePort());
  const subject = subjectAt(serverPort);
  const { documentation, server: served } = subject;
  const page = new DevPage('url' in served ? served.url : `http://127.0.0.1:${serverPort}`);
  const address = await page.listenNear(portOf('port'), Number(portOptions.port.default));
  let state: CheckState | undefined;
  const said = () => server?.said ?? ('url' in served ? `the server is at ${served.url}` : '');
  const show = () => {
    if (state === undefined) return;
    const addresses = { page: address, server: said() };
    page.show(screenOf(state, addresses));
    // A terminal that does not say its size has none.
    const { isTTY, columns = 0, rows = 0 } = process.stdout;
    const size = columns > 0 && rows > 0 ? { columns, rows } : undefined;
    if (isTTY) process.stdout.write(`\u001B[2J\u001B[H${screenOf(state, addresses, size)}`);
  };
  let printed = '';
  const showServer = () => {
    if (!process.stdout.isTTY) printNews(said(), printed);
    printed = said();
    show();
  };
  const server =
    'url' in served
      ? undefined
      : new DevServer(served.program, served.environment(address.replace(/\/$/, '')), showServer, served.instead);
  const showContract = async () => {
    const contract = await documentation.read();
    if (contract !== undefined) page.showContract(contract);
  };
  const checks = new Checks(subject, (changed) => {
    const ended = changed.stages.at(-1);
    if (!process.stdout.isTTY) print(subject.file, changed, state);
    const isNew = changed.stages.length !== state?.stages.length;
    const passed = isNew && ended !== undefined && isPassed(ended) ? ended.name : undefined;
    state = changed;
    if (passed === documentation.after) void showContract().catch(ignoreUnreadable);
    if (!('url' in served) && passed === served.after) void server?.restart();
    show();
  });
  console.log(`The page is at ${address}`);
  await showContract();
  void checks.run();
  const onChange = (files: readonly string[]) => {
    const changed = files.filter((file) => subject.isWatched(file) || subject.files.includes(file));
    if (changed.length > 0) void checks.run(changed);
  };
  const stopWatching = watchFolders(subject.folders, onChange, subject.files);
  await endSignal();
  stopWatching();
  checks.stop();
  page.close();
  await server?.stop();
  return 0;
}

/** A file that is just being replaced cannot be read: the page stays as it is until the check of the next save. */
function ignoreUnreadable(error: unknown): void {
  if (!(error instanceof CannotRun)) throw error;
}

/** Without a terminal there is no screen: each stage is printed when it ends. */
function print(file: string, state: CheckState, before: CheckState | undefined): void {
  const { stages, verified, seconds, failure, since } = state;
  if (before?.since !== since) console.log(`\n${new Date(since).toISOString()} check of ${file}`);
  const ended = stages.at(-1);
  if (ended !== undefined && (before?.since !== since || before.stages.length < stages.length))
    console.log(describeStage(ended, stages.slice(0, -1)));
  const isNew = verified !== undefined && (before?.since !== since || before.verified === undefined);
  const open = openStages(state);
  if (isNew && open.length > 0)
    console.log(`${describeVerified(stages, verified)} The tests of ${open.join(' and ')} are to come.`);
  if (failure !== undefined) console.log(`\n${describeFailure(failure)}`);
  else if (seconds !== undefined) console.log(`\n${describeVerdict(stages, seconds)}`);
}

/** What the server says, as far as it is not what it has said before. */
function printNews(said: string, before: string): void {
  const news = said.startsWith(before) ? said.slice(before.length).trim() : said;
  if (news !== '') console.log(news);
}

/** A port that nothing listens on, so that the server is at one address for as long as this runs. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
