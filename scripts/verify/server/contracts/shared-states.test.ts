import { describe, expect, test } from 'vitest';
import { type Exact, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const held = (name: string, schema: string) =>
  `{ type: object, required: [${name}], properties: { ${name}: ${schema} } }`;
const of = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;
const bodyOf = (name: string, schema: string) => `requestBody: { required: true, ${json(held(name, of(schema)))} }`;
const ok = (name: string, schema: string) => `'200': { description: '', ${json(held(name, schema))} }`;
const refused = "'422': { description: '' }";
const inPath = (name: string, schema: string) =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: ${schema} }]`;
const notes = `{ type: array, items: ${of('Note')} }`;
const object = (properties: string) =>
  `{ type: object, required: [${properties.replaceAll(/: (\{[^}]*\})/g, '')}], properties: { ${properties} } }`;
const text = '{ type: string }';
const mark = '{ type: string, enum: [X, O] }';

/** Members whose names and addresses are theirs alone, and who are shown with what they write. */
const club = descriptionOf(
  `
/members:
  post:
    operationId: join
    ${bodyOf('member', 'NewMember')}
    responses: { ${ok('member', of('Member'))}, ${refused} }
/members/login:
  post:
    operationId: logIn
    ${bodyOf('member', 'Login')}
    responses: { ${ok('member', of('Member'))}, '401': { description: '' }, ${refused} }
/me:
  get: { operationId: readMe, responses: { ${ok('member', of('Member'))} } }
  put:
    operationId: changeMe
    ${bodyOf('member', 'Change')}
    responses: { ${ok('member', of('Member'))}, ${refused} }
/profiles/{name}:
  ${inPath('name', text)}
  get: { operationId: readProfile, responses: { ${ok('profile', of('Profile'))}, ${refused} } }
/notes:
  get: { operationId: listNotes, responses: { ${ok('notes', notes)} } }
  post: { operationId: write, ${bodyOf('note', 'NewNote')}, responses: { ${ok('note', of('Note'))}, ${refused} } }
/news:
  get: { operationId: listNews, responses: { ${ok('notes', notes)} } }
/notes/{id}:
  ${inPath('id', '{ type: integer, format: int32 }')}
  get: { operationId: readNote, responses: { ${ok('note', of('Note'))}, ${refused} } }`,
  `
