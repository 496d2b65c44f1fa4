import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { actionAnswers } from './action-answers.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const visit = "{ $ref: '#/components/schemas/Visit' }";
const answer = (status: number) => `responses: { '${status}': { description: '', ${json(visit)} } }`;
const text = '{ type: string }';
const time = "{ $ref: '#/components/schemas/Time' }";
const parts = `start: ${time}, fee: { type: integer }, room: ${text}, why: ${text}, note: ${text}, by: ${text}`;
const urgent = 'urgent: { type: boolean }';
const moved = `{ type: object, required: [start, room, urgent], properties: { ${parts}, ${urgent} } }`;
const sent = `{ type: object, required: [start], properties: { start: ${time}, note: ${text}, ${urgent} } }`;
const description = descriptionOf(
  `
/visits:
  post: { operationId: add, requestBody: { required: true, ${json(sent)} }, ${answer(201)} }
/visits/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read, ${answer(200)} }
/visits/{id}/move:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  post: { operationId: move, requestBody: { required: true, ${json(moved)} }, ${answer(200)} }
`,
  `components:
  schemas:
    Time: { type: string, format: date-time }
    Visit:
      type: object
      required: [id, start]
      properties:
        id: { type: integer, readOnly: true }
        start: { $ref: '#/components/schemas/Time' }
        urgent: { type: boolean }
        room: { type: string }
        fee: { type: integer }
        note: { type: string }
        by: { type: string }
        moved_by: { type: string }
`,
);
const context = benchFor(description).session;
const move = operationIn(description, 'move');

type Answered = (visit: ExactObject, sent: ExactObject) => ExactObject;

/** What a server that moves a visit to another time and room is seen to do. */
async function judged(answered: Answered, status = 200) {
  const visits: ExactObject[] = [];
  const { session } = benchFor(description, ({ target, body }) => {
    const sent: Exact = jsonIn(body) ?? null;
    const [, , id, action] = target.split('/');
    if (!isExactObject(sent) || id === undefined) {
      visits.push({ ...(isExactObject(sent) ? sent : {}), id: visits.length + 1 });
      return { status: 201, body: visits.at(-1) };
    }
    const own = visits[Number(id) - 1] ?? {};
    return action === undefined ? { body: own } : { status, body: answered(own, sent) };
  });
  if (actionAnswers.server?.reach.by !== 'answers') return expect.fail('No request of its own is sent.');
  const judgements: [property: string, judgement: unknown][] = [];
  for (const { subject, build, judge } of actionAnswers.server.reach.requests(session, move))
    judgements.push([subject.property, judge(await session.call(await build(session)))]);
  return judgements;
}

const moves: Answered = (visit, { start = '', room = '', urgent = '' }) => ({ ...visit, start, room, urgent });
const another = (name: string) => ({
  documented: expect.stringMatching(`^${name}: `) as string,
  received: expect.stringMatching(`^${name}: `) as string,
});
const notShown = { outOfReach: 'No answer has shown room.' };

test('what an action has in common with what it answers: no number, and no text of another meaning', () =>
  expect(actionAnswers.list(context, move, 'server').map(({ subject }) => subject.property)).toEqual([
    'start',
    'room',
    'urgent',
  ]));

test.each<[what: string, answered: Answered, start: unknown, room: unknown]>([
  ['moves the visit', moves, 'kept', 'kept'],
  ['does not move it', (visit, { urgent = '' }) => ({ ...visit, urgent }), another('start'), notShown],
  ['does not show the room', (visit, sent) => ({ ...moves(visit, sent), room: null }), 'kept', another('room')],
  [
    'leaves the start out',
    ({ id = 0 }, { room = '', urgent = '' }) => ({ id, room, urgent }),
    another('start'),
    'kept',
  ],
  [
    'gives a reason for it',
    (visit, sent) => ({ ...moves(visit, sent), room: 'requested_by_guest' }),
    'kept',
    another('room'),
  ],
  [
    'goes on with it',
    (visit, sent) => ({ ...moves(visit, sent), room: 'moving' }),
    'kept',
    { outOfReach: 'No answer has shown room at rest.' },
  ],
])('a server that %s', async (_, answered, start, room) =>
  expect(await judged(answered)).toEqual([
    ['start', start],
    ['room', room],
    ['urgent', 'kept'],
    ['urgent', 'kept'],
  ]),
);

test.each([true, false])('a server that always answers with %s', async (urgent) => {
  const judgements = await judged((visit, sent) => ({ ...moves(visit, sent), urgent }));
  expect(judgements.filter(([property]) => property === 'urgent')).toEqual(
    expect.arrayContaining([
      ['urgent', 'kept'],
      ['urgent', another('urgent')],
    ]),
  );
});

test.each([202, 409])('nothing is seen of an action that is answered with %i', async (status) => {
  const outOfReach = { outOfReach: 'No action was done at once.' };
  expect(await judged(moves, status)).toEqual(['start', 'room', 'urgent', 'urgent'].map((name) => [name, outOfReach]));
});

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(description), ({ kind }) => kind === actionAnswers.id);
  expect(faults.map(({ requirement, fault }) => [requirement.subject['property'], fault.what])).toEqual(
    ['start', 'room', 'urgent'].map((name) => [name, 'answered with another value']),
  );
});
