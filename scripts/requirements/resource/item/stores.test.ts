import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { setByQuery } from './set-by-query.ts';
import { itemStores } from './stores.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const state = '{ enum: [new, gone] }';
const own = `id: { type: integer }, label: { type: string }, state: ${state}, tags: { type: array, items: {} }`;
const parcel = `{ type: object, properties: { ${own} } }`;
const inQuery = (name: string, schema: string) => `{ name: ${name}, in: query, schema: ${schema} }`;
const described = (
  method: string,
  id: string,
  queries = [inQuery('label', '{ type: string }'), inQuery('state', state)],
) =>
  descriptionOf(`
/parcels:
  post:
    operationId: add
    requestBody: { required: true, ${json(parcel)} }
    responses: { '201': { description: '', ${json(parcel)} } }
/parcels/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read, responses: { '200': { description: '', ${json(parcel)} } } }
  ${method}:
    operationId: ${id}
    parameters: [${queries.join(', ')}]
    responses: { '204': { description: '' } }
`);

test.each<[method: string, id: string, queries: string[] | undefined, names: string[]]>([
  ['post', 'updateWithForm', undefined, ['label', 'state']],
  // What it does is not said.
  ['post', 'ship', undefined, []],
  ['post', 'setFields', [inQuery('id', '{ type: integer }'), inQuery('tags', '{ type: string }')], []],
  ['post', 'setOther', [inQuery('dryRun', '{ type: boolean }')], []],
])('%s %s with %s changes %j', (method, id, queries, names) => {
  const description = described(method, id, queries);
  const { session } = benchFor(description);
  expect(setByQuery(session, operationIn(description, id)).map(({ parameter }) => parameter.name)).toEqual(names);
});

type Change = (own: ExactObject, sent: ExactObject) => ExactObject;
const both: Change = (own, sent) => ({ ...own, ...sent });

/** What is seen of a server that changes parcels so. */
async function judged(change: Change) {
  const parcels: ExactObject[] = [];
  const { session } = benchFor(described('post', 'update'), ({ method, target }): ResponseParts => {
    const { pathname, searchParams } = new URL(target, 'http://parcels.example');
    const index = pathname === '/parcels' ? parcels.length : Number(pathname.split('/')[2]) - 1;
    const own = parcels[index] ?? { id: index + 1, label: 'One', state: 'new' };
    const isChange = method === 'POST' && pathname !== '/parcels';
    parcels[index] = isChange ? change(own, Object.fromEntries(searchParams)) : own;
    if (isChange) return { status: 204 };
    return { status: method === 'POST' ? 201 : 200, body: own };
  });
  return probedJudgements(itemStores, session, 'update');
}

test.each<[what: string, change: Change, judgements: unknown[]]>([
  ['stores what it is sent', both, ['kept', 'kept']],
  [
    'stores nothing',
    (own) => own,
    [
      { documented: 'label: "Onex", as it was sent.', received: 'label: "One"' },
      { documented: 'state: "gone", as it was sent.', received: 'state: "new"' },
    ],
  ],
  [
    'drops what it is not sent',
    (own, sent) => ({ id: own['id'] ?? null, ...sent }),
    [
      { documented: 'state: "new", as before.', received: 'state: null' },
      { documented: 'label: "One", as before.', received: 'label: null' },
    ],
  ],
])('a server that %s', async (_, change, judgements) => expect(await judged(change)).toEqual(judgements));

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described('post', 'update')), ({ kind }) => kind === itemStores.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['is not stored', 'is not stored']);
});
