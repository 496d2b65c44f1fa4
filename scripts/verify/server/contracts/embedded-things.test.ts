import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../../http/exact-json.ts';
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
const id = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]';
const component = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;
const things = (path: string, name: string, sent: string) => `
/${path}:
  get: { operationId: list${name}, responses: { ${ok(200, `{ type: array, items: ${component(name)} }`)} } }
  post: { operationId: add${name}, ${body(sent)}, responses: { ${ok(201, component(name))}, ${refused(400)} } }
/${path}/{id}:
  ${id}
  get: { operationId: read${name}, responses: { ${ok(200, component(name))}, ${refused(404)} } }
  put: { operationId: put${name}, ${body(sent)}, responses: { ${refused(204, 400, 404)} } }
  delete:
    operationId: remove${name}
    responses: { ${ok(200, component(name))}, ${refused(304, 404)}, '400': { description: It is in use. } }`;

const text = '{ type: string, minLength: 1, maxLength: 40 }';
const newKind = `{ type: object, required: [name], properties: { name: ${text} } }`;
const number = '{ type: integer, minimum: 1, maximum: 2147483647 }';
const ofBox = `label: ${text}, kind: ${component('Kind')}, marks: { type: array, items: ${component('Mark')} }`;
const newBox = `{ type: object, required: [label, kind, marks], properties: { ${ofBox} } }`;
const description = descriptionOf(
  things('kinds', 'Kind', newKind) + things('marks', 'Mark', newKind) + things('boxes', 'Box', newBox),
  `components:
  schemas:
    Kind: { type: object, required: [id, name], properties: { id: ${number}, name: ${text} } }
    Mark: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: ${text} } }
    Box:
      allOf: [${newBox}, { type: object, required: [id], properties: { id: { type: integer, readOnly: true } } }]`,
);

type Mistake = 'stores no kind' | 'takes a long label' | 'loses the label';

/** Boxes name their kind by its identifier, and their marks by the names of these; both are shown as they are now. */
class BoxServer {
  readonly #kept = new Map<string, Map<number, ExactObject>>([
    ['kinds', new Map()],
    ['marks', new Map()],
    ['boxes', new Map()],
  ]);
  readonly #mistake: Mistake | undefined;
  #last = 0;

  constructor(mistake?: Mistake) {
    this.#mistake = mistake;
  }

  respond(request: HttpRequest): ResponseParts {
    const [, path = '', own] = request.target.replace(/\?.*/, '').split('/');
    const kept = this.#kept.get(path);
    if (kept === undefined) return { status: 404 };
    const methods = own === undefined ? ['GET', 'POST'] : ['GET', 'PUT', 'DELETE'];
    if (!methods.includes(request.method)) return { status: 405 };
    const item = kept.get(Number(own));
    if (own !== undefined && item === undefined) return { status: 404 };
    if (request.method === 'GET')
      return { body: item === undefined ? [...kept.values()].map((one) => this.#shown(one)) : this.#shown(item) };
    if (request.method === 'DELETE') return this.#remove(kept, item ?? {});
    const sent = this.#stored(path, request);
    if (sent === undefined) return { status: 400 };
    this.#last += item === undefined ? 1 : 0;
    const made = { id: Number(item?.['id'] ?? this.#last), ...sent };
    kept.set(made.id, made);
    return item === undefined ? { status: 201, body: this.#shown(made) } : { status: 204 };
  }

  #remove(kept: Map<number, ExactObject>, item: ExactObject): ResponseParts {
    const boxes = [...(this.#kept.get('boxes')?.values() ?? [])];
    const isUsed = boxes.some(({ kind, marks }) => [kind, marks].flat().includes(item['id'] ?? null));
    if (isUsed) return { status: 400 };
    kept.delete(Number(item['id']));
    return { body: this.#shown(item) };
  }

  /** What is kept of a body; undefined of one that is refused. */
  #stored(path: string, { headers, body: bytes }: HttpRequest): ExactObject | undefined {
    const value = jsonIn(bytes) ?? null;
    if (!/^application\/json *(;|$)/i.test(headerIn({ headers }, 'Content-Type') ?? '')) return undefined;
    if (!isExactObject(value)) return undefined;
    const { name, label, kind, marks } = value;
    if (path !== 'boxes') return isText(name) ? { name } : undefined;
    const known = this.#find('kinds', 'id', kind);
    if (!isText(label) && !(this.#mistake === 'takes a long label' && typeof label === 'string')) return undefined;
    if (known === undefined || !isNamed(kind) || !Array.isArray(marks)) return undefined;
    const named = marks.map((mark) => (isNamed(mark) ? this.#find('marks', 'name', mark) : undefined));
    if (named.includes(undefined)) return undefined;
    return {
      label: this.#mistake === 'loses the label' ? 'none' : label,
      kind: this.#mistake === 'stores no kind' ? 0 : (known['id'] ?? null),
      marks: named.map((mark) => mark?.['id'] ?? null),
    };
  }

  #find(path: string, by: string, value: Exact | undefined): ExactObject | undefined {
    if (value === undefined || !isExactObject(value)) return undefined;
    return [...(this.#kept.get(path)?.values() ?? [])].find((one) => one[by] === value[by]);
  }

  #shown(item: ExactObject): ExactObject {
    const { kind, marks, ...others } = item;
    if (kind === undefined || !Array.isArray(marks)) return item;
    const known = (path: string, of: Exact) => this.#kept.get(path)?.get(Number(of)) ?? null;
    return { ...others, kind: known('kinds', kind), marks: marks.map((mark) => known('marks', mark)) };
  }
}

function isText(value: Exact | undefined): value is string {
  return typeof value === 'string' && value !== '' && [...value].length <= 40;
}

function isNamed(value: Exact | undefined): boolean {
  return value !== undefined && isExactObject(value) && isText(value['name']);
}

const notKept = (seed: number, mistake?: Mistake) =>
  notKeptBy(new BoxServer(mistake), withoutWorkflows(description), 'key', seed, false);

test.each([1, 2])('a part of a body may have to be a thing that is there, seed %d', async (seed) => {
  expect(await notKept(seed)).toEqual([]);
});

test.each<[Mistake, told: string]>([
  ['stores no kind', 'addBox.responses.201.body.kind.type'],
  ['takes a long label', 'addBox.requestBody.label.maxLength'],
  ['loses the label', 'addBox.kept.label'],
])('what a server %s', async (mistake, told) => {
  expect(await notKept(1, mistake)).toContain(told);
});
