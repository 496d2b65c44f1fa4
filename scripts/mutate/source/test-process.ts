import { handler } from '../../harness/protocol.ts';
import { serveRequests } from '../../harness/serve-requests.ts';
import { runTests } from '../../runner/run-tests.ts';
import { endGroup } from '../end-group.ts';
import { runTestsMethod } from './test-methods.ts';

// The program of a process that runs tests in copies of the project.

serveRequests(
  () => [
    handler(runTestsMethod, async ({ folder, include, exclude, ...how }) => {
      process.chdir(folder);
      const files = await runTests({ include: [...include], exclude: [...exclude], ...how, bail: 1 });
      if (files.length === 0) return [`there are no tests ${include.join(', ')}`];
      return files.flatMap(({ file, failures }) =>
        failures.map(({ name = 'cannot be run', message }) => `${file} ${name}: ${message}`),
      );
    }),
  ],
  endGroup,
);
