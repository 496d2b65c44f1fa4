import { expect, test } from 'vitest';
import { readRequest } from '../../http/request-text.ts';
import { requestOf } from '../../http/test/messages.ts';
import type { Description } from '../../openapi/description.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { planCases } from '../planned-cases.ts';
import { offlineContext } from '../planning-context.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { BodyReader } from './body-reader.ts';

/** A contract whose body has so many properties, all of them required. */
function wide(count: number): Description {
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  const properties = names.map((name) => `${name}: { type: string, maxLength: 9 }`).join(', ');
  return descriptionOf(`
/lamps:
  post:
    operationId: addLamp
    requestBody:
      required: true
      content:
        application/json: { schema: { type: object, required: [${names}], properties: { ${properties} } } }
    responses: { '201': { description: '' }, '400': { description: '' } }
`);
}

/** How many numbers are taken to plan the cases: each free text that is made takes one. */
function takenToPlan(count: number): number {
  const context = offlineContext(withoutWorkflows(wide(count)));
  const first = context.values.next();
  planCases(context, 'server');
  return context.values.next() - first;
}

test('to plan twice as many properties takes twice as many values, not four times', () => {
  expect(takenToPlan(80) / takenToPlan(40)).toBeLessThan(2.5);
});

test('what is asked of each property is asked of the objects of a body, which are found once', () => {
  const description = descriptionOf(`
/lamps:
  post:
    operationId: addLamp
    requestBody:
      content:
        application/json:
          schema:
            properties: { name: { type: string }, size: { properties: { width: { type: integer } } } }
    responses: { '201': { description: '' } }
`);
  const reader = new BodyReader(description, operationIn(description, 'addLamp'), new Set());
  const body = Buffer.from('{"name":"Ada","size":{"width":1}}');
  const request = { ...requestOf('POST', '/lamps', [['Content-Type', 'application/json']]), body };
  expect(reader.read(readRequest(request)).objects.map(({ part }) => part.path)).toEqual(['', '.size']);
});
