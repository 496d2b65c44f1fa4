import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../http/exchange.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { benchFor, harnessAt, idsOf } from '../../verify/test/bench.ts';
import { catalogueOf } from '../catalogue.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { securityAsked } from './asked.ts';

const found = `responses: { '200': { description: '' } }`;
const description = descriptionOf(
  `
/tools:
  get: { operationId: listTools, ${found} }
  post: { operationId: addTool, ${found} }
/rooms: { get: { operationId: listRooms, responses: { '200': { description: '' }, '401': { description: '' } } } }
/doors: { get: { operationId: listDoors, security: [{ door: [] }], ${found} } }
/guests: { get: { operationId: listGuests, security: [{ visitor: [] }], ${found} } }
/news: { get: { operationId: listNews, description: If authenticated all and otherwise a few, ${found} } }
/login: { post: { operationId: logIn, ${found} } }
/users:
  post:
    operationId: addUser
    requestBody:
      content: { application/json: { schema: { type: object, properties: { password: { type: string } } } } }
    ${found}
/open: { get: { operationId: look, security: [], ${found} } }
`,
  `security: [{ token: [] }]
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    door: { type: apiKey, in: header, name: X-Door }
    visitor: { type: oauth2, flows: {} }`,
);

type Answer = (request: HttpRequest) => number;

const keyIn = ({ headers }: HttpRequest) =>
  headers.find(([name]) => ['Authorization', 'X-Door'].includes(name))?.[1].replace('Bearer ', '');
const isTo = (request: HttpRequest, method: string, path: string) =>
  request.method === method && request.target === path;

const strict: Answer = (request) => (keyIn(request) === 'right-key' ? 200 : 401);
const openFor =
  (method: string, path: string): Answer =>
  (request) =>
    isTo(request, method, path) ? 200 : strict(request);
const withAnyKey: Answer = (request) => (keyIn(request) === undefined ? 401 : 200);

function judged(operationId: string, answer: Answer) {
  const respond = (request: HttpRequest): ResponseParts => ({ status: answer(request) });
  return probedJudgements(securityAsked, benchFor(description, respond).session, operationId);
}

test('it is asked where a credential is needed and no refusal is documented', () => {
  const asked = catalogueOf(withoutWorkflows(description), 'server').filter(({ id }) => id.endsWith('.asked'));
  expect(asked.map(({ operationId }) => operationId)).toEqual(['listTools', 'addTool', 'listDoors', 'listGuests']);
});

describe('whom a server refuses elsewhere, it refuses here', () => {
  test.each<[what: string, answer: Answer, judgements: unknown[]]>([
    ['one that refuses', strict, ['kept', 'kept']],
    ['one that says that it is forbidden', (request) => (strict(request) === 200 ? 200 : 403), ['kept', 'kept']],
    [
      'one that serves whoever asks',
      openFor('GET', '/tools'),
      [
        {
          documented: 'A refusal of a request with no credential, as listRooms gives one: 401.',
          received: '200, an empty body',
        },
        {
          documented: 'A refusal of a request with an unknown key, as listRooms gives one: 401.',
          received: '200, an empty body',
        },
      ],
    ],
    [
      'one that takes any key',
      withAnyKey,
      [
        'kept',
        {
          documented: 'A refusal of a request with an unknown key, as listTools gives one: 401.',
          received: '200, an empty body',
        },
      ],
    ],
    [
      'one that asks for no credential anywhere',
      () => 200,
      ['no credential', 'an unknown key'].map((what) => ({
        outOfReach: `The server serves requests with ${what}, and the contract documents no refusal of them.`,
      })),
    ],
    [
      'one that has another reason',
      (request) => (strict(request) === 200 ? 200 : 400),
      ['no credential', 'an unknown key'].map((what) => ({
        outOfReach: `A request with ${what} gets another refusal.`,
      })),
    ],
  ])('%s', async (_, answer, judgements) => expect(await judged('listTools', answer)).toEqual(judgements));

  test('an operation that takes another scheme says nothing of it', async () => {
    expect(await judged('listDoors', openFor('GET', '/doors'))).toEqual([
      { outOfReach: expect.any(String) },
      { outOfReach: expect.any(String) },
    ]);
  });

  test('tokens of OAuth may be known elsewhere', async () =>
    expect(await judged('listGuests', withAnyKey)).toEqual(['kept', { outOfReach: expect.any(String) }]));
});

test('a server with the fault is detected', async () => {
  const [{ fault } = expect.fail('There is no fault.')] = serverFaultsOf(
    withoutWorkflows(description),
    ({ id }) => id === 'addTool.security.asked',
  );
  const respond = (request: HttpRequest): ResponseParts => ({ status: strict(request) });
  const keys = { key: 'right-key', limitedKey: undefined };
  const { session } = benchFor(description, respond, keys, (send, clock) => fault.wrap(send, harnessAt(clock)));
  expect(await probedJudgements(securityAsked, session, 'addTool')).toMatchObject([
    { received: '200, an empty body' },
    'kept',
  ]);
});

test('a refusal for the credential needs no documentation there', async () => {
  const { session, ledger } = benchFor(description, (request) => ({ status: strict(request) }));
  await probedJudgements(securityAsked, session, 'addTool');
  expect(idsOf(ledger, 'violated')).toEqual([]);
});

test.each<[what: string, isEnough: (names: readonly string[]) => boolean, judgements: unknown[]]>([
  ['one that asks for both', (names) => names.length === 2, ['kept', 'kept', 'kept']],
  [
    'one that takes either',
    (names) => names.length > 0,
    [
      'kept',
      ...['token', 'door'].map((left) => ({
        documented: `A refusal of a request with all credentials but that of ${left}, as listSafes gives one: 401.`,
        received: '200, an empty body',
      })),
    ],
  ],
])('of several credentials, each is needed: %s', async (_, isEnough, judgements) => {
  const safes = descriptionOf(
    `
/safes: { get: { operationId: listSafes, security: [{ token: [], door: [] }], ${found} } }`,
    `components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    door: { type: apiKey, in: header, name: X-Door }`,
  );
  const respond = ({ headers }: HttpRequest): ResponseParts => {
    const sent = headers.filter(
      ([name, value]) => /^(?:Authorization|X-Door)$/.test(name) && value.endsWith('right-key'),
    );
    return { status: isEnough(sent.map(([name]) => name)) ? 200 : 401 };
  };
  expect(await probedJudgements(securityAsked, benchFor(safes, respond).session, 'listSafes')).toEqual(judgements);
});
