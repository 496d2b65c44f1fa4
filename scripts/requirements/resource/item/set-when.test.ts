import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { setWhen } from './set-when.ts';

const json = "content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } }";
const at = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const action = (name: string) => `
/tasks/{id}/${name}:
  ${at}
  post: { operationId: ${name}, responses: { '200': { description: '', ${json} } } }`;

const described = (text: string, type = "[string, 'null']", second = 'end') =>
  descriptionOf(
    `
/tasks:
  post: { operationId: add, responses: { '201': { description: '', ${json} } } }
/tasks/{id}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${json} } } }
${action('take').trim()}
${action(second).trim()}`,
    `components:
  schemas:
    Task:
      type: object
      properties:
        id: { type: integer, readOnly: true }
        status: { enum: [open, at_work, done, given_up, closed] }
        mark: { type: ${type}, description: '${text}' }`,
  );

test.each<[type: string, text: string, isSaid: boolean]>([
  ['string, format: date-time', 'When it was ended or given up.', true],
  ['string, format: date-time', 'When it was ended', true],
  ["[string, 'null'], format: date-time", 'When it was ended.', true],
  ['string, format: date-time', 'When it was ended or lost.', false],
  ['string, format: date-time', 'When it is to be ended.', false],
  ['string', 'When it was ended.', false],
])('of a time that is a %s, a description says: %s', (type, text, isSaid) => {
  const { session } = benchFor(described(text, type));
  const required = session.description.operations.flatMap((one) => setWhen.list(session, one, 'server'));
  expect(required).toHaveLength(isSaid ? 1 : 0);
});

test.each<[text: string, isSaid: boolean]>([
  ['When it was done; null until then.', true],
  ['When the task is at work, done or was given up; null until then.', true],
  ['Who ended it; null until it is ended.', true],
  ['When it was ended or given up, null before that.', true],
  ['When it was done; null unless the status is done.', true],
  ['Null unless it is done.', true],
  ['Null unless the other status is done.', false],
  ['When it was done.', false],
  ['When it was lost; null until then.', false],
  ['When it was done or lost; null until then.', false],
  ['Null until it is done, unless it is old.', false],
  // As many ways to read it as 2 to the power of 60.
  [`Null until it is ${'done or '.repeat(60)}!`, false],
])('what a description says: %s', (text, isSaid) => {
  const required = (type?: string) => {
    const { session } = benchFor(described(text, type));
    return session.description.operations.flatMap((one) => setWhen.list(session, one, 'server'));
  };
  expect(required().map(({ subject }) => `${subject.operationId} ${subject.property}`)).toEqual(
    isSaid ? ['read mark'] : [],
  );
  expect(required('string')).toEqual([]);
});

/** What is seen of a server whose tasks are so when they are new, and after each of its actions. */
function judged(text: string, { add, take, end }: Record<'add' | 'take' | 'end', ExactObject>, type?: string) {
  const tasks: ExactObject[] = [];
  const { session } = benchFor(described(text, type), ({ target }): ResponseParts => {
    const [, , id, name] = target.split('/');
    if (id === undefined) tasks.push({ status: 'open', ...add, id: tasks.length + 1 });
    const index = id === undefined ? tasks.length - 1 : Number(id) - 1;
    if (name !== undefined) tasks[index] = { ...tasks[index], ...(name === 'take' ? take : end) };
    return { status: id === undefined ? 201 : 200, body: tasks[index] ?? {} };
  });
  return probedJudgements(setWhen, session, 'read');
}

const [whenDone, whenEnded] = ['When it was done; null until then.', 'Who ended it; null until it is ended.'];
const add = { mark: null };
const take = { status: 'at_work' };
const end = { status: 'done', mark: 'now' };
const wrong = (documented: string) => ({ documented, received: expect.stringMatching(/^mark: /) as string });
const unseen = { outOfReach: 'No item has been seen before and after mark was set.' };

test.each<[what: string, text: string, tasks: Parameters<typeof judged>[1], seen: unknown]>([
  ['sets it then', whenDone, { add, take, end }, 'kept'],
  ['sets it by the action', whenEnded, { add, take, end }, 'kept'],
  ['never sets it', whenDone, { add, take, end: { status: 'done' } }, wrong('A value of mark after end.')],
  ['never sets it by the action', whenEnded, { add, take, end: {} }, wrong('A value of mark after end.')],
  ['has it from the start', whenDone, { add: { mark: 'now' }, take, end }, wrong('mark of a new item: null')],
  [
    'clears it later',
    whenEnded,
    { add, take: { status: 'at_work', mark: null }, end },
    wrong('A value of mark after end and take.'),
  ],
  ['may clear it where it is as at first', whenEnded, { add, take: { status: 'open', mark: null }, end }, 'kept'],
  ['comes to no such state', whenDone, { add, take, end: { status: 'given_up' } }, unseen],
])('a server that %s', async (_, text, tasks, seen) => expect(await judged(text, tasks)).toEqual([seen]));

