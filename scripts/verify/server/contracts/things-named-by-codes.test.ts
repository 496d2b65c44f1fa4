import { describe, expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const object = (properties: string, ...required: string[]) =>
  `{ type: object, required: [${required.join(', ')}], properties: { ${properties} } }`;
const ok = (status: number, schema: string) => `'${status}': { description: '', ${json(schema)} }`;
const no = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const bodyOf = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
const code = "code: { type: string, pattern: '^[0-9A-F]{10}$' }";
const holder = 'holder: { type: string, minLength: 1, maxLength: 40 }';
const gate = 'gate: { type: string, minLength: 1, maxLength: 20 }';
const id = 'id: { type: integer }';
const ticket = object(`${id}, ${holder}, ${code}`, 'id', 'holder', 'code');
const scan = object(`${id}, ${code}, ${gate}`, 'id', 'code', 'gate');

type Unknown = 404 | 422;

const descriptionFor = (unknown: Unknown) =>
  descriptionOf(`
/tickets:
  post:
    operationId: addTicket
    ${bodyOf(object(holder, 'holder'))}
    responses: { ${ok(201, ticket)}, ${no(400, 415)} }
/tickets/{ticketId}:
  parameters: [{ name: ticketId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readTicket, responses: { ${ok(200, ticket)}, ${no(400, 404)} } }
/scans:
  get: { operationId: listScans, responses: { ${ok(200, `{ type: array, items: ${scan} }`)} } }
  post:
    operationId: addScan
    ${bodyOf(object(`${code}, ${gate}`, 'code', 'gate'))}
    responses: { ${ok(201, scan)}, ${no(400, 409, 415, unknown)} }`);

type Mistake = 'lists no scan' | 'answers with another gate';

const isText = (value: unknown, most: number) => typeof value === 'string' && value !== '' && [...value].length <= most;

/** A ticket is scanned once, by the code that the server has given it. */
class Entrance {
  readonly #unknown: Unknown;
  readonly #mistake: Mistake | undefined;
  readonly #tickets: ExactObject[] = [];
  readonly #scans: ExactObject[] = [];

  constructor(unknown: Unknown, mistake?: Mistake) {
    this.#unknown = unknown;
    this.#mistake = mistake;
  }

  respond(request: HttpRequest): ResponseParts {
    const { method, target, body } = request;
    const [, kind, asked] = /^\/(tickets|scans)(?:\/([^/?]+))?(?:\?|$)/.exec(target) ?? [];
    if (kind === undefined || (kind === 'scans' && asked !== undefined)) return { status: 404 };
    const methods = asked !== undefined ? ['GET'] : kind === 'scans' ? ['GET', 'POST'] : ['POST'];
    if (!methods.includes(method)) return { status: 405 };
    if (asked !== undefined) return this.#read(asked);
    if (method === 'GET') return { body: this.#mistake === 'lists no scan' ? [] : this.#scans };
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const sent = jsonIn(body) ?? null;
    if (!isExactObject(sent)) return { status: 400 };
    return kind === 'tickets' ? this.#add(sent) : this.#scan(sent);
  }

  #read(asked: string): ResponseParts {
    if (!/^-?\d+$/.test(asked)) return { status: 400 };
    const found = this.#tickets.find((one) => String(one['id']) === asked);
    return found === undefined ? { status: 404 } : { body: found };
  }

  #add({ holder = null }: ExactObject): ResponseParts {
    if (!isText(holder, 40)) return { status: 400 };
    const number = this.#tickets.length + 1;
    const made = { id: number, holder, code: (number * 7919).toString(16).toUpperCase().padStart(10, 'A') };
    this.#tickets.push(made);
    return { status: 201, body: made };
  }

  #scan({ code = null, gate = null }: ExactObject): ResponseParts {
    if (typeof code !== 'string' || !/^[0-9A-F]{10}$/.test(code) || !isText(gate, 20)) return { status: 400 };
    if (!this.#tickets.some((one) => one['code'] === code)) return { status: this.#unknown };
    if (this.#scans.some((one) => one['code'] === code)) return { status: 409 };
    const made = { id: this.#scans.length + 1, code, gate };
    this.#scans.push(made);
    return { status: 201, body: this.#mistake === 'answers with another gate' ? { ...made, gate: 'main' } : made };
  }
}

const notKept = (unknown: Unknown, mistake?: Mistake) =>
  notKeptBy(new Entrance(unknown, mistake), withoutWorkflows(descriptionFor(unknown)), '', 1, false);

describe('what names a thing by what the server has given it is sent what the thing shows', () => {
  test.each<Unknown>([404, 422])('where another one is answered with %d', async (unknown) => {
    expect(await notKept(unknown)).toEqual([]);
  });

  test.each<[mistake: Mistake, ...found: string[]]>([
    ['lists no scan', 'listScans.lists.addScan'],
    ['answers with another gate', 'addScan.kept.gate'],
  ])('%s', async (mistake, ...found) => {
    expect(await notKept(404, mistake)).toEqual(expect.arrayContaining(found));
  });
});
