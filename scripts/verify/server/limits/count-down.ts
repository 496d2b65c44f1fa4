import type { Operation } from '../../../openapi/operation-table.ts';
import { isCounted } from '../../../requirements/rate-limit/limited-operations.ts';
import type { LimitedKey } from './limited-key.ts';

// Once is enough where every request must be counted; twice shows more; what still is not shown is tried again.
const leastRounds = 2;
const mostRounds = 4;

/**
 * Sends a few requests to each operation, one after the other: what is left must go down by one, whatever another key
 * sends meanwhile. Throws NoResponse.
 */
export async function countDown(key: LimitedKey): Promise<void> {
  const shown = new Set<Operation>();
  for (let round = 0; round < mostRounds; round += 1) {
    const pending = key.operations.filter((one) => round < leastRounds || (isCounted(one) && !shown.has(one)));
    if (pending.length === 0 || !(await countRound(key, pending, shown))) return;
  }
}

/** False when the key is refused for longer than can be waited. */
async function countRound(key: LimitedKey, pending: readonly Operation[], shown: Set<Operation>): Promise<boolean> {
  const [first] = key.operations;
  if (first === undefined) return false;
  const prepared = await key.requestsTo(pending);
  let before = await key.send(await key.requestTo(first));
  for (const parts of prepared) {
    if (before.response.status === 429 && !(await key.waitFor(before))) return false;
    await key.sendWithOtherKey(first);
    const answer = await key.send(parts);
    const { operation } = parts;
    if (key.observe({ of: 'request', operation, before, answer })) shown.add(operation);
    before = answer;
  }
  return true;
}
