import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { type ExactObject, parseExact } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import type { ResponseParts } from '../../http/test/messages.ts';

const required = ['name', 'location', 'eventDescription', 'dates', 'price'];
const isDate = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(value).toJSON()?.slice(0, 10) === value;
const isUuid = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
const isText = (value: unknown): boolean => typeof value === 'string';

const eventChecks: Record<string, (value: unknown) => boolean> = {
  name: isText,
  location: isText,
  eventDescription: isText,
  dates: (value) => Array.isArray(value) && value.every(isDate),
  price: (value) => typeof value === 'number' || typeof value === 'bigint',
  eventId: isUuid,
};
const ticketChecks: Record<string, (value: unknown) => boolean> = {
  ticketId: isUuid,
  ticketDate: isDate,
  ticketType: (value) => value === 'event' || value === 'general',
  eventId: isUuid,
  email: (value) => typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value),
};
const days = Array.from({ length: 60 }, (_, day) => new Date(Date.UTC(2023, 8, 11 + day)).toJSON().slice(0, 10));

/** A refusal, as the contract has it. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super();
    this.status = status;
  }
}

interface MuseumOptions {
  fault?: string;
  isUpcoming?: boolean;
  /** Reads each body as JSON: no 415 is documented. */
  readsAnyType?: boolean;
}

/**
 * A server of the museum of Redocly that keeps its contract, but for the faults that `has` names. With `isUpcoming`
 * it lists by default what is to come, as descriptions have it.
 */
export class MuseumServer {
  readonly #has: (fault: string) => boolean;
  readonly #isUpcoming: boolean;
  readonly #readsAnyType: boolean;
  readonly #events = new Map<string, ExactObject>();
  readonly #tickets = new Set<string>();
  #removed = 0;

  constructor({ fault, isUpcoming = false, readsAnyType = false }: MuseumOptions) {
    this.#has = (name) => name === fault;
    this.#isUpcoming = isUpcoming;
    this.#readsAnyType = readsAnyType;
  }

  respond(request: HttpRequest): ResponseParts {
    try {
      return this.#respond(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.#has('errors as plain JSON')) return { status: error.status, body: { title: 'Refused' } };
      const body = this.#has('a number for the title of errors') ? { title: 1 } : { type: 'object', title: 'Refused' };
      return { status: error.status, headers: { 'Content-Type': 'application/problem+json' }, body };
    }
  }

  #respond(request: HttpRequest): ResponseParts {
    const [path = '', text = ''] = request.target.split('?');
    const query = new URLSearchParams(text);
    const [, collection, id, part, more] = path.split('/');
    if (more !== undefined) throw new Refusal(404);
    const item = id === undefined ? '' : '/id';
    const key = `${request.method} /${collection}${item}${part === undefined ? '' : `/${part}`}`;
    switch (key) {
      case 'GET /museum-hours':
        this.#identify(request, false);
        return this.#hours(query);
      case 'GET /special-events':
        this.#identify(request, false);
        return this.#list(query);
      case 'POST /special-events':
        this.#identify(request, false);
        return this.#create(request);
      case 'GET /special-events/id':
        this.#identify(request, false);
        return { body: this.#event(id) };
      case 'PATCH /special-events/id':
        this.#identify(request, false);
        return this.#change(id, request);
      case 'DELETE /special-events/id':
        this.#identify(request, true);
        return this.#remove(id);
      case 'POST /tickets':
        this.#identify(request, false);
        return this.#buy(request);
      case 'GET /tickets/id/qr':
        this.#identify(request, false);
        return this.#code(id);
      default:
        throw new Refusal(/^\/(museum-hours|special-events|tickets)/.test(path) ? 405 : 404);
    }
  }

  /** Who calls without a right key is refused, where the contract says so. */
  #identify({ headers }: HttpRequest, isDocumented: boolean): void {
    if (!isDocumented || this.#has('no key is needed')) return;
    const value = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
    const [, credential] = /^basic (.*)$/i.exec(value) ?? [];
    const isRight = credential === Buffer.from('ada:secret').toString('base64');
    const isAny = this.#has('any key is right') && credential !== undefined && credential.trim() !== '';
    if (!isRight && !isAny) throw new Refusal(401);
  }

