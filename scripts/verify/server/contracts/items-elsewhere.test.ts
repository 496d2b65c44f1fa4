import { describe, expect, test } from 'vitest';
import { type Exact, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { catalogueOf } from '../../../requirements/catalogue.ts';
import type { RequestParts } from '../../../requirements/request/request-parts.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../test/bench.ts';
import { notKeptBy } from '../../test/not-kept.ts';
import { StoredItems } from '../items/stored-items.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const ok = (status: number, name: string) =>
  `'${status}': { description: '', ${json(`{ $ref: '#/components/schemas/${name}' }`)} }`;
const inPath = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]';
const sent = (name: string) => `requestBody: { required: true, ${json(`{ $ref: '#/components/schemas/${name}' }`)} }`;
const refused = (...statuses: number[]) => statuses.map((status) => `, '${status}': { description: '' }`).join('');
const list = `{ operationId: listMembers, responses: { '200': { description: '', ${json(
  "{ type: array, items: { $ref: '#/components/schemas/Member' } }",
)} }${refused(400, 404)} } }`;

/** Members are made beneath a team, and are at a path of their own from then on. */
const teams = (isListedByTeam: boolean) =>
  descriptionOf(
    `
/teams:
  post: { operationId: addTeam, ${sent('NewTeam')}, responses: { ${ok(201, 'Team')}${refused(400)} } }
/teams/{id}:
  ${inPath}
  get: { operationId: readTeam, responses: { ${ok(200, 'Team')}${refused(400, 404)} } }
/teams/{id}/members:
  ${inPath}
  post: { operationId: addMember, ${sent('NewMember')}, responses: { ${ok(201, 'Member')}${refused(400, 404)} } }
  ${isListedByTeam ? `get: ${list}` : ''}
/members:
  ${isListedByTeam ? 'x-empty: true' : `get: ${list}`}
/members/{id}:
  ${inPath}
  get: { operationId: readMember, responses: { ${ok(200, 'Member')}${refused(400, 404)} } }
  patch:
    operationId: changeMember
    requestBody: { required: true, ${json('{ type: object, properties: { name: { type: string } } }')} }
    responses: { ${ok(200, 'Member')}${refused(400, 404)} }
  delete: { operationId: removeMember, responses: { '204': { description: '' }${refused(400, 404)} } }`,
    `
components:
  schemas:
    NewTeam: { type: object, required: [title], properties: { title: { type: string } } }
    Team: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }
    NewMember:
      type: object
      required: [name]
      properties: { name: { type: string }, isLead: { type: boolean, default: false } }
    Member:
      type: object
      required: [id, name, isLead]
      properties: { id: { type: integer }, name: { type: string }, isLead: { type: boolean } }`,
  );

type Mistake =
  | 'stores another name'
  | 'forgets who leads'
  | 'keeps what is removed'
  | 'removes what is gone'
  | 'answers a change alone'
  | 'lists those of all teams'
  | 'lists no new ones';

type Fields = Record<string, Exact>;

class Teams {
  readonly #isListedByTeam: boolean;
  readonly #mistake: Mistake | undefined;
  readonly #teams: Fields[] = [];
  #members: { team: string; member: Fields }[] = [];
  #last = 0;

  constructor(isListedByTeam: boolean, mistake?: Mistake) {
    this.#isListedByTeam = isListedByTeam;
    this.#mistake = mistake;
  }

  respond(request: HttpRequest): ResponseParts {
    const [path = ''] = request.target.split('?');
    const [, kind = '', id = '', part = ''] = path.split('/');
    const place = [kind, ...(id === '' ? [] : ['*']), ...(part === '' ? [] : [part])].join('/');
    const methods = this.#methodsAt(place);
    if (methods === undefined) return { status: 404 };
    if (!methods.includes(request.method)) return { status: 405 };
    if (id !== '' && !/^[1-9]\d*$/.test(id)) return { status: 400 };
    const body = this.#bodyOf(request);
    if (['POST', 'PATCH'].includes(request.method) && body === undefined) return { status: 400 };
    return place.startsWith('teams')
      ? this.#team(place, request, id, body ?? {})
      : this.#member(request, id, body ?? {});
  }

