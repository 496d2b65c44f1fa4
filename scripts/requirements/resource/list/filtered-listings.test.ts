import { expect, test } from 'vitest';
import { type Exact, within } from '../../../http/exact-json.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { listParametersOf } from '../../../openapi/resources/list-parameters.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { offlineContext } from '../../planning-context.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import type { AcknowledgedItem } from '../item/acknowledged-item.ts';
import { filteredListings } from './filtered-listings.ts';
import { listedBy } from './list-resource.ts';
import type { Listing, Query } from './observed-list.ts';

const state = '{ enum: [open, held, shut] }';
const labels = '{ type: array, items: { type: string } }';
const colour = '{ enum: [red, blue] }';
const flag = 'isFull: { type: boolean }, note: { type: string }';
const form = 'form: { enum: [box, bag, can] }';
const properties = `id: { type: integer }, ${form}, state: ${state}, labels: ${labels}, colour: ${colour}, ${flag}`;
const item = `{ type: object, properties: { ${properties} } }`;
const description = descriptionOf(`
/crates:
  get:
    operationId: listCrates
    parameters:
      - { name: state, in: query, schema: { type: array, items: ${state} } }
      - { name: label, in: query, schema: ${labels} }
      - { name: 'filter[isFull]', in: query, schema: { enum: ['0', '1', any] } }
      - { name: colour, in: query, schema: { enum: [red, all, other] } }
      - { name: form, in: query, description: Separated by commas., schema: { type: string, enum: [box, bag, can] } }
      - { name: note, in: query, schema: { type: string } }
    responses:
      '200': { description: '', content: { application/json: { schema: { type: array, items: ${item} } } } }
/crates/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get:
    operationId: readCrate
    responses: { '200': { description: '', content: { application/json: { schema: ${item} } } } }`);

interface Crate {
  id: number;
  state?: string;
  labels?: string[];
  colour?: string;
  isFull?: boolean;
  form?: string;
  note?: string;
}

/** What is found where every list has these items, or those that a filter leaves, and what was asked for. */
async function found(items: Crate[], filtered = (_labels: Exact[]) => items, present: AcknowledgedItem[] = []) {
  const context = offlineContext(withoutWorkflows(description));
  const [resource = expect.fail('There is no list.')] = listedBy(context.resources, { id: 'listCrates' });
  const crates = items.map((one) => ({ ...one }));
  const answer = { request: requestOf('GET', '/crates'), response: responseOf({ body: crates }), body: crates };
  const all: Listing = { first: { answer, items: crates }, items: crates, isComplete: true };
  const asked: Query[] = [];
  const listings = await filteredListings(context, {
    resource,
    parameters: listParametersOf(description, resource.list),
    stored: { present, nameless: [], removed: new Map(), fleeting: new Set(), hasRefused: true },
    all,
    isAskedForPart: false,
    page: async () => undefined,
    linked: async () => undefined,
    everything: async (query) => {
      asked.push(query);
      const [pair] = query;
      const left = pair?.[0].name === 'label' && Array.isArray(pair[1]) ? filtered(pair[1]) : items;
      return { ...all, items: left.map((one) => ({ ...one })) };
    },
    read: async () => answer,
    isAcknowledged: () => true,
  });
  return { listings, asked };
}

test('of a filter with several values, two that items have are asked for together', async () => {
  const { asked } = await found([
    { id: 1, state: 'open' },
    { id: 2, state: 'shut' },
  ]);
  const states = asked.filter((query) => query.length === 1 && query[0]?.[0].name === 'state');
  expect(states.map(([pair]) => pair?.[1])).toEqual([['open'], ['held'], ['shut'], ['open', 'shut']]);
});

test('two values that a text may have, separated by commas, are asked for together', async () => {
  const { listings, asked } = await found([
    { id: 1, form: 'box' },
    { id: 2, form: 'can' },
  ]);
  const forms = asked.filter((query) => query.length === 1 && query[0]?.[0].name === 'form');
  expect(forms.map(([pair]) => pair?.[1])).toEqual(['box', 'bag', 'can', 'box,can']);
  expect(listings.find(({ text }) => text === 'form box or can')?.expected).toHaveLength(2);
});

