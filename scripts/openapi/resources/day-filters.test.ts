import { expect, test } from 'vitest';
import { descriptionOf } from '../../test/contracts.ts';
import { dayFiltersOf, isOfOtherDay } from './day-filters.ts';
import { resourcesOf } from './resources.ts';

const time = '{ type: string, format: date-time }';

function filtersOf(said: string, properties: string, name = 'date') {
  const flight = `{ type: object, properties: { number: { type: string }, ${properties} } }`;
  const description = descriptionOf(`
/flights:
  get:
    operationId: listFlights
    parameters:
      - { name: ${name}, in: query, description: ${said}, schema: { type: string, format: date } }
    responses:
      '200':
        description: ''
        content:
          application/json:
            schema: { type: array, items: ${flight} }
/flights/{number}:
  get:
    operationId: readFlight
    parameters: [{ name: number, in: path, required: true, schema: { type: string } }]
    responses: { '200': { description: '', content: { application/json: { schema: ${flight} } } } }`);
  const [list = expect.fail('Nothing is listed.')] = resourcesOf(description).flatMap((one) => one.list ?? []);
  return dayFiltersOf(description.contract, list);
}

const both = `departure: ${time}, arrival: ${time}`;

test.each<[said: string, properties: string, name: string, times: string[]]>([
  ['Filter by date (defaults to the current day)', both, 'date', ['departure', 'arrival']],
  ['The flights of a given day', both, 'day', ['departure', 'arrival']],
  ['The flights for a given day', both, 'day', ['departure', 'arrival']],
  ['Filter by date or later', both, 'date', []],
  ['The date', both, 'date', []],
  ['Filter by date', both, 'when', []],
  ['Filter by date', `date: ${time}, arrival: ${time}`, 'date', []],
  ['Filter by date', `start: ${time}`, 'date', []],
  ['Filter by date', `createdAt: ${time}, updatedAt: ${time}`, 'date', []],
  ['Filter by date', `${both}, recurrence: { type: string }`, 'date', []],
  ['Filter by date', `${both}, legs: { type: array }`, 'date', []],
  ['Filter by date', `${both}, boardingTime: { type: string }`, 'date', []],
])('%s, of items with %s, as %s: %j', (said, properties, name, times) =>
  expect(filtersOf(said, properties, name).flatMap((one) => one.times.map(({ property }) => property))).toEqual(times),
);

test.each<[departure: string | null, arrival: string, isOther: boolean]>([
  ['2026-11-10T23:00:00Z', '2026-11-11T05:00:00Z', false],
  ['2026-11-12T23:00:00+14:00', '2026-11-13T05:00:00Z', false],
  ['2026-11-01T00:00:00Z', '2026-11-30T00:00:00Z', false],
  ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', true],
  ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', true],
  [null, '2026-11-02T00:00:00Z', false],
])('what is from %s to %s is of another day than 2026-11-11: %s', (departure, arrival, isOther) => {
  const [filter = expect.fail('No filter.')] = filtersOf('Filter by date', both);
  expect(isOfOtherDay(filter, { departure, arrival }, '2026-11-11')).toBe(isOther);
});
