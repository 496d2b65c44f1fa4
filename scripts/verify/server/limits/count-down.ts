import type { Operation } from '../../../openapi/operation-table.ts';
import type { LimitedAnswer } from '../../../requirements/rate-limit/limit-observation.ts';
import { isCounted } from '../../../requirements/rate-limit/limited-operations.ts';
import { longestWait } from '../session/request-sender.ts';
import type { LimitedKey } from './limited-key.ts';

// Once is enough where every request must be counted; twice shows more; what still is not shown is tried again.
const leastRounds = 2;
const mostRounds = 4;

/** What rounds have shown. */
interface Progress {
  shown: Set<Operation>;
  /** True where the end of a window came between two requests of the last round: that shows nothing. */
  isCut: boolean;
}

/**
 * Sends a few requests to each operation, one after the other: what is left must go down by one, whatever another key
 * sends meanwhile. Throws NoResponse.
 */
export async function countDown(key: LimitedKey): Promise<void> {
  const { clock } = key.session;
  const end = clock.now() + longestWait;
  const progress: Progress = { shown: new Set(), isCut: false };
  for (let round = 0; round < mostRounds || (progress.isCut && clock.now() < end); round += 1) {
    const pending = key.operations.filter((one) => round < leastRounds || (isCounted(one) && !progress.shown.has(one)));
    if (pending.length === 0 || !(await countRound(key, pending, progress))) return;
  }
}

/** False when the key is refused for longer than can be waited. */
async function countRound(key: LimitedKey, pending: readonly Operation[], progress: Progress): Promise<boolean> {
  const [first] = key.operations;
  if (first === undefined) return false;
  progress.isCut = false;
  const prepared = await key.requestsTo(pending);
  let before = await key.send(await key.requestTo(first));
  for (const parts of prepared) {
    if (before.response.status === 429 && !(await key.waitFor(before))) return false;
    await key.sendWithOtherKey(first);
    const answer = await key.send(parts);
    const { operation } = parts;
    if (key.observe({ of: 'request', operation, before, answer })) progress.shown.add(operation);
    progress.isCut ||= areOfTwoWindows(before, answer);
    before = answer;
  }
  return true;
}

function areOfTwoWindows(before: LimitedAnswer, answer: LimitedAnswer): boolean {
  const isRefused = [before, answer].some(({ response }) => response.status === 429);
  const [one, other] = [before.state.resetsAt, answer.state.resetsAt];
  // A response that the contract does not have announces no window, however often it comes.
  return isRefused || (one !== undefined && other !== undefined && one !== other);
}
