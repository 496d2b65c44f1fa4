import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const own = 'id: { type: string, format: uuid, readOnly: true }, number: { type: string, readOnly: true }';
const parcel = `{ type: object, required: [id, number], properties: { ${own}, note: { type: string } } }`;
const label = '{ type: object, required: [format], properties: { format: { type: string } } }';
const named = (name: string, format: string) =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string${format} } }]`;
const description = descriptionOf(`
/parcels:
  post:
    operationId: send
    requestBody: { required: true, ${json(parcel)} }
    responses: { '201': { description: '', ${json(parcel)} }, '400': { description: '' } }
/parcels/{number}:
  ${named('number', '')}
  get: { operationId: track, responses: { '200': { description: '', ${json(parcel)} }, '404': { description: '' } } }
/parcels/{parcelId}/label:
  ${named('parcelId', ', format: uuid')}
  get: { operationId: print, responses: { '200': { description: '', ${json(label)} }, '404': { description: '' } } }`);

const schema = '/paths/~1parcels/post/requestBody/content/application~1json/schema';

/** Reads parcels by their numbers, and prints labels for them by their identifiers; or one without its format. */
function post(isEmpty = false) {
  const parcels: ExactObject[] = [];
  const send = (request: HttpRequest): ResponseParts => {
    const sent = jsonIn(request.body) ?? null;
    if (!/^application\/json\b/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    if (!isExactObject(sent) || !description.schemas.isValid('request', schema, sent)) return { status: 400 };
    const made = { ...sent, id: randomUUID(), number: `P${parcels.length + 1}` };
    parcels.push(made);
    return { status: 201, body: made };
  };
  return {
    respond(request: HttpRequest): ResponseParts {
      const { method, target } = request;
      const [, kind, key, part, more] = new URL(target, 'http://localhost').pathname.split('/').map(decodeURIComponent);
      if (kind !== 'parcels' || more !== undefined || (part !== undefined && part !== 'label')) return { status: 404 };
      if (key === undefined) return method === 'POST' ? send(request) : { status: 405 };
      if (method !== 'GET') return { status: 405 };
      const name = part === undefined ? 'number' : 'id';
      const found = parcels.find((one) => String(one[name]).toLowerCase() === key.toLowerCase());
      if (found === undefined) return { status: 404 };
      return { body: part === undefined ? found : isEmpty ? {} : { format: 'PDF' } };
    },
  };
}

test('what is beneath a thing is asked for by what the thing shows under the name in that path', async () => {
  const specification = withoutWorkflows(description);
  expect(await notKeptBy(post(), specification, '', 7, false)).toEqual([]);
  expect(await notKeptBy(post(true), specification, '', 7, true)).toContain('print.responses.200.body.format.required');
});
