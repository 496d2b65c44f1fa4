import { expect, test } from 'vitest';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { refusedInState } from './refused-in.ts';

const body = (properties: string) =>
  `content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`;
const status = 'status: { enum: [open, on_hold, closed] }';
const item = body(`id: { type: integer }, name: { type: string }, ${status}, isMuted: { type: boolean }`);
const at = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';

const sentName = 'name: { type: string }';
const described = ({ change = '', conflict = 'No.', remove = '', note = '', sent = sentName, forbidden = 'No.' }) =>
  descriptionOf(`
/accounts:
  post:
    operationId: make
    requestBody: { ${body('name: { type: string }')} }
    responses: { '201': { description: '', ${item} } }
/accounts/{id}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${item} } } }
  patch:
    operationId: change
    description: '${change}'
    requestBody: { ${body(sent)} }
    responses:
      '200': { description: '', ${item} }
      '409': { description: '${conflict}' }
      '403': { description: '${forbidden}' }
  delete:
    operationId: drop
    description: '${remove}'
    responses: { '204': { description: '' }, '409': { description: No. } }
/accounts/{id}/close:
  ${at}
  post: { operationId: close, responses: { '200': { description: '', ${item} } } }
/accounts/{id}/mute:
  ${at}
  post: { operationId: mute, responses: { '200': { description: '', ${item} } } }
/accounts/{id}/notes:
  ${at}
  post:
    operationId: addNote
    description: '${note}'
    requestBody: { ${body('text: { type: string }')} }
    responses: { '201': { description: '' }, '409': { description: No. } }
`);

const required = (texts: Parameters<typeof described>[0]) => {
  const description = described(texts);
  const { session } = benchFor(description);
  return description.operations.flatMap((operation) =>
    refusedInState
      .list(session, operation, 'server')
      .map(({ subject: { operationId, state } }) => `${operationId} ${state}`),
  );
};

test.each<[texts: Parameters<typeof described>[0], ids: string[]]>([
  [{ change: 'Changes what is sent. A closed account cannot be changed.' }, ['change closed']],
  [{ change: 'Closed accounts can no longer be edited.' }, ['change closed']],
  [{ change: 'An account cannot be updated once it is closed.' }, ['change closed']],
  [{ change: 'An account can only be changed while it is open.' }, ['change on_hold', 'change closed']],
  [{ change: 'Only an open account can be changed.' }, ['change on_hold', 'change closed']],
  [{ change: 'Only an account that is open can be changed.' }, ['change on_hold', 'change closed']],
  [{ change: 'An account that is closed cannot be changed.' }, ['change closed']],
  [{ change: 'An account which is closed cannot be deleted.' }, []],
  [{ conflict: 'The account is closed or already onHold.' }, ['change on_hold', 'change closed']],
  [{ change: 'Only open or on hold accounts can be changed.' }, ['change closed']],
  [{ conflict: 'The account is closed.' }, ['change closed']],
  [{ forbidden: 'The account is closed.' }, ['change closed']],
  [{ conflict: 'The account is on hold, or has already been closed.' }, ['change on_hold', 'change closed']],
  [{ conflict: 'It is not open.' }, ['change on_hold', 'change closed']],
  [{ remove: 'Only a closed account can be deleted.' }, ['drop open', 'drop on_hold']],
  [{ note: 'Notes can only be added to an account that is open.' }, ['addNote on_hold', 'addNote closed']],
  [{ change: 'A muted account cannot be changed.' }, ['change muted']],
  [{ change: 'Only a muted account can be changed.' }, ['change not_muted']],
  [{ conflict: 'The account is not muted.' }, ['change not_muted']],
  [{ conflict: 'The account is unmuted.' }, ['change not_muted']],
  [{ change: 'Only an unmuted account can be changed.' }, ['change muted']],
  [
    { conflict: 'The account is closed.', note: 'A muted account cannot be noted.' },
    ['change closed', 'addNote muted'],
  ],
  [{ change: 'Changes it. An account that is closed already answers 409.' }, ['change closed']],
  [{ change: 'An account that is not open answers 409.' }, ['change on_hold', 'change closed']],
  [{ change: 'A closed account is refused with 409.' }, ['change closed']],
  [{ change: 'An account that is closed, or that has a debt, is refused with 409.' }, ['change closed']],
  [{ conflict: 'The account is closed, or has a debt.' }, ['change closed']],
  [{ conflict: 'The account is closed or has a debt' }, ['change closed']],
  [{ change: 'Returns 409 Conflict if the account is on hold.' }, ['change on_hold']],
  [{ change: 'When the account is muted, the request is rejected.' }, ['change muted']],
  [{ change: 'An account that is closed by somebody else answers 409.' }, []],
  [{ change: 'Returns 409 if the account is closed unless it is forced.' }, []],
  [{ change: 'An account that is closed answers 404.' }, []],
  [{ change: 'A muted account cannot be changed.', sent: 'isMuted: { type: boolean }' }, []],
  [{ note: 'No note can be added to it.' }, []],
  [{ change: 'A closed account cannot be deleted.' }, []],
  [{ change: 'A closed account cannot be changed without a reason.' }, []],
  [{ change: 'The name of a closed account cannot be changed.' }, []],
  [{ conflict: 'The account is full or closed' }, ['change closed']],
  [{ conflict: 'The account is empty, closed or already onHold' }, ['change on_hold', 'change closed']],
  [{ conflict: 'The account is not empty or closed' }, []],
  [{ conflict: 'The account is closed or full of money' }, []],
  [{ conflict: 'The account is closed and has money.' }, []],
  [{ conflict: 'The other account is closed.' }, []],
  [{ conflict: 'The bank is shut, or the account is closed.' }, ['change closed']],
  [{ conflict: 'The account is closed, or the bank is shut and empty.' }, []],
  [{ conflict: 'The bank is closed, or it is shut.' }, []],
  [{ change: 'A closed account cannot be changed.', sent: 'status: { type: string }' }, []],
  [
    { change: 'A closed account cannot be changed.', sent: 'status: { type: string, readOnly: true }' },
    ['change closed'],
  ],
])('what descriptions say: %j', (texts, ids) => expect(required(texts)).toEqual(ids));

