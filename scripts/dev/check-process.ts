import { reportCheck } from '../check/check-report.ts';
import { runCheck, stageNames } from '../check/run-check.ts';
import { loadTypeGenerator } from '../generate/types.ts';
import { handler } from '../harness/protocol.ts';
import { serveRequests } from '../harness/serve-requests.ts';
import { runMethod, stageMethod } from './methods.ts';

// The program of a process that runs checks. It is started before there is anything to check: what takes long to load
// is loaded by then.
void loadTypeGenerator();
void import('vitest/node');

serveRequests((driver) => [
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
