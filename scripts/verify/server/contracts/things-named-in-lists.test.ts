import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const answer = (status: number, schema: string) => `'${status}': { description: '', ${json(schema)} }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const bodyOf = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
const text = "{ type: string, pattern: '^[a-z][0-9]{8}$' }";
const inPath = `parameters: [{ name: id, in: path, required: true, schema: ${text} }]`;
const member = (required: string) =>
  `{ type: object, required: [${required}], properties: { id: ${text}, name: { type: string } } }`;
const ids = `member_ids: { type: array, minItems: 1, maxItems: 4, uniqueItems: true, items: ${text} }`;
const talk = (required: string) => `{ type: object, required: [${required}], properties: { id: ${text}, ${ids} } }`;

const opened = (status: number) => answer(status, talk('id, member_ids'));

const contractWith = (statuses: readonly number[]) =>
  descriptionOf(`
/members:
  post:
    operationId: addMember
    ${bodyOf(member('name'))}
    responses: { ${answer(201, member('id, name'))}, ${refused(400, 415)} }
/members/{id}:
  ${inPath}
  get: { operationId: readMember, responses: { ${answer(200, member('id, name'))}, ${refused(404)} } }
/talks:
  post:
    operationId: openTalk
    ${bodyOf(talk('member_ids'))}
    responses: { ${statuses.map(opened).join(', ')}, ${refused(400, 415, 422)} }
/talks/{id}:
  ${inPath}
  get: { operationId: readTalk, responses: { ${answer(200, talk('id, member_ids'))}, ${refused(404)} } }`);

/** Talks of members that are there: the same members have one talk. `again`: what answers that it is there already. */
function talkServer(again: number) {
  const description = contractWith([...new Set([again, 201])]);
  const stored = new Map<string, ExactObject[]>([
    ['members', []],
    ['talks', []],
  ]);
  const valid = (operationId: string, sent: Exact | undefined): sent is ExactObject => {
    const operation = description.operations.find(({ id }) => id === operationId);
    const schema = `${operation?.pointer}/requestBody/content/application~1json/schema`;
    return isExactObject(sent) && description.schemas.isValid('request', schema, sent);
  };
  const idsIn = ({ member_ids: named = [] }: ExactObject) => (Array.isArray(named) ? named.map(String) : []);
  const keyOf = (one: ExactObject) => idsIn(one).toSorted().join();
  const respond = (request: HttpRequest): ResponseParts => {
    const { method, target, body } = request;
    const [, kind = '', id] = target.replace(/\?.*/s, '').split('/');
    const items = stored.get(kind);
    if (items === undefined) return { status: 404 };
    if (id !== undefined) {
      if (method !== 'GET') return { status: 405 };
      const item = items.find((one) => String(one['id']) === id);
      return item === undefined ? { status: 404 } : { body: item };
    }
    if (method !== 'POST') return { status: 405 };
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const sent = jsonIn(body);
    if (!valid(kind === 'members' ? 'addMember' : 'openTalk', sent)) return { status: 400 };
    const isKnown = (one: string) => stored.get('members')?.some((other) => other['id'] === one) === true;
    if (!idsIn(sent).every(isKnown)) return { status: 422 };
    const found = kind === 'talks' ? items.find((one) => keyOf(one) === keyOf(sent)) : undefined;
    if (found !== undefined) return { status: again, body: found };
    const made = { ...sent, id: `${kind[0]}${12345678 + items.length}` };
    items.push(made);
    return { status: 201, body: made };
  };
  return { description, respond };
}

const notKept = (again: number) => {
  const { description, respond } = talkServer(again);
  return notKeptBy({ respond }, withoutWorkflows(description), '', 1, false);
};

test('a list names things that are there, and what is there for these already is answered with 200', async () => {
  expect(await notKept(200)).toEqual([]);
});

test('what is answered with 201 is a thing of its own', async () => {
  expect(await notKept(201)).toContain('openTalk.unique');
});
