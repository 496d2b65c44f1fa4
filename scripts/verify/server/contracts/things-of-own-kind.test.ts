import { expect, test } from 'vitest';
import { type ExactObject, isExactObject, within } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const office = "{ $ref: '#/components/schemas/Office' }";
const json = `content: { application/json: { schema: ${office} } }`;
const properties = [
  "id: { type: string, pattern: '^[a-z]{8}$' }",
  'name: { type: string, minLength: 1, maxLength: 40 }',
  `parent: ${office}`,
];
const required = 'type: object, required: [id, name]';
const refusals = "'400': { description: '' }, '409': { description: '' }";
const description = descriptionOf(
  `
/offices:
  post:
    operationId: open
    requestBody: { required: true, ${json} }
    responses: { '201': { description: '', ${json} }, ${refusals} }`,
  `components: { schemas: { Office: { ${required}, properties: { ${properties.join(', ')} } } } }`,
);

/** Opens offices beneath those that are there, which it shows by their names; or forgets the names, by mistake. */
function opener(isForgetful = false) {
  const names = new Map<string, string>();
  const isOffice = (sent: unknown): sent is ExactObject =>
    isExactObject(sent as null) && description.schemas.isValid('request', '/components/schemas/Office', sent as null);
  return {
    respond(request: HttpRequest): ResponseParts {
      const { method, target } = request;
      if (new URL(target, 'http://localhost').pathname !== '/offices') return { status: 404 };
      if (method !== 'POST') return { status: 405 };
      if (!/^application\/json\b/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
      const sent = jsonIn(request.body);
      const above = within(sent, ['parent', 'id']);
      if (!isOffice(sent) || (above !== undefined && !names.has(String(above)))) return { status: 400 };
      const [id, name] = [String(sent['id']), String(sent['name'])];
      if (names.has(id)) return { status: 409 };
      names.set(id, name);
      const parent = above !== undefined && { parent: { id: above, name: names.get(String(above)) ?? '' } };
      return { status: 201, body: { id, name: isForgetful ? 'office' : name, ...parent } };
    },
  };
}

test('another thing of the same kind in a body is one that is there', async () => {
  const specification = withoutWorkflows(description);
  expect(await notKeptBy(opener(), specification, '', 7, false)).toEqual([]);
  expect(await notKeptBy(opener(true), specification, '', 7, true)).toContain('open.kept.name');
});
