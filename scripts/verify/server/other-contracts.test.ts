import { describe, expect, test } from 'vitest';
import { type ExactObject, isExactObject, parseExact } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { type ResponseParts, responseOf } from '../../http/test/messages.ts';
import { StillClock } from '../../http/test/still-clock.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { verify } from './run.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const parameter = (name: string, schema: string, place = 'path') =>
  `parameters: [{ name: ${name}, in: ${place}, required: true, schema: ${schema} }]`;
const uuid = '{ type: string, format: uuid }';

/** Ids of the requirements of a contract by what became of them at a server. */
async function verdictsAt(paths: string, others: string, respond: (request: HttpRequest) => ResponseParts, key = '') {
  const clock = new StillClock();
  const { requirements } = await verify(
    { description: descriptionOf(paths, others), workflows: undefined },
    {
      baseUrl: 'http://localhost',
      keys: { key, limitedKey: undefined },
      send: async (request) => responseOf(respond(request), clock.now()),
      clock,
      seed: 7,
    },
  );
  const of = (verdict: string) =>
    requirements.filter((result) => result.verdict === verdict).map(({ requirement }) => requirement.id);
  return { violated: of('violated'), unproven: of('unproven'), kept: of('kept'), waived: of('waived') };
}

const isUuid = (text: unknown) => typeof text === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
const nothing = { status: 404 };
let made = 0;
const newUuid = () => `3f2504e0-4f89-41d3-9a0c-${String((made += 1)).padStart(12, '0')}`;

describe('a server that keeps its contract is not blamed', () => {
  test('for parts of what is not there', async () => {
    const paths = `
/codes/{codeId}/image:
  ${parameter('codeId', uuid)}
  get:
    operationId: seeImage
    responses:
      '200': { description: '', ${json('{ type: string }')} }
      '400': { description: '' }
      '404': { description: '' }
/status: { get: { operationId: seeStatus, responses: { '200': { description: '' } } } }`;
    const { violated, unproven, waived } = await verdictsAt(paths, '', ({ target, method }) => {
      if (method !== 'GET') return { status: 405 };
      if (target === '/status') return { status: 200 };
      const [, id] = /^\/codes\/([^/?]*)\/image/.exec(target) ?? [];
      return isUuid(id) || id === undefined ? nothing : { status: 400 };
    });
    expect([violated, unproven]).toEqual([[], []]);
    expect(waived).toContain('seeImage.exists');
  });

  test('for parts of what was created are there, and are proven', async () => {
    const ticket = `{ type: object, required: [ticketId], properties: { ticketId: ${uuid} } }`;
    const paths = `
/tickets:
  post:
    operationId: buyTicket
    requestBody: { required: true, ${json('{ type: object, properties: { name: { type: string } } }')} }
    responses: { '201': { description: '', ${json(ticket)} }, '400': { description: '' } }
/tickets/{ticketId}/code:
  ${parameter('ticketId', uuid)}
  get: { operationId: seeCode, responses: { '200': { description: '' }, '404': { description: '' } } }`;
    const tickets = new Set<string>();
    const { violated, unproven, kept } = await verdictsAt(paths, '', (request) => {
      if (request.method === 'GET') return tickets.has(request.target.split(/[/?]/)[2] ?? '') ? {} : nothing;
      if (request.method !== 'POST' || request.target.split('?')[0] !== '/tickets') return { status: 405 };
      const { name } = bodyOr(request) ?? { name: 1 };
      if (name !== undefined && typeof name !== 'string') return { status: 400 };
      const ticketId = newUuid();
      tickets.add(ticketId);
      return { status: 201, body: { ticketId } };
    });
    expect([violated.filter((id) => !/requestBody/.test(id)), unproven]).toEqual([[], []]);
    expect(kept).toContain('seeCode.parameters.path.ticketId.unknown');
  });

  test('for statuses of which the contract does not say when they come', async () => {
    const others = ['403', '409', '500', '503'].map((status) => `'${status}': { description: '', ${json('{}')} }`);
    const responses = ["'200': { description: '' }", ...others].join(', ');
    const paths = `/lamps: { get: { operationId: listLamps, responses: { ${responses} } } }`;
    const { violated, unproven, waived } = await verdictsAt(paths, '', ({ method, target }) =>
      method === 'GET' && /^\/lamps(\?|$)/.test(target) ? {} : nothing,
    );
    expect([violated, unproven]).toEqual([[], []]);
    expect(waived).toContain('listLamps.responses.409');
  });

  test('for a limit that nothing announces', async () => {
    const schemes = 'components: { securitySchemes: { Key: { type: http, scheme: bearer } } }';
    const security = `${schemes}\nsecurity: [{ Key: [] }]`;
    const refused = `'401': { description: '' }, '429': { description: '' }`;
    const paths = `/lamps: { get: { operationId: listLamps, responses: { '200': { description: '' }, ${refused} } } }`;
    let requests = 0;
    const { violated, unproven } = await verdictsAt(
      paths,
      security,
      ({ method, target, headers }) => {
        requests += 1;
        if (
          !headers.some(
            ([name, value]) => name === 'Authorization' && /^[Bb][Ee][Aa][Rr][Ee][Rr] right-key$/.test(value),
          )
        )
          return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
        return method === 'GET' && /^\/lamps(\?|$)/.test(target) ? {} : nothing;
      },
      'right-key',
    );
    expect([violated, unproven]).toEqual([[], []]);
    expect(requests).toBeLessThan(500);
  });
});

