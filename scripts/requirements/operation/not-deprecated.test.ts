import { describe, expect, test } from 'vitest';
import type { Send } from '../../http/exchange.ts';
import { requestOf, responseOf } from '../../http/test/messages.ts';
import { StillClock } from '../../http/test/still-clock.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor, harnessAt, idsOf } from '../../verify/test/bench.ts';
import { catalogueOf } from '../catalogue.ts';
import type { Side } from '../side.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { operationNotDeprecated } from './not-deprecated.ts';

const ok = "responses: { '200': { description: '' } }";
const announced = "responses: { '200': { description: '', headers: { sunset: { schema: { type: string } } } } }";
const description = descriptionOf(`
/lamps:
  get: { operationId: listLamps, ${ok} }
  put: { operationId: replaceLamps, deprecated: true, ${ok} }
  delete: { operationId: removeLamps, ${announced} }`);
const specification = withoutWorkflows(description);
const required = (side: Side) =>
  catalogueOf(specification, side).filter(({ kind }) => kind === operationNotDeprecated.id);
const subject = { operationId: 'listLamps' };
const faults = serverFaultsOf(specification, ({ id }) => id === 'listLamps.deprecation.absent');

test.each<[side: Side, ids: string[]]>([
  ['server', ['listLamps']],
  ['client', ['listLamps', 'removeLamps']],
])('a %s keeps it where the contract deprecates nothing, a server where it documents no announcement', (side, ids) =>
  expect(required(side).map(({ operationId }) => operationId)).toEqual(ids),
);

/**
 * Sends one request to a server that is wrapped, and gives the requirements of the kind that this shows as violated.
 */
async function violatedWith(headers: Record<string, string>, wrap = (send: Send) => send): Promise<string[]> {
  const { session, ledger } = benchFor(description);
  const request = requestOf('GET', '/lamps');
  const response = await wrap(async () => responseOf({ headers }))(request);
  session.responseChecks.check(session.setOf(operationIn(description, 'listLamps')), { request, response }, '/lamps');
  return idsOf(ledger, 'violated').filter((id) => id.endsWith('.deprecation.absent'));
}

describe('a server', () => {
  test.each([
    ['keeps it without an announcement', { Link: '</lamps/all>; rel="next"' }, []],
    ['violates it by Deprecation', { deprecation: '@1' }, ['listLamps.deprecation.absent']],
    ['violates it by Sunset', { SUNSET: 'Tue, 01 Jan 2030 00:00:00 GMT' }, ['listLamps.deprecation.absent']],
  ])('%s', async (_, headers, violated) => expect(await violatedWith(headers)).toEqual(violated));

  test.each(faults)('$name is detected', async ({ fault }) => {
    const wrap = (send: Send) => fault.wrap(send, harnessAt(new StillClock()));
    expect(await violatedWith({}, wrap)).toEqual(['listLamps.deprecation.absent']);
  });
});

test('a client violates it by a report', () => {
  const reach = operationNotDeprecated.client?.reach;
  if (reach?.by !== 'notices') return expect.fail('It is not judged by reports.');
  const arrival = { request: requestOf('GET', '/lamps'), response: responseOf({}), at: 0 };
  const call = {
    operation: operationIn(description, 'listLamps'),
    key: '',
    arrivals: [arrival] as const,
    elsewhere: [],
  };
  expect(reach.judge({ ...call, notices: [] }, subject)).toEqual([{ kept: [arrival] }]);
  expect(reach.judge({ ...call, notices: [{ sunset: null }] }, subject)).toMatchObject([
    { violation: { received: '[{"sunset":null}]' }, by: arrival },
  ]);
});
