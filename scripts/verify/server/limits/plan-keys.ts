import type { Operation } from '../../../openapi/operation-table.ts';
import type { LimitedAnswer } from '../../../requirements/rate-limit/limit-observation.ts';
import { isEnforced, mostSpent } from '../../../requirements/rate-limit/limited-operations.ts';
import { type Plan, planFigures } from '../../../requirements/rate-limit/plans.ts';
import { isSelected } from '../../../requirements/specification.ts';
import type { Session } from '../session/session.ts';
import { cheapest, LimitedKey } from './limited-key.ts';
import { requestAfterWait } from './wait.ts';

/**
 * Verifies what plans allow, each with a key of its own, which only a server with a virtual clock gives: the smallest
 * day is spent, of the others two minutes are begun. A run of some operations does so only where
 * it has the one that shows it: until that changes, it shows the same of every plan. Throws NoResponse.
 */
export async function checkPlans(session: Session): Promise<void> {
  const { specification, description, resources } = session;
  const { planKeys = {}, limitedKey } = session.keys;
  const enforced = description.operations.filter(isEnforced);
  // A day is many requests: an answer with one item is read sooner than a list.
  const single = enforced.filter((own) => !resources.some(({ list }) => list?.operation === own));
  const operation = cheapest(single) ?? cheapest(enforced);
  if (operation === undefined || ![null, operation].every((one) => isSelected(specification, one))) return;
  for (const text of Object.values(planKeys).filter((one) => one !== limitedKey)) {
    const key = new LimitedKey(session, text);
    if (key.plan === undefined) continue;
    const day = key.plan.requestsPerDay;
    if (day !== undefined && day <= mostSpent) await spendDay(key, key.plan, day, operation);
    else await beginTwoWindows(key, operation);
  }
}

async function beginTwoWindows(key: LimitedKey, operation: Operation): Promise<void> {
  const { state } = await key.send(await key.requestTo(operation));
  if (state.resetsAt === undefined) return;
  await key.waitUntil(state.resetsAt, 1000);
  await key.send(await key.requestTo(operation));
}

/** Spends minute after minute until the day is spent, and waits for the next day. */
async function spendDay(key: LimitedKey, plan: Plan, day: number, operation: Operation): Promise<void> {
  const { clock } = key.session;
  const since = clock.now();
  const most = Math.ceil(day / (plan.requestsPerMinute ?? day)) + 2;
  let served = 0;
  for (let minute = 0; minute < most; minute += 1) {
    const spent = await spendWindow(key, operation, (minute * 370) % 1000);
    served += spent.served;
    const { last } = spent;
    const isOver = served > day || (last.state.limit === day && last.response.status === 429);
    if (isOver) key.observe({ of: 'request after some of a day', plan, served, since, answer: last });
    const next = last.response.status === 429 ? await requestAfterWait(key, operation, last) : undefined;
    if (isOver) break;
    if (next !== undefined && next.response.status !== 429) served += 1;
  }
  // A run that begins with a day of this plan spends another one later.
  await clock.wait(planFigures.requestsPerDay.milliseconds);
}

/** Sends as many requests at once as are left, and some milliseconds later one more: what is rounded then differs. */
async function spendWindow(
  key: LimitedKey,
  operation: Operation,
  milliseconds: number,
): Promise<{ served: number; last: LimitedAnswer }> {
  const parts = await key.requestTo(operation);
  const first = await key.send(parts);
  if (first.response.status === 429) return { served: 0, last: first };
  const left = Math.min(first.state.remaining ?? 0, mostSpent);
  const answers = await Promise.all(Array.from({ length: left }, () => key.send(parts)));
  await key.session.clock.wait(milliseconds);
  const last = await key.send(parts);
  const served = [first, ...answers, last].filter(({ response }) => response.status !== 429).length;
  return { served, last };
}
