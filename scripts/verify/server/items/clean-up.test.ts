import { expect, test } from 'vitest';
import { type Exact, type ExactObject, within } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { responseOf } from '../../../http/test/messages.ts';
import { StillClock } from '../../../http/test/still-clock.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { verify } from '../run.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const lamp = '{ type: object, required: [name], properties: { id: { type: integer }, name: { type: string } } }';
const description = descriptionOf(`
/lamps:
  post:
    operationId: addLamp
    requestBody: { required: true, ${json(lamp)} }
    responses: { '201': { description: '', ${json(lamp)} }, '400': { description: '' } }
/lamps/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readLamp, responses: { '200': { description: '', ${json(lamp)} }, '404': { description: '' } } }
  delete: { operationId: removeLamp, responses: { '204': { description: '' }, '404': { description: '' } } }`);

const nameIn = (sent: Exact | undefined) => within(sent, ['name']) ?? 'dark';

/** What is left at a server that takes a second for each answer, and what became of the run. */
async function leftAfter(timeout: number): Promise<{ left: number; outcome: string }> {
  const clock = new StillClock();
  const lamps = new Map<string, ExactObject>();
  let made = 0;
  const run = verify(withoutWorkflows(description), {
    baseUrl: 'http://localhost',
    keys: { key: '', limitedKey: undefined },
    clock,
    seed: 7,
    timeout,
    cleanUp: true,
    send: async ({ method, target, body }) => {
      clock.time += 1000;
      const id = /^\/lamps\/(\d+)/.exec(target)?.[1] ?? '';
      if (method === 'POST') made += 1;
      if (method === 'POST') lamps.set(String(made), { id: made, name: nameIn(jsonIn(body)) });
      const item = lamps.get(method === 'POST' ? String(made) : id);
      const isRemoved = method === 'DELETE' && lamps.delete(id);
      const status = item === undefined ? 404 : isRemoved ? 204 : method === 'POST' ? 201 : 200;
      return responseOf({ status, ...(status < 204 && { body: item }) }, clock.now());
    },
  });
  const outcome = await run.then(
    () => 'ended',
    (error: Error) => error.message,
  );
  return { left: lamps.size, outcome };
}

test('a run removes what it has created, also where its time is over', async () => {
  const { left, outcome } = await leftAfter(8);
  expect(outcome).toMatch(/^The 8 seconds of the run are over \(--timeout\)\. .*\nCleaned up: \d+ things removed\.$/);
  expect(left).toBe(0);
});
