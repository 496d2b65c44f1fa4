import type { Answer } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { LimitedAnswer } from '../../../requirements/rate-limit/limit-observation.ts';
import { mostSpent } from '../../../requirements/rate-limit/limited-operations.ts';
import { assemble } from '../../../requirements/request/request-parts.ts';
import { longestWait } from '../session/request-sender.ts';
import { cheapest, type LimitedKey } from './limited-key.ts';

// Sent beyond the limit, at the same time as what is left: a server may count too late.
const beyond = 4;
// Of a long window; a short one may end each time on a machine that is busy.
const leastAttempts = 4;

/** What came of requests beyond what was left. */
interface Spending {
  /** Announces what is left. */
  first: LimitedAnswer;
  left: number;
  /** Of the requests that were sent at once. */
  answers: readonly LimitedAnswer[];
  /** Of one request to each operation after that. */
  excess: readonly { operation: Operation; answer: LimitedAnswer }[];
  /** Of one to a path that the contract does not have, where it documents that this is refused as well. */
  toUnknownPath: Answer | undefined;
}

/** Spends what is left, all at once, then sends one request to each operation. Throws NoResponse. */
export async function exhaust(key: LimitedKey): Promise<void> {
  const operation = cheapest(key.operations);
  if (operation === undefined) return;
  const { clock } = key.session;
  const end = clock.now() + longestWait;
  for (let attempt = 1; attempt <= leastAttempts || clock.now() < end; attempt += 1) {
    const first = await key.send(await key.requestTo(operation));
    // Spent before this run, or in its beginning: the next window is a whole one.
    if (!isServed(first) && attempt < leastAttempts) {
      if (!(await key.waitFor(first))) return;
      continue;
    }
    if (isServed(first) && first.state.remaining === undefined && key.session.keys.limitedKey === undefined)
      return key.leave('no response says how many requests are left; give --limited-key a key with a small limit');
    const left = isServed(first) ? (first.state.remaining ?? mostSpent) : 0;
    if (left > mostSpent)
      return key.leave(`the key has ${left} requests left; give --limited-key a key of a smaller plan`);
    const spending = await spend(key, operation, first, left);
    if (!isOfNextWindow(key, spending)) return judge(key, spending);
    await key.waitUntil(first.state.resetsAt ?? 0, 300);
  }
  key.leave('the window of the limit was over before its requests were spent');
}

async function spend(key: LimitedKey, operation: Operation, first: LimitedAnswer, left: number): Promise<Spending> {
  const parts = await key.requestTo(operation);
  const answers = await Promise.all(Array.from({ length: left + beyond }, () => key.send(parts)));
  const excess: { operation: Operation; answer: LimitedAnswer }[] = [];
  for (const request of await key.requestsTo(key.operations)) {
    excess.push({ operation: request.operation, answer: await key.send(request) });
  }
  return { first, left, answers, excess, toUnknownPath: await sendToUnknownPath(key) };
}

/** True where requests may have been served because the next window had begun: that shows nothing. */
function isOfNextWindow({ session: { clock } }: LimitedKey, spending: Spending): boolean {
  const { first, left, answers, toUnknownPath } = spending;
  const excess = [
    ...spending.excess.map(({ answer }) => answer),
    ...(toUnknownPath === undefined ? [] : [toUnknownPath]),
  ];
  const { resetsAt } = first.state;
  const last = excess.at(-1)?.response.receivedAt ?? clock.now();
  const served = answers.filter(isServed).length;
  const isOver = resetsAt !== undefined && last >= resetsAt - 1000;
  return isOver && served >= left && (served > left || excess.some(isServed));
}

function judge(key: LimitedKey, { first, answers, excess }: Spending): void {
  key.observe({ of: 'spending', first, answers });
  for (const { operation, answer } of excess) key.observe({ of: 'excess', operation, answer });
  key.refusal = excess.findLast(({ answer }) => !isServed(answer))?.answer;
}

/** The contract may document the refusal of a request that reaches no operation, too. */
async function sendToUnknownPath(key: LimitedKey): Promise<Answer | undefined> {
  const { session, operations } = key;
  const [sample] = operations;
  if (sample === undefined || !Object.hasOwn(session.unmatched.responses, '429')) return undefined;
  const target = `/unknown-${session.values.token()}`;
  const request = { ...assemble(await key.requestTo(sample)), method: 'GET', target, body: null };
  return session.sender.send(request, session.unmatched, undefined, { mayBeLimited: true });
}

function isServed({ response }: Answer): boolean {
  return response.status !== 429;
}
