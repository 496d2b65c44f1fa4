import { type ExactObject, isExactObject } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { headerIn, jsonIn } from '../../http/message-changes.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { deskContract } from './desk-contract.ts';

/** What the desk does wrong. */
export type DeskFault =
  | 'takes a key with another body'
  | 'answers a key with another body as before'
  | 'removes nothing'
  | 'lists what was removed'
  | 'closes nothing'
  | 'says that there is more after a last page that is full'
  | 'never says that there is more'
  | 'counts what the search leaves out'
  | 'ignores the search'
  | 'searches from the beginning'
  | 'lists messages of all tickets'
  | 'reads messages of all tickets'
  | 'stores nothing in bulk'
  | 'stores the first in bulk'
  | 'says the length of another body'
  | 'says another entity tag'
  | 'says the default limit'
  | 'says the first page'
  | 'takes any password'
  | 'takes a slug twice in a replacement';

/** What the desk does as its contract allows. */
export type DeskVariant =
  | 'shows another time at each reading'
  | 'searches for whole words'
  | 'sends no length to HEAD'
  | 'keeps removed labels, marked as such';

interface Ticket {
  item: ExactObject;
  messages: Map<string, ExactObject>;
}

const notFound = { status: 404 };
const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** A help desk that keeps its contract, but for a fault. */
export class DeskServer {
  readonly #tickets = new Map<string, Ticket>();
  readonly #labels = new Map<string, ExactObject>();
  readonly #keys = new Map<string, { text: string; answer: ResponseParts }>();
  readonly #removed: ExactObject[] = [];
  readonly #passwords = new Map<string, string>();
  readonly #has: (one: DeskFault | DeskVariant) => boolean;
  #made = 0;

  constructor(difference?: DeskFault | DeskVariant) {
    this.#has = (one) => one === difference;
  }

  readonly respond = (request: HttpRequest): ResponseParts => {
    const { pathname, searchParams } = new URL(request.target, 'http://localhost');
    const steps = pathname.split('/').slice(1).map(decodeURIComponent);
    const [collection, id, part, partId] = steps;
    if (steps.length > 4) return notFound;
    if (collection === 'tickets' && id === 'bulk' && part === undefined) return this.#bulk(request);
    if (collection === 'tickets' && id === undefined) return this.#onTickets(request, searchParams);
    if (id !== undefined && !isUuid(id)) return { status: collection === 'labels' ? 422 : 400 };
    if (collection === 'tickets' && id !== undefined) return this.#onTicket(request, id.toLowerCase(), part, partId);
    if (part !== undefined) return notFound;
    if (collection === 'labels') return this.#onLabels(request, id?.toLowerCase());
    if (collection === 'accounts' && id === undefined) return this.#signUp(request);
    if (collection === 'sessions' && id === undefined) return this.#logIn(request);
    return notFound;
  };

