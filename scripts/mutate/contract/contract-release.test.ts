import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { textAt } from '../../test/text-at.ts';
import { detectionByComparison, detectionByDiff } from './contract-release.ts';

const released = contractOf(`openapi: 3.1.0
info:
  title: Harbour
  version: 1.2.3
x-rate-limit-plans:
  small:
    requestsPerMinute: 10
paths:
  /ships:
    get:
      operationId: listShips
      parameters:
        - name: limit
          in: query
          schema:
            type: integer
            maximum: 100
        - name: flag
          in: query
          schema:
            type: string
            enum: [red, blue]
      responses:
        '200':
          description: Ships.
        '404':
          description: None.
`);

/** The texts of the places that are named, and the first message. */
const edits: [name: string, from: string | RegExp, to: string, message: string, places: string[]][] = [
  [
    'a value',
    'maximum: 100',
    'maximum: 50',
    'paths/~1ships/get/parameters/0/schema/maximum changed from 100 to 50.',
    ['maximum: 50', 'maximum: 100'],
  ],
  [
    'a list',
    '[red, blue]',
    '[red]',
    'paths/~1ships/get/parameters/1/schema/enum changed from ["red","blue"] to ["red"].',
    ['enum: [red]', 'enum: [red, blue]'],
  ],
  ['what is gone', / {8}'404':\n.*\n/, '', 'paths/~1ships/get/responses/404 was removed.', ['responses:', "'404':"]],
  [
    'what is new',
    'in: query\n',
    'in: query\n          required: true\n',
    'paths/~1ships/get/parameters/0/required was added.',
    ['required: true'],
  ],
  [
    'an item of a list that is gone',
    / {8}- name: flag\n[\s\S]*?blue\]\n/,
    '',
    'paths/~1ships/get/parameters/1 was removed.',
    ['parameters:', 'name: flag'],
  ],
  [
    'an extension',
    'requestsPerMinute: 10',
    'requestsPerMinute: 5',
    'x-rate-limit-plans/small/requestsPerMinute changed from 10 to 5.',
    ['requestsPerMinute: 5', 'requestsPerMinute: 10'],
  ],
];

describe('each difference is reported with both places', () => {
  test.each(edits)('%s', (_, from, to, message, places) => {
    const detection = detectionByDiff(released, contractOf(changed(from, to)));
    expect(detection).toMatchObject({ check: 'released', message });
    expect(detection?.places.map(textAt)).toEqual(places);
  });

  test.each([
    ['nothing', '', ''],
    ['the version', '1.2.3', '1.2.4'],
  ])('%s', (_, from, to) => {
    expect(detectionByDiff(released, contractOf(changed(from, to)))).toBeUndefined();
  });
});

describe.concurrent('the whole comparison names one of these places, too', () => {
  test.each(edits)('%s', async (_, from, to, __, places) => {
    const detection = await detectionByComparison(released, contractOf(changed(from, to)));
    expect(detection?.places.map(textAt)).toEqual(expect.arrayContaining(places.slice(-1)));
  });
});

function changed(from: string | RegExp, to: string): string {
  const text = sourceOf();
  const result = text.replace(from, to);
  expect(from === '' || result !== text).toBe(true);
  return result;
}

function sourceOf(): string {
  return readFileSync(released.file, 'utf8');
}
