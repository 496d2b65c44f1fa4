import { expect, test } from 'vitest';
import { type ExactObject, isExactObject, parseExact } from '../../../http/exact-json.ts';
import { type HttpRequest, headerOf } from '../../../http/exchange.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { catalogueOf } from '../../../requirements/catalogue.ts';
import { MessageContext } from '../../../requirements/message-context.ts';
import { kindOf } from '../../../requirements/registry.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../test/bench.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const note = "{ $ref: '#/components/schemas/Note' }";
const inPath = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]';
const refused = (...statuses: number[]) => statuses.map((status) => `, '${status}': { description: '' }`).join('');
const list = (items: string) => `'200': { description: '', ${json(`{ type: array, items: ${items} }`)} }`;

/** Notes, which a removal puts into the trash, and links to them, of which only the removal has no note in its path. */
const description = descriptionOf(
  `
/notes:
  get: { operationId: listNotes, responses: { ${list(note)} } }
  post:
    operationId: addNote
    requestBody: { required: true, ${json("{ $ref: '#/components/schemas/NewNote' }")} }
    responses: { '201': { description: '', ${json(note)} }${refused(400)} }
/notes/{id}:
  ${inPath}
  get: { operationId: readNote, responses: { '200': { description: '', ${json(note)} }${refused(404)} } }
  delete: { operationId: removeNote, responses: { '204': { description: '' }${refused(404)} } }
/notes/{id}/links:
  ${inPath}
  get: { operationId: listLinks, responses: { ${list("{ $ref: '#/components/schemas/Link' }")}${refused(404)} } }
  post:
    operationId: addLink
    requestBody: { required: true, ${json('{ type: object, properties: { label: { type: string } } }')} }
    responses: { '201': { description: '', ${json("{ $ref: '#/components/schemas/Link' }")} }${refused(400, 404)} }
/links/{linkId}:
  parameters: [{ name: linkId, in: path, required: true, schema: { type: integer, minimum: 1 } }]
  delete: { operationId: removeLink, responses: { '204': { description: '' }${refused(404)} } }
/trash:
  get: { operationId: listTrash, responses: { ${list("{ $ref: '#/components/schemas/RemovedNote' }")} } }
/trash/{id}/restore:
  ${inPath}
  post: { operationId: restoreNote, responses: { '200': { description: '', ${json(note)} }${refused(404)} } }`,
  `
components:
  schemas:
    NewNote: { type: object, required: [text], properties: { text: { type: string } } }
    Note: { type: object, required: [id, text], properties: { id: { type: integer }, text: { type: string } } }
    Link: { type: object, required: [id], properties: { id: { type: integer }, label: { type: string } } }
    RemovedNote:
      allOf: [{ $ref: '#/components/schemas/Note' }]
      required: [removedAt]
      properties: { removedAt: { type: string, format: date-time } }`,
);

type Fault = 'none' | 'restores nothing' | 'loses text' | 'lists it still' | 'keeps links';

interface Kept extends ExactObject {
  id: number;
}

/** True for a body that a creation takes, of which one text is read. */
function isTaken(body: unknown, name: string, isRequired: boolean): body is ExactObject {
  if (!isExactObject(body)) return false;
  return body[name] === undefined ? !isRequired : typeof body[name] === 'string';
}

class NoteServer {
  readonly #notes = new Map<number, Kept>();
  readonly #trash = new Map<number, Kept>();
  readonly #links = new Map<number, Kept & { noteId: number }>();
  readonly #fault: Fault;
  #last = 0;

  constructor(fault: Fault) {
    this.#fault = fault;
  }

