import { expect, test } from 'vitest';
import { type Exact, within } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { sentBody } from './request-parts.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const course = '{ type: object, properties: { id: { type: string } } }';
const part = "{ $ref: '#/components/schemas/Module' }";
const inPath = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;
const made = (thing: string) =>
  `requestBody: { ${json(thing)} }, responses: { '201': { description: '', ${json(thing)} } }`;
const read = (thing: string) => `responses: { '200': { description: '', ${json(thing)} }, '404': { description: '' } }`;
const listOf = (items: string) => `{ type: array, uniqueItems: true, items: ${items} }`;
const components = `
components:
  schemas:
    ModuleKey: { type: string }
    Module: { type: object, properties: { id: { type: string }, title: { type: string } } }`;
const inList = (list: string, items: string) =>
  `{ type: object, required: [${list}], properties: { ${list}: ${listOf(items)} } }`;
const described = (list: string, items = '{ type: string }', method = 'put', body = inList(list, items)) =>
  descriptionOf(
    `
/courses:
  post: { operationId: addCourse, ${made(course)} }
/courses/{courseId}:
  parameters: [${inPath('courseId')}]
  get: { operationId: readCourse, ${read(course)} }
/courses/{courseId}/modules:
  parameters: [${inPath('courseId')}]
  post: { operationId: addModule, ${made(part)} }
/modules/{moduleId}:
  parameters: [{ name: moduleId, in: path, required: true, schema: { $ref: '#/components/schemas/ModuleKey' } }]
  get: { operationId: readModule, ${read(part)} }
/courses/{courseId}/modules/order:
  parameters: [${inPath('courseId')}]
  ${method}:
    operationId: order
    requestBody:
      ${json(body)}
    responses: { '204': { description: '' } }`,
    components,
  );

/** Requests to order the modules of courses, as a server sees them that makes both. */
function sessionWith(description: ReturnType<typeof described>) {
  const modules = new Map<string, string[]>();
  const { session } = benchFor(description, ({ target, body }) => {
    const [, , course = '', beneath] = target.split('/');
    const all = beneath === undefined ? [] : (modules.get(course) ?? []);
    const id = beneath === undefined ? `course-${modules.size + 1}` : `${course}-module-${all.length + 1}`;
    if (beneath === undefined) modules.set(id, all);
    else modules.set(course, [...all, id]);
    return { status: 201, body: { id, title: String(jsonIn(body)) } };
  });
  return { session, order: operationIn(description, 'order') };
}

test.each([
  ['by its name', 'moduleIds', '{ type: string }'],
  ['by its schema', 'sequence', "{ $ref: '#/components/schemas/ModuleKey' }"],
])('what is put in order is all of a course of its own, %s', async (_, list, items) => {
  const { session, order } = sessionWith(described(list, items));
  const listed = async () => {
    const parts = await session.source.base(order);
    const ids = within(sentBody(parts), [list]);
    return { course: parts.path['courseId'], ids };
  };
  const [first, second] = [await listed(), await listed()];
  expect(first.ids).toEqual([`${first.course}-module-1`]);
  expect(second.course).not.toBe(first.course);
});

test.each<[what: string, sent: Exact, count: number]>([
  ['has as many as another body names', ['one', 'two', 'three'], 3],
  ['has them also where another body names none', [], 1],
])('such a course %s', async (_, sent, count) => {
  const { session, order } = sessionWith(described('moduleIds'));
  const parts = await session.source.base(order);
  const other = await session.source.withBody(parts, 'application/json', { moduleIds: sent });
  const all = Array.from({ length: count }, (_, index) => `${parts.path['courseId']}-module-${index + 1}`);
  expect(sentBody(other)).toEqual({ moduleIds: all });
});

test('a list that is not allowed is sent as it is', async () => {
  const { session, order } = sessionWith(described('moduleIds'));
  const parts = await session.source.base(order);
  const other = await session.source.withBody(parts, 'application/json', { moduleIds: ['one', 'one'] });
  expect(sentBody(other)).toEqual({ moduleIds: ['one', 'one'] });
});

test('a list of other things is not of those', async () => {
  const { session, order } = sessionWith(described('names'));
  const [first, second] = [await session.source.base(order), await session.source.base(order)];
  expect(first.path).toEqual(second.path);
});

test('what is made with some of them is made beneath the thing that all requests share', async () => {
  const { session, order } = sessionWith(described('moduleIds', '{ type: string }', 'post'));
  const [first, second] = [await session.source.base(order), await session.source.base(order)];
  expect(first.path).toEqual(second.path);
});

test.each([
  ['Identifiers of modules', (course: string) => [1, 2].map((number) => `${course}-module-${number}`)],
  ['Titles', () => ['one', 'two']],
])('a body that is a list of "%s" names things that were made for it, where it may', async (what, named) => {
  const body = `{ type: array, description: ${what}, uniqueItems: true, items: { type: string } }`;
  const { session, order } = sessionWith(described('', '', 'put', body));
  const parts = await session.source.base(order);
  const other = await session.source.withBody({ ...parts, path: { courseId: 'a' } }, 'application/json', [
    'one',
    'two',
  ]);
  expect(sentBody(other)).toEqual(named('a'));
  const wrong = await session.source.withBody(parts, 'application/json', ['one', 'one']);
  expect(sentBody(wrong)).toEqual(['one', 'one']);
});
