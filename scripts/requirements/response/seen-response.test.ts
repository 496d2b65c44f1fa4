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