test.each<[what: string, tasks: Parameters<typeof judged>[1], seen: unknown]>([
  ['sets it then', { add: {}, take, end }, 'kept'],
  ['never sets it', { add: {}, take, end: { status: 'done' } }, wrong('A value of mark after end.')],
  // A task may be made as one that was ended.
  ['has it from the start', { add: { mark: 'now' }, take, end }, unseen],
])('where a time may be left out, a server that %s', async (_, tasks, seen) => {
  expect(await judged('When it was ended.', tasks, 'string, format: date-time')).toEqual([seen]);
});

test('a state may be reached later than the action is answered that is called by it', async () => {
  const tasks: ExactObject[] = [];
  const description = described('When it was closed; null until then.', undefined, 'close');
  const { session } = benchFor(description, ({ target }): ResponseParts => {
    const [, , id = tasks.length + 1, name] = target.split('/');
    const own = tasks[Number(id) - 1] ?? { id: tasks.length + 1, status: 'open', mark: null };
    tasks[Number(id) - 1] = name === undefined ? own : { ...own, status: 'at_work' };
    return { status: target === '/tasks' ? 201 : 200, body: tasks[Number(id) - 1] ?? {} };
  });
  expect(await probedJudgements(setWhen, session, 'read')).toEqual([unseen]);
});

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described(whenDone)), ({ kind }) => kind === setWhen.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['is never set']);
});

const timed = (name: string, rest: { description?: string; body?: string; state?: string; type?: string } = {}) =>
  descriptionOf(
    `
/tasks:
  post: { operationId: add, responses: { '201': { description: '', ${json} } } }
/tasks/{id}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${json} } } }
/tasks/{id}/close:
  ${at}
  post: { operationId: close, ${rest.body ?? ''} responses: { '200': { description: '', ${json} } } }`,
    `components:
  schemas:
    Task:
      type: object
      properties:
        id: { type: integer, readOnly: true }
        status: { enum: [open, ${rest.state ?? 'done'}] }
        ${name}:
          type: ${rest.type ?? "[string, 'null']"}
          format: date-time
          description: '${rest.description ?? ''}'`,
  );

const body = 'requestBody: { content: { application/json: { schema: { properties: { part: {} } } } } },';

test.each<[name: string, rest: Parameters<typeof timed>[1], isRequired: boolean]>([
  ['closed_at', {}, true],
  ['closedOn', {}, true],
  ['closed_at', { description: 'When it was closed.' }, true],
  ['closed_at', { body, state: 'closed' }, true],
  ['closed_at', { body }, false],
  ['closed_at', { description: 'When it is expected to be closed.' }, false],
  ['closed_at', { type: 'string' }, false],
  ['started_at', {}, false],
  ['closed_by', {}, false],
])('a time is set by the action that it is called by: %s, %j', (name, rest, isRequired) => {
  const { session } = benchFor(timed(name, rest));
  const required = session.description.operations.flatMap((one) => setWhen.list(session, one, 'server'));
  expect(required.map(({ subject }) => `${subject.operationId} ${subject.property}`)).toEqual(
    isRequired ? [`read ${name}`] : [],
  );
});

test('a time that is called by an action may be set from the beginning', async () => {
  const { session } = benchFor(timed('closed_at'), (): ResponseParts => {
    return { status: 201, body: { id: 1, status: 'open', closed_at: '2026-01-01T00:00:00Z' } };
  });
  expect(await probedJudgements(setWhen, session, 'read')).toEqual([
    { outOfReach: 'No item has been seen before and after closed_at was set.' },
  ]);
});

test.each([true, false])('a time that the action is called by is seen to be set: %s', async (isSet) => {
  const tasks: ExactObject[] = [];
  const { session } = benchFor(timed('closed_at'), ({ target }): ResponseParts => {
    const [, , id, name] = target.split('/');
    if (id === undefined) tasks.push({ status: 'open', closed_at: null, id: tasks.length + 1 });
    const index = id === undefined ? tasks.length - 1 : Number(id) - 1;
    const closed_at = isSet ? '2026-01-01T00:00:00Z' : null;
    if (name !== undefined) tasks[index] = { ...tasks[index], status: 'done', closed_at };
    return { status: id === undefined ? 201 : 200, body: tasks[index] ?? {} };
  });
  const [judged] = await probedJudgements(setWhen, session, 'read');
  expect(judged === 'kept').toBe(isSet);
});
