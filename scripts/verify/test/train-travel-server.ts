import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { type Exact, type ExactObject, isExactObject, parseExact, writeExact } from '../../http/exact-json.ts';
import { type HttpRequest, headerOf } from '../../http/exchange.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import {
  bankChecks,
  bankFields,
  bookingChecks,
  type Checks,
  cardChecks,
  cardFields,
  isCurrency,
  isMoment,
  isNumber,
  isText,
  isUuid,
  stations,
  trips,
} from './train-travel-data.ts';

const origin = 'https://api.example.com';

interface ExactResponse extends ResponseParts {
  body?: Exact;
}

/** A refusal, as the contract has it. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super();
    this.status = status;
  }
}

interface TrainTravelOptions {
  fault?: string;
  isEmpty?: boolean;
  /** Reads each body as JSON: no 415 is documented. */
  readsAnyType?: boolean;
}

/**
 * A server of the Train Travel API of Bump.sh that keeps its contract, but for the fault that is named. With `isEmpty`
 * it knows of no station and no trip.
 */
export class TrainTravelServer {
  readonly #has: (fault: string) => boolean;
  readonly #readsAnyType: boolean;
  readonly #bookings = new Map<string, ExactObject>();
  readonly #stations: typeof stations;
  readonly #trips: typeof trips;
  #remaining = 1_000_000;
  #removed = 0;

  constructor({ fault, isEmpty = false, readsAnyType = false }: TrainTravelOptions) {
    this.#readsAnyType = readsAnyType;
    this.#has = (name) => name === fault;
    this.#stations = isEmpty ? [] : stations;
    this.#trips = isEmpty ? [] : trips;
  }

  respond(request: HttpRequest): ResponseParts {
    const { headers, body, ...answer } = this.#answer(request);
    const rate = { RateLimit: `limit=1000000, remaining=${(this.#remaining -= 1)}, reset=3600` };
    const text = body === undefined ? undefined : writeExact(body);
    return { ...answer, headers: { ...rate, 'Cache-Control': 'no-store', ...headers }, body: text };
  }

  #answer(request: HttpRequest): ExactResponse {
    try {
      return this.#route(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status } = error;
      const type = this.#has('errors as plain JSON') ? 'application/json' : 'application/problem+json';
      const title = 'The request is refused';
      const body = { title, status: this.#has('a text for the status of errors') ? String(status) : status };
      return { status, headers: { 'Content-Type': type }, body };
    }
  }

  #route(request: HttpRequest): ExactResponse {
    const [path = '', text = ''] = request.target.split('?');
    const query = new URLSearchParams(text);
    const [, collection, id, part, more] = path.split('/');
    const item = id === undefined ? '' : '/id';
    const key = `${request.method} /${collection}${item}${part === undefined ? '' : `/${part}`}`;
    const serve: Readonly<Record<string, () => ExactResponse>> = {
      'GET /stations': () => this.#listStations(query),
      'GET /trips': () => this.#listTrips(query),
      'GET /bookings': () => this.#listBookings(query),
      'POST /bookings': () => this.#book(request),
      'GET /bookings/id': () => ({ body: this.#shown(this.#booking(id)) }),
      'DELETE /bookings/id': () => this.#remove(id),
      'POST /bookings/id/payment': () => this.#pay(id, request),
    };
    const own = more === undefined ? serve[key] : undefined;
    if (own === undefined) throw new Refusal(/^\/(stations|trips|bookings)(\/|$)/.test(path) ? 405 : 404);
    this.#identify(request, key);
    return own();
  }

  #identify(request: HttpRequest, key: string): void {
    const [, token] = /^bearer +(\S+)$/i.exec(headerOf(request, 'authorization') ?? '') ?? [];
    const isAny =
      this.#has(`no token is needed for ${key}`) || (token !== undefined && this.#has('any token is right'));
    if (token !== 'token' && !isAny) throw new Refusal(401);
  }

