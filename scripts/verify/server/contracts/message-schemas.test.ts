import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const refusals = "'400': { description: '' }, '415': { description: '' }";
const message = '$schema: { type: string, format: uri, readOnly: true }';
const properties = `${message}, id: { type: integer }, name: { type: string }`;
const lamp = `{ type: object, required: [id, name], properties: { ${properties} } }`;
const sent = `{ type: object, required: [name], properties: { ${message}, name: { type: string } } }`;

const description = descriptionOf(`
/lamps:
  get:
    operationId: listLamps
    responses: { '200': { description: '', ${json(`{ type: array, items: ${lamp} }`)} } }
  post:
    operationId: addLamp
    requestBody: { required: true, ${json(sent)} }
    responses: { '201': { description: '', ${json(lamp)} }, ${refusals} }
/lamps/{id}:
  get:
    operationId: readLamp
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '', ${json(lamp)} }, '404': { description: '' } }`);

/** A server that says in each object which schema it has, and in none of a list. */
function shop(listed: (item: ExactObject) => ExactObject) {
  const lamps: ExactObject[] = [];
  const schemaOf = (name: string) => ({ $schema: `https://lamps.example/${name}.json` });
  return {
    respond({ method, target, headers, body }: HttpRequest): ResponseParts {
      const [, kind, id] = new URL(target, 'http://localhost').pathname.split('/');
      if (kind !== 'lamps') return { status: 404 };
      if (id !== undefined) {
        const found = lamps.find((one) => String(one['id']) === id);
        if (method !== 'GET') return { status: 405 };
        return found === undefined ? { status: 404 } : { body: { ...schemaOf('ReadLamp'), ...found } };
      }
      if (method === 'GET') return { body: lamps.map(listed) };
      if (method !== 'POST') return { status: 405 };
      if (!/^application\/json\b/i.test(headerIn({ headers }, 'Content-Type') ?? '')) return { status: 415 };
      const given = jsonIn(body);
      const schema = `${description.operations[1]?.pointer}/requestBody/content/application~1json/schema`;
      if (!isExactObject(given) || !description.schemas.isValid('request', schema, given)) return { status: 400 };
      lamps.push({ id: lamps.length + 1, name: given['name'] ?? null });
      return { status: 201, body: { ...schemaOf('AddLamp'), ...lamps.at(-1) } };
    },
  };
}

const found = (listed: (item: ExactObject) => ExactObject) =>
  notKeptBy(shop(listed), withoutWorkflows(description), '', 1, true);

test('what names the schema of a message is no part of an item', async () => {
  expect(await found((item) => item)).toEqual([]);
});

test('what the item has is looked at', async () => {
  const violated = await found((item) => ({ ...item, name: 'none' }));
  expect(violated).toContain('listLamps.lists.addLamp');
});
