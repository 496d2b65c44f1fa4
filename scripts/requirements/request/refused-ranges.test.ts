import { describe, expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { endsFor, refusedInBody, refusedInQuery } from './refused-ranges.ts';

interface Said {
  operation?: string;
  end?: string;
  responses?: Readonly<Record<string, string>>;
  names?: readonly [first: string, last: string];
}

const day = (text = '') => `{ type: string, format: date, description: '${text}' }`;

function contractSaying({
  operation = '',
  end = '',
  responses = {},
  names: [first, last] = ['startDate', 'endDate'],
}: Said) {
  const refused = Object.entries(responses).map(([status, text]) => `'${status}': { description: '${text}' }`);
  const answers = `responses: { ${[`'201': { description: '' }`, ...refused].join(', ')} }`;
  const schema = `{ type: object, properties: { ${first}: ${day()}, ${last}: ${day(end)} } }`;
  return descriptionOf(`
/stays:
  post:
    operationId: addStay
    description: '${operation}'
    requestBody: { content: { application/json: { schema: ${schema} } } }
    ${answers}
  get:
    operationId: listStays
    description: '${operation}'
    parameters:
      - { name: ${first}, in: query, schema: ${day()} }
      - { name: ${last}, in: query, description: '${end}', schema: ${day()} }
    ${answers}
/trips:
  post:
    operationId: addTrip
    requestBody: { content: { application/json: { schema: { type: object, properties: { stay: ${schema} } } } } }
    ${answers}`);
}

const wrong = { '400': 'Wrong' };
const ranges: readonly (readonly [said: Said, found: unknown])[] = [
  [{ responses: { '400': 'The end date is before the start date', '422': '' } }, [['startDate', 'endDate', 400]]],
  [{ responses: { '422': 'It ends before it starts', '400': '' } }, [['startDate', 'endDate', 422]]],
  [{ responses: { '400': 'Invalid date range' } }, [['startDate', 'endDate', 400]]],
  [{ responses: { '400': '', '422': '' }, end: 'Must be after the start date.' }, [['startDate', 'endDate', 400, 422]]],
  [{ responses: wrong, end: 'Not before `startDate`.' }, [['startDate', 'endDate', 400]]],
  [{ responses: wrong, operation: 'The end must be later than the start.' }, [['startDate', 'endDate', 400]]],
  [
    { responses: { '409': 'Check-out must be after check-in' }, names: ['check_in', 'check_out'] },
    [['check_in', 'check_out', 409]],
  ],
  [{ responses: wrong, operation: '`to` must be after `from`.', names: ['from', 'to'] }, [['from', 'to', 400]]],
  [{ responses: wrong, end: 'Must be after `left`.', names: ['left', 'back'] }, [['left', 'back', 400]]],
  [{ responses: wrong, operation: 'Days from the start to before the end.' }, []],
  [{ responses: wrong, operation: 'Nothing must come to us before it is from you.', names: ['from', 'to'] }, []],
  [{ responses: { '400': 'The stay is before the season starts' } }, []],
  [{ responses: wrong }, []],
  [{ end: 'Must be after the start date.' }, []],
];

const shown = ({ first, last, statuses }: { first: string; last: string; statuses: readonly number[] }) => [
  first,
  last,
  ...statuses,
];

describe.each(ranges)('%j', (said, found) => {
  const description = contractSaying(said);
  const { contract } = description;
  test('in the body', () =>
    expect(refusedInBody(contract, operationIn(description, 'addStay')).map(shown)).toEqual(found));
  test('in the query', () =>
    expect(refusedInQuery(contract, operationIn(description, 'listStays')).map(shown)).toEqual(found));
  test('deeper in a body', () => {
    const all = refusedInBody(contract, operationIn(description, 'addTrip'));
    const isOfOperation = said.operation !== undefined;
    expect(all.map(shown)).toEqual(isOfOperation ? [] : found);
    expect(all.flatMap(({ segments }) => segments)).toEqual(all.map(() => 'stay'));
  });
});

test.each([
  ['those that it has, in order', { startDate: '2027-02-01', endDate: '2027-01-01' }, ['2027-01-01', '2027-02-01']],
  ['others, where they are the same', { startDate: '2027-02-01', endDate: '2027-02-01' }, ['2031-06-10', '2031-06-12']],
  ['others, where it has none', {}, ['2031-06-10', '2031-06-12']],
])('of what a request has, the ends are %s', (_, own, ends) => {
  const description = contractSaying({ responses: { '400': 'Invalid date range' } });
  const [range = expect.fail('There is no range.')] = refusedInBody(
    description.contract,
    operationIn(description, 'addStay'),
  );
  expect(endsFor(range, own, (_pointer, value) => String(value).length === 10)[0]).toEqual(ends);
});
