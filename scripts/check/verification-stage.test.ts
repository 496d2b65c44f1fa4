import { expect, test } from 'vitest';
import { CannotRun, OutOfTime } from '../cli/problem.ts';
import { descriptionOf } from '../test/contracts.ts';
import { verificationStage } from './verification-stage.ts';

const { contract } = descriptionOf(
  "/lamps: { get: { operationId: listLamps, responses: { '200': { description: '' } } } }",
);

test.each([
  [
    'has not started in time could not run',
    new OutOfTime('It has not started.'),
    { findings: [], notRun: 'prevented' },
  ],
  [
    'does not start with the contract violates it',
    new CannotRun('No route for listLamps.'),
    { findings: [{ side: 'server', message: 'No route for listLamps.' }] },
  ],
])('a side that %s', async (_, error, expected) => {
  const outcome = await verificationStage(contract, 'server', () => Promise.reject(error));
  expect(outcome).toMatchObject({ ...expected, verified: undefined });
  expect(outcome.notRun).toBe('notRun' in expected ? expected.notRun : undefined);
});
