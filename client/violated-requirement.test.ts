import { expect, test } from 'vitest';
import { violatedRequirement } from './violated-requirement.ts';

test('what is wrong in a part without lines is said of the whole that has them, not of its own keyword', () => {
  const whole = { lines: { schema: 'openapi.yaml:1', type: 'openapi.yaml:2' }, properties: { part: '/part' } };
  const validate = Object.assign(() => false, { pointer: '/whole' });
  const error = { instancePath: '/part', schemaPath: '', keyword: 'type', params: {} };
  expect(violatedRequirement({ responses: {}, schemas: { '/whole': whole } }, validate, error)).toEqual({
    aspect: '.schema',
    location: 'openapi.yaml:1',
  });
});

test('what a schema has no line for is said of all of it', () => {
  const schemas = { '/whole': { lines: { schema: 'openapi.yaml:1' }, properties: {} } };
  const validate = Object.assign(() => false, { pointer: '/whole' });
  const error = { instancePath: '', schemaPath: '', keyword: 'type', params: {} };
  expect(violatedRequirement({ responses: {}, schemas }, validate, error)).toEqual({
    aspect: '.schema',
    location: 'openapi.yaml:1',
  });
});

test('a part is found by its name, also where that is escaped in a pointer', () => {
  const whole = { lines: { schema: 'openapi.yaml:1' }, properties: { '~1': '/part' } };
  const part = { lines: { schema: 'openapi.yaml:2', type: 'openapi.yaml:3' }, properties: {} };
  const validate = Object.assign(() => false, { pointer: '/whole' });
  const error = { instancePath: '/~01', schemaPath: '', keyword: 'type', params: {} };
  const schemas = { '/whole': whole, '/part': part };
  expect(violatedRequirement({ responses: {}, schemas }, validate, error)).toEqual({
    aspect: '.~1.type',
    location: 'openapi.yaml:3',
  });
});

test.each(['additionalProperties', 'unevaluatedProperties'])('%s is about what is too much', (keyword) => {
  const lines = { schema: 'openapi.yaml:1', surplus: 'openapi.yaml:2' };
  const validate = Object.assign(() => false, { pointer: '/whole' });
  const error = { instancePath: '', schemaPath: '', keyword, params: {} };
  expect(
    violatedRequirement({ responses: {}, schemas: { '/whole': { lines, properties: {} } } }, validate, error),
  ).toEqual({
    aspect: '.surplus',
    location: 'openapi.yaml:2',
  });
});
