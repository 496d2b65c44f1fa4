import { expect, test } from 'vitest';
import { planCases } from '../../requirements/planned-cases.ts';
import { benchFor } from '../test/bench.ts';
import { bookContract } from '../test/book-contract.ts';
import { Budget } from './budget.ts';
import type { Session } from './session/session.ts';

const benchOfBooks = (): Session => benchFor(bookContract('plain')).session;

/** Whether all cases that are the first of their requirement come before those that are not. */
function isInRounds(session: Session, budget: Budget): boolean {
  const repeats = budget.inRounds(planCases(session, 'server').cases).map(({ isRepeat }) => isRepeat);
  return repeats.lastIndexOf(false) < repeats.indexOf(true);
}

test('nothing is repeated once responses were judged millions of times, and each requirement comes first', () => {
  const session = benchOfBooks();
  const budget = new Budget(session, undefined);
  expect([budget.hasRepeats(), isInRounds(session, budget)]).toEqual([true, false]);
  session.responseChecks.judgements = 5_000_000;
  expect([budget.hasRepeats(), isInRounds(session, budget)]).toEqual([false, true]);
  expect(budget.leaveOut(session.ledger)).toBeDefined();
});

test('a run that was given a number of requests is not cut short by judgements', () => {
  const session = benchOfBooks();
  const budget = new Budget(session, 100_000);
  session.responseChecks.judgements = 5_000_000;
  expect([budget.hasRepeats(), isInRounds(session, budget)]).toEqual([true, false]);
  expect(budget.leaveOut(session.ledger)).toBeUndefined();
});

test('each requirement that is asked of a response counts', async () => {
  const session = benchOfBooks();
  const [operation] = session.description.operations;
  if (operation === undefined) throw new Error('The contract has no operation.');
  await session.call(await session.source.base(operation));
  const { judgements } = session.responseChecks;
  expect(judgements).toBeGreaterThan(1);
  expect(judgements % session.responseChecks.countFor(operation)).toBe(0);
});