  respond(request: HttpRequest): ResponseParts {
    const { method, target } = request;
    const [path = ''] = target.split('?');
    const [, collection, number, part] = path.split('/');
    const known = /^\/(notes(\/[^/]+(\/links)?)?|links\/[^/]+|trash(\/[^/]+\/restore)?)$/.test(path);
    if (!known) return { status: 404 };
    const id = /^[1-9]\d*$/.test(number ?? '') ? Number(number) : 0;
    const way = `${method} ${collection}${number === undefined ? '' : '/id'}${part === undefined ? '' : `/${part}`}`;
    const note = this.#notes.get(id);
    switch (way) {
      case 'GET notes':
        return { body: [...this.#notes.values()] };
      case 'POST notes':
        return this.#add(request, 'text', true, (own) => this.#notes.set(own.id, own));
      case 'GET notes/id':
        return note === undefined ? { status: 404 } : { body: note };
      case 'DELETE notes/id':
        if (note === undefined) return { status: 404 };
        this.#notes.delete(id);
        this.#trash.set(id, note);
        return { status: 204 };
      case 'GET notes/id/links':
        return note === undefined ? { status: 404 } : { body: this.#linksOf(id) };
      case 'POST notes/id/links':
        if (note === undefined) return { status: 404 };
        return this.#add(request, 'label', false, (own) => this.#links.set(own.id, { ...own, noteId: id }));
      case 'DELETE links/id':
        return { status: (this.#fault === 'keeps links' ? this.#links.has(id) : this.#links.delete(id)) ? 204 : 404 };
      case 'GET trash':
        return { body: [...this.#trash.values()].map((one) => ({ ...one, removedAt: '2026-01-01T00:00:00Z' })) };
      case 'POST trash/id/restore':
        return this.#restore(id);
      default:
        return { status: 405 };
    }
  }

  #linksOf(note: number): ExactObject[] {
    return [...this.#links.values()].filter(({ noteId }) => noteId === note).map(({ noteId: _, ...link }) => link);
  }

  #add(request: HttpRequest, name: string, isRequired: boolean, keep: (own: Kept) => void): ResponseParts {
    if (!/^application\/json *(;|$)/i.test(headerOf(request, 'Content-Type') ?? '')) return { status: 400 };
    try {
      const body = parseExact(request.body ?? Buffer.alloc(0));
      if (!isTaken(body, name, isRequired)) return { status: 400 };
      const own = body[name] === undefined ? {} : { [name]: body[name] };
      const made = { ...own, id: (this.#last += 1) };
      keep(made);
      return { status: 201, body: made };
    } catch {
      return { status: 400 };
    }
  }

  #restore(id: number): ResponseParts {
    const note = this.#trash.get(id);
    if (note === undefined) return { status: 404 };
    if (this.#fault !== 'lists it still') this.#trash.delete(id);
    if (this.#fault !== 'restores nothing')
      this.#notes.set(id, this.#fault === 'loses text' ? { ...note, text: 'restored' } : note);
    return { body: note };
  }
}

const specification = withoutWorkflows(description);
const notKept = (fault: Fault) => notKeptBy(new NoteServer(fault), specification, 'key', 7, false);

test.each<[fault: Fault, violated: string[]]>([
  ['none', []],
  ['restores nothing', ['restoreNote.restores.readNote']],
  ['loses text', ['restoreNote.restores.readNote']],
  ['lists it still', ['restoreNote.restores.readNote']],
  ['keeps links', ['removeLink.removed.removeLink']],
])('what is removed comes into the trash, and is taken out of it: %s', async (fault, violated) => {
  const ids = await notKept(fault);
  if (violated.length === 0) expect(ids).toEqual([]);
  for (const id of violated) expect(ids).toContain(id);
});

test('what an action says that it has taken back, and has not, is seen', async () => {
  const requirement = catalogueOf(specification, 'server').find(({ id }) => id === 'restoreNote.restores.readNote');
  if (requirement === undefined) return expect.fail('It is not required.');
  const [{ wrap } = expect.fail('There is no fault.')] =
    kindOf(requirement).server?.faults(new MessageContext(specification), requirement) ?? [];
  const ids = await notKeptBy(new NoteServer('none'), specification, 'key', 7, false, wrap);
  expect(ids).toContain(requirement.id);
});

test('what others have removed is left where it is: it must not come back', async () => {
  const server = new NoteServer('none');
  const headers = [['Content-Type', 'application/json']] as const;
  server.respond({ method: 'POST', target: '/notes', headers, body: Buffer.from('{"text":"of others"}') });
  server.respond({ method: 'DELETE', target: '/notes/1', headers: [], body: null });
  const { session } = benchFor(description, (request) => server.respond(request));
  const trash = session.resources.find(({ itemsPath }) => itemsPath === '/trash');
  expect(trash && (await session.source.newItems.newId(trash))).toBe(2);
});
