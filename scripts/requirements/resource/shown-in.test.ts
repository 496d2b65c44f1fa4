import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Probed } from '../kind.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { markShown } from './shown-in.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const thing = (properties: string) => `{ type: object, properties: { ${properties} } }`;
const named = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;
const label = thing('id: { type: string }, name: { type: string }');
const answer = (status: number, schema: string) => `responses: { '${status}': { description: '', ${json(schema)} } }`;
const described = (shown = `labels: { type: array, items: ${label} }`, body = '') =>
  descriptionOf(`
/labels:
  post: { operationId: addLabel, requestBody: { ${json(label)} }, ${answer(201, label)} }
/parcels:
  post:
    operationId: addParcel
    requestBody: { ${json(thing('note: { type: string }'))} }
    ${answer(201, thing(`id: { type: string }, ${shown}`))}
/parcels/{parcelId}:
  parameters: [${named('parcelId')}]
  get: { operationId: readParcel, ${answer(200, thing(`id: { type: string }, ${shown}`))} }
/parcels/{parcelId}/labels/{labelId}:
  parameters: [${named('parcelId')}, ${named('labelId')}]
  put: { operationId: setLabel, ${body} responses: { '204': { description: '' }, '404': { description: '' } } }
  delete: { operationId: takeLabel, responses: { '204': { description: '' }, '404': { description: '' } } }
`);

/** What becomes of the labels of a parcel, and how each is shown. */
interface Server {
  set?(labels: string[], label: string): string[];
  take?(labels: string[], label: string): string[];
  show?(label: string): Exact;
  status?: number;
}

const shownAs = (id: string): ExactObject => ({ id, name: 'heavy' });

async function judged(
  operationId: string,
  {
    set = (labels, one) => [...labels.filter((other) => other !== one), one],
    take = (labels, one) => labels.filter((other) => other !== one),
    show = shownAs,
    status = 204,
  }: Server,
  description = described(),
): Promise<Probed<string>['judgement'][]> {
  const known = new Set<string>();
  const parcels = new Map<string, string[]>();
  const { session } = benchFor(description, ({ method, target, body }): ResponseParts => {
    const [, kind, parcel = '', , own = ''] = target.split('/');
    if (method === 'POST') {
      const id = `${kind}-${known.size + parcels.size}`;
      if (kind === 'labels') known.add(id);
      else parcels.set(id, []);
      const sent = jsonIn(body) ?? null;
      return { status: 201, body: { ...(isExactObject(sent) && sent), id } };
    }
    const labels = parcels.get(parcel);
    if (labels === undefined) return { status: 404 };
    if (method === 'GET') return { body: { id: parcel, labels: labels.map(show) } };
    if (description.operations.some(({ path }) => path === '/labels') && !known.has(own)) return { status: 404 };
    parcels.set(parcel, method === 'PUT' ? set(labels, own) : take(labels, own));
    return { status };
  });
  return probedJudgements(markShown, session, operationId);
}

const violation = (documented: RegExp) => ({
  documented: expect.stringMatching(documented) as string,
  received: expect.stringMatching(/^\{"id"/) as string,
});
const once = violation(/^labels-\d once among the labels\.$/);
const outOfReach = (reason: string) => ({ outOfReach: reason });

test.each<[what: string, operationId: string, server: Server, judgement: unknown]>([
  ['sets a label', 'setLabel', {}, 'kept'],
  ['sets none', 'setLabel', { set: (labels) => labels }, once],
  ['sets the last one alone', 'setLabel', { set: (_, one) => [one] }, once],
  ['sets one twice', 'setLabel', { set: (labels, one) => [...labels, one] }, once],
  ['sets them later', 'setLabel', { status: 202 }, outOfReach('No two could be set at one thing.')],
  ['takes a label away', 'takeLabel', {}, 'kept'],
  ['takes none away', 'takeLabel', { take: (labels) => labels }, violation(/^No labels-\d among the labels\.$/)],
  ['takes all away', 'takeLabel', { take: () => [] }, once],
  ['has none to take away', 'takeLabel', { set: (labels) => labels }, outOfReach('What was set has not been shown.')],
])('a server that %s: %s', async (_, operationId, server, judgement) =>
  expect(await judged(operationId, server)).toEqual([judgement]),
);

test('what is set may be shown by its name alone', async () => {
  const description = described('labels: { type: array, items: { type: string } }');
  expect(await judged('setLabel', { show: (one) => one }, description)).toEqual(['kept']);
});

test.each<[what: string, description: ReturnType<typeof described>, count: number]>([
  ['that shows a list of that name', described(), 1],
  ['that shows it in what holds it', described(`data: ${thing(`labels: { type: array, items: ${label} }`)}`), 1],
  ['that shows another list', described(`names: { type: array, items: ${label} }`), 0],
  ['that shows no identifiers', described(`labels: { type: array, items: ${thing('name: { type: string }')} }`), 0],
  ['that has a body', described(undefined, `requestBody: { ${json(label)} },`), 0],
])('a thing %s', (_, description, count) => {
  const { session } = benchFor(description);
  expect(markShown.list(session, operationIn(description, 'setLabel'), 'server')).toHaveLength(count);
});

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described()), ({ kind }) => kind === markShown.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['the last one alone', 'twice', 'answered alone']);
});

