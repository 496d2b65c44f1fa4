import { describe, expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Probed } from '../kind.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { partShown } from './part-shown.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const basket = "{ $ref: '#/components/schemas/Basket' }";
const body = (of: string) => `requestBody: { required: true, ${json(`{ type: object, properties: { ${of} } }`)} }`;
const answer = (status: number, schema = basket) => `responses: { '${status}': { description: '', ${json(schema)} } }`;
const parameter = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;
const inPath = (...names: string[]) => `parameters: [${names.map(parameter).join()}]`;
const done = "responses: { '204': { description: '' } }";
const gift = 'to: { type: string }, text: { type: string }';

/** Baskets with lines, a gift note and a colour. */
const described = (more = '') =>
  descriptionOf(
    `
/baskets:
  post: { operationId: addBasket, ${body('name: { type: string }')}, ${answer(201)} }
/baskets/{id}:
  ${inPath('id')}
  get: { operationId: readBasket, ${answer(200)} }
/baskets/{id}/lines:
  ${inPath('id')}
  post: { operationId: addLine, ${body('sku: { type: string }, count: { type: integer }')}, ${answer(201)} }
/baskets/{id}/lines/{lineId}:
  ${inPath('id', 'lineId')}
  patch: { operationId: changeLine, ${body('count: { type: integer }')}, ${answer(200)} }
  delete: { operationId: removeLine, ${done} }
/baskets/{id}/gift-note:
  ${inPath('id')}
  put: { operationId: setNote, ${body(gift)}, ${done} }
  delete: { operationId: removeNote, ${done} }
/baskets/{id}/colour:
  ${inPath('id')}
  put: { operationId: setColour, ${body('colour: { type: string }')}, ${done} }
${more}`,
    `components:
  schemas:
    Line:
      type: object
      required: [lineId]
      properties: { lineId: { type: string }, sku: { type: string }, count: { type: integer } }
    Basket:
      type: object
      required: [id, lines]
      properties:
        id: { type: string }
        name: { type: string }
        lines: { type: array, items: { $ref: '#/components/schemas/Line' } }
        giftNote: { type: object, properties: { to: { type: string }, text: { type: string } } }
        colour: { type: string }
        guests: { type: array, items: { $ref: '#/components/schemas/Guest' } }
    Guest: { type: object, properties: { guestId: { type: string }, name: { type: string } } }
`,
  );

interface Basket {
  id: string;
  lines: { lineId: string; sku: Exact; count: Exact }[];
  giftNote?: Exact;
  colour?: Exact;
}

/** What becomes of a basket; by default what is asked for. */
interface Server {
  add?(basket: Basket, sent: ExactObject): void;
  change?(line: Basket['lines'][number], sent: ExactObject): void;
  remove?(basket: Basket, lineId: string): void;
  note?(basket: Basket, sent: ExactObject): void;
  removeNote?(basket: Basket): void;
  colour?(basket: Basket, sent: ExactObject): void;
  status?: number;
}

const usual: Required<Server> = {
  add: ({ id, lines }, { sku = null, count = null }) =>
    void lines.push({ lineId: `${id}-${lines.length}`, sku, count }),
  change: (line, { count = null }) => void (line.count = count),
  remove: (basket, lineId) => void (basket.lines = basket.lines.filter((line) => line.lineId !== lineId)),
  note: (basket, sent) => void (basket.giftNote = sent),
  removeNote: (basket) => void delete basket.giftNote,
  colour: (basket, { colour = null }) => void (basket.colour = colour),
  status: 200,
};

function serve(own: Server): (method: string, path: string, sent: ExactObject) => ResponseParts {
  const server = { ...usual, ...own };
  const baskets = new Map<string, Basket>();
  return (method, path, sent) => {
    const [, , id = '', part, lineId = ''] = path.split('/');
    if (id === '') {
      const made = { id: `b${baskets.size}`, lines: [] };
      baskets.set(made.id, made);
      return { status: 201, body: { ...made } };
    }
    const basket = baskets.get(id);
    if (basket === undefined) return { status: 404 };
    const line = basket.lines.find((one) => one.lineId === lineId);
    if (method === 'POST') server.add(basket, sent);
    else if (line !== undefined && method === 'PATCH') server.change(line, sent);
    else if (line !== undefined && method === 'DELETE') server.remove(basket, lineId);
    else if (part === 'gift-note') method === 'PUT' ? server.note(basket, sent) : server.removeNote(basket);
    else if (part === 'colour') server.colour(basket, sent);
    else if (part !== undefined) return { status: 404 };
    return { status: method === 'GET' ? 200 : server.status, body: { ...basket } };
  };
}