test('what a description says of a thing of two words, whose states are written as names', () => {
  const order = body('id: { type: integer }, status: { enum: [Draft, InProgress, Completed] }');
  const description = descriptionOf(`
/work-orders:
  post: { operationId: make, responses: { '201': { description: '', ${order} } } }
/work-orders/{id}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${order} } } }
  delete:
    operationId: drop
    description: A work order that is InProgress cannot be deleted.
    responses: { '204': { description: '' }, '409': { description: The order is Completed. } }`);
  const listed = refusedInState.list(benchFor(description).session, operationIn(description, 'drop'), 'server');
  expect(listed.map(({ subject }) => subject.state)).toEqual(['InProgress', 'Completed']);
});

/**
 * What is seen of a server whose closed accounts, or muted ones, are changed with this status.
 * `mayClose`: accounts can be brought into that state.
 */
function judged(status: number, mayClose = true, state: 'closed' | 'muted' = 'closed') {
  const description = described({ change: `A ${state} account cannot be changed.` });
  const closed = new Set<string>();
  const action = state === 'closed' ? '/close' : '/mute';
  let made = 0;
  const { session } = benchFor(description, ({ target, method }): ResponseParts => {
    const id = target.split('/')[2] ?? '';
    const isIn = (one: string) => one === state && closed.has(id);
    const own = { status: isIn('closed') ? 'closed' : 'open', isMuted: isIn('muted') };
    const shown = { id: Number(id), name: 'Savings', ...own };
    if (target === '/accounts') return { status: 201, body: { ...shown, id: (made += 1) } };
    if (target.endsWith(action) && mayClose) closed.add(id);
    return { status: method === 'PATCH' && closed.has(id) ? status : 200, body: shown };
  });
  return probedJudgements(refusedInState, session, 'change');
}

test.each<[what: string, status: number, judgement: unknown]>([
  ['refuses it', 409, 'kept'],
  ['refuses it by its policy', 403, 'kept'],
  ['serves it', 200, { documented: 'A refusal, since the item is closed.', received: expect.stringMatching(/^200, /) }],
  ['refuses it for another reason', 400, { outOfReach: 'It was refused with another status.' }],
])('a server that %s', async (_, status, judgement) => expect(await judged(status)).toEqual([judgement]));

test('a boolean property names a state as well', async () => {
  expect(await judged(409, true, 'muted')).toEqual(['kept']);
  const documented = 'A refusal, since the item is muted.';
  expect(await judged(200, true, 'muted')).toEqual([{ documented, received: expect.stringMatching(/^200, /) }]);
});

test('nothing is said of a state that no action brings about', async () =>
  expect(await judged(200, false)).toEqual([
    { outOfReach: 'No item was seen in the state closed, into which an action had brought it.' },
  ]));

