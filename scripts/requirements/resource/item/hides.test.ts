import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { StoredItems } from '../../../verify/server/items/stored-items.ts';
import { addReachedBy, benchFor, idsOf } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { itemHides } from './hides.ts';

const json = (properties: string) =>
  `content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`;
// A name with a dot is one name.
const member =
  'id: { type: integer, readOnly: true }, name: { type: string }, card.pin: { type: string, writeOnly: true }';
const description = descriptionOf(`
/members:
  post:
    operationId: register
    requestBody: { required: true, ${json(member)} }
    responses: { '201': { description: '', ${json(member)} } }
/members/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readMember, responses: { '200': { description: '', ${json(member)} } } }
`);

/** What becomes of it where a creation is answered so, and the member is read so. */
async function verdict(created: ExactObject, read: ExactObject): Promise<string | undefined> {
  const { session, ledger } = benchFor(description, ({ method }) =>
    method === 'POST' ? { status: 201, body: created } : { body: read },
  );
  addReachedBy('items', description, ledger);
  const [resource = expect.fail('There is no resource.')] = session.resources;
  const base = await session.source.base(operationIn(description, 'register'));
  const parts = await session.source.withBody(base, 'application/json', { name: 'One', 'card.pin': '1234' });
  await new StoredItems(session, resource).accept(parts, await session.call(parts));
  const verdicts = ['kept', 'violated', 'waived'] as const;
  return verdicts.find((one) => idsOf(ledger, one).includes('register.hides.card.pin'));
}

const own = { id: 1, name: 'One' };
test.each<[what: string, created: ExactObject, read: ExactObject, expected: string]>([
  ['shown nowhere', own, own, 'kept'],
  ['answered', { ...own, 'card.pin': '1234' }, own, 'violated'],
  ['read', own, { ...own, 'card.pin': '1234' }, 'violated'],
  ['answered as a hash', { ...own, 'card.pin': '03ac674216f3e15c' }, own, 'violated'],
  ['shown in part', { ...own, 'card.pin': 'sk_live_...c4' }, { ...own, 'card.pin': 'sk_live_...c4' }, 'waived'],
  ['masked', { ...own, 'card.pin': '****' }, { ...own, 'card.pin': '****' }, 'waived'],
])('what is writeOnly, and is %s', async (_, created, read, expected) =>
  expect(await verdict(created, read)).toBe(expected),
);

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(description), ({ kind }) => kind === itemHides.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['answered as it was sent', 'answered as a hash']);
});
