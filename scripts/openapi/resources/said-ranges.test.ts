import { expect, test } from 'vitest';
import { contractWith } from '../../test/contracts.ts';
import { saidRanges } from './said-ranges.ts';

const ofText = (text: string) => {
  const date = '{ type: string, format: date';
  const properties = `start_date: ${date} }, dueDate: ${date}, description: "${text}" }`;
  return saidRanges(contractWith(`It: { type: object, properties: { ${properties} } }`), '/components/schemas/It');
};

test.each([
  'When it is due. Not before `start_date`.',
  'Must be on or after the start date.',
  'It cannot be earlier than start_date.',
])('%s', (text) => expect(ofText(text)).toEqual([{ first: 'start_date', last: 'dueDate' }]));

test.each(['Not after `start_date`.', 'It has to be before the `start_date`.'])('%s', (text) =>
  expect(ofText(text)).toEqual([{ first: 'dueDate', last: 'start_date' }]),
);

test.each(['Set after `start_date`.', 'Not before the day of opening.', 'Like `start_date`.'])('nothing: %s', (text) =>
  expect(ofText(text)).toEqual([]),
);
