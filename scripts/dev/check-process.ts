import { reportCheck } from '../check/check-report.ts';
import { lintStage } from '../check/lint-stage.ts';
import { runCheck, stageNames } from '../check/run-check.ts';
import { loadTypeGenerator } from '../generate/types.ts';
import { handler } from '../harness/protocol.ts';
import { type Driver, serveRequests } from '../harness/serve-requests.ts';
import { prepareProjectClient } from '../verify/client/project-client.ts';
import { prepareReferenceServer } from '../verify/server/reference-server.ts';
import { EndingTests } from './ending-tests.ts';
import { endTestsMethod, prepareMethod, runMethod, stageMethod } from './methods.ts';

// The program of a process that runs checks, one after the other.

const tests = new EndingTests();
let ended: Promise<unknown> = Promise.resolve();

serveRequests((driver) => [
  handler(prepareMethod, async () => {
    // What is linted does not matter: the linter is ready afterwards.
    await Promise.allSettled([lintStage(), loadTypeGenerator()]);
    return null;
  }),
  handler(runMethod, async () => {
    tests.begin();
    const run = check(driver);
    ended = run.catch(() => undefined);
    await run;
    return null;
  }),
  handler(endTestsMethod, async () => {
    tests.end();
    await ended;
    return null;
  }),
]);

/** Both sides are verified, or do not differ: the next check finds a process for each of them. */
function prepareSides(): void {
  prepareReferenceServer();
  prepareProjectClient();
}

/** Runs a check, and tells the driver of each stage. */
async function check(driver: Driver): Promise<void> {
  const said: Promise<null>[] = [];
  const { stages, verified } = await runCheck({
    all: false,
    only: stageNames(false),
    isFresh: false,
    onStage: ({ name, seconds, summary, findings, notRun }) =>
      said.push(driver.request(stageMethod, { name, seconds, summary, findings, ...(notRun && { notRun }) })),
    runTests: (selection) => {
      prepareSides();
      return tests.run(selection);
    },
  });
  prepareSides();
  await Promise.all(said);
  await reportCheck(stages, verified);
}
