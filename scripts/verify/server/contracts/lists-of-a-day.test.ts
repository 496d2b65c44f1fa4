import { expect, test } from 'vitest';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../../test/bench.ts';
import { StoredItems } from '../items/stored-items.ts';
import { checkList } from '../lists/list-check.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const time = '{ type: string, format: date-time }';
const flight = `{ type: object, properties: { number: { type: string }, departure: ${time}, arrival: ${time} } }`;
const description = descriptionOf(`
/flights:
  get:
    operationId: listFlights
    parameters:
      - { name: date, in: query, description: Filter by date, schema: { type: string, format: date } }
    responses: { '200': { description: '', ${json(`{ type: array, items: ${flight} }`)} } }
/flights/{number}:
  get:
    operationId: readFlight
    parameters: [{ name: number, in: path, required: true, schema: { type: string } }]
    responses: { '200': { description: '', ${json(flight)} } }`);

const flights = ['2026-11-10', '2026-11-11'].map((day, index) => ({
  number: `KD${index}`,
  departure: `${day}T20:00:00Z`,
  arrival: `${day}T23:00:00Z`,
}));

test.each<[what: string, isListed: (day: string, date: string) => boolean, kept: string[], violated: string[]]>([
  ['of the day', (day, date) => day === date, ['listFlights.ofDay.date'], []],
  ['of any day', () => true, [], ['listFlights.ofDay.date']],
  ['from the day on', (day, date) => day >= date, [], ['listFlights.ofDay.date']],
])('a list that shows what is %s', async (_, isListed, kept, violated) => {
  const { session, ledger } = benchFor(description, ({ target }) => {
    const date = new URL(target, 'http://localhost').searchParams.get('date');
    return { body: flights.filter(({ departure }) => date === null || isListed(departure.slice(0, 10), date)) };
  });
  addReachedBy('lists', description, ledger);
  const [resource = expect.fail('Nothing is listed.')] = session.resources;
  await checkList(session, new StoredItems(session, resource));
  const isOwn = (id: string) => id.includes('.ofDay.');
  expect(idsOf(ledger, 'kept', 'lists').filter(isOwn)).toEqual(kept);
  expect(idsOf(ledger, 'violated', 'lists').filter(isOwn)).toEqual(violated);
});
