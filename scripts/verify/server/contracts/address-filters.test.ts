import { expect, test } from 'vitest';
import { type ExactObject, isExactObject, parseExact } from '../../../http/exact-json.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../../test/bench.ts';
import { createItems, createMatches } from '../items/item-steps.ts';
import { StoredItems } from '../items/stored-items.ts';
import { checkList } from '../lists/list-check.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const guest = '{ type: object, required: [email], properties: { id: {}, email: { type: string, format: email } } }';
const described = (format: string) =>
  descriptionOf(`
/guests:
  get:
    operationId: listGuests
    parameters: [{ name: email, in: query, schema: { type: string${format} } }]
    responses: { '200': { description: '', ${json(`{ type: array, items: ${guest} }`)} } }
  post:
    operationId: addGuest
    requestBody: { ${json(guest)} }
    responses: { '201': { description: '', ${json(guest)} } }
/guests/{id}:
  parameters: [{ name: id, in: path, required: true, schema: {} }]
  get: { operationId: readGuest, responses: { '200': { description: '', ${json(guest)} } } }
`);

/** What a list shows of its filter, which lets through what this says. */
async function filteredBy(passes: (own: string, wanted: string) => boolean, format = ', format: email') {
  const guests: ExactObject[] = [];
  const description = described(format);
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    if (method === 'POST') {
      const sent = parseExact(body ?? Buffer.from('{}'));
      guests.push({ ...(isExactObject(sent) ? sent : {}), id: guests.length });
      return { status: 201, body: guests.at(-1) };
    }
    if (pathname !== '/guests') return { body: guests[Number(pathname.split('/').at(-1))] };
    const wanted = searchParams.get('email');
    return { body: guests.filter(({ email }) => wanted === null || passes(String(email), wanted)) };
  });
  const [resource = expect.fail('There is no resource.')] = session.resources;
  addReachedBy('lists', description, ledger);
  const stored = new StoredItems(session, resource);
  await createItems(session, stored, 3);
  await createMatches(session, stored);
  await checkList(session, stored);
  const own = (verdict: 'kept' | 'violated') => idsOf(ledger, verdict, 'lists').filter((id) => id.endsWith('.email'));
  return { kept: own('kept'), violated: own('violated') };
}

const both = ['listGuests.only.email', 'listGuests.every.email'];

test.each<[what: string, passes: (own: string, wanted: string) => boolean]>([
  ['as it is', (own, wanted) => own === wanted],
  ['in any case', (own, wanted) => own.toLowerCase() === wanted.toLowerCase()],
  ['in part', (own, wanted) => own.includes(wanted)],
])('an address is looked for %s', async (_, passes) => {
  expect(await filteredBy(passes)).toEqual({ kept: both, violated: [] });
  expect(await filteredBy(passes, '')).toEqual({ kept: both, violated: [] });
});

test('a server that looks for no address, or finds none, is reported', async () => {
  expect((await filteredBy(() => true)).violated).toEqual(['listGuests.only.email']);
  expect((await filteredBy(() => true, '')).violated).toEqual(['listGuests.only.email']);
  expect((await filteredBy(() => false)).violated).toEqual(['listGuests.every.email']);
});
