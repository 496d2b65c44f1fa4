import { expect, test } from 'vitest';
import type { HttpRequest } from '../../../http/exchange.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const record = '{ $ref: "#/components/schemas/Record" }';
const missing = "'404': { description: '' }";
const own = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]';
const one = `responses: { '200': { description: '', ${json(record)} }, ${missing} }`;
const all = `responses: { '200': { description: '', ${json(`{ type: array, items: ${record} }`)} } }`;

/** Records that nothing makes: each can be held, and let go again. */
const description = descriptionOf(
  `
/records: { get: { operationId: listRecords, ${all} } }
/records/{id}: { ${own}, get: { operationId: readRecord, ${one} } }
/records/{id}/hold: { ${own}, post: { operationId: hold, ${one} } }
/records/{id}/release: { ${own}, post: { operationId: release, ${one} } }
`,
  `components:
  schemas:
    Record: { type: object, required: [id, held], properties: { id: { type: string }, held: { type: boolean } } }
`,
);

function server(storesHolds = true) {
  const records = Array.from({ length: 9 }, (_, index) => ({ id: `r${index}`, held: false }));
  const respond = ({ target, method }: HttpRequest): ResponseParts => {
    const [, top, id, action] = (target.split('?')[0] ?? '').split('/');
    if (top !== 'records' || (action !== undefined && !['hold', 'release'].includes(action))) return { status: 404 };
    const allowed = action === undefined ? 'GET' : 'POST';
    if (method !== allowed) return { status: 405, headers: { Allow: allowed } };
    if (id === undefined) return { body: records };
    const found = records.find((known) => known.id === id);
    if (found === undefined) return { status: 404 };
    if (action === undefined) return { body: found };
    const held = action === 'hold';
    if (!held || storesHolds) found.held = held;
    return { body: { ...found, held } };
  };
  return { respond };
}

test.each([1, 2, 3])('what one action does, another one may undo meanwhile, seed %i', async (seed) =>
  expect(await notKeptBy(server(), withoutWorkflows(description), 'key', seed, false)).toEqual([]),
);

test('an action that does nothing is told', async () =>
  expect(await notKeptBy(server(false), withoutWorkflows(description), 'key', 1, false)).toEqual([
    'hold.stored.readRecord',
  ]));