const door = body('id: { type: integer }, name: { type: string }, archived: { type: boolean }');
const key = body('id: { type: integer }, label: { type: string }');
const beneath = (conflict: string, setting = 'archived: { type: boolean }') =>
  descriptionOf(`
/doors:
  post:
    operationId: make
    requestBody: { ${body('name: { type: string }')} }
    responses: { '201': { description: '', ${door} } }
/doors/{doorId}:
  parameters: [{ name: doorId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read, responses: { '200': { description: '', ${door} } } }
  patch:
    operationId: change
    requestBody: { ${body(`name: { type: string }, ${setting}`)} }
    responses: { '200': { description: '', ${door} } }
/doors/{doorId}/keys:
  parameters: [{ name: doorId, in: path, required: true, schema: { type: integer } }]
  post:
    operationId: addKey
    requestBody: { ${body('label: { type: string }')} }
    responses: { '201': { description: '', ${key} }, '409': { description: '${conflict}' } }
/doors/{doorId}/keys/{keyId}:
  parameters:
    - { name: doorId, in: path, required: true, schema: { type: integer } }
    - { name: keyId, in: path, required: true, schema: { type: integer } }
  get: { operationId: readKey, responses: { '200': { description: '', ${key} } } }
  delete:
    operationId: dropKey
    responses: { '204': { description: '' }, '409': { description: '${conflict}' } }
`);

test.each<[conflict: string, ids: string[]]>([
  ['The door is archived.', ['addKey archived', 'dropKey archived']],
  ['The key is lost, or the door is archived.', ['addKey archived', 'dropKey archived']],
  ['It is archived.', ['addKey archived']],
  ['The door is open.', []],
])('what is refused beneath a thing in a state: %s', (conflict, ids) => {
  const { session } = benchFor(beneath(conflict));
  const all = session.description.operations.flatMap((one) => refusedInState.list(session, one, 'server'));
  expect(all.map(({ subject: { operationId, state } }) => `${operationId} ${state}`)).toEqual(ids);
});

/** What is seen of a server that answers so to what is beneath an archived door, which only a change archives. */
function judgedBeneath(operationId: string, status: number, isKept = true) {
  const archived = new Set<string>();
  const ofDoors = new Set<string>();
  let made = 0;
  const { session } = benchFor(beneath('The door is archived.'), ({ target, method, body: sent }): ResponseParts => {
    const [, , id = '', keys, keyId] = target.split('/');
    if (method === 'PATCH' && isKept && /"archived":true/.test(String(sent))) archived.add(id);
    const shown = { id: Number(id), name: 'Gate', archived: archived.has(id) };
    if (id === '') return { status: 201, body: { ...shown, id: (made += 1) } };
    if (keys === undefined) return { body: shown };
    const isBarred = method !== 'GET' && archived.has(id);
    const own = { id: Number(keyId ?? (made += 1)), label: 'Spare' };
    if (keyId === undefined) ofDoors.add(`${id} ${own.id}`);
    else if (!ofDoors.has(`${id} ${keyId}`)) return { status: 404 };
    return { status: isBarred ? status : method === 'POST' ? 201 : method === 'GET' ? 200 : 204, body: own };
  });
  return probedJudgements(refusedInState, session, operationId);
}

test.each(['addKey', 'dropKey'])('%s beneath a thing that a change has archived', async (operationId) => {
  const served = { documented: 'A refusal, since the item is archived.', received: expect.any(String) as string };
  expect(await judgedBeneath(operationId, 409)).toEqual(['kept']);
  expect(await judgedBeneath(operationId, operationId === 'addKey' ? 201 : 204)).toEqual([served]);
  expect(await judgedBeneath(operationId, 409, false)).toEqual([
    { outOfReach: 'No item was seen in the state archived, into which an action had brought it.' },
  ]);
});

const lamp = body('id: { type: integer }, enabled: { type: boolean }');
const lamps = descriptionOf(`
/lamps:
  post: { operationId: make, requestBody: { ${body('')} }, responses: { '201': { description: '', ${lamp} } } }
/lamps/{id}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${lamp} } } }
  patch:
    operationId: change
    requestBody: { ${body('enabled: { type: boolean }')} }
    responses: { '200': { description: '', ${lamp} } }
/lamps/{id}/flash:
  ${at}
  post:
    operationId: flash
    responses: { '204': { description: '' }, '409': { description: The lamp is disabled. } }
`);

