import { expect, test } from 'vitest';
import { type Exact, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn, queryTexts } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const link = '{ $ref: "#/components/schemas/Link" }';
const refused = "'400': { description: '' }";
const missing = "'404': { description: '' }";
const text = '{ type: string, minLength: 1, maxLength: 40 }';
const object = (properties: string, required: string) =>
  `{ type: object, required: [${required}], properties: { ${properties} } }`;
const body = (properties: string, required = '') =>
  `requestBody: { required: true, ${json(object(properties, required))} }`;

/** Links, each of which is known by its code within a realm; and a request that gives their notes another text. */
const description = descriptionOf(
  `
/links:
  post:
    operationId: addLink
    ${body(`note: ${text}, realm: ${text}`, 'note')}
    responses: { '201': { description: '', ${json(link)} }, ${refused} }
/links/{code}:
  parameters:
    - { name: code, in: path, required: true, schema: { type: string } }
    - { name: realm, in: query, schema: { type: string }, description: The realm in which the code is looked up. }
  get: { operationId: readLink, responses: { '200': { description: '', ${json(link)} }, ${missing} } }
  patch:
    operationId: changeLink
    ${body(`note: ${text}`)}
    responses: { '200': { description: '', ${json(link)} }, ${refused}, ${missing} }
  delete: { operationId: removeLink, responses: { '204': { description: '' }, ${missing} } }
/notes:
  put:
    operationId: renameNote
    ${body(`from: ${text}, to: ${text}`, 'from, to')}
    responses: { '204': { description: '' }, ${refused}, ${missing} }
  delete:
    operationId: removeNotes
    parameters: [{ name: note, in: query, required: true, schema: ${text} }]
    responses: { '204': { description: '' }, ${refused} }
`,
  `components:
  schemas:
    Link:
      type: object
      required: [code, note, realm]
      properties: { code: { type: string, readOnly: true }, note: { type: string }, realm: { type: [string, 'null'] } }
`,
);

interface Link extends Record<string, Exact> {
  code: string;
  note: Exact;
  realm: Exact;
}

const isText = (value: Exact | undefined): value is string =>
  typeof value === 'string' && value.length > 0 && [...value].length <= 40;

class Links {
  readonly #losesNotes: boolean;
  #links: Link[] = [];
  #made = 0;

  constructor(losesNotes = false) {
    this.#losesNotes = losesNotes;
  }

  respond(request: HttpRequest): ResponseParts {
    const { method, target, body } = request;
    const [path = ''] = target.split('?');
    const allowed = path === '/links' ? ['POST'] : path === '/notes' ? ['PUT', 'DELETE'] : ['GET', 'PATCH', 'DELETE'];
    const [, code] = /^\/links\/([^/]+)$/.exec(path) ?? [];
    if (path !== '/links' && path !== '/notes' && code === undefined) return { status: 404 };
    if (!allowed.includes(method)) return { status: 405, headers: { Allow: allowed.join(', ') } };
    const found = this.#found(code, queryTexts(request, 'realm')[0]);
    if (code !== undefined && found === undefined) return { status: 404 };
    if (method === 'GET') return { body: found };
    if (method === 'DELETE' && path === '/notes')
      return this.#rename({ from: queryTexts(request, 'note')[0], to: '-' }, 204);
    if (method === 'DELETE') this.#links = this.#links.filter((one) => one !== found);
    if (method === 'DELETE') return { status: 204 };
    if (!headerIn(request, 'Content-Type')?.toLowerCase().startsWith('application/json')) return { status: 415 };
    const sent = jsonIn(body);
    if (sent === undefined || !isExactObject(sent)) return { status: 400 };
    if (path === '/notes') return this.#rename(sent);
    return found === undefined ? this.#add(sent) : this.#change(found, sent);
  }

  #found(code: string | undefined, realm: string | undefined): Link | undefined {
    return this.#links.find((one) => one.code === decodeURIComponent(code ?? '') && one.realm === (realm ?? null));
  }

  #add({ note, realm }: Record<string, Exact>): ResponseParts {
    if (!isText(note) || (realm !== undefined && !isText(realm))) return { status: 400 };
    this.#made += 1;
    const made = { code: `c${this.#made}`, note, realm: realm ?? null };
    this.#links.push(this.#losesNotes && realm !== null ? { ...made, note: 'lost' } : made);
    return { status: 201, body: made };
  }

  #rename({ from, to }: Record<string, Exact | undefined>, otherwise = 404): ResponseParts {
    if (!isText(from) || !isText(to)) return { status: 400 };
    const renamed = this.#links.filter(({ note }) => note === from);
    for (const one of renamed) one.note = to;
    return { status: renamed.length > 0 ? 204 : otherwise };
  }

  #change(found: Link, { note = found.note }: Record<string, Exact>): ResponseParts {
    if (!isText(note)) return { status: 400 };
    found.note = note;
    return { body: found };
  }
}

test.each([1, 2])('what is known by a query as well is found by it, seed %i', async (seed) =>
  expect(await notKeptBy(new Links(), withoutWorkflows(description), 'key', seed, false)).toEqual([]),
);

test('what is lost of it is told', async () =>
  expect(await notKeptBy(new Links(true), withoutWorkflows(description), 'key', 1, false)).toContain(
    'readLink.returns.addLink',
  ));
