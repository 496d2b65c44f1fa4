import { describe, expect, test } from 'vitest';
import { contractOf } from '../test/contracts.ts';
import { textAt } from '../test/text-at.ts';
import { extensionChanges, isExtensionThatCounts } from './extension-changes.ts';

const released = `openapi: 3.1.0
x-rate-limit-plans:
  small:
    requestsPerMinute: 10
  large:
    requestsPerMinute: custom
  regions: [north, south]
paths:
  /a:
    get:
      deprecated: true
      x-deprecated-since: '2030-01-01'
      x-sunset: '2031-01-01'
      x-replacement:
        operationId: readB
      x-own: remark
      responses: {}
  /b:
    get:
      operationId: readB
      responses: {}
components:
  headers:
    X-RateLimit-Reset:
      x-rate-limit-reset: unix-timestamp
  schemas:
    Plain:
      properties:
        x-sunset:
          type: string
      example:
        x-rate-limit-plans: 1
`;

const sunset = '/paths/~1a/get/x-sunset';
const perMinute = '/x-rate-limit-plans/small/requestsPerMinute';

describe('each change is rated and located in both contracts', () => {
  test.each<
    [name: string, from: string, to: string, impact: string, message: string, now: string, before: string | undefined]
  >([
    [
      'a lower limit',
      'Minute: 10',
      'Minute: 9',
      'major',
      `${perMinute.slice(1)} changed from 10 to 9.`,
      'requestsPerMinute: 9',
      'requestsPerMinute: 10',
    ],
    [
      'another way to write a reset',
      'unix-timestamp',
      'seconds-from-now',
      'major',
      'x-rate-limit-reset changed from "unix-timestamp" to "seconds-from-now".',
      'x-rate-limit-reset: seconds-from-now',
      'x-rate-limit-reset: unix-timestamp',
    ],
    [
      'a higher limit',
      'Minute: 10',
      'Minute: 11',
      'minor',
      `${perMinute.slice(1)} changed from 10 to 11.`,
      'requestsPerMinute: 11',
      'requestsPerMinute: 10',
    ],
    [
      'a limit to be agreed',
      'Minute: 10',
      'Minute: custom',
      'major',
      `${perMinute.slice(1)} changed from 10 to "custom".`,
      'requestsPerMinute: custom',
      'requestsPerMinute: 10',
    ],
    [
      'a limit no longer to be agreed',
      'Minute: custom',
      'Minute: 5',
      'major',
      'x-rate-limit-plans/large/requestsPerMinute changed from "custom" to 5.',
      'requestsPerMinute: 5',
      'requestsPerMinute: custom',
    ],
    [
      'a new limit',
      'Minute: 10\n',
      'Minute: 10\n    requestsPerDay: 100\n',
      'minor',
      'x-rate-limit-plans/small/requestsPerDay was added.',
      'requestsPerDay: 100',
      undefined,
    ],
    [
      'a removed plan',
      '  small:\n    requestsPerMinute: 10\n',
      '',
      'major',
      `${perMinute.slice(1)} was removed.`,
      'x-rate-limit-plans:',
      'requestsPerMinute: 10',
    ],
    [
      'a list',
      '[north, south]',
      '[north]',
      'major',
      'x-rate-limit-plans/regions changed from ["north","south"] to ["north"].',
      'regions: [north]',
      'regions: [north, south]',
    ],
    [
      'an earlier removal',
      '2031-01-01',
      '2030-12-31',
      'major',
      'x-sunset changed from "2031-01-01" to "2030-12-31".',
      "x-sunset: '2030-12-31'",
      "x-sunset: '2031-01-01'",
    ],
    [
      'a later removal',
      '2031-01-01',
      '2031-01-02',
      'minor',
      'x-sunset changed from "2031-01-01" to "2031-01-02".',
      "x-sunset: '2031-01-02'",
      "x-sunset: '2031-01-01'",
    ],
    [
      'no removal any more',
      "      x-sunset: '2031-01-01'\n",
      '',
      'minor',
      'x-sunset was removed.',
      'get:',
      "x-sunset: '2031-01-01'",
    ],
    [
      'a new removal',
      'operationId: readB\n      responses',
      "operationId: readB\n      x-sunset: '2032-01-01'\n      responses",
      'minor',
      'x-sunset was added.',
      "x-sunset: '2032-01-01'",
      undefined,
    ],
    [
      'another day of deprecation',
      '2030-01-01',
      '2029-01-01',
      'minor',
      'x-deprecated-since changed from "2030-01-01" to "2029-01-01".',
      "x-deprecated-since: '2029-01-01'",
      "x-deprecated-since: '2030-01-01'",
    ],
    [
      'another replacement',
      'operationId: readB\n      x-own',
      'operationId: readC\n      x-own',
      'minor',
      'x-replacement/operationId changed from "readB" to "readC".',
      'operationId: readC',
      'operationId: readB',
    ],
  ])('%s', (_, from, to, impact, message, now, before) => {
    const changed = released.replace(from, to);
    expect(changed).not.toBe(released);
    const [change, ...others] = extensionChanges(contractOf(released), contractOf(changed));
    expect(others).toEqual([]);
    expect({ impact: change?.impact, message: change?.message }).toEqual({ impact, message });
    expect(change && textAt(change.current)).toBe(now);
    expect(change?.released && textAt(change.released)).toBe(before);
  });
});

test.each<[name: string, from: string, to: string]>([
  ['the same', '', ''],
  ['another order', 'x-own: remark\n      responses: {}', 'responses: {}\n      x-own: remark'],
  ['an extension of others', 'x-own: remark', 'x-own: other'],
  ['a property of that name', 'type: string', 'type: integer'],
  ['an example of that name', 'x-rate-limit-plans: 1', 'x-rate-limit-plans: 2'],
])('%s changes no extension that counts', (_, from, to) => {
  expect(extensionChanges(contractOf(released), contractOf(released.replace(from, to)))).toEqual([]);
});

test.each<[pointer: string, is: boolean]>([
  [perMinute, true],
  ['/x-rate-limit-plans', true],
  [sunset, true],
  ['/paths/~1a/get/x-replacement/operationId', true],
  ['/paths/~1a/get/x-sunset-remark', false],
  ['/components/headers/X-RateLimit-Reset/x-rate-limit-reset', true],
  ['/paths/~1a/get/responses/200/headers/Reset/x-rate-limit-reset', true],
  ['/components/schemas/Plain/properties/x-rate-limit-reset', false],
  ['/paths/~1x-sunset/get', false],
  ['/components/schemas/Plain/properties/x-sunset', false],
  ['/info/version', false],
])('%s counts: %s', (pointer, is) => {
  expect(isExtensionThatCounts(pointer)).toBe(is);
});

test.each<[from: string, to: string, changes: [string, string][]]>([
  ['x-rate-limit-reset', 'x-own', [['major', 'x-rate-limit-reset was removed.']]],
  ['x-own', 'x-rate-limit-reset', [['minor', 'x-rate-limit-reset was added.']]],
])('how a reset is written: %s becomes %s', (from, to, changes) => {
  const withForm = (name: string) => contractOf(released.replace('x-rate-limit-reset', name));
  expect(extensionChanges(withForm(from), withForm(to)).map(({ impact, message }) => [impact, message])).toEqual(
    changes,
  );
});