test('what has the value in another case may be listed', async () => {
  const { listings } = await found([{ id: 1, state: 'OPEN' }]);
  expect(listings.map(({ text, excludes }) => [text, excludes({ id: 1, state: 'OPEN' })])).toEqual(
    expect.arrayContaining([
      ['state open', false],
      ['state held', true],
    ]),
  );
});

const labelled: Crate[] = [
  { id: 1, labels: ['heavy'] },
  { id: 2, labels: ['cold'] },
  { id: 3, labels: ['cold', 'heavy'] },
];
const hasOne = (wanted: Exact[]) =>
  labelled.filter(({ labels = [] }) => wanted.some((one) => labels.includes(`${one}`)));

test.each<[what: string, filtered: (wanted: Exact[]) => Crate[], expected: number[]]>([
  ['one of them', hasOne, [1, 2, 3]],
  ['all of them', (wanted) => labelled.filter(({ labels }) => wanted.length === labels?.length), [3]],
  ['the first one alone', (wanted) => hasOne(wanted.slice(0, 1)), [1, 2, 3]],
])('of what has several values itself, by two a server that lists what has %s', async (_, filtered, expected) => {
  const { listings } = await found(labelled, filtered);
  const both = listings.find(({ text }) => text === 'label heavy or cold');
  expect(both?.expected.map((one) => within(one, ['id']))).toEqual(expected);
});

test('a value that no item has is no value to compare, and all of them are asked for with `all`', async () => {
  const items = [
    { id: 1, colour: 'red' },
    { id: 2, colour: 'blue' },
  ];
  const { listings } = await found(items);
  const ofColour = listings.filter(({ parameter, query }) => parameter.name === 'colour' && query.length === 1);
  expect(ofColour.map(({ text, expected, excludes }) => [text, expected.length, items.some(excludes)])).toEqual([
    ['colour red', 1, true],
    ['colour all', 2, false],
  ]);
});

test('a flag is asked for by a text as well', async () => {
  const items = [
    { id: 1, isFull: true },
    { id: 2, isFull: false },
    { id: 3, isFull: false },
  ];
  const { listings } = await found(items);
  const ofFlag = listings.filter(({ parameter, query }) => parameter.name === 'filter[isFull]' && query.length === 1);
  const shown = ofFlag.map(({ text, expected, excludes }) => [text, expected.length, items.map(excludes)]);
  expect(shown).toEqual([
    ['filter[isFull] 0', 2, [true, false, false]],
    ['filter[isFull] 1', 1, [false, true, true]],
    ['filter[isFull] any', 3, [false, false, false]],
  ]);
});

test('a text is asked for beside a value of another filter that tells apart what has the text', async () => {
  const [text = ''] = offlineContext(withoutWorkflows(description)).values.unrelatedTexts;
  const { listings } = await found([
    { id: 1, state: 'open', note: text },
    { id: 2, state: 'open' },
  ]);
  const both = listings.find(({ parameter, query }) => parameter.name === 'note' && query.length === 2);
  expect(both?.text).toBe(`note ${text} and state open`);
  expect(both?.expected.map((one) => within(one, ['id']))).toEqual([1]);
});

test('what was made is expected by a value for all, where the answer to that has shown it', async () => {
  const made = [
    { id: 7, item: { id: 7, colour: 'blue' } },
    { id: 8, item: {} },
  ];
  const exchange = { request: requestOf('POST', '/crates'), response: responseOf({ status: 201 }) };
  const present = made.map((one) => ({ ...one, isAnswered: true, exchange }));
  const { listings } = await found([{ id: 1, colour: 'red' }], undefined, present);
  const expected = listings.filter(({ text }) => text === 'colour all').map((own) => own.expected);
  expect(expected).toEqual([
    [
      { id: 1, colour: 'red' },
      { id: 7, colour: 'blue' },
    ],
  ]);
});
