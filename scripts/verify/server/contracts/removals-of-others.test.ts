import { expect, test } from 'vitest';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const model = '{ type: object, required: [id], properties: { id: { type: string } } }';

/** Models that nothing makes: what removes one is sent last. */
const description = descriptionOf(
  `
/models:
  get:
    operationId: list
    responses: { '200': { description: '', ${json(`{ type: array, items: ${model} }`)} } }
/models/{model}:
  parameters: [{ name: model, in: path, required: true, schema: { type: string } }]
  delete: { operationId: remove, responses: { '200': { description: '', ${json(model)} } } }
`,
  'security: [{ key: [] }]\ncomponents: { securitySchemes: { key: { type: http, scheme: bearer } } }\n',
);

const server = (isOpen = false) => ({
  respond: (request: HttpRequest): ResponseParts => {
    const [, top, id] = (request.target.split('?')[0] ?? '').split('/');
    if (top !== 'models') return { status: 404 };
    const allowed = id === undefined ? 'GET' : 'DELETE';
    if (request.method !== allowed) return { status: 405, headers: { Allow: allowed } };
    if (headerIn(request, 'Authorization') !== 'Bearer key' && !(isOpen && id !== undefined)) return { status: 401 };
    return { body: id === undefined ? [{ id: 'a' }] : { id } };
  },
});

test.each<[isOpen: boolean, reported: string[]]>([
  [false, []],
  [true, ['remove.security.asked']],
])('a removal that asks nobody for a key: %j', async (isOpen, reported) =>
  expect(await notKeptBy(server(isOpen), withoutWorkflows(description), 'key', 1, false)).toEqual(reported),
);
