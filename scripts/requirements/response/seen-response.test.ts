import { expect, test } from 'vitest';
import { requestOf, responseOf } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { responsesTo } from './response-sets.ts';
import { SeenResponse } from './seen-response.ts';

test.each<[what: string, status: number, required: string, responses: string, isSo: boolean]>([
  ['a 409 of what must be given its identifier', 409, 'id, name', '', true],
  ['a 409 of what need not be', 409, 'name', '', false],
  ['a documented one', 409, 'id, name', ", '409': { description: '' }", false],
  ['another refusal', 400, 'id, name', '', false],
])('that the identifier is taken says %s', (_, status, required, responses, isSo) => {
  const properties = '{ id: { type: string }, name: { type: string } }';
  const schema = `{ type: object, required: [${required}], properties: ${properties} }`;
  const json = `content: { application/json: { schema: ${schema} } }`;
  const description = descriptionOf(`
/offices:
  post:
    operationId: open
    requestBody: { ${json} }
    responses: { '201': { description: '', ${json} }${responses} }`);
  const exchange = { request: requestOf('POST', '/offices'), response: responseOf({ status }) };
  const seen = new SeenResponse(description, responsesTo(operationIn(description, 'open')), exchange, '/offices');
  expect(seen.refusesTaken).toBe(isSo);
});

const problem = (required: string) =>
  `'404': { description: '', content: { application/json: { schema: { type: object, required: [${required}] } } } }`;
const links = descriptionOf(
  `
/v{version}/links/{code}:
  parameters: [{ $ref: '#/components/parameters/version' }, { $ref: '#/components/parameters/code' }]
  get: { operationId: readLink, responses: { '200': { description: '' }, ${problem('code')} } }
/{code}:
  parameters: [{ $ref: '#/components/parameters/code' }]
  get: { operationId: follow, responses: { '302': { description: '' } } }
/pages/{page}:
  parameters: [{ name: page, in: path, required: true, schema: { type: string } }]
  get: { operationId: readPage, responses: { '200': { description: '' } } }`,
  `components:
  parameters:
    version: { name: version, in: path, required: true, schema: { enum: ['1', '2'] } }
    code: { name: code, in: path, required: true, schema: { type: string } }
`,
);

test.each<[id: string, target: string, status: number, isSo: boolean]>([
  ['readLink', '/v9/links/a', 404, true],
  ['readLink', '/v9/links/a', 400, true],
  ['readLink', '/v9/links/a', 500, false],
  ['readLink', '/v2/links/a', 404, false],
])('%s at %s: a %i may be that of no operation: %s', (id, target, status, isSo) => {
  const operation = operationIn(links, id);
  const exchange = { request: requestOf('GET', target), response: responseOf({ status }) };
  expect(new SeenResponse(links, responsesTo(operation), exchange, operation.path).mayBeOfAnother).toBe(isSo);
});

test.each<[id: string, target: string, isSo: boolean]>([
  ['follow', '/a', true],
  ['readPage', '/pages/a', false],
])('%s: an undocumented 404 is that of another operation with the same parameter: %s', (id, target, isSo) => {
  const operation = operationIn(links, id);
  const exchange = { request: requestOf('GET', target), response: responseOf({ status: 404 }) };
  expect(new SeenResponse(links, responsesTo(operation), exchange, operation.path).namesNothing).toBe(isSo);
});
