import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const text = '{ type: string, minLength: 1, maxLength: 40 }';
const id = '{ type: integer, minimum: 1, maximum: 9999 }';
const place = 'position: { type: integer, readOnly: true }';
const task = `{ type: object, required: [id, title, position], properties: { id: ${id}, title: ${text}, ${place} } }`;
const ids = `ids: { type: array, minItems: 1, maxItems: 9, items: ${id} }`;
const sent = `{ type: object, required: [title], properties: { title: ${text} } }`;
const sentToAll = `{ type: object, required: [ids, title], properties: { ${ids}, title: ${text} } }`;
const answer = (status: number, schema = task) => `'${status}': { description: '', ${json(schema)} }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const description = descriptionOf(`
/tasks:
  get: { operationId: listTasks, responses: { ${answer(200, `{ type: array, items: ${task} }`)} } }
  post:
    operationId: addTask
    requestBody: { required: true, ${json(sent)} }
    responses: { ${answer(201)}, ${refused(400, 415)} }
  patch:
    operationId: changeTasks
    requestBody: { required: true, ${json(sentToAll)} }
    responses: { ${refused(204, 400, 415)} }
/tasks/{id}:
  parameters: [{ name: id, in: path, required: true, schema: ${id} }]
  get: { operationId: readTask, responses: { ${answer(200)}, ${refused(404)} } }
  delete: { operationId: removeTask, responses: { ${refused(204, 404)} } }`);

type Habit = 'the newest is the first' | 'a reader sees another place' | 'a reader sees another title';

/** Tasks in an order: the newest is the first, and where one is removed, those behind it move up. */
function taskServer(habit: Habit) {
  const tasks: { id: number; title: string }[] = [];
  let last = 0;
  const shown = (one: (typeof tasks)[number]): ExactObject => ({ ...one, position: tasks.indexOf(one) });
  const isTitle = (title: unknown): title is string =>
    typeof title === 'string' && title !== '' && [...title].length <= 40;
  const isId = (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 9999;
  return {
    respond(request: HttpRequest): ResponseParts {
      const { method, target, body } = request;
      const [, asked] = /^\/tasks(?:\/([^/?]+))?(?:\?|$)/.exec(target) ?? ['', ''];
      if (asked === '') return { status: 404 };
      if (!(asked === undefined ? ['GET', 'POST', 'PATCH'] : ['GET', 'DELETE']).includes(method))
        return { status: 405 };
      const found = tasks.find((one) => String(one.id) === asked);
      if (asked !== undefined && found === undefined) return { status: 404 };
      if (found !== undefined && method === 'DELETE') {
        tasks.splice(tasks.indexOf(found), 1);
        return { status: 204 };
      }
      if (found !== undefined) {
        const item = shown(found);
        if (habit === 'a reader sees another place') return { body: { ...item, position: tasks.indexOf(found) + 5 } };
        return { body: habit === 'a reader sees another title' ? { ...item, title: 'x' } : item };
      }
      if (method === 'GET') return { body: tasks.map(shown) };
      if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
      const value = jsonIn(body) ?? null;
      const { title = null, ids: named = null } = isExactObject(value) ? value : {};
      if (!isTitle(title)) return { status: 400 };
      if (method === 'PATCH') {
        if (!Array.isArray(named) || named.length < 1 || named.length > 9 || !named.every(isId)) return { status: 400 };
        for (const one of tasks) if (named.includes(one.id)) one.title = title;
        return { status: 204 };
      }
      last += 1;
      const made = { id: last, title };
      tasks.unshift(made);
      return { status: 201, body: shown(made) };
    },
  };
}

const notKept = (habit: Habit) => notKeptBy(taskServer(habit), withoutWorkflows(description), '', 1, false);

test('what is done to others moves an item, and a request to several changes each of them', async () => {
  expect(await notKept('the newest is the first')).toEqual([]);
});

test.each<[habit: Habit, found: string]>([
  ['a reader sees another place', 'listTasks.agrees.readTask'],
  ['a reader sees another title', 'readTask.returns.addTask'],
])('%s', async (habit, found) => {
  expect(await notKept(habit)).toContain(found);
});
