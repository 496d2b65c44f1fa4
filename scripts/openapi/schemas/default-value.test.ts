import { expect, test } from 'vitest';
import { descriptionOf } from '../../test/contracts.ts';
import { defaultOf } from './default-value.ts';
import { viewSchema } from './schema-view.ts';

const state = 'enum: [draft, sent, in-stock]';

test.each<[schema: string, description: string, value: unknown]>([
  [`${state}, default: sent`, 'Defaults to draft', 'sent'],
  [state, 'Defaults to draft when omitted', 'draft'],
  [state, 'The state. Defaults to `draft`.', 'draft'],
  [state, 'The state (default: in-stock)', 'in-stock'],
  [state, 'The state, default is "draft" if it is not given', 'draft'],
  [`allOf: [{ ${state} }]`, 'It defaults to draft.', 'draft'],
  ['type: boolean', 'Whether it is public; defaults to false', false],
  ['type: integer', 'Default: 20.', 20],
  ['type: number', 'The default value is 0.5', 0.5],
  ["type: [string, 'null']", 'Defaults to null.', null],
  [state, 'The state', undefined],
  [state, 'Defaults to draft for those who may not send', undefined],
  [state, 'Defaults to draft, unless there is a time', undefined],
  [state, 'Defaults to the one of the parent', undefined],
  [state, 'For letters, defaults to draft.', undefined],
  [state, 'Defaults to draft (it also defaults to sent)', undefined],
  ['type: integer', 'Defaults to 30 days', undefined],
  ['type: integer', 'Defaults to 50%', undefined],
  ['type: string', 'Defaults to `name`', undefined],
  ['type: boolean', 'Not the default: true or false', undefined],
])('the default of { %s } that is described with "%s"', (schema, description, value) => {
  const { contract } = descriptionOf(
    '{}',
    `components: { schemas: { One: { ${schema}, description: '${description}' } } }\n`,
  );
  expect(defaultOf(viewSchema(contract, '/components/schemas/One'))?.value).toEqual(value);
});