  #paging(query: URLSearchParams): { page: number; limit: number } {
    const whole = (name: string, preset: number): number => {
      const texts = query.getAll(name);
      if (texts.length === 0) return preset;
      if (texts.length > 1 || !/^-?\d{1,16}$/.test(texts[0] ?? '')) {
        if (this.#has('a limit of any text') && name === 'limit') return preset;
        throw new Refusal(400);
      }
      return Number(texts[0]);
    };
    const limit = whole('limit', this.#has('another default of the limit') ? 20 : 10);
    if (limit > 30 && !this.#has('a limit above the maximum')) throw new Refusal(400);
    return { page: whole('page', 1), limit };
  }

  #pageOf<Item>(items: readonly Item[], { page, limit }: { page: number; limit: number }): Item[] {
    const size = Math.max(0, this.#has('one more than the limit') ? limit + 1 : limit);
    const shift = this.#has('pages overlap') && page > 1 ? 1 : 0;
    const from = Math.max(0, page - 1) * Math.max(0, limit) - shift;
    return items.slice(from, from + size);
  }

  #dates(query: URLSearchParams): { start: string; end: string } {
    for (const name of ['startDate', 'endDate']) {
      const texts = query.getAll(name);
      const isBad = texts.length > 1 || texts.some((date) => !isDate(date));
      if (isBad && !this.#has('any text for a date')) throw new Refusal(400);
    }
    const start = query.get('startDate') ?? (this.#isUpcoming ? '2998-01-01' : '');
    return { start, end: query.get('endDate') ?? (this.#isUpcoming ? '2998-01-08' : '9999') };
  }

  #hours(query: URLSearchParams): ResponseParts {
    const paging = this.#paging(query);
    const { start } = this.#dates(query);
    const timeOpen = this.#has('hours in another form') ? '9 o’clock' : '09:00';
    const all = days
      .filter((date) => date >= start || this.#isUpcoming)
      .map((date) => ({ date, timeOpen, timeClose: '18:00' }));
    const items = this.#pageOf(all, paging);
    return { body: this.#has('hours in an object') ? { items } : items };
  }

  #list(query: URLSearchParams): ResponseParts {
    const paging = this.#paging(query);
    const { start, end } = this.#dates(query);
    const isWithin = ({ dates }: ExactObject) =>
      !Array.isArray(dates) || dates.length === 0 || dates.some((date) => String(date) >= start && String(date) <= end);
    const all = [...this.#events.values()].filter(isWithin);
    const listed = this.#has('the newest is not listed') ? all.slice(0, -1) : all;
    return { body: this.#pageOf(listed, paging).map((event) => this.#shown(event)) };
  }

  #shown(event: ExactObject): ExactObject {
    if (!this.#has('no price in lists and answers')) return event;
    const { price: _, ...others } = event;
    return others;
  }

  #body({ headers, body }: HttpRequest, checks: typeof eventChecks, wanted: readonly string[]): ExactObject {
    const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
    if (!/^application\/json\s*(;|$)/i.test(type) && !this.#readsAnyType) throw new Refusal(400);
    let sent: unknown;
    try {
      if (body === null || !isUtf8(body)) throw new Refusal(400);
      sent = parseExact(body);
    } catch {
      if (this.#has('a broken body is taken'))
        return { name: 'a', location: 'b', eventDescription: 'c', dates: [], price: 1 };
      throw new Refusal(400);
    }
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw new Refusal(400);
    const object = sent as ExactObject;
    const isMissing = wanted.some((name) => !Object.hasOwn(object, name));
    if (isMissing && !this.#has('nothing is required')) throw new Refusal(400);
    const isBad = Object.entries(object).some(
      ([name, value]) => checks[name]?.(value) === false && !this.#isTaken(name),
    );
    if (isBad) throw new Refusal(400);
    return Object.fromEntries(Object.entries(object).filter(([name]) => Object.hasOwn(checks, name)));
  }

  #isTaken(name: string): boolean {
    return (name === 'price' && this.#has('any price')) || (name === 'dates' && this.#has('any dates'));
  }

  #create(request: HttpRequest): ResponseParts {
    const { name, ...others } = this.#body(request, eventChecks, required);
    const eventId = this.#has('one identifier for all') ? [...this.#events.keys()][0] : undefined;
    const own = eventId ?? randomUUID();
    const title = this.#has('the name is cut') ? String(name).trim() : (name ?? '');
    const event: ExactObject = { ...others, name: title, eventId: own };
    if (!this.#has('nothing is stored')) this.#events.set(own, event);
    return { status: this.#has('200 for a creation') ? 200 : 201, body: this.#shown(event) };
  }

  #event(id: string | undefined): ExactObject {
    if (!isUuid(id)) throw new Refusal(400);
    const event = this.#events.get(id.toLowerCase());
    if (event !== undefined) return this.#has('another event') ? ([...this.#events.values()][0] ?? event) : event;
    if (this.#has('200 for what is not there'))
      return { name: '', location: '', eventDescription: '', dates: [], price: 0 };
    throw new Refusal(404);
  }

  #change(id: string | undefined, request: HttpRequest): ResponseParts {
    const before = this.#event(id);
    const sent = this.#body(request, eventChecks, []);
    const { eventId: _, ...fields } = sent;
    const reset = this.#has('a change resets the price') ? { price: 0 } : {};
    const event = { ...before, ...reset, ...(this.#has('a change is not stored') ? {} : fields) };
    this.#events.set(String(before['eventId']), event);
    const answered = this.#has('a change is answered as it was sent')
      ? { ...fields, eventId: before['eventId'] ?? '' }
      : event;
    return { body: this.#shown(answered) };
  }

  #remove(id: string | undefined): ResponseParts {
    this.#event(id);
    this.#removed += 1;
    if (!this.#has('nothing is removed')) this.#events.delete(String(id).toLowerCase());
    if (this.#has('a failure at the second removal') && this.#removed > 1) return { status: 500 };
    return { status: this.#has('200 for a removal') ? 200 : 204 };
  }

  #buy(request: HttpRequest): ResponseParts {
    const { email: _, ...ticket } = this.#body(request, ticketChecks, ['ticketType', 'ticketDate']);
    const { eventId } = ticket;
    if (eventId !== undefined && !this.#events.has(String(eventId).toLowerCase())) throw new Refusal(404);
    const ticketId = randomUUID();
    this.#tickets.add(ticketId);
    const message = this.#has('no message') ? {} : { message: 'Museum ticket purchased' };
    const sold = this.#has('another date on the ticket') ? { ...ticket, ticketDate: '2020-01-01' } : ticket;
    return { status: 201, body: { ...sold, ...message, ticketId, confirmationCode: `ticket-${ticketId.slice(0, 6)}` } };
  }

  #code(id: string | undefined): ResponseParts {
    if (!isUuid(id)) throw new Refusal(400);
    const isThere = this.#tickets.has(id.toLowerCase()) || this.#has('a code for any ticket');
    if (!isThere) throw new Refusal(404);
    const type = this.#has('a code as a text') ? 'text/plain' : 'image/png';
    return { headers: { 'Content-Type': type }, body: 'PNG' };
  }
}

/** What each fault is called. */
export const museumFaults = [
  'errors as plain JSON',
  'a number for the title of errors',
  'no key is needed',
  'any key is right',
  'a limit of any text',
  'another default of the limit',
  'a limit above the maximum',
  'one more than the limit',
  'pages overlap',
  'any text for a date',
  'hours in another form',
  'hours in an object',
  'the newest is not listed',
  'no price in lists and answers',
  'a broken body is taken',
  'nothing is required',
  'any price',
  'any dates',
  'one identifier for all',
  'the name is cut',
  'nothing is stored',
  '200 for a creation',
  'another event',
  '200 for what is not there',
  'a change resets the price',
  'a change is not stored',
  'a change is answered as it was sent',
  'nothing is removed',
  'a failure at the second removal',
  '200 for a removal',
  'no message',
  'another date on the ticket',
  'a code for any ticket',
  'a code as a text',
];
