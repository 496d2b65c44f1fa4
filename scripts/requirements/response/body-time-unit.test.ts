import { expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor, harnessAt, idsOf } from '../../verify/test/bench.ts';
import { catalogueOf } from '../catalogue.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { bodyTimeUnit } from './body-time-unit.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const key = (issued: string) => `{ type: object, properties: { secret: { type: string }, issued: { ${issued} } } }`;

const keys = (issued: string) => json(`{ type: array, items: ${key(issued)} }`);

const described = (issued: string, sent = '') =>
  descriptionOf(`
/keys:
  post:
    operationId: addKey
    requestBody: { ${json(`{ type: object, properties: { ${sent} } }`)} }
    responses: { '201': { description: '', ${json(key(issued))} } }
  get: { operationId: listKeys, responses: { '200': { description: '', ${keys(issued)} } } }`);

const seconds = 'type: integer, description: When it was issued as seconds since epoch.';
const milliseconds = 'type: integer, description: Unix time in milliseconds.';
const shownInMilliseconds = 'type: integer, description: Unix time of its issue., example: 1935666000000';
const shownInSeconds = 'type: integer, description: Unix time of its issue., example: 1935666000';
const saidInSeconds = 'type: integer, description: Unix time in seconds., example: 1935666000000';

test.each<[issued: string, sent: string, paths: string[]]>([
  [seconds, '', ['.issued', '[].issued']],
  [milliseconds, '', ['.issued', '[].issued']],
  ['type: integer', '', []],
  ['type: string, format: date-time', '', []],
  [seconds, 'issued: { type: integer }', []],
  [seconds, 'issued: { type: integer, readOnly: true }', ['.issued', '[].issued']],
])('of what is { %s }, where clients send { %s }, it is asked for %j', (issued, sent, paths) => {
  const all = catalogueOf(withoutWorkflows(described(issued, sent)), 'server');
  const own = all.filter(({ kind }) => kind === bodyTimeUnit.id);
  expect(own.map(({ subject }) => subject['path'])).toEqual(paths);
});

const moment = 1_935_666_000;

/** What became of the requirement where a key is shown so. */
async function verdictOf(issued: string, shown: Exact): Promise<string> {
  const description = described(issued);
  const { session, ledger } = benchFor(description, () => ({ status: 201, body: { secret: 'x', issued: shown } }));
  await session.call(await session.source.base(operationIn(description, 'addKey')));
  const id = 'addKey.responses.201.body.issued.timeUnit';
  const verdicts = ['kept', 'violated'] as const;
  return verdicts.find((verdict) => idsOf(ledger, verdict).includes(id)) ?? 'neither';
}

test.each<[issued: string, shown: Exact, verdict: string]>([
  [seconds, moment, 'kept'],
  [seconds, moment * 1000, 'violated'],
  [milliseconds, moment * 1000, 'kept'],
  [milliseconds, moment, 'violated'],
  [shownInMilliseconds, moment * 1000, 'kept'],
  [shownInSeconds, moment * 1000, 'violated'],
  [saidInSeconds, moment * 1000, 'violated'],
  // Beside a time that is shown in milliseconds, others without an example may be so.
  [`type: integer, description: Unix time. }, ended: { ${shownInMilliseconds}`, moment * 1000, 'neither'],
  [`type: integer, description: Unix time. }, ended: { ${shownInSeconds}`, moment * 1000, 'violated'],
  // That it never ends is often written so.
  [seconds, 0, 'neither'],
  [seconds, -1, 'neither'],
])('of what is { %s }, %j is %s', async (issued, shown, verdict) =>
  expect(await verdictOf(issued, shown)).toBe(verdict),
);

test.each([seconds, milliseconds])('a server with the fault is detected: { %s }', async (issued) => {
  const description = described(issued);
  const isOwn = ({ id }: { id: string }) => id === 'addKey.responses.201.body.issued.timeUnit';
  const [{ fault } = expect.fail('There is no fault.')] = serverFaultsOf(withoutWorkflows(description), isOwn);
  const shown = issued === seconds ? moment : moment * 1000;
  const respond = () => ({ status: 201, body: { secret: 'x', issued: shown } });
  const own = { key: 'right-key', limitedKey: undefined };
  const { session, ledger } = benchFor(description, respond, own, (send, clock) => fault.wrap(send, harnessAt(clock)));
  await session.call(await session.source.base(operationIn(description, 'addKey')));
  expect(idsOf(ledger, 'violated').filter((id) => isOwn({ id }))).toHaveLength(1);
});
