import { sample } from 'fast-check';
import { expect, test } from 'vitest';
import { type Exact, within } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { generatedValues } from '../../../requirements/schema/generated-values.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../test/bench.ts';
import { findExemplaryValues } from './exemplary-values.ts';

/** The examples of a body, and of its parts, as the contract has them. */
type Examples = Partial<Record<'body' | 'place' | 'country' | 'postcode', string>>;

const parcels = ({ body = '', place = '', country = '', postcode = '' }: Examples) =>
  descriptionOf(`
/parcels:
  post:
    operationId: send
    requestBody:
      content:
        application/json:
          ${body}
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
                  ${place}
                  required: [country, postcode]
                  properties:
                    country: { type: string, pattern: "^[A-Z]{2}$", ${country} }
                    postcode: { type: string, ${postcode} }
    responses: { '201': { description: '' }, '422': { description: '' } }`);

type Body = Exact | undefined;
/** Whether a server takes a body, or the status that it answers with. */
type Taking = (body: Body) => boolean | number;
const textAt = (body: Body, ...steps: string[]) => String(within(body, steps));
const country = (body: Body) => textAt(body, 'to', '0', 'country');
const postcode = (body: Body) => textAt(body, 'to', '0', 'postcode');
const isGerman = (body: Body) => country(body) === 'DE' && /^8033\d$/.test(postcode(body));

/** A session that knows what the server takes. */
async function sessionAt(examples: Examples, isTaken: Taking) {
  const description = parcels(examples);
  const { session } = benchFor(description, ({ body }) => {
    const taken = isTaken(jsonIn(body));
    return { status: typeof taken === 'number' ? taken : taken ? 201 : 422 };
  });
  const send = operationIn(description, 'send');
  const generated = generatedValues(session, jsonBodySchema(description.contract, send) ?? '');
  await findExemplaryValues(session, send);
  return { session, send, generated };
}

/** A body of a request then, and a generated one. */
async function bodiesFor(examples: Examples, isTaken: Taking): Promise<Body[]> {
  const { session, send, generated } = await sessionAt(examples, isTaken);
  const base = jsonIn((await session.source.base(send)).body?.bytes ?? null);
  return [base, ...sample(generated, { numRuns: 1, seed: 1 })];
}

const munich = { body: 'example: { name: Anna, to: [{ country: DE, postcode: "80331" }] }' };

test.each<[what: string, examples: Examples]>([
  ['an example of the body', munich],
  ['the example of a part', { place: 'example: { country: DE, postcode: "80331" }' }],
  ['the examples of properties', { country: 'example: DE', postcode: 'examples: ["80331"]' }],
])('what must be as %s has it is sent so, and nothing else is', async (_, examples) => {
  for (const body of await bodiesFor(examples, isGerman)) {
    expect(country(body)).toBe('DE');
    expect(postcode(body)).toBe('80331');
    expect(textAt(body, 'name')).not.toBe('Anna');
  }
});

test.each<[what: string, isTaken: (body: Body) => boolean]>([
  ['any value is taken', () => true],
  ['the example is refused as well', () => false],
])('where %s, values are made from the schema', async (_, isTaken) => {
  for (const body of await bodiesFor(munich, isTaken)) expect(postcode(body)).not.toBe('80331');
});

test.each<[status: number, expected: boolean]>([
  [409, true],
  [422, false],
])('an example that is taken once, then answered with %i, shows what must be so: %j', async (status, expected) => {
  const taken = new Set<string>();
  const takeOnce = (body: Body) => {
    const isKnown = taken.has(textAt(body, 'name'));
    if (!isGerman(body)) return 422;
    taken.add(textAt(body, 'name'));
    return isKnown ? status : 201;
  };
  for (const body of await bodiesFor(munich, takeOnce)) expect(postcode(body) === '80331').toBe(expected);
});

test('what is taken once by chance is found as well', async () => {
  let sent = 0;
  const isTaken = (body: Body) => (sent += 1) === 1 || isGerman(body);
  for (const body of await bodiesFor(munich, isTaken)) expect(postcode(body)).toBe('80331');
});

test.each<[name: string, postcode: string, why: RegExp | undefined]>([
  ['Berta', 'W1', /example/],
  ['Nobody', '80331', undefined],
])('whether a refusal of %s at %s may be for another rule', async (name, postcode, why) => {
  const { session, send } = await sessionAt(munich, (body) => isGerman(body) && textAt(body, 'name') !== 'Nobody');
  const base = await session.source.base(send);
  const parts = await session.source.withBody(base, 'application/json', { name, to: [{ country: 'DE', postcode }] });
  const reason = await session.whyRefused(parts, await session.call(parts));
  expect(reason ?? '').toMatch(why ?? /^$/);
});

test('a form has what its example has, where nothing else is taken', async () => {
  const schema =
    '{ type: object, required: [name, secret], properties: { name: { type: string }, secret: { type: string } } }';
  const description = descriptionOf(`
/token:
  post:
    operationId: take
    requestBody:
      content: { application/x-www-form-urlencoded: { example: { name: fleet, secret: warp }, schema: ${schema} } }
    responses: { '201': { description: '' }, '400': { description: '' } }`);
  const isKnown = (form: URLSearchParams) => form.get('name') === 'fleet' && form.get('secret') === 'warp';
  const { session } = benchFor(description, ({ body }) => ({
    status: isKnown(new URLSearchParams(String(body ?? ''))) ? 201 : 400,
  }));
  const take = operationIn(description, 'take');
  await findExemplaryValues(session, take);
  expect(String((await session.source.base(take)).body?.bytes)).toBe('name=fleet&secret=warp');
});
