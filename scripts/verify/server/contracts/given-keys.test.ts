import { describe, expect, test } from 'vitest';
import type { Send } from '../../../http/exchange.ts';
import { responseOf } from '../../../http/test/messages.ts';
import { StillClock } from '../../../http/test/still-clock.ts';
import type { Keys } from '../../../requirements/planning-context.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import type { RequirementResult } from '../../result.ts';
import { verifyAt } from '../connect.ts';
import { verify } from '../run.ts';

const headers = 'headers: { X-RateLimit-Limit: {}, X-RateLimit-Remaining: {}, X-RateLimit-Reset: {} }';
const responses = `responses: { '200': { description: '', ${headers} }, '401': { description: '' } }`;
const specification = withoutWorkflows(
  descriptionOf(
    `/tools: { get: { operationId: listTools, ${responses} } }`,
    `security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
x-rate-limit-plans: { small: { requestsPerMinute: 10, requestsPerDay: 100 } }`,
  ),
);

/** What became of a requirement in a run with these keys, at a server that takes some. */
async function resultOf(id: string, given: Partial<Keys>, taken: string[]): Promise<RequirementResult> {
  const send: Send = async (request) => {
    const isTaken = request.headers.some(([, value]) => taken.includes(value.replace('Bearer ', '')));
    return responseOf(isTaken ? { headers: { 'X-RateLimit-Limit': '20' } } : { status: 401 });
  };
  const keys = { key: 'right-key', limitedKey: undefined, ...given };
  const baseUrl = 'http://localhost';
  const { requirements } = await verify(specification, { baseUrl, keys, send, clock: new StillClock(), seed: 7 });
  return requirements.find(({ requirement }) => requirement.id === id) ?? expect.fail(`There is no ${id}.`);
}

describe('that a revoked key is refused', () => {
  const id = 'listTools.security.revoked';

  test('is waived without such a key', async () =>
    expect(await resultOf(id, {}, ['right-key'])).toMatchObject({
      verdict: 'waived',
      reason: 'It takes a key that was revoked: give one with --revoked-key.',
    }));

  test('is kept, or violated, with one', async () => {
    expect(await resultOf(id, { revokedKey: 'old-key' }, ['right-key'])).toMatchObject({ verdict: 'kept' });
    expect(await resultOf(id, { revokedKey: 'old-key' }, ['right-key', 'old-key'])).toMatchObject({
      verdict: 'violated',
    });
  });

  test('cannot be seen with a key that is valid', async () => {
    const given = { key: 'right-key', limitedKey: 'small-key', revokedKey: 'small-key' };
    await expect(verifyAt(specification, 'http://localhost', given, { seed: 7, timeout: 1 })).rejects.toThrow(
      'The revoked key is one of the others: give --revoked-key a key that is no longer valid.',
    );
  });
});

describe('what a plan allows', () => {
  const [minute, day] = ['rateLimit.plans.small.requestsPerMinute', 'rateLimit.plans.small.requestsPerDay'];
  const limited = { limitedKey: 'small-key', planKeys: { small: 'small-key' } };
  const taken = ['right-key', 'small-key'];

  test('is waived without a key of the plan, and of the day with one whose minute is spent first', async () => {
    expect(await resultOf(minute, { limitedKey: 'small-key' }, taken)).toMatchObject({
      verdict: 'waived',
      reason: 'It takes a key of the plan small: give one with --limited-key, and --limited-plan small.',
    });
    expect(await resultOf(day, limited, taken)).toMatchObject({
      verdict: 'waived',
      reason: 'The limit of a day shows only where fewer requests are left of it than of that of the minute.',
    });
  });

  test('is seen with one', async () =>
    expect(await resultOf(minute, limited, taken)).toMatchObject({
      verdict: 'violated',
      violation: { received: 'a limit of 20' },
    }));

  test('cannot be asked of a plan that the contract does not have', async () => {
    const given = { key: 'right-key', limitedKey: 'small-key', planKeys: { large: 'small-key' } };
    await expect(verifyAt(specification, 'http://localhost', given, { seed: 7, timeout: 1 })).rejects.toThrow(
      'The contract has no plan large: --limited-plan must be one of small.',
    );
  });
});
