import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { runProbes } from '../../verify/server/cases/probes.ts';
import { addReachedBy, benchFor, idsOf } from '../../verify/test/bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const settings = '{ type: object, required: [tone], properties: { tone: { type: string, minLength: 1 } } }';
const lamp = '{ type: object, required: [id], properties: { id: { type: integer } } }';
const description = descriptionOf(`
/lamps:
  post:
    operationId: addLamp
    requestBody: { ${json('{ type: object }')} }
    responses: { '201': { description: '', ${json(lamp)} } }
/lamps/{lampId}:
  parameters: [{ name: lampId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readLamp, responses: { '200': { description: '', ${json(lamp)} } } }
/lamps/{lampId}/settings:
  parameters: [{ name: lampId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readSettings, responses: { '200': { description: '', ${json(settings)} } } }
  put:
    operationId: setSettings
    requestBody: { required: true, ${json(settings)} }
    responses: { '200': { description: '', ${json(settings)} } }
`);

/** The verdict on a server that keeps the settings of each lamp, of all lamps as one, or none. */
async function verdictOn(kept: 'of each' | 'of all' | 'none'): Promise<string | undefined> {
  const known = new Map<string, ExactObject>();
  let lamps = 0;
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    if (target === '/lamps') return { status: 201, body: { id: (lamps += 1) } };
    const place = kept === 'of each' ? target : 'all';
    const sent = jsonIn(body);
    if (method === 'PUT' && kept !== 'none' && isExactObject(sent)) known.set(place, sent);
    return { body: method === 'PUT' ? sent : (known.get(place) ?? { tone: 'warm' }) };
  });
  addReachedBy('probes', description, ledger);
  await runProbes(session, operationIn(description, 'readSettings'), 'probes');
  const verdicts = ['kept', 'violated', 'waived'] as const;
  return verdicts.find((verdict) => idsOf(ledger, verdict).includes('readSettings.beneath.lampId'));
}

test.each([
  ['of each', 'kept'],
  ['of all', 'violated'],
  ['none', 'waived'],
] as const)('where settings are kept %s, that they are those of one thing alone is %s', async (kept, verdict) =>
  expect(await verdictOn(kept)).toBe(verdict),
);
