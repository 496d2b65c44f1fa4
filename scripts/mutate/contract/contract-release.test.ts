import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { textAt } from '../../test/text-at.ts';
import { detectionByComparison } from './contract-release.ts';

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
    'The upper bound of query parameter `limit` of listShips changed from 100 to 50.',
    ['maximum: 50', 'maximum: 100'],
  ],
  [
    'a list',
    '[red, blue]',
    '[red]',
    'Query parameter `flag` of listShips no longer allows `blue`.',
    ['enum: [red]', 'blue]'],
  ],
  ['what is gone', / {8}'404':\n.*\n/, '', 'The 404 response of listShips was removed.', ['responses:', "'404':"]],
  [
    'what is new',
    'in: query\n',
    'in: query\n          required: true\n',
    'Query parameter `limit` of listShips is now required.',
    ['required: true', 'name: limit'],
  ],
  [
    'an item of a list that is gone',
    / {8}- name: flag\n[\s\S]*?blue\]\n/,
    '',
    'Query parameter `flag` of listShips was removed.',
    ['parameters:', 'name: flag'],
  ],
  [
    'an extension',
    'requestsPerMinute: 10',
    'requestsPerMinute: 5',
    'requestsPerMinute of the plan `small` changed from 10 to 5.',
    ['requestsPerMinute: 5', 'requestsPerMinute: 10'],
  ],
];

describe('each difference is reported with both places', () => {
  test.each(edits)('%s', (_, from, to, message, places) => {
    const detection = detectionByComparison(released, contractOf(changed(from, to)));
    expect(detection).toMatchObject({ check: 'released', message });
    expect(detection?.places.map(textAt)).toEqual(places);
  });

  test.each([
    ['nothing', '', ''],
    ['the version', '1.2.3', '1.2.4'],
  ])('%s', (_, from, to) => {
    expect(detectionByComparison(released, contractOf(changed(from, to)))).toBeUndefined();
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
