import { describe, expect, test } from 'vitest';
import type { Send } from '../../http/exchange.ts';
import { responseOf } from '../../http/test/messages.ts';
import { StillClock } from '../../http/test/still-clock.ts';
import { descriptionOf } from '../../test/contracts.ts';
import type { RequirementResult } from '../result.ts';
import { verifyAt } from './connect.ts';
import { verify } from './run.ts';

const responses = "responses: { '200': { description: '' }, '401': { description: '' } }";
const specification = {
  description: descriptionOf(
    `/tools: { get: { operationId: listTools, ${responses} } }`,
    'security: [{ token: [] }]\ncomponents: { securitySchemes: { token: { type: http, scheme: bearer } } }',
  ),
  workflows: undefined,
};

/** What became of a requirement in a run with these keys, at a server that takes some. */
async function resultOf(id: string, revokedKey: string | undefined, taken: string[]): Promise<RequirementResult> {
  const send: Send = async ({ headers }) =>
    responseOf({ status: headers.some(([, value]) => taken.includes(value.replace('Bearer ', ''))) ? 200 : 401 });
  const keys = { key: 'right-key', limitedKey: undefined, revokedKey };
  const baseUrl = 'http://localhost';
  const { requirements } = await verify(specification, { baseUrl, keys, send, clock: new StillClock(), seed: 7 });
  return requirements.find(({ requirement }) => requirement.id === id) ?? expect.fail(`There is no ${id}.`);
}

describe('that a revoked key is refused', () => {
  const id = 'listTools.security.revoked';

  test('is waived without such a key', async () =>
    expect(await resultOf(id, undefined, ['right-key'])).toMatchObject({
      verdict: 'waived',
      reason: 'It takes a key that was revoked: give one with --revoked-key.',
    }));

  test('is kept, or violated, with one', async () => {
    expect(await resultOf(id, 'old-key', ['right-key'])).toMatchObject({ verdict: 'kept' });
    expect(await resultOf(id, 'old-key', ['right-key', 'old-key'])).toMatchObject({ verdict: 'violated' });
  });

  test('cannot be seen with a key that is valid', async () => {
    const given = { key: 'right-key', limitedKey: 'small-key', revokedKey: 'small-key' };
    await expect(verifyAt(specification, 'http://localhost', given, { seed: 7, timeout: 1 })).rejects.toThrow(
      'The revoked key is one of the others: give --revoked-key a key that is no longer valid.',
    );
  });
});