/** The body of a request as JSON; undefined for what is none. */
function bodyOr({ body }: HttpRequest): ExactObject | undefined {
  try {
    const value = parseExact(body ?? Buffer.from(''));
    return isExactObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const bookSchema = (others: string) =>
  `{ type: object, required: [title], properties: { title: { type: string, minLength: 1 }, ${others} } }`;

/** A contract of books; `sent` and `shown`: their further properties, `read`: what else a reader is answered. */
const bookPaths = (
  sent: string,
  shown: string,
  read = `, '404': { description: '' }`,
  types = ['application/json'],
) => {
  const content = (schema: string) =>
    `content: { ${types.map((type) => `${type}: { schema: ${schema} }`).join(', ')} }`;
  const answered = bookSchema(shown);
  return `
/books:
  get:
    operationId: listBooks
    responses: { '200': { description: '', ${json(`{ type: array, items: ${answered} }`)} } }
  post:
    operationId: addBook
    requestBody: { required: true, ${content(bookSchema(sent))} }
    responses: { '201': { description: '', ${content(answered)} }, '400': { description: '' } }
/books/{id}:
  ${parameter('id', uuid)}
  get: { operationId: readBook, responses: { '200': { description: '', ${json(answered)} }${read} } }
  delete: { operationId: removeBook, responses: { '204': { description: '' }, '404': { description: '' } } }`;
};

/** A server of books that answers with what `show` makes of them, and with `gone` for what is not there. */
function bookServer(
  show: (book: ExactObject) => ExactObject,
  { gone = nothing, isUpsert = false }: { gone?: ResponseParts; isUpsert?: boolean } = {},
): (request: HttpRequest) => ResponseParts {
  const books = new Map<string, ExactObject>();
  return (request) => {
    const { method, headers } = request;
    const [path = ''] = request.target.split('?');
    const [, collection, id, more] = path.split('/');
    if (collection !== 'books' || more !== undefined) return nothing;
    const header = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
    if (id === undefined && method === 'GET') return { body: [...books.values()].map(show) };
    if (id === undefined && method === 'POST') {
      const isXml = /xml/.test(header('content-type'));
      const sent = isXml ? { title: 'from XML' } : bodyOr(request);
      if (
        typeof sent?.['title'] !== 'string' ||
        sent['title'] === '' ||
        ('note' in sent && typeof sent['note'] !== 'string')
      )
        return { status: 400 };
      const own = isUpsert && isUuid(sent['id']) ? String(sent['id']) : newUuid();
      const book = { ...sent, id: own };
      books.set(own, book);
      if (/^application\/xml/.test(header('accept')))
        return { status: 201, headers: { 'Content-Type': 'application/xml' }, body: `<book><id>${own}</id></book>` };
      return { status: 201, body: show(book) };
    }
    const book = id === undefined ? undefined : books.get(id);
    if (method === 'GET') return book === undefined ? gone : { body: show(book) };
    if (method !== 'DELETE') return { status: 405 };
    return books.delete(id ?? '') ? { status: 204 } : nothing;
  };
}

describe('a server of books that keeps its contract is not blamed', () => {
  test.each<[what: string, paths: string, respond: (request: HttpRequest) => ResponseParts]>([
    [
      'for another answer than 404 to a reader of what was removed, where none is documented',
      bookPaths('note: { type: string }', `id: ${uuid}`, ''),
      bookServer((book) => book, { gone: { body: { title: 'gone', id: '3f2504e0-4f89-41d3-9a0c-000000000000' } } }),
    ],
    [
      'for a property that request and response describe by different types',
      bookPaths(`author: ${uuid}`, `id: ${uuid}, author: { type: object, properties: { name: { type: string } } }`),
      bookServer(({ author, ...book }) => ({ ...book, ...(author !== undefined && { author: { name: 'Ada' } }) })),
    ],
    [
      'for an identifier that the client gives twice',
      bookPaths(`id: ${uuid}`, `id: ${uuid}`),
      bookServer((book) => book, { isUpsert: true }),
    ],
    [
      'for an identifier of its own in place of that of the client',
      bookPaths(`id: ${uuid}`, `id: ${uuid}`),
      bookServer((book) => book),
    ],
    [
      'for XML beside JSON',
      bookPaths('note: { type: string }', `id: ${uuid}, note: { type: string }`, undefined, [
        'application/json',
        'application/xml',
      ]),
      bookServer((book) => book),
    ],
  ])('%s', async (_, paths, respond) => {
    const { violated, kept } = await verdictsAt(paths, '', respond);
    // How strict it is with bodies is not what this is about.
    expect(violated.filter((id) => !/requestBody|parameters/.test(id))).toEqual([]);
    expect(kept).toContain('readBook.returns.addBook');
  });
});