  #newId(): string {
    this.#made += 1;
    return `5e0f1c9a-4b7d-4c3e-9a51-${this.#made.toString(16).padStart(12, '0')}`;
  }

  #add(sent: ExactObject): ExactObject {
    const id = this.#newId();
    const openedAt = new Date(Date.UTC(2026, 2, 1, 12) + 1000 * (this.#made % 3600)).toISOString();
    const item = { ...sent, id, state: 'open', openedAt };
    this.#tickets.set(id, { item, messages: new Map() });
    return item;
  }

  #onTickets(request: HttpRequest, query: URLSearchParams): ResponseParts {
    if (request.method === 'GET') return this.#listTickets(query);
    if (request.method !== 'POST') return { status: 405 };
    const key = headerIn(request, 'Idempotency-Key');
    const sent = sentIn(request, 'NewTicket');
    if (key === undefined || !isUuid(key) || sent === undefined) return { status: 400 };
    const text = request.body?.toString() ?? '';
    const known = this.#keys.get(key);
    const isTaken = known !== undefined && known.text !== text && this.#has('takes a key with another body');
    if (known !== undefined && !isTaken)
      return known.text === text || this.#has('answers a key with another body as before')
        ? known.answer
        : { status: 409 };
    const answer = { status: 201, body: this.#add(sent) };
    if (known === undefined) this.#keys.set(key, { text, answer });
    return answer;
  }

  #listTickets(query: URLSearchParams): ResponseParts {
    const [limit, page] = [Number(query.get('limit') ?? 20), Number(query.get('page') ?? 1)];
    const [state, q] = [query.get('state'), query.get('q')];
    const isNumber = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
    if (!isNumber(limit, 50) || !isNumber(page, Number.MAX_SAFE_INTEGER) || q === '') return { status: 400 };
    if (['limit', 'page'].some((name) => query.has(name) && !/^\d+$/.test(query.get(name) ?? '')))
      return { status: 400 };
    if (state !== null && !['open', 'closed'].includes(state)) return { status: 400 };
    const all = [...[...this.#tickets.values()].map(({ item }) => item), ...this.#removed];
    const ofState = all.filter((item) => state === null || item['state'] === state);
    const found = ofState.filter((item) => this.#isFound(item, q));
    const from = (page - 1) * limit;
    const data = found.slice(from, from + limit);
    const isShort = this.#has('says that there is more after a last page that is full') && data.length === limit;
    return {
      body: {
        data,
        total: (this.#has('counts what the search leaves out') ? ofState : found).length,
        page: this.#has('says the first page') ? 1 : page,
        limit: this.#has('says the default limit') ? 20 : limit,
        has_more: !this.#has('never says that there is more') && (isShort || from + limit < found.length),
      },
    };
  }

  #isFound({ subject }: ExactObject, q: string | null): boolean {
    if (q === null || this.#has('ignores the search')) return true;
    const [own, asked] = [String(subject).toLowerCase(), q.toLowerCase()];
    if (this.#has('searches for whole words')) return asked.split(' ').every((word) => own.split(' ').includes(word));
    return this.#has('searches from the beginning') ? own.startsWith(asked) : own.includes(asked);
  }

  #bulk(request: HttpRequest): ResponseParts {
    if (request.method !== 'POST') return request.method === 'GET' ? { status: 400 } : { status: 405 };
    const sent = sentIn(request, 'NewTickets');
    const wanted = sent?.['tickets'];
    if (!Array.isArray(wanted)) return { status: 400 };
    const tickets = wanted.map((one) => this.#add(isExactObject(one) ? one : {}));
    const lost = this.#has('stores nothing in bulk')
      ? tickets
      : this.#has('stores the first in bulk')
        ? tickets.slice(1)
        : [];
    for (const { id } of lost) this.#tickets.delete(String(id));
    return { status: 201, body: { tickets } };
  }

  #onTicket(request: HttpRequest, id: string, part: string | undefined, partId: string | undefined): ResponseParts {
    const { method } = request;
    const ticket = this.#tickets.get(id);
    if (part === 'close' && partId === undefined) {
      if (method !== 'POST') return { status: 405 };
      if (ticket === undefined) return notFound;
      const item = { ...ticket.item, state: 'closed' };
      if (!this.#has('closes nothing')) ticket.item = item;
      return { body: item };
    }
    if (part === 'messages') return this.#onMessages(request, ticket, partId);
    if (part !== undefined) return notFound;
    if (!['GET', 'HEAD', 'DELETE'].includes(method)) return { status: 405 };
    if (ticket === undefined) return notFound;
    if (method === 'DELETE') {
      if (this.#has('lists what was removed')) this.#removed.push(ticket.item);
      if (!this.#has('removes nothing')) this.#tickets.delete(id);
      return { status: 204 };
    }
    return this.#show(ticket.item, method === 'HEAD');
  }

  #show(item: ExactObject, isHead: boolean): ResponseParts {
    const isFleeting = this.#has('shows another time at each reading');
    if (isFleeting) this.#made += 1;
    const text = JSON.stringify(isFleeting ? { ...item, openedAt: `2026-04-01T12:00:00.${this.#made}Z` } : item);
    const isWrong = isHead && this.#has('says the length of another body');
    const length = { 'Content-Length': String(text.length + (isWrong ? 2 : 0)) };
    const tag = `"${String(item['state'])}${isHead && this.#has('says another entity tag') ? '-head' : ''}"`;
    const headers = {
      'Content-Type': 'application/json',
      ETag: tag,
      ...(!(isHead && this.#has('sends no length to HEAD')) && length),
    };
    return { headers, body: isHead ? '' : text };
  }

  #onMessages(request: HttpRequest, ticket: Ticket | undefined, id: string | undefined): ResponseParts {
    const all = [...this.#tickets.values()].flatMap(({ messages }) => [...messages.values()]);
    if (id !== undefined && !isUuid(id)) return { status: 400 };
    if (request.method === 'GET' && id !== undefined) {
      const own = ticket?.messages.get(id.toLowerCase());
      const other = this.#has('reads messages of all tickets')
        ? all.find((one) => one['id'] === id.toLowerCase())
        : undefined;
      return ticket === undefined || (own ?? other) === undefined ? notFound : { body: own ?? other };
    }
    if (id !== undefined || !['GET', 'POST'].includes(request.method)) return { status: 405 };
    if (ticket === undefined) return notFound;
    if (request.method === 'GET')
      return { body: this.#has('lists messages of all tickets') ? all : [...ticket.messages.values()] };
    const sent = sentIn(request, 'NewMessage');
    if (sent === undefined) return { status: 400 };
    const message = { ...sent, id: this.#newId() };
    ticket.messages.set(message.id, message);
    return { status: 201, body: message };
  }

  #onLabels(request: HttpRequest, id: string | undefined): ResponseParts {
    const { method } = request;
    const known = this.#labels.get(id ?? '');
    if (id === undefined && method === 'GET') return { body: [...this.#labels.values()] };
    if (!['GET', 'PUT', 'DELETE', 'POST'].includes(method) || (id === undefined) !== (method === 'POST'))
      return { status: 405 };
    if (id !== undefined && known === undefined) return { status: 422 };
    if (method === 'GET') return { body: known };
    if (method === 'DELETE') {
      if (this.#has('keeps removed labels, marked as such')) this.#labels.set(id ?? '', { ...known, name: 'removed' });
      else if (!this.#has('removes nothing')) this.#labels.delete(id ?? '');
      return { status: 204 };
    }
    const sent = sentIn(request, 'NewLabel');
    if (sent === undefined) return { status: 400 };
    const isTaken = [...this.#labels.values()].some((one) => one['slug'] === sent['slug'] && one['id'] !== id);
    if (isTaken && !(id !== undefined && this.#has('takes a slug twice in a replacement'))) return { status: 409 };
    const label = { ...sent, id: id ?? this.#newId() };
    this.#labels.set(label.id, label);
    return { status: id === undefined ? 201 : 200, body: label };
  }

  #signUp(request: HttpRequest): ResponseParts {
    if (request.method !== 'POST') return { status: 405 };
    const sent = sentIn(request, 'Credentials');
    if (sent === undefined) return { status: 400 };
    this.#passwords.set(String(sent['email']), String(sent['password']));
    return { status: 201, body: { id: this.#newId(), email: sent['email'] } };
  }

  #logIn(request: HttpRequest): ResponseParts {
    if (request.method !== 'POST') return { status: 405 };
    const sent = sentIn(request, 'Credentials');
    if (sent === undefined) return { status: 400 };
    const password = this.#passwords.get(String(sent['email']));
    const isRight = password !== undefined && (password === sent['password'] || this.#has('takes any password'));
    return isRight ? { status: 201, body: { token: this.#newId() } } : { status: 401 };
  }
}

/** The body of a request, where the contract allows it. */
function sentIn(request: HttpRequest, schema: string): ExactObject | undefined {
  const sent = jsonIn(request.body) ?? null;
  const isJson = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
  const isValid = isJson && deskContract.schemas.isValid('request', `/components/schemas/${schema}`, sent);
  return isValid && isExactObject(sent) ? sent : undefined;
}