async function judged(operationId: string, server: Server): Promise<Probed<string>['judgement'][]> {
  const description = described();
  const respond = serve(server);
  const { session } = benchFor(description, ({ method, target, body: bytes }) => {
    const sent = jsonIn(bytes) ?? null;
    return respond(method, target.split('?')[0] ?? '', isExactObject(sent) ? sent : {});
  });
  return probedJudgements(partShown, session, operationId);
}

const violation = (documented: RegExp) => ({
  documented: expect.stringMatching(documented) as string,
  received: expect.stringMatching(/^\{"id"/) as string,
});
const outOfReach = (reason: string) => ({ outOfReach: reason });

test.each(['addLine', 'changeLine', 'removeLine', 'setNote', 'removeNote', 'setColour'])(
  'a server that does what %s asks for',
  async (operationId) => expect(await judged(operationId, {})).toEqual(['kept']),
);

const nothing = () => {};
test.each<[what: string, operationId: string, server: Server, judgement: unknown]>([
  ['adds nothing', 'addLine', { add: nothing }, violation(/^lines with \{"sku":".*","count":\d+\}\.$/)],
  [
    'adds another count',
    'addLine',
    { add: (basket, sent) => usual.add(basket, { ...sent, count: 0 }) },
    violation(/^lines with/),
  ],
  ['changes nothing', 'changeLine', { change: nothing }, violation(/^lines with \{"count":\d+\}\.$/)],
  ['takes no line away', 'removeLine', { remove: nothing }, violation(/^No "b\d+-0" any more\.$/)],
  ['sets no note', 'setNote', { note: nothing }, violation(/^giftNote with \{"to":/)],
  ['keeps the note', 'removeNote', { removeNote: nothing }, violation(/^No giftNote any more\.$/)],
  ['sets another colour', 'setColour', { colour: (basket) => void (basket.colour = 'red') }, violation(/^colour with/)],
  ['changes it later', 'setColour', { colour: nothing, status: 202 }, outOfReach('Nothing was changed at once.')],
  ['has no line to change', 'changeLine', { add: nothing }, outOfReach('Nothing was set before.')],
])('a server that %s', async (_, operationId, server, judgement) =>
  expect(await judged(operationId, server)).toEqual([judgement]),
);

describe('what is no part', () => {
  const listed = (more: string, operationId: string) => {
    const description = described(more);
    return partShown.list(benchFor(description).session, operationIn(description, operationId), 'server').length;
  };
  const at = (path: string, methods: string) => `/baskets/{id}/${path}:\n  ${inPath('id')}\n  ${methods}`;

  test('what can be read by itself', () => {
    const read = `get: { operationId: readWrap, ${answer(200, '{ type: object }')} }`;
    expect(
      listed(at('name', `put: { operationId: setName, ${body('name: { type: string }')}, ${done} }`), 'setName'),
    ).toBe(1);
    const both = `put: { operationId: setName, ${body('name: { type: string }')}, ${done} }\n  ${read}`;
    expect(listed(at('name', both), 'setName')).toBe(0);
  });

  test.each([
    [done, 1],
    [answer(200, '{ type: object }'), 0],
  ])('what is taken away, where it was set with an answer of its own: %s', (answered, count) => {
    const put = `put: { operationId: setGuest, ${body('name: { type: string }')}, ${answered} }`;
    const path = `/baskets/{id}/guests/{guestId}:\n  ${inPath('id', 'guestId')}\n`;
    expect(listed(`${path}  ${put}\n  delete: { operationId: removeGuest, ${done} }`, 'removeGuest')).toBe(count);
  });

  test.each([
    ['what the thing does not show', 'wrap', body('wrap: { type: string }'), done],
    ['what is sent under another name', 'name', body('label: { type: string }'), done],
    ['what is answered with something else', 'name', body('name: { type: string }'), answer(200, '{ type: object }')],
  ])('%s', (_, path, sent, answered) =>
    expect(listed(at(path, `put: { operationId: set, ${sent}, ${answered} }`), 'set')).toBe(0),
  );
});

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described()), ({ kind }) => kind === partShown.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(Array.from({ length: 6 }, () => 'answered alone'));
});
