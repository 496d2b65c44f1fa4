import { expect, test } from 'vitest';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import type { Probed } from '../../kind.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { actionDoneOnce } from './done-once.ts';

const json = 'content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } }';
const described = (
  conflict = 'The alarm is already acknowledged.',
  action = 'acknowledge',
  method = 'post',
  more = '',
) =>
  descriptionOf(`
/alarms:
  post: { operationId: raise, requestBody: { ${json} }, responses: { '201': { description: '', ${json} } } }
/alarms/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read, responses: { '200': { description: '', ${json} } } }
/alarms/{id}/${action}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  ${method}:
    operationId: act
    ${more}
    responses: { '200': { description: '' }, '409': { description: '${conflict}' } }
`);

/** Answers an action with one status after the other, of each alarm by itself; the last one goes on. */
async function judged(statuses: number[]): Promise<Probed<string>['judgement'][]> {
  const description = described();
  const counts = new Map<string, number>();
  let made = 0;
  const { session } = benchFor(description, ({ target, method }): ResponseParts => {
    if (method === 'POST' && target === '/alarms') return { status: 201, body: { id: (made += 1) } };
    const count = counts.get(target) ?? 0;
    counts.set(target, count + 1);
    return { status: statuses[Math.min(count, statuses.length - 1)] ?? 200, body: {} };
  });
  return probedJudgements(actionDoneOnce, session, 'act');
}

test.each<[what: string, statuses: number[], judgement: unknown]>([
  ['refuses it the second time', [200, 409], 'kept'],
  ['does it again', [200], { documented: '409 for what was done already.', received: '200, {}' }],
  ['refuses it otherwise', [200, 422], { outOfReach: 'The second time it was refused with another status.' }],
  ['never does it', [409], { outOfReach: 'No response has said that it was done.' }],
  ['does it later', [202], { outOfReach: 'No response has said that it was done.' }],
])('a server that %s', async (_, statuses, judgement) => expect(await judged(statuses)).toEqual([judgement]));

test.each<[conflict: string, action: string, count: number]>([
  ['It has already been cancelled.', 'cancel', 1],
  ['Cancelled already.', 'cancel', 1],
  ['It is already active.', 'activate', 1],
  ['It is already shipped and cannot be cancelled.', 'cancel', 0],
  ['The state does not allow it.', 'cancel', 0],
  ['It is already paid.', 'pay', 1],
  ['It was sent already.', 'send', 1],
  ['It is already frozen or closed.', 'freeze', 1],
  ['It is already paid.', 'put', 0],
  ['It is already assigned to another agent.', 'assign', 0],
  ['The alarm is not muted.', 'unmute', 1],
  ['The alarm is not currently published.', 'unpublish', 1],
  ['The alarm is not muted by you.', 'unmute', 0],
  ['The alarm is not muted.', 'mute', 0],
  ['The alarm was not deleted.', 'restore', 1],
  ['The alarm cannot be restored.', 'restore', 0],
])('is required by what its 409 says: %s', (conflict, action, count) => {
  const description = described(conflict, action);
  const { session } = benchFor(description);
  const all = description.operations.flatMap((operation) => actionDoneOnce.list(session, operation, 'server'));
  expect(all).toHaveLength(count);
});

test.each([
  ['PUT, which may be sent again', 'put', ''],
  ['in parts', 'post', `requestBody: { ${json.replace('id', 'amount')} }`],
])('is not required of what is done by %s', (_, method, more) => {
  const description = described('It is already refunded.', 'refund', method, more);
  const { session } = benchFor(description);
  const act = operationIn(description, 'act');
  expect(actionDoneOnce.list(session, act, 'server')).toEqual([]);
});

test('faults', () => {
  const specification = withoutWorkflows(described());
  const faults = serverFaultsOf(specification, ({ kind }) => kind === actionDoneOnce.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['done again']);
});
