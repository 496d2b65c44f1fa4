import { describe, expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { offlineContext } from '../planning-context.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { placeValue, withoutParameter } from './place-value.ts';
import { parameterRequired } from './required.ts';

const object =
  'required: true, schema: { type: object, properties: { low: { type: integer }, high: { type: integer } } }';
const description = descriptionOf(`
/lamps/{shape}:
  get:
    operationId: listLamps
    parameters:
      - { name: shape, in: path, ${object} }
      - { name: watts, in: query, style: deepObject, ${object} }
      - { name: spread, in: query, ${object.replaceAll(/low|high/g, (name) => `${name}est`)} }
    responses: { '200': { description: '' }, '400': { description: '' } }`);
const context = offlineContext(withoutWorkflows(description));
const operation = operationIn(description, 'listLamps');
const [, watts, spread] = operation.parameters;
const names = (query: readonly (readonly [string, string])[]) => query.map(([name]) => decodeURIComponent(name));

describe('an object in a query', () => {
  test('is left out with all of its properties', async () => {
    const parts = await context.source.base(operation);
    expect(names(parts.query)).toEqual(['watts[low]', 'watts[high]', 'lowest', 'highest']);
    expect(watts && names(withoutParameter(parts, watts).query)).toEqual(['lowest', 'highest']);
  });

  test('is placed once', async () => {
    const parts = await context.source.base(operation);
    expect(watts && names(placeValue(parts, watts, { low: 7 }).query)).toEqual(['lowest', 'highest', 'watts[low]']);
    expect(spread && names(placeValue(parts, spread, { lowest: 7, highest: 9 }).query)).toEqual(names(parts.query));
  });

  test('must be given, but where its properties are parameters of their own', () => {
    const listed = parameterRequired.list(context, operation, 'server');
    expect(listed.filter(({ side }) => side !== 'client').map(({ subject: { name } }) => name)).toEqual(['watts']);
    const reach = parameterRequired.server?.reach;
    const cases = reach?.by === 'cases' ? reach.cases(context, operation) : [];
    expect(cases.map(({ title }) => title)).toEqual(['no watts']);
  });

  test('leaves no place in a path empty', async () => {
    expect((await context.source.base(operation)).path['shape']).toMatch(/^low,\d+,high,\d+$/);
  });
});
