import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const note = (more: string) =>
  `{ type: object, required: [title${more}], properties: { slug: { type: string, readOnly: true }, ` +
  'title: { type: string }, text: { type: string } } }';
const body = `requestBody: { required: true, ${json(note(''))} }`;
const one = json(note(', slug'));
const refusals = "'400': { description: '' }, '404': { description: '' }";
const description = descriptionOf(`
/notes:
  get:
    operationId: list
    responses: { '200': { description: '', ${json(`{ type: array, items: ${note(', slug')} }`)} } }
  post: { operationId: add, ${body}, responses: { '201': { description: '', ${one} }, ${refusals} } }
/notes/{slug}:
  parameters: [{ name: slug, in: path, required: true, schema: { type: string } }]
  get: { operationId: read, responses: { '200': { description: '', ${one} }, '404': { description: '' } } }
  put: { operationId: change, ${body}, responses: { '200': { description: '', ${one} }, ${refusals} } }
  delete: { operationId: remove, responses: { '204': { description: '' }, '404': { description: '' } } }`);

/** A server that makes the slug of a note of its title. */
function notebook(isLost = false): { respond(request: HttpRequest): ResponseParts } {
  const notes = new Map<string, ExactObject>();
  const slugOf = (title: string) => {
    const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') || '-';
    return notes.has(slug) ? `${slug}-${notes.size}` : slug;
  };
  const store = (status: number, sent: ExactObject, was?: string): ResponseParts => {
    const slug = was !== undefined && notes.get(was)?.['title'] === sent['title'] ? was : slugOf(String(sent['title']));
    if (was !== undefined) notes.delete(was);
    const { title = '', text } = sent;
    const item = { slug, title, ...(text !== undefined && { text }) };
    if (!isLost || was === undefined) notes.set(slug, item);
    return { status, body: item };
  };
  const isNote = (sent: unknown): sent is ExactObject =>
    isExactObject(sent as null) &&
    description.schemas.isValid(
      'request',
      '/paths/~1notes/post/requestBody/content/application~1json/schema',
      sent as null,
    );
  return {
    respond(request) {
      const { method, target } = request;
      const [, kind, slug, more] = new URL(target, 'http://localhost').pathname.split('/').map(decodeURIComponent);
      if (kind !== 'notes' || more !== undefined) return { status: 404 };
      if (slug !== undefined && !notes.has(slug)) return { status: 404 };
      const isWrong = !/^application\/json\b/i.test(headerIn(request, 'Content-Type') ?? '');
      if (method === 'GET') return { body: slug === undefined ? [...notes.values()] : (notes.get(slug) ?? null) };
      if (method === 'DELETE' && slug !== undefined) return { status: notes.delete(slug) ? 204 : 404 };
      if (method !== (slug === undefined ? 'POST' : 'PUT')) return { status: 405 };
      const sent = isWrong ? undefined : jsonIn(request.body);
      if (!isNote(sent)) return { status: isWrong ? 415 : 400 };
      return slug === undefined ? store(201, sent) : store(200, sent, slug);
    },
  };
}

test.each([7, 8])('an item whose slug is made of its title is where its change says (seed %i)', async (seed) => {
  const specification = withoutWorkflows(description);
  expect(await notKeptBy(notebook(), specification, '', seed, false)).toEqual([]);
  expect(await notKeptBy(notebook(true), specification, '', seed, true)).toContain('read.returns.change');
});
