import { reportCheck } from '../check/check-report.ts';
import { lintStage } from '../check/lint-stage.ts';
import { runCheck, stageNames } from '../check/run-check.ts';
import { loadTypeGenerator } from '../generate/types.ts';
import { handler } from '../harness/protocol.ts';
import { serveRequests } from '../harness/serve-requests.ts';
import { prepareMethod, runMethod, stageMethod } from './methods.ts';

// The program of a process that runs checks, one after the other.
serveRequests((driver) => [
  handler(prepareMethod, async () => {
    // What is linted does not matter: the linter is ready afterwards.
    await Promise.allSettled([lintStage(), loadTypeGenerator(), import('vitest/node')]);
    return null;
  }),
  handler(runMethod, async () => {
    const said: Promise<null>[] = [];
    const { stages, verified } = await runCheck({
      all: false,
      only: stageNames(false),
      isFresh: false,
      onStage: ({ name, seconds, summary, findings, notRun }) =>
        said.push(driver.request(stageMethod, { name, seconds, summary, findings, ...(notRun && { notRun }) })),
    });
    await Promise.all(said);
    await reportCheck(stages, verified);
    return null;
  }),
]);
