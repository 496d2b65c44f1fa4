import { endGroup } from '../harness/end-group.ts';
import { handler } from '../harness/protocol.ts';
import { serveRequests } from '../harness/serve-requests.ts';
import { runTests } from '../runner/run-tests.ts';
import { testsMethod } from './methods.ts';

// The program of a process that runs the tests of checks, one run after the other.
serveRequests(() => [handler(testsMethod, runTests)], endGroup);
