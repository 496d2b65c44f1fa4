import { expect, test } from 'vitest';
import { resourcesOf } from '../../openapi/resources/resources.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { madeWith } from './made-with.ts';

const of = (property: string, sent = 'note') => {
  const json = (properties: string) => `content: { application/json: { schema: { type: object, ${properties} } } }`;
  const description = descriptionOf(`
/orders:
  post:
    operationId: addOrder
    requestBody: { ${json(`properties: { ${sent}: { type: string } }`)} }
    responses:
      '201': { description: '', ${json(`properties: { orderId: { type: string }, ${property}: { type: string } }`)} }
/orders/{orderId}:
  get:
    operationId: getOrder
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    responses: { '200': { description: '', ${json('properties: { orderId: { type: string } }')} } }
/invoices/{invoiceId}:
  get:
    operationId: getInvoice
    parameters: [{ name: invoiceId, in: path, required: true, schema: { type: string } }]
    responses: { '200': { description: '', ${json('properties: { invoiceId: { type: string } }')} } }`);
  const resources = resourcesOf(description);
  const invoices = resources.find(({ parameter }) => parameter?.name === 'invoiceId');
  return invoices && madeWith({ description, resources }, invoices)?.create.id;
};

test('what is made with another thing is known by what that is answered with', () => {
  expect(of('invoiceId')).toBe('addOrder');
  expect(of('paymentId')).toBeUndefined();
  expect(of('invoiceId', 'invoiceId')).toBeUndefined();
});