const labels = thing(`labels: { type: array, items: ${label} }`);
const listed = descriptionOf(`
/labels:
  post: { operationId: addLabel, requestBody: { ${json(label)} }, ${answer(201, label)} }
/parcels:
  post:
    operationId: addParcel
    requestBody: { ${json(thing('note: { type: string }'))} }
    ${answer(201, thing('id: { type: string }'))}
/parcels/{parcelId}:
  parameters: [${named('parcelId')}]
  get: { operationId: readParcel, ${answer(200, thing('id: { type: string }'))} }
/parcels/{parcelId}/labels:
  parameters: [${named('parcelId')}]
  get: { operationId: listLabels, ${answer(200, labels)} }
/parcels/{parcelId}/labels/{labelId}:
  parameters: [${named('parcelId')}, ${named('labelId')}]
  put: { operationId: setLabel, responses: { '204': { description: '' }, '404': { description: '' } } }
  delete: { operationId: takeLabel, responses: { '204': { description: '' }, '404': { description: '' } } }
`);

test.each<[what: string, operationId: string, server: Server, judgement: unknown]>([
  ['sets a label', 'setLabel', {}, 'kept'],
  ['sets none', 'setLabel', { set: (labels) => labels }, once],
  ['takes a label away', 'takeLabel', {}, 'kept'],
  ['takes none away', 'takeLabel', { take: (labels) => labels }, violation(/^No labels-\d among the labels\.$/)],
])('where a list at the same path shows it, a server that %s', async (_, operationId, server, judgement) => {
  expect(await judged(operationId, server, listed)).toEqual([judgement]);
});

const note = thing('id: { type: string }, text: { type: string }');
const pinList = thing(`items: { type: array, items: ${thing('noteId: { type: string }')} }`);
const pinned = descriptionOf(`
/parcels:
  post: { operationId: addParcel, requestBody: { ${json(label)} }, ${answer(201, label)} }
/parcels/{parcelId}:
  parameters: [${named('parcelId')}]
  get: { operationId: readParcel, ${answer(200, label)} }
/parcels/{parcelId}/notes:
  parameters: [${named('parcelId')}]
  post: { operationId: addNote, requestBody: { ${json(note)} }, ${answer(201, note)} }
/notes/{noteId}:
  parameters: [${named('noteId')}]
  get: { operationId: readNote, ${answer(200, note)} }
/parcels/{parcelId}/pins:
  parameters: [${named('parcelId')}]
  get: { operationId: listPins, ${answer(200, pinList)} }
/parcels/{parcelId}/pins/{noteId}:
  parameters: [${named('parcelId')}, ${named('noteId')}]
  put: { operationId: pin, responses: { '204': { description: '' }, '404': { description: '' } } }
  delete: { operationId: unpin, responses: { '204': { description: '' }, '404': { description: '' } } }
`);

test.each<[operationId: string, isTaken: boolean, judgement: unknown]>([
  ['pin', true, 'kept'],
  ['unpin', true, 'kept'],
  ['unpin', false, expect.objectContaining({ documented: expect.stringMatching(/^No note-\d among the items\.$/) })],
])('what is set is made beneath the same thing: %s', async (operationId, isTaken, judgement) => {
  const owners = new Map<string, string>();
  const pins = new Map<string, string[]>();
  const { session } = benchFor(pinned, ({ method, target }): ResponseParts => {
    const [, kind, parcel = '', , own = ''] = target.split('/');
    if (method === 'POST') {
      const id = `${parcel === '' ? 'parcel' : 'note'}-${owners.size}`;
      owners.set(id, parcel);
      return { status: 201, body: { id } };
    }
    const set = pins.get(parcel) ?? [];
    if (method === 'GET') return { body: kind === 'parcels' ? { items: set.map((noteId) => ({ noteId })) } : {} };
    if (owners.get(own) !== parcel) return { status: 404 };
    if (method === 'PUT' || isTaken)
      pins.set(parcel, [...set.filter((one) => one !== own), ...(method === 'PUT' ? [own] : [])]);
    return { status: 204 };
  });
  expect(await probedJudgements(markShown, session, operationId)).toEqual([judgement]);
});
