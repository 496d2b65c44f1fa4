import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const body = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const ok = (status: number, schema: string) => `'${status}': { description: '', ${json(schema)} }`;
const tag = 'headers: { ETag: { required: true, schema: { type: string } } }';
const tagged = (status: number, schema: string) => `'${status}': { description: '', ${tag}, ${json(schema)} }`;
const slug = '{ name: slug, in: path, required: true, schema: { type: string, pattern: "^[a-z0-9]{1,20}$" } }';
const text = '{ type: string, minLength: 1, maxLength: 40 }';
const uuid = '{ type: string, format: uuid }';
const draft = `{ type: object, required: [text], properties: { text: ${text} } }`;
const page = `{ type: object, required: [slug, text], properties: { slug: { type: string }, text: ${text} } }`;
const ofComment = `text: ${text}, replyTo: ${uuid}`;
const newComment = `{ type: object, required: [text], properties: { ${ofComment} } }`;
const comment = `{ type: object, required: [id, text], properties: { id: ${uuid}, ${ofComment} } }`;
const description = descriptionOf(`
/pages/{slug}:
  parameters: [${slug}]
  get: { operationId: readPage, responses: { ${tagged(200, page)}, ${refused(404)} } }
  put:
    operationId: writePage
    parameters: [{ name: If-Match, in: header, schema: { type: string } }]
    ${body(draft)}
    responses: { ${tagged(200, page)}, ${tagged(201, page)}, ${refused(400, 412, 428)} }
/pages/{slug}/comments:
  parameters: [${slug}]
  get: { operationId: listComments, responses: { ${ok(200, `{ type: array, items: ${comment} }`)}, ${refused(404)} } }
  post: { operationId: addComment, ${body(newComment)}, responses: { ${ok(201, comment)}, ${refused(400, 404, 422)} } }
`);

type Mistake = 'needs no tag' | 'takes any tag' | 'forgets to which comment one replies';

interface Page {
  text: ExactObject;
  revision: number;
  comments: ExactObject[];
}

/** Pages whose places clients name, of which a change must say which one it replaces, and comments that reply. */
class PageServer {
  readonly #pages = new Map<string, Page>();
  readonly #mistake: Mistake | undefined;
  #last = 0;

  constructor(mistake?: Mistake) {
    this.#mistake = mistake;
  }

  respond(request: HttpRequest): ResponseParts {
    const [, , name = '', beneath] = request.target.replace(/\?.*/, '').split('/');
    const own = this.#pages.get(name);
    const sent = jsonIn(request.body) ?? null;
    if (!['GET', beneath === undefined ? 'PUT' : 'POST'].includes(request.method)) return { status: 405 };
    if (own === undefined && (request.method !== 'PUT' || !/^[a-z0-9]{1,20}$/.test(name))) return { status: 404 };
    if (request.method === 'GET' && own !== undefined)
      return beneath === undefined ? this.#shown(name, own) : { body: own.comments };
    const isJson = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
    if (!isJson || !isExactObject(sent) || !isText(sent['text'])) return { status: 400 };
    return beneath === undefined || own === undefined
      ? this.#write(name, own, sent, headerIn(request, 'If-Match'))
      : this.#reply(own, sent);
  }

  #write(name: string, own: Page | undefined, sent: ExactObject, match: string | undefined): ResponseParts {
    const isTaken = own !== undefined && (match === '*' || match === tagOf(own));
    if (match === undefined && own !== undefined && this.#mistake !== 'needs no tag') return { status: 428 };
    if (match !== undefined && !isTaken && this.#mistake !== 'takes any tag') return { status: 412 };
    const revision = (own?.revision ?? 0) + 1;
    const written = { text: sent, revision, comments: own?.comments ?? [] };
    this.#pages.set(name, written);
    return { ...this.#shown(name, written), status: own === undefined ? 201 : 200 };
  }

  #shown(name: string, own: Page): ResponseParts {
    return { headers: { ETag: tagOf(own) }, body: { slug: name, text: own.text['text'] ?? null } };
  }

  #reply({ comments }: Page, sent: ExactObject): ResponseParts {
    const { replyTo, text: said = null } = sent;
    const isNamed = replyTo === undefined || comments.some(({ id }) => id === replyTo);
    if (replyTo !== undefined && !/^[0-9a-f-]{36}$/i.test(String(replyTo))) return { status: 400 };
    if (!isNamed) return { status: 422 };
    this.#last += 1;
    const id = `00000000-0000-4000-8000-${String(this.#last).padStart(12, '0')}`;
    const isKept = replyTo !== undefined && this.#mistake !== 'forgets to which comment one replies';
    const made = { id, text: said, ...(isKept && { replyTo }) };
    comments.push(made);
    return { status: 201, body: made };
  }
}

function tagOf({ revision }: Page): string {
  return `"${revision}"`;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && [...value].length <= 40;
}

const notKept = (seed: number, mistake?: Mistake) =>
  notKeptBy(new PageServer(mistake), withoutWorkflows(description), 'key', seed, false);

test.each([1, 2])(
  'what PUT makes has no tag before, and a comment replies to one that is there, seed %d',
  async (seed) => {
    expect(await notKept(seed)).toEqual([]);
  },
);

test.each<[Mistake, told: string]>([
  ['needs no tag', 'writePage.parameters.header.If-Match.required'],
  ['takes any tag', 'writePage.parameters.header.If-Match.stale'],
  ['forgets to which comment one replies', 'addComment.kept.replyTo'],
])('what a server %s', async (mistake, told) => {
  expect(await notKept(1, mistake)).toContain(told);
});