  #whole(query: URLSearchParams, name: string, preset: number, maximum: number): number {
    const texts = query.getAll(name);
    if (texts.length === 0) return preset;
    const isNumber = texts.length === 1 && /^\d+$/.test(texts[0] ?? '');
    if (!isNumber && this.#has('a page of any text')) return preset;
    const number = isNumber ? Number(texts[0]) : 0;
    if (number < 1 && !this.#has('a page of 0')) throw new Refusal(400);
    if (number > maximum && !this.#has('a limit above the maximum')) throw new Refusal(400);
    return number;
  }

  #collection(path: string, query: URLSearchParams, items: readonly ExactObject[]): ExactResponse {
    const page = this.#whole(query, 'page', 1, Number.MAX_SAFE_INTEGER);
    const preset = this.#has(`another default of the limit of ${path}`) ? 20 : 10;
    const limit = this.#whole(query, 'limit', preset, 100);
    const from = (page - 1) * limit - (this.#has(`pages of ${path} overlap`) && page > 1 ? 1 : 0);
    const data = items.slice(from, from + limit + (this.#has(`one more than the limit of ${path}`) ? 1 : 0));
    const linkTo = (number: number) => {
      const target = new URLSearchParams(query);
      target.set('page', String(number));
      return `${this.#has(`links of ${path} without a host`) ? '' : origin}${path}?${target}`;
    };
    const next = page * limit < items.length ? { next: linkTo(page + 1) } : {};
    const previous = page > 1 ? { prev: linkTo(page - 1) } : {};
    const body = { data, links: { self: linkTo(page), ...next, ...previous } };
    return { body: this.#has(`${path} without the wrapper`) ? data : body };
  }

  #listStations(query: URLSearchParams): ExactResponse {
    const [search, country] = [query.get('search')?.toLowerCase() ?? '', query.get('country')];
    const found = this.#stations.filter(
      ({ name, address, country_code }) =>
        `${name}\n${address}`.toLowerCase().includes(search) && (country === null || country === country_code),
    );
    const shown = found.map(({ country_code, ...station }) =>
      this.#has('no country of stations') ? station : { ...station, country_code },
    );
    return this.#collection('/stations', query, shown);
  }

  #listTrips(query: URLSearchParams): ExactResponse {
    const [from, to, date] = ['origin', 'destination', 'date'].map((name) => query.get(name));
    const isGiven = isUuid(from) && (isUuid(to) || (to === null && this.#has('no destination is required')));
    if (!isGiven && !this.#has('any text for a station')) throw new Refusal(400);
    const isDate = isText(date) && isMoment(date);
    if (!isDate && !this.#has('any text for a date')) throw new Refusal(400);
    const day = isDate ? new Date(date).toJSON().slice(0, 10) : '';
    const [bicycles, dogs] = ['bicycles', 'dogs'].map((name) => this.#flag(query, name));
    const found = this.#trips.filter(
      (trip) =>
        trip.origin === from?.toLowerCase() &&
        trip.destination === to?.toLowerCase() &&
        trip.departure_time.startsWith(day) &&
        (!bicycles || trip.bicycles_allowed) &&
        (!dogs || trip.dogs_allowed),
    );
    const shown = found.map((trip) => this.#shownTrip(trip));
    return this.#collection('/trips', query, shown);
  }

  #flag(query: URLSearchParams, name: string): boolean {
    const text = query.get(name) ?? 'false';
    if (text !== 'true' && text !== 'false' && !this.#has('any text for a flag')) throw new Refusal(400);
    return text === 'true';
  }

  #shownTrip(trip: (typeof trips)[number]): ExactObject {
    const links = {
      self: `${origin}/trips/${trip.id}`,
      origin: `${origin}/stations/${trip.origin}`,
      destination: `${origin}/stations/${trip.destination}`,
    };
    const price = this.#has('a text for the price') ? '50.50 €' : trip.price;
    const time = trip.departure_time;
    return { ...trip, departure_time: this.#has('times without a zone') ? time.slice(0, -1) : time, price, links };
  }

  #listBookings(query: URLSearchParams): ExactResponse {
    const all = [...this.#bookings.values()];
    return this.#collection('/bookings', query, this.#has('the newest is not listed') ? all.slice(0, -1) : all);
  }

  #body(request: HttpRequest): ExactObject {
    const isJson = /^application\/json\s*(;|$)/i.test(headerOf(request, 'content-type') ?? '');
    if (!isJson && !this.#readsAnyType) throw new Refusal(400);
    let sent: Exact;
    try {
      if (request.body === null || !isUtf8(request.body)) throw new Refusal(400);
      sent = parseExact(request.body);
    } catch {
      if (this.#has('a broken body is taken')) return {};
      throw new Refusal(400);
    }
    if (!isExactObject(sent)) throw new Refusal(400);
    return sent;
  }

  /** The fields that the checks know, each as they want it. */
  #fields(sent: ExactObject, checks: Checks): ExactObject {
    const fields = Object.entries(sent).filter(([name]) => Object.hasOwn(checks, name));
    if (fields.some(([name, value]) => checks[name]?.(value) !== true)) throw new Refusal(400);
    return Object.fromEntries(fields);
  }

  #book(request: HttpRequest): ExactResponse {
    const sent = this.#body(request);
    const checks = this.#has('anything for a dog') ? { ...bookingChecks, has_dog: () => true } : bookingChecks;
    const fields = this.#fields(sent, checks);
    const trip = this.#trips.find(({ id }) => id === String(fields['trip_id']).toLowerCase());
    if (fields['trip_id'] !== undefined && trip === undefined) throw new Refusal(404);
    if (fields['has_bicycle'] === true && trip?.bicycles_allowed === false) throw new Refusal(409);
    if (this.#has('the name is cut')) fields['passenger_name'] = String(fields['passenger_name'] ?? '').trim();
    if (this.#has('no bicycle is kept')) fields['has_bicycle'] = false;
    const [first] = this.#bookings.keys();
    const id = (this.#has('one identifier for all') ? first : undefined) ?? randomUUID();
    const booking = { ...fields, id };
    if (!this.#has('nothing is stored')) this.#bookings.set(id, booking);
    return { status: this.#has('200 for a creation') ? 200 : 201, body: this.#shown(booking) };
  }

  #shown(booking: ExactObject): ExactObject {
    return { ...booking, links: { self: `${origin}/bookings/${String(booking['id'])}` } };
  }

  #booking(id: string | undefined): ExactObject {
    if (!isUuid(id)) throw new Refusal(this.#has('500 for an identifier of another form') ? 500 : 400);
    const booking = this.#bookings.get(id.toLowerCase());
    if (booking !== undefined) return this.#has('another booking') ? ([...this.#bookings.values()][0] ?? {}) : booking;
    if (this.#has('200 for what is not there')) return {};
    throw new Refusal(404);
  }

  #remove(id: string | undefined): ExactResponse {
    this.#booking(id);
    this.#removed += 1;
    if (!this.#has('nothing is removed')) this.#bookings.delete(String(id).toLowerCase());
    if (this.#has('a failure at the second removal') && this.#removed > 1) throw new Refusal(500);
    return { status: this.#has('200 for a removal') ? 200 : 204 };
  }

  #pay(id: string | undefined, request: HttpRequest): ExactResponse {
    // The contract has no 404 here.
    const isThere = isUuid(id) && this.#bookings.has(id.toLowerCase());
    if (!isThere && !this.#has('a payment for no booking')) throw new Refusal(400);
    const sent = this.#body(request);
    const paid = this.#fields(sent, {
      amount: (value) => isNumber(value) && (value > 0 || this.#has('an amount of 0')),
      currency: (value) => isCurrency(value) || (isText(value) && this.#has('any currency')),
      source: isExactObject,
    });
    const { source } = paid;
    if (isExactObject(source)) paid['source'] = this.#source(source);
    const body = {
      ...paid,
      id: this.#has('a number for the payment') ? 1 : randomUUID(),
      status: this.#has('a status of its own') ? 'paid' : 'succeeded',
      links: { booking: `${origin}/bookings/${id}` },
    };
    return { status: this.#has('201 for a payment') ? 201 : 200, body };
  }

  /** A card or a bank account, and no more than it; its answer hides what is to be hidden. */
  #source(sent: ExactObject): ExactObject {
    const fits = (checks: Checks, required: readonly string[]): boolean => {
      const wanted = this.#has('a source without its fields') ? [] : required;
      const isRight = Object.entries(checks).every(
        ([name, check]) => !Object.hasOwn(sent, name) || check(sent[name] ?? null),
      );
      return isRight && wanted.every((name) => Object.hasOwn(sent, name));
    };
    const ownChecks = this.#has('a code of any length') ? { ...cardChecks, cvc: isText } : cardChecks;
    const [isCard, isBank] = [fits(ownChecks, cardFields), fits(bankChecks, bankFields)];
    if (isCard === isBank && !this.#has('a source without its fields')) throw new Refusal(400);
    const checks = isCard ? cardChecks : bankChecks;
    const isMore = Object.keys(sent).some((name) => !Object.hasOwn(checks, name));
    if (isMore && !this.#has('a source with more fields')) throw new Refusal(400);
    const { cvc: _, address_line1: __, address_line2: ___, ...shown } = sent;
    return { ...shown, number: String(shown['number']).replace(/.(?=.{4})/gsu, '*') };
  }
}

/** What each fault is called. */
export const trainTravelFaults = [
  'errors as plain JSON',
  'a text for the status of errors',
  'no token is needed for GET /stations',
  'no token is needed for DELETE /bookings/id',
  'no token is needed for POST /bookings/id/payment',
  'any token is right',
  'a page of any text',
  'a page of 0',
  'a limit above the maximum',
  'another default of the limit of /stations',
  'one more than the limit of /trips',
  'pages of /stations overlap',
  'pages of /trips overlap',
  'pages of /bookings overlap',
  'links of /stations without a host',
  '/trips without the wrapper',
  'no country of stations',
  'no destination is required',
  'any text for a station',
  'any text for a date',
  'any text for a flag',
  'a text for the price',
  'times without a zone',
  'the newest is not listed',
  'a broken body is taken',
  'anything for a dog',
  'the name is cut',
  'no bicycle is kept',
  'one identifier for all',
  'nothing is stored',
  '200 for a creation',
  '500 for an identifier of another form',
  'another booking',
  '200 for what is not there',
  'nothing is removed',
  'a failure at the second removal',
  '200 for a removal',
  'a payment for no booking',
  'an amount of 0',
  'any currency',
  'a number for the payment',
  'a status of its own',
  '201 for a payment',
  'a source without its fields',
  'a code of any length',
  'a source with more fields',
];
