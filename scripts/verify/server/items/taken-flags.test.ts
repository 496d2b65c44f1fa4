import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const own = 'number: { type: string, minLength: 1, maxLength: 40 }, isMain: { type: boolean, default: false }';
const sent = `{ type: object, required: [number], properties: { ${own} } }`;
const shown = `{ type: object, required: [id, number, isMain], properties: { id: { type: integer }, ${own} } }`;
const answer = (status: number, schema = shown) => `'${status}': { description: '', ${json(schema)} }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const phones = (isRead: boolean) =>
  descriptionOf(`
/phones:
  get: { operationId: listPhones, responses: { ${answer(200, `{ type: array, items: ${shown} }`)} } }
  post:
    operationId: addPhone
    requestBody: { required: true, ${json(sent)} }
    responses: { ${answer(201)}, ${refused(400, 415)} }
/phones/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  ${isRead ? `get: { operationId: readPhone, responses: { ${answer(200)}, ${refused(400, 404)} } }` : ''}
  put:
    operationId: changePhone
    requestBody: { required: true, ${json(sent)} }
    responses: { ${answer(200)}, ${refused(400, 404, 415)} }`);

type Habit = 'one is the main one' | 'none is stored as the main one' | 'of several, some lose it';

/** One phone at most is the main one: the last that was said to be. */
function phoneServer(habit: Habit, isRead: boolean) {
  const kept: ExactObject[] = [];
  const store = (number: string, isMain: boolean, found?: ExactObject): ExactObject => {
    if (isMain && habit === 'one is the main one') for (const one of kept) one['isMain'] = false;
    Object.assign(kept[0] ?? {}, { isMain });
    const item = found ?? { id: kept.length + 1 };
    const isLost =
      habit === 'none is stored as the main one' || (habit !== 'one is the main one' && kept.length % 3 === 1);
    Object.assign(item, { number, isMain: isMain && !isLost });
    if (found === undefined) kept.push(item);
    return { ...item, isMain };
  };
  return {
    respond(request: HttpRequest): ResponseParts {
      const { method, target, body } = request;
      const [, id] = /^\/phones(?:\/([^/?]+))?(?:\?|$)/.exec(target) ?? ['', ''];
      if (id === '') return { status: 404 };
      const methods = id === undefined ? ['GET', 'POST'] : [...(isRead ? ['GET'] : []), 'PUT'];
      if (!methods.includes(method)) return { status: 405 };
      if (id !== undefined && !/^-?\d+$/.test(id)) return { status: 400 };
      const found = kept.find((one) => String(one['id']) === id);
      if (id !== undefined && found === undefined) return { status: 404 };
      if (method === 'GET') return { body: found ?? kept };
      if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
      const value = jsonIn(body) ?? null;
      const { number, isMain = false } = isExactObject(value) ? value : {};
      if (typeof number !== 'string' || number === '' || [...number].length > 40) return { status: 400 };
      if (typeof isMain !== 'boolean') return { status: 400 };
      return { status: id === undefined ? 201 : 200, body: store(number, isMain, found) };
    },
  };
}

const notKept = (habit: Habit, isRead = true) =>
  notKeptBy(phoneServer(habit, isRead), withoutWorkflows(phones(isRead)), '', 1, false);

test('what one item at most is, another one takes from it', async () => {
  expect(await notKept('one is the main one')).toEqual([]);
  expect(await notKept('one is the main one', false)).toEqual([]);
});

test.each<Habit>(['none is stored as the main one', 'of several, some lose it'])('%s', async (habit) => {
  expect(await notKept(habit)).toContain('readPhone.returns.addPhone');
  expect(await notKept(habit, false)).toContain('listPhones.lists.addPhone');
});
