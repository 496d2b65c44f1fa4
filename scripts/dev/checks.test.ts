import { setImmediate as settled } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sides, stageNames } from '../check/run-check.ts';
import type { Stage } from '../report/check-verdict.ts';
import { type CheckState, Checks } from './checks.ts';
import type { Checker } from './subject.ts';

const stageOf = (name: string): Stage => ({ name, seconds: 0, summary: 'passed', findings: [] });
const verified = stageNames(false)
  .filter((name) => !sides.includes(name))
  .map(stageOf);

/** What is done with each process, in order: the first is 1. */
function watched() {
  const done: string[] = [];
  const runs: { send(stages: readonly Stage[]): void; end(): void }[] = [];
  let started = 0;
  const start = (): Checker => {
    started += 1;
    const number = started;
    let end = () => {};
    return {
      prepare: async () => {},
      run: (onStage) => {
        done.push(`run in ${number}`);
        const { promise, resolve } = Promise.withResolvers<undefined>();
        end = () => resolve(undefined);
        runs.push({ send: (stages) => stages.forEach(onStage), end });
        return promise;
      },
      endTests: async () => {
        done.push(`end the tests of ${number}`);
        end();
      },
      kill: () => void done.push(`kill ${number}`),
    };
  };
  const states: CheckState[] = [];
  const subject = { stages: stageNames(false), tests: sides, start };
  return { done, runs, states, checks: new Checks(subject, (state) => states.push(state)) };
}

test('a save while tests run ends these alone, and is checked in the same process', async () => {
  const { checks, done, runs, states } = watched();
  void checks.run();
  runs[0]?.send(verified);
  const second = checks.run();
  await settled();
  expect(done).toEqual(['run in 1', 'end the tests of 1', 'run in 1']);
  runs[1]?.send([...verified, ...sides.map(stageOf)]);
  runs[1]?.end();
  await second;
  expect(states.at(-1)).toMatchObject({ seconds: expect.any(Number), failure: undefined });
});

test('a save while a side is verified ends the process, and is checked in another one', async () => {
  const { checks, done, runs } = watched();
  void checks.run();
  runs[0]?.send(verified.slice(1));
  void checks.run();
  await settled();
  expect(done).toEqual(['run in 1', 'kill 1', 'run in 2']);
});

test('of two saves while tests run the newer one is checked', async () => {
  const { checks, done, runs } = watched();
  void checks.run();
  runs[0]?.send(verified);
  void checks.run();
  void checks.run();
  await settled();
  expect(done.filter((one) => one.startsWith('run'))).toEqual(['run in 1', 'run in 2']);
});
