import { expect, test } from 'vitest';
import { type Exact, isExactObject, within } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { allStored } from './all-stored.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const reference = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;
const lamps = `{ type: array, items: ${reference('Lamp')} }`;
const several = `{ type: object, required: [items], properties: { items: ${lamps} } }`;
const description = descriptionOf(
  `
/rooms:
  post: { operationId: addRoom, responses: { '201': { description: '', ${json(reference('Room'))} } } }
/rooms/{roomId}:
  parameters: [{ name: roomId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readRoom, responses: { '200': { description: '', ${json(reference('Room'))} } } }
/rooms/{roomId}/lamps:
  parameters: [{ name: roomId, in: path, required: true, schema: { type: integer } }]
  post:
    operationId: addLamp
    requestBody: { required: true, ${json(reference('Lamp'))} }
    responses: { '201': { description: '', ${json(reference('Lamp'))} } }
/rooms/{roomId}/lamps/batch:
  parameters: [{ name: roomId, in: path, required: true, schema: { type: integer } }]
  post:
    operationId: addLamps
    requestBody: { required: true, ${json(several)} }
    responses: { '201': { description: '', ${json(several)} } }
/rooms/{roomId}/lamps/{lampId}:
  parameters:
    - { name: roomId, in: path, required: true, schema: { type: integer } }
    - { name: lampId, in: path, required: true, schema: { type: integer } }
  get: { operationId: readLamp, responses: { '200': { description: '', ${json(reference('Lamp'))} } } }
`,
  `
components:
  schemas:
    Room: { type: object, required: [id], properties: { id: { type: integer, readOnly: true } } }
    Lamp:
      type: object
      required: [id, watts]
      properties: { id: { type: integer, readOnly: true }, watts: { type: integer, minimum: 1 } }
`,
);

/** Answers with all lamps, and stores so many of them, each in the room of its path. */
async function judged(stored: number) {
  const lamps = new Map<string, Exact>();
  let last = 0;
  const { session } = benchFor(description, ({ method, target, body }) => {
    if (method === 'GET') return { status: lamps.has(target) ? 200 : 404, body: lamps.get(target) ?? {} };
    if (!target.endsWith('/batch')) return { status: 201, body: { id: ++last } };
    const sent = within(jsonIn(body), ['items']);
    const items = (Array.isArray(sent) ? sent : []).map((one) => ({ ...(isExactObject(one) ? one : {}), id: ++last }));
    for (const one of items.slice(0, stored)) lamps.set(target.replace('batch', String(one.id)), one);
    return { status: 201, body: { items } };
  });
  return probedJudgements(allStored, session, 'addLamps');
}

test('what is made beneath a thing is read beneath the same thing', async () => {
  expect(await judged(3)).toEqual(['kept', 'kept', 'kept']);
  const lost = {
    documented: expect.stringMatching(/^What addLamps answered that it has created: \d+$/) as string,
    received: '404, {}',
  };
  expect(await judged(1)).toEqual(['kept', lost, lost]);
});
