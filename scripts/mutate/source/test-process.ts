import { endGroup } from '../../harness/end-group.ts';
import { handler } from '../../harness/protocol.ts';
import { serveRequests } from '../../harness/serve-requests.ts';
import { runTests } from '../../runner/run-tests.ts';
import { runTestsMethod } from './test-methods.ts';

// The program of a process that runs tests in copies of the project.

serveRequests(
  () => [
    handler(runTestsMethod, async ({ folder, files, ...how }) => {
      process.chdir(folder);
      const ran = await runTests({ include: [...files], inOrder: true, ...how, bail: 1 });
      if (ran.length === 0) return [`there are no tests ${files.join(', ')}`];
      return ran.flatMap(({ file, failures }) =>
        failures.map(({ name = 'cannot be run', message }) => `${file} ${name}: ${message}`),
      );
    }),
  ],
  endGroup,
);