test.each([409, 204])('what a change takes out of the state that it is made in: %i', async (status) => {
  const disabled = new Set<string>();
  let made = 0;
  const { session } = benchFor(lamps, ({ target, method, body: sent }): ResponseParts => {
    const [, , id = '', action] = target.split('/');
    if (id === '') return { status: 201, body: { id: (made += 1), enabled: true } };
    if (method === 'PATCH' && /false/.test(String(sent))) disabled.add(id);
    if (action !== undefined) return { status: disabled.has(id) ? status : 204 };
    return { body: { id: Number(id), enabled: !disabled.has(id) } };
  });
  const served = {
    documented: 'A refusal, since the item is not_enabled.',
    received: expect.stringMatching(/^204, /) as string,
  };
  expect(await probedJudgements(refusedInState, session, 'flash')).toEqual([status === 409 ? 'kept' : served]);
});

const mail = (state: string) => body(`id: { type: integer }, status: { enum: [draft, ${state}] }`);
const mailsThatAre = (state: string) =>
  descriptionOf(`
/mails:
  post: { operationId: write, requestBody: { ${body('')} }, responses: { '201': { description: '', ${mail(state)} } } }
/mails/{id}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${mail(state)} } } }
  delete:
    operationId: drop
    responses: { '204': { description: '' }, '409': { description: The mail is ${state}. } }
/mails/{id}/schedule:
  ${at}
  post: { operationId: schedule, responses: { '200': { description: '', ${mail(state)} } } }
`);

test.each<[what: string, isSent: boolean, state: string, judgement: unknown]>([
  ...['scheduled', 'sending'].map((state): [string, boolean, string, unknown] => [
    'stays there',
    false,
    state,
    { documented: `A refusal, since the item is ${state}.`, received: expect.stringMatching(/^204, /) },
  ]),
  ['goes on at once', true, 'scheduled', { outOfReach: 'The state of the item goes on by itself.' }],
  ['goes on at once', true, 'sending', { outOfReach: 'The state of the item goes on by itself.' }],
])('what is on the way, and %s', async (_, isSent, state, judgement) => {
  const reads = new Map<string, number>();
  let made = 0;
  const { session } = benchFor(mailsThatAre(state), ({ target, method }): ResponseParts => {
    const [, , id = '', action] = target.split('/');
    if (id === '') return { status: 201, body: { id: (made += 1), status: 'draft' } };
    if (action === 'schedule') reads.set(id, 0);
    const count = reads.get(id);
    if (count !== undefined) reads.set(id, count + 1);
    const isThere = count !== undefined && (!isSent || count < 2);
    return method === 'DELETE' ? { status: 204 } : { body: { id: Number(id), status: isThere ? state : 'draft' } };
  });
  expect(await probedJudgements(refusedInState, session, 'drop')).toEqual([judgement]);
});

const gate = body('id: { type: integer }, locked: { type: boolean }, archived: { type: boolean }');
const gates = descriptionOf(`
/gates:
  post: { operationId: make, requestBody: { ${body('')} }, responses: { '201': { description: '', ${gate} } } }
/gates/{id}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${gate} } } }
  patch:
    operationId: change
    requestBody: { ${body('locked: { type: boolean }, archived: { type: boolean }')} }
    responses: { '200': { description: '', ${gate} } }
  delete:
    operationId: drop
    responses: { '204': { description: '' }, '409': { description: 'The gate is locked, or the gate is archived.' } }
`);

test('each of several switches that a change sets is tried', async () => {
  const set = new Map<string, object>();
  let made = 0;
  const { session } = benchFor(gates, ({ target, method, body: sent }): ResponseParts => {
    const [, , id = ''] = target.split('/');
    if (id === '') return { status: 201, body: { id: (made += 1), locked: false, archived: false } };
    if (method === 'PATCH') set.set(id, JSON.parse(String(sent)));
    if (method === 'DELETE') return { status: /locked/.test(JSON.stringify(set.get(id))) ? 409 : 204 };
    return { body: { id: Number(id), locked: false, archived: false, ...set.get(id) } };
  });
  const served = { documented: 'A refusal, since the item is archived.', received: expect.stringMatching(/^204, /) };
  expect(await probedJudgements(refusedInState, session, 'drop')).toEqual(['kept', served]);
});

test('faults', () => {
  const description = described({ change: 'A closed account cannot be changed.' });
  expect(operationIn(description, 'change').method).toBe('PATCH');
  const faults = serverFaultsOf(withoutWorkflows(description), ({ kind }) => kind === refusedInState.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['served']);
});
