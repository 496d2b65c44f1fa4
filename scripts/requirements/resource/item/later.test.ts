import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { offlineContext } from '../../planning-context.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { laterTime } from './later.ts';
import { laterTimesOf } from './later-times.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;

/** Holds that end at a time which is described so. */
function described(
  text: string,
  { said = '', sent = 'room: { type: string }', end = 'string, format: date-time' } = {},
) {
  const time = '{ type: string, format: date-time }';
  const properties = [
    `id: { type: integer }, createdAt: ${time}, paid_at: ${time}, startDay: { type: string, format: date }`,
    `end: { type: ${end}, description: ${JSON.stringify(text)} }`,
  ];
  const item = `{ type: object, properties: { ${properties.join(', ')} } }`;
  return descriptionOf(`
/holds:
  post:
    operationId: hold
    description: ${JSON.stringify(said)}
    requestBody: { required: true, ${json(`{ type: object, properties: { ${sent} } }`)} }
    responses: { '201': { description: '', ${json(item)} } }
/holds/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read, responses: { '200': { description: '', ${json(item)} } } }
`);
}

const timesIn = (description: ReturnType<typeof described>) =>
  laterTimesOf(benchFor(description).session, operationIn(description, 'hold')).map(
    ({ own, base, text, milliseconds }) => `${own.name} ${text} after ${base.name}: ${milliseconds / 1000}`,
  );

test.each<[text: string, said: string[]]>([
  ['When the hold ends: 15 minutes after its creation.', ['end 15 minutes after createdAt: 900']],
  ['Two days after `paid_at`.', ['end Two days after paid_at: 172800']],
  ['A week after startDay, as a rule of the house.', ['end A week after startDay: 604800']],
  ['Ends 90 minutes after the hold was made', ['end 90 minutes after createdAt: 5400']],
  ['Ends 24 hours from now.', ['end 24 hours after createdAt: 86400']],
  ['At most two days after `paid_at`.', []],
  ['Two days after `paid_at`, or later where the house is closed.', []],
  ['Two days after the last change.', []],
  ['Two working days after `paid_at`.', []],
  ['More than two days after `paid_at`.', []],
  ['Every two days after `paid_at`.', []],
  ['Two days after `end`.', []],
  ['Two days before `paid_at`.', []],
  ['The end of the hold.', []],
])('what a description says: %s', (text, said) => {
  expect(timesIn(described(text))).toEqual(said);
});

test.each<[text: string, said: string[]]>([
  ['Holds a room. `end` is 15 minutes after `createdAt`.', ['end 15 minutes after createdAt: 900']],
  ['Holds a room, and sets `end` to 48 hours after the creation.', ['end 48 hours after createdAt: 172800']],
  ['Holds a room. Mails are sent 15 minutes after its creation.', []],
])('what the description of a creation says: %s', (said, times) => {
  expect(timesIn(described('', { said }))).toEqual(times);
});

test.each<[what: string, others: Parameters<typeof described>[1]]>([
  ['what a client sends', { sent: 'end: { type: string }' }],
  ['what may depend on what a client sends', { sent: 'minutes: { type: integer }' }],
  ['no time', { end: 'string' }],
])('nothing is said of %s', (_, others) => {
  expect(timesIn(described('Two days after its creation.', others))).toEqual([]);
});

const noon = '2031-05-04T12:00:00Z';
const shownTimes = ' of a new item.';

test.each<[text: string, shown: ExactObject, seen: string, unit?: string]>([
  ['15 minutes after its creation', { createdAt: noon, end: '2031-05-04T12:15:02.5Z' }, 'kept'],
  ['15 minutes after its creation', { createdAt: noon, end: '2031-05-04T14:15:00+02:00' }, 'kept'],
  ['15 minutes after its creation', { createdAt: noon, end: '2031-05-04T12:16:00Z' }, 'end: "2031-05-04T12:16:00Z"'],
  ['15 minutes after its creation', { createdAt: noon }, `No answer has shown end and createdAt${shownTimes}`],
  [
    '15 minutes after its creation',
    { createdAt: noon, end: null },
    `No answer has shown end and createdAt${shownTimes}`,
  ],
  ['10 seconds after its creation', { createdAt: noon, end: noon }, `end: "${noon}"`],
  ['14 days after its creation', { createdAt: noon, end: '2031-05-18T11:00:00Z' }, 'kept'],
  ['14 days after its creation', { createdAt: noon, end: '2031-05-17T12:00:00Z' }, 'end: "2031-05-17T12:00:00Z"'],
  ['14 days after its creation', { createdAt: noon, end: '2031-05-19T00:00:00Z' }, 'kept'],
  ['14 days after its creation', { createdAt: noon, end: '2031-05-20T00:00:00Z' }, 'end: "2031-05-20T00:00:00Z"'],
  ['14 days after its creation', { createdAt: noon, end: '2031-05-19' }, 'kept'],
  ['14 days after its creation', { createdAt: noon, end: '2031-05-20' }, 'end: "2031-05-20"'],
  ['14 days after `startDay`', { startDay: '2031-05-04', end: '2031-05-18' }, 'kept'],
  ['14 days after `startDay`', { startDay: '2031-05-04', end: '2031-05-19' }, 'end: "2031-05-19"'],
  ['an hour after its creation', { createdAt: noon, end: Date.parse(noon) / 1000 + 3600 }, 'kept', ', in Unix time'],
  [
    'an hour after its creation',
    { createdAt: noon, end: Date.parse(noon) + 3_600_000 },
    'kept',
    ', in ms of the epoch',
  ],
  ['an hour after its creation', { createdAt: noon, end: 1_935_666_001_000 }, 'end: 1935666001000', ', in Unix time'],
  ['an hour after its creation', { createdAt: noon, end: 1_900_000_000 }, 'end: 1900000000', ', in Unix time'],
])('what ends %s is so: %j', (text, shown, expected, unit = '') => {
  const end =
    typeof shown['end'] === 'number'
      ? 'integer'
      : `string, format: date${`${shown['end']}`.includes('T') ? '-time' : ''}`;
  const description = described(`${text}${unit}`, { end });
  const context = offlineContext(withoutWorkflows(description));
  const operation = operationIn(description, 'hold');
  const resource = context.resources.find(({ create }) => create === operation) ?? expect.fail('There is no resource.');
  const credential = context.credentialOf(operation);
  const parts = { operation, path: {}, query: [], headers: [], cookies: [], body: null, credential };
  const answer = { request: requestOf('POST', '/holds'), response: responseOf({ status: 201 }), body: shown };
  const creation = { resource, of: 'creation', parts, answer, id: 1, isTaken: false, others: [] } as const;
  const seen: string[] = [];
  const reach = laterTime.server?.reach;
  if (reach?.by === 'items')
    reach.check(context, creation, (_, __, one) =>
      seen.push(one === 'kept' ? one : 'outOfReach' in one ? one.outOfReach : one.received),
    );
  expect(seen).toEqual([expected]);
});

test('its fault is as early as the other time', () => {
  const specification = withoutWorkflows(described('15 minutes after its creation'));
  const faults = serverFaultsOf(specification, ({ kind }) => kind === laterTime.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['is as early as createdAt']);
});
