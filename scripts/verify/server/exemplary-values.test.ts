import { sample } from 'fast-check';
import { expect, test } from 'vitest';
import { type Exact, within } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { jsonBodySchema } from '../../openapi/schema-pointers.ts';
import { generatedValues } from '../../requirements/schema/generated-values.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../test/bench.ts';
import { findExemplaryValues } from './exemplary-values.ts';

/** A parcel to a place whose postcode has an example of its own. */
const parcels = (example: string, country: string) =>
  descriptionOf(`
/parcels:
  post:
    operationId: send
    requestBody:
      content:
        application/json:
          ${example}
          schema:
            type: object
            required: [name, to]
            properties:
              name: { type: string }
              to:
                type: array
                minItems: 1
                items:
                  type: object
                  required: [country, postcode]
                  properties:
                    country: { type: string, pattern: "^[A-Z]{2}$"${country} }
                    postcode: { type: string, example: "10115" }
    responses: { '201': { description: '' }, '422': { description: '' } }`);

type Body = Exact | undefined;
const textAt = (body: Body, ...steps: string[]) => String(within(body, steps));
const country = (body: Body) => textAt(body, 'to', '0', 'country');
const postcode = (body: Body) => textAt(body, 'to', '0', 'postcode');
const isGerman = (body: Body) => country(body) === 'DE' && /^\d{5}$/.test(postcode(body));

/** A body of a request, and a generated one, once a run knows what the server takes. */
async function bodiesFor(example: string, ofCountry: string, isTaken: (body: Body) => boolean): Promise<Body[]> {
  const description = parcels(example, ofCountry);
  const { session } = benchFor(description, ({ body }) => ({ status: isTaken(jsonIn(body)) ? 201 : 422 }));
  const send = operationIn(description, 'send');
  const generated = generatedValues(session, jsonBodySchema(description.contract, send) ?? '');
  await findExemplaryValues(session, send);
  const base = jsonIn((await session.source.base(send)).body?.bytes ?? null);
  return [base, ...sample(generated, { numRuns: 1, seed: 1 })];
}

const munich = 'example: { name: Anna, to: [{ country: DE, postcode: "80331" }] }';

test.each<[what: string, example: string, ofCountry: string, sent: string]>([
  ['an example of the body', munich, '', '80331'],
  ['the examples of its properties', '', ', examples: [DE]', '10115'],
])('what must be as %s has it is sent so, and nothing else is', async (_, example, ofCountry, sent) => {
  for (const body of await bodiesFor(example, ofCountry, isGerman)) {
    expect(country(body)).toBe('DE');
    expect(postcode(body)).toBe(sent);
    expect(textAt(body, 'name')).not.toBe('Anna');
  }
});

test.each<[what: string, isTaken: (body: Body) => boolean]>([
  ['any value is taken', () => true],
  ['the example is refused as well', () => false],
])('where %s, values are made from the schema', async (_, isTaken) => {
  for (const body of await bodiesFor(munich, '', isTaken)) expect(postcode(body)).not.toBe('80331');
});

test('an example that is taken once shows nothing', async () => {
  const taken = new Set<string>();
  const isNew = (body: Body) => {
    const name = textAt(body, 'name');
    return isGerman(body) && !taken.has(name) && taken.add(name) === taken;
  };
  for (const body of await bodiesFor(munich, '', isNew)) expect(postcode(body)).not.toBe('80331');
});