  #methodsAt(place: string): string[] | undefined {
    const lists = (isHere: boolean) => (isHere ? ['GET'] : []);
    const all: Record<string, string[]> = {
      teams: ['POST'],
      'teams/*': ['GET'],
      'teams/*/members': ['POST', ...lists(this.#isListedByTeam)],
      ...(!this.#isListedByTeam && { members: ['GET'] }),
      'members/*': ['GET', 'PATCH', 'DELETE'],
    };
    return all[place];
  }

  #bodyOf(request: HttpRequest): Fields | undefined {
    const isJson = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
    const body = isJson && request.body !== null ? jsonIn(request.body) : undefined;
    const isTeam = /^\/teams(\?|$)/.test(request.target);
    const required = request.method === 'PATCH' ? [] : [isTeam ? 'title' : 'name'];
    const isText = (name: string) => typeof body === 'object' && isExactObject(body) && typeof body[name] === 'string';
    if (body === undefined || !isExactObject(body) || !required.every(isText)) return undefined;
    const isAllowed = Object.entries(body).every(([name, value]) =>
      name === 'name' || name === 'title' ? typeof value === 'string' : name !== 'isLead' || typeof value === 'boolean',
    );
    return isAllowed || request.method === 'PATCH' ? body : undefined;
  }

  #team(place: string, { method }: HttpRequest, id: string, body: Fields): ResponseParts {
    if (place === 'teams') {
      this.#teams.push({ id: (this.#last += 1), title: body['title'] ?? '' });
      return { status: 201, body: this.#teams.at(-1) ?? null };
    }
    const team = this.#teams.find((one) => String(one['id']) === id);
    if (team === undefined) return { status: 404 };
    if (place === 'teams/*') return { body: team };
    if (method === 'GET') return { body: this.#listed(id) };
    const { name = '', isLead = false } = body;
    const member = { id: (this.#last += 1), name, isLead };
    const stored = this.#mistake === 'stores another name' ? { ...member, name: 'another' } : member;
    if (this.#mistake !== 'lists no new ones' || this.#members.length < 2)
      this.#members.push({
        team: id,
        member: this.#mistake === 'forgets who leads' ? { ...stored, isLead: false } : { ...stored },
      });
    return { status: 201, body: member };
  }

  #listed(team: string): Fields[] {
    const isShown = (one: string) => one === team || team === '' || this.#mistake === 'lists those of all teams';
    return this.#members.filter((one) => isShown(one.team)).map(({ member }) => member);
  }

  #removesAgain(method: string, id: string): boolean {
    return this.#mistake === 'removes what is gone' && method === 'DELETE' && Number(id) <= this.#last;
  }

  #member({ method }: HttpRequest, id: string, body: Fields): ResponseParts {
    if (id === '') return { body: this.#listed('') };
    const known = this.#members.find(({ member }) => String(member['id']) === id);
    if (known === undefined) return { status: this.#removesAgain(method, id) ? 204 : 404 };
    if (method === 'GET') return { body: known.member };
    if (method === 'DELETE') {
      if (this.#mistake !== 'keeps what is removed') this.#members = this.#members.filter((one) => one !== known);
      return { status: 204 };
    }
    if (body['name'] !== undefined && typeof body['name'] !== 'string') return { status: 400 };
    const changed = { ...known.member, ...(body['name'] !== undefined && { name: body['name'] }) };
    if (this.#mistake !== 'answers a change alone') known.member = changed;
    return { body: changed };
  }
}

const notKept = (isListedByTeam: boolean, seed: number, mistake?: Mistake) =>
  notKeptBy(new Teams(isListedByTeam, mistake), withoutWorkflows(teams(isListedByTeam)), '', seed, false);

describe.each([true, false])('what is made beneath a team, is elsewhere, and listed by team: %j', (isListedByTeam) => {
  test.each([1, 2, 3])('is not blamed, with seed %j', async (seed) =>
    expect(await notKept(isListedByTeam, seed)).toEqual([]),
  );

  test('is beneath it where it is listed alone', () => {
    const ids = catalogueOf(withoutWorkflows(teams(isListedByTeam)), 'server').map(({ id }) => id);
    expect(ids.filter((id) => id.includes('.beneath.'))).toEqual(isListedByTeam ? ['listMembers.beneath.id'] : []);
  });

  const lists: [Mistake, string][] = isListedByTeam ? [['lists those of all teams', 'listMembers.beneath.id']] : [];
  test.each<[Mistake, requirement: string]>([
    ['stores another name', 'readMember.returns.addMember'],
    ['forgets who leads', 'readMember.returns.addMember'],
    ['keeps what is removed', 'removeMember.removed.readMember'],
    ['removes what is gone', 'removeMember.removed.removeMember'],
    ['answers a change alone', 'readMember.returns.changeMember'],
    ['lists no new ones', 'listMembers.lists.addMember'],
    ...lists,
  ])('of a server that %s is', async (mistake, requirement) =>
    expect(await notKept(isListedByTeam, 1, mistake)).toContain(requirement),
  );
});

test('what is known to be beneath a team was made there', async () => {
  const server = new Teams(true);
  const { session } = benchFor(teams(true), (request) => server.respond(request));
  const { source } = session;
  const [ofTeams, members] = session.resources;
  const { create, merge } = members ?? {};
  if (ofTeams === undefined || members === undefined || create === undefined || merge === undefined)
    throw new Error('There are no teams with members.');
  const stored = new StoredItems(session, members);
  const accepted = async (parts: RequestParts) => {
    const answer = await session.call(parts);
    await stored.accept(parts, answer);
    return session.idIn(members, answer) ?? '';
  };
  const here = await accepted(await source.base(create));
  const other = String(await source.newItems.newId(ofTeams));
  const elsewhere = await accepted(await source.base(create, 'all', true, { id: other }));
  await accepted(await source.at(merge, members, elsewhere));
  expect(stored.created.map(({ id }) => id)).toEqual([here]);
});
