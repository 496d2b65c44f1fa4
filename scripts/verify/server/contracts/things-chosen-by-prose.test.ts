import { describe, expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const person = '{ type: object, required: [email], properties: { email: { type: string }, code: { type: string } } }';
const text = '{ type: string }';
const description = descriptionOf(`
/people/add:
  post:
    operationId: addPerson
    requestBody: { required: true, ${json(person)} }
    responses: { '200': { description: '' }, '400': { description: '' }, '409': { description: Taken } }
/people/find:
  get:
    operationId: findPeople
    description: Finds people by \`email\` or \`code\`. Only one is allowed.
    parameters: [{ name: email, in: query, schema: ${text} }, { name: code, in: query, schema: ${text} }]
    responses:
      '200': { description: '', ${json(`{ type: array, items: ${person} }`)} }
      '400': { description: '' }
/people/tell:
  post:
    operationId: tell
    requestBody:
      required: true
      description: Provide either \`email\` or \`code\`.
      ${json(`{ type: object, properties: { email: ${text}, code: ${text} } }`)}
    responses: { '200': { description: '' }, '400': { description: '' } }
/kinds:
  post:
    operationId: addKind
    requestBody: { required: true, ${json(`{ type: object, required: [kind], properties: { kind: ${text} } }`)} }
    responses: { '200': { description: '' }, '400': { description: Bad request (e.g. invalid kind). } }`);

type Find = (found: ExactObject[]) => ResponseParts;

/** Takes one of two names where a description says so, and few kinds. */
function peopleServer(find: Find = (found) => ({ body: found })) {
  const people: ExactObject[] = [];
  const wrong = { status: 400 };
  const isText = (value: unknown) => value === undefined || typeof value === 'string';
  return {
    respond({ method, target, body, headers }: HttpRequest): ResponseParts {
      const { pathname, searchParams } = new URL(target, 'http://localhost');
      if (method === 'GET' && pathname === '/people/find') {
        const asked = ['email', 'code'].filter((name) => searchParams.has(name));
        const [name = ''] = asked;
        return asked.length === 1 ? find(people.filter((one) => one[name] === searchParams.get(name))) : wrong;
      }
      if (method !== 'POST' || pathname === '/people/find') return { status: 405 };
      const isJson = headers.some(([name, value]) => /^content-type$/i.test(name) && /^application\/json/i.test(value));
      const sent = jsonIn(body) ?? null;
      if (!isJson || !isExactObject(sent)) return wrong;
      const { email, code, kind } = sent;
      if (pathname === '/kinds') return kind === 'small' ? {} : wrong;
      if (!isText(email) || !isText(code)) return wrong;
      if (pathname === '/people/tell') return (email === undefined) === (code === undefined) ? wrong : {};
      if (email === undefined) return wrong;
      if (people.some((one) => one['email'] === email)) return { status: 409 };
      people.push({ email, ...(code !== undefined && { code }) });
      return {};
    },
  };
}

const notKept = (find?: Find) => notKeptBy(peopleServer(find), withoutWorkflows(description), '', 3, false);

test('a server that takes one of two names, and few texts, where descriptions say so, is not blamed', async () => {
  expect(await notKept()).toEqual([]);
});

describe('what is found by the name that was sent is looked at', () => {
  test.each<[what: string, find: Find]>([
    ['an item without what it must have', (found) => ({ body: found.map(() => ({})) })],
    ['an item that is none', (found) => ({ body: found.map(() => 'x') })],
  ])('%s', async (_, find) => {
    expect((await notKept(find)).filter((id) => id.startsWith('findPeople.responses.200.body'))).not.toEqual([]);
  });
});
