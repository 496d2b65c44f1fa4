import { once } from 'node:events';
import { createServer } from 'node:net';
import { runCommand, UsageError } from './cli/command-line.ts';
import { endSignal } from './cli/end-signal.ts';
import { paths } from './cli/project.ts';
import { type CheckState, Checks, openStages } from './dev/checks.ts';
import { DevPage } from './dev/page.ts';
import { DevServer } from './dev/reference-server.ts';
import { describeFailure, describeVerified, screenOf } from './dev/screen.ts';
import { watchFolders } from './dev/watch.ts';
import { describeStage, describeVerdict, isPassed } from './report/check-verdict.ts';

const command = {
  name: 'dev',
  summary: `Checks both sides at each save in spec/, server/ and client/, and serves the verdict beside the
documentation of the contract. The reference server restarts with each version of its code that fits the types.`,
  options: {
    port: { type: 'string', value: 'PORT', default: '8090', description: 'the port of the page; 0 takes a free one' },
    'server-port': {
      type: 'string',
      value: 'PORT',
      default: '0',
      description: 'the port of the reference server; 0 takes a free one',
    },
  },
} as const;

await runCommand(command, async (given) => {
  const serverPort = readPort(given['server-port']) || (await freePort());
  const page = new DevPage(`http://127.0.0.1:${serverPort}`);
  const address = await page.listen(readPort(given.port));
  let state: CheckState | undefined;
  const show = () => {
    if (state === undefined) return;
    const screen = screenOf(state, { page: address, server: server.said });
    page.show(screen);
    if (process.stdout.isTTY) process.stdout.write(`\u001B[2J\u001B[H${screen}`);
  };
  const origin = address.replace(/\/$/, '');
  let said = '';
  const server = new DevServer({ PORT: String(serverPort), HOST: '127.0.0.1', CORS_ORIGINS: origin }, () => {
    if (!process.stdout.isTTY) printNews(server.said, said);
    said = server.said;
    show();
  });
  const checks = new Checks((changed) => {
    const ended = changed.stages.at(-1);
    if (!process.stdout.isTTY) print(changed, state);
    const isNew = changed.stages.length !== state?.stages.length;
    const passed = isNew && ended !== undefined && isPassed(ended) ? ended.name : undefined;
    state = changed;
    if (passed === 'generate') void page.showContract();
    // What does not fit the contract may not start: the last one that did goes on.
    if (passed === 'types') void server.restart();
    show();
  });
  console.log(`The page is at ${address}`);
  await page.showContract();
  void checks.run();
  const stopWatching = watchFolders(['spec', 'server', 'client'], (files) => void checks.run(files));
  await endSignal();
  stopWatching();
  checks.stop();
  page.close();
  await server.stop();
  return 0;
});

/** Without a terminal there is no screen: each stage is printed when it ends. */
function print(state: CheckState, before: CheckState | undefined): void {
  const { stages, verified, seconds, failure, since } = state;
  if (before?.since !== since) console.log(`\n${new Date(since).toISOString()} check of ${paths.contract}`);
  const ended = stages.at(-1);
  if (ended !== undefined && (before?.since !== since || before.stages.length < stages.length))
    console.log(describeStage(ended, stages.slice(0, -1)));
  const isNew = verified !== undefined && (before?.since !== since || before.verified === undefined);
  const open = openStages(stages);
  if (isNew && open.length > 0)
    console.log(`${describeVerified(stages, verified)} The tests of ${open.join(' and ')} are to come.`);
  if (failure !== undefined) console.log(`\n${describeFailure(failure)}`);
  else if (seconds !== undefined) console.log(`\n${describeVerdict(stages, seconds)}`);
}

/** What the reference server says, as far as it is not what it has said before. */
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

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new UsageError(`A port must be a number up to 65535, not ${JSON.stringify(text)}.`);
  return Number(text);
}
