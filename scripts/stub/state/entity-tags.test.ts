import { expect, test } from 'vitest';
import { descriptionOf } from '../../test/contracts.ts';
import { EntityTags } from './entity-tags.ts';

const tagsFor = (schema: string) =>
  new EntityTags(
    descriptionOf(
      `/lamp:
  get:
    operationId: seeLamp
    responses: { '200': { description: '', headers: { ETag: { schema: ${schema} } } } }`,
      '',
    ),
  );

test.each([
  ['{ type: string }', /^"[\w-]{16}"$/],
  [`{ type: string, pattern: '^"[0-9]+"$' }`, /^"\d+"$/],
  [`{ type: string, pattern: '^W/"' }`, /^W\/"[\w-]{16}"$/],
  [`{ type: string, pattern: '^[0-9a-f]{40}$' }`, /^[0-9a-f]{40}$/],
  ['{ type: integer }', /^\d+$/],
  ['{ type: string, const: never }', /^"[\w-]{16}"$/],
])('a tag as %s', (schema, form) => {
  const tags = tagsFor(schema);
  expect(tags.of('one')).toMatch(form);
  expect([tags.of('one'), tags.of('two')]).toEqual([tags.of('one'), expect.not.stringContaining(tags.of('one'))]);
});