components:
  schemas:
    NewMember: ${object(`name: ${text}, mail: ${text}, password: ${text}`)}
    Login: ${object(`mail: ${text}, password: ${text}`)}
    Change: { type: object, properties: { name: ${text}, mail: ${text}, password: ${text}, about: ${text} } }
    Member: ${object(`name: ${text}, mail: ${text}, about: ${text}`)}
    Profile: ${object(`name: ${text}, about: ${text}`)}
    NewNote: ${object(`title: ${text}`)}
    Note: ${object(`id: { type: integer }, title: ${text}, author: ${of('Profile')}`)}`,
);

type Mistake =
  | 'reads another title'
  | 'lists another title'
  | 'says nothing of members'
  | 'answers a login with a number'
  | 'lets no emoji in';

type Fields = Record<string, Exact>;

class Club {
  readonly #mistake: Mistake | undefined;
  readonly #me: Fields = { name: 'me', mail: 'mine', password: 'my own', about: '' };
  readonly #members = [this.#me];
  readonly #notes: Fields[] = [];

  constructor(mistake?: Mistake) {
    this.#mistake = mistake;
  }

  respond(request: HttpRequest): ResponseParts {
    const [, kind = '', last = ''] = (request.target.split('?')[0] ?? '').split('/').map(decodeURIComponent);
    const path = kind === 'profiles' || (kind === 'notes' && last !== '') ? `/${kind}/*` : request.target.split('?')[0];
    const operation = `${request.method} ${path}`;
    const [name, schema] = sentTo[operation] ?? [];
    if (!operations.includes(operation))
      return { status: operations.some((one) => one.endsWith(` ${path}`)) ? 405 : 404 };
    const isJson = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
    const body = isJson && request.body !== null ? jsonIn(request.body) : undefined;
    const sent = isExactObject(body) && name !== undefined ? (body[name] ?? null) : null;
    if (name !== undefined && !club.schemas.isValid('request', `/components/schemas/${schema}`, sent))
      return { status: 422 };
    return this.#answer(operation, isExactObject(sent) ? sent : {}, last);
  }

  #answer(operation: string, sent: Fields, last: string): ResponseParts {
    if (operation === 'POST /members') return this.#join({ ...sent, about: '' });
    if (operation === 'POST /members/login') {
      const known = this.#members.find(({ mail, password }) => mail === sent['mail'] && password === sent['password']);
      if (known === undefined) return { status: 401 };
      return this.#mistake === 'answers a login with a number' ? { body: 7 } : { body: { member: shown(known) } };
    }
    if (operation === 'GET /me') return { body: { member: shown(this.#me) } };
    if (operation === 'PUT /me') return this.#change(sent);
    if (operation === 'GET /profiles/*') {
      const known = this.#members.find(({ name }) => name === last);
      return known === undefined ? { status: 422 } : { body: { profile: this.#profile(known) } };
    }
    if (operation === 'POST /notes') {
      this.#notes.push({ id: this.#notes.length + 1, title: sent['title'] ?? '' });
      return { body: { note: { ...this.#notes.at(-1), author: this.#profile(this.#me) } } };
    }
    if (operation === 'GET /news') return { body: { notes: [] } };
    if (operation === 'GET /notes') return { body: { notes: this.#notes.map((one) => this.#shownNote(one, 'lists')) } };
    return this.#note(this.#notes.find(({ id }) => String(id) === last));
  }

  #join(member: Fields): ResponseParts {
    const isEmoji = this.#mistake === 'lets no emoji in' && /\p{Emoji_Presentation}/u.test(String(member['name']));
    if (this.#isTaken(member) || isEmoji) return { status: 422 };
    this.#members.push(member);
    return { body: { member: shown(member) } };
  }

  #change(sent: Fields): ResponseParts {
    if (this.#isTaken(sent)) return { status: 422 };
    const { about = '', ...others } = sent;
    Object.assign(this.#me, others, this.#mistake === 'says nothing of members' ? {} : { about });
    return { body: { member: shown(this.#me) } };
  }

  #isTaken({ name, mail }: Fields): boolean {
    return this.#members.some((one) => one !== this.#me && (one['name'] === name || one['mail'] === mail));
  }

  #profile({ name = '', about = '' }: Fields): Fields {
    return { name, about };
  }

  #note(note: Fields | undefined): ResponseParts {
    return note === undefined ? { status: 422 } : { body: { note: this.#shownNote(note, 'reads') } };
  }

  #shownNote(note: Fields, by: 'reads' | 'lists'): Fields {
    const title = this.#mistake === `${by} another title` ? 'another' : (note['title'] ?? '');
    return { ...note, title, author: this.#profile(this.#me) };
  }
}

function shown({ name = '', mail = '', about = '' }: Fields): Fields {
  return { name, mail, about };
}

const sentTo: Readonly<Record<string, [name: string, schema: string]>> = {
  'POST /members': ['member', 'NewMember'],
  'POST /members/login': ['member', 'Login'],
  'PUT /me': ['member', 'Change'],
  'POST /notes': ['note', 'NewNote'],
};
const operations = ['GET /me', 'GET /profiles/*', 'GET /notes', 'GET /news', 'GET /notes/*', ...Object.keys(sentTo)];

describe('members with names of their own, who are shown with what they write', () => {
  const notKept = (server: Club, seed: number) => notKeptBy(server, withoutWorkflows(club), '', seed, false);

  test.each([1, 2, 3])('are not blamed, with seed %j', async (seed) =>
    expect(await notKept(new Club(), seed)).toEqual([]),
  );

  test.each<[Mistake, requirement: string]>([
    ['reads another title', 'readNote.returns.write'],
    ['lists another title', 'listNotes.lists.write'],
    ['says nothing of members', 'changeMe.kept.member'],
    ['answers a login with a number', 'logIn.responses.200.body.type'],
    ['lets no emoji in', 'join.requestBody.member.name.text'],
  ])('a server that %s is', async (mistake, requirement) =>
    expect(await notKept(new Club(mistake), 1)).toContain(requirement),
  );
});

/** A board that fills up, as nothing takes a mark away. */
const board = descriptionOf(
  `
/board/{row}/{square}:
  parameters:
    - { name: row, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 1 } }
    - { name: square, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 3 } }
  get: { operationId: readSquare, responses: { '200': { description: '', ${json(mark)} }, '400': { description: '' } } }
  put:
    operationId: setSquare
    requestBody: { required: true, ${json(mark)} }
    responses: { ${ok('board', `{ type: array, items: ${mark} }`)}, '400': { description: '' } }`,
  '',
);

interface Board {
  isFinal: boolean;
  isStored: boolean;
}

function boardOf({ isFinal, isStored }: Board) {
  const marks: Exact[] = ['O', 'O', 'O'];
  const taken = new Set<number>();
  const respond = ({ target, method, headers, body }: HttpRequest): ResponseParts => {
    const [, row, square = ''] = /^\/board\/([^/?]*)\/([^/?]*)(?:\?.*)?$/.exec(target) ?? [];
    if (row === undefined) return { status: 404 };
    if (method !== 'GET' && method !== 'PUT') return { status: 405 };
    if (row !== '1' || !/^[123]$/.test(square)) return { status: 400 };
    const at = Number(square) - 1;
    if (method === 'GET')
      return { body: Buffer.from(JSON.stringify(marks[at])), headers: { 'Content-Type': 'application/json' } };
    const isJson = headers.some(
      ([name, value]) => /^content-type$/i.test(name) && /^application\/json *(;|$)/i.test(value),
    );
    const sent = isJson && body !== null ? jsonIn(body) : undefined;
    if ((sent !== 'X' && sent !== 'O') || taken.has(at)) return { status: 400 };
    if (isFinal) taken.add(at);
    if (isStored) marks[at] = sent;
    return { body: { board: marks } };
  };
  return notKeptBy({ respond }, withoutWorkflows(board), '', 1, false);
}

describe('a place of which the whole is answered when it is set', () => {
  test.each([false, true])('may be set: once and for all: %j', async (isFinal) =>
    expect(await boardOf({ isFinal, isStored: true })).toEqual([]),
  );

  test('is read as it was set', async () =>
    expect(await boardOf({ isFinal: false, isStored: false })).toContain('readSquare.returns.setSquare'));
});
