import { type Exact, type ExactObject, isExactObject, parseExact, within, writeExact } from '../../http/exact-json.ts';
import { type HttpRequest, headerOf } from '../../http/exchange.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { Description } from '../../openapi/description.ts';
import { pointerTo } from '../../openapi/json.ts';
import { jsonTypesOf } from '../../openapi/json-responses.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { type ItemPlace, itemPlaceIn } from '../../openapi/resources/item-place.ts';
import { schemaOf } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successTypes } from '../../openapi/success-responses.ts';
import { ValueSource } from '../../openapi/values/values.ts';
import { getBeside } from '../../requirements/operation/head.ts';
import { idempotencyKeyOf, reuseRefusalOf } from '../../requirements/request/idempotency.ts';
import { wrongPasswordStatuses } from '../../requirements/request/logins.ts';
import { isPrecondition } from '../../requirements/request/preconditions.ts';
import type { SentValues } from '../../requirements/request/request-check.ts';
import { preferred } from '../../requirements/request/request-parts.ts';
import { bulkOf, withResults } from '../../requirements/resource/bulk-results.ts';
import { conflictStatuses } from '../../requirements/resource/item/distinct.ts';
import type { ResponseSet } from '../../requirements/response/response-sets.ts';
import { documentedStatus, responsesTo } from '../../requirements/response/response-sets.ts';
import { preferredType } from '../negotiation.ts';
import type { ResponseSource } from '../responses/response.ts';
import { isBodiless, statusFor } from '../responses/response-status.ts';
import type { UsualResponses } from '../usual-responses.ts';
import { EntityTags } from './entity-tags.ts';
import { shownAs } from './item-schemas.ts';
import { KeptLists } from './kept-lists.ts';
import { knownHeaders, nextTarget } from './known-headers.ts';
import { Logins } from './logins.ts';
import { pageBody } from './page-body.ts';
import { asAsked } from './shown-parts.ts';
import { State } from './state.ts';
import { missingStatuses, refusedBy, type StateAnswer } from './state-answer.ts';
import { StoredBytes } from './stored-bytes.ts';

/** What comes of a request that the contract allows. */
export type Served =
  /** `known`: headers that follow from what is answered, by name in lower case. */
  | { kind: 'served'; statusKey: string; response: ScriptedResponse; known: Readonly<Record<string, string>> }
  /** Refused for what there is, or is not. */
  | { kind: 'refused'; status: number; reason: string };

/** A documented response that is chosen, and what it is for. */
interface Form {
  set: ResponseSet;
  statusKey: string;
  status: number;
  mediaType: string | undefined;
}

/** Answers requests from what clients have made, in the form that the contract documents. */
export class StateResponses {
  readonly #source: ResponseSource;
  readonly #usual: UsualResponses;
  readonly #state: State;
  readonly #bytes: StoredBytes;
  readonly #lists: KeptLists;
  readonly #tags: EntityTags;
  readonly #logins: Logins;
  readonly #values: ValueSource;
  /** The last request that was served with an idempotency key, and its response. */
  readonly #repeatable = new Map<string, { body: string | undefined; served: Served }>();

  /** `now` gives milliseconds since the epoch. */
  constructor(source: ResponseSource, usual: UsualResponses, now: () => number) {
    this.#source = source;
    this.#usual = usual;
    this.#state = new State(source, usual, now);
    this.#bytes = new StoredBytes(this.#state.known);
    this.#lists = new KeptLists(this.#state.known, source.seed);
    this.#tags = new EntityTags(source.description);
    this.#logins = new Logins(source.description);
    this.#values = new ValueSource(source.description.contract, source.seed, 'response');
  }

  /** Undefined for an operation that documents no response at all. */
  respond(request: HttpRequest, operation: Operation, sent: SentValues): Served | undefined {
    const asGet = this.#respondAsToGet(request, operation, sent);
    if (asGet !== undefined) return asGet;
    const key = headerOf(request, idempotencyKeyOf(operation)?.name ?? '');
    if (key === undefined) return this.#respond(request, operation, sent);
    const use = JSON.stringify([operation.id, request.target, key]);
    const body = request.body?.toString('base64');
    const known = this.#repeatable.get(use);
    if (known !== undefined && known.body === body) return known.served;
    const [status] = reuseRefusalOf(this.#source.description, operation)?.statuses ?? [];
    if (known !== undefined && status !== undefined)
      return { kind: 'refused', status: Number(status), reason: 'The idempotency key came with another body before.' };
    const served = this.#respond(request, operation, sent);
    if (served?.kind === 'served') this.#repeatable.set(use, { body, served });
    return served;
  }

  /** RFC 9110 section 9.3.2: HEAD is answered as GET is, where both document that. */
  #respondAsToGet(request: HttpRequest, operation: Operation, sent: SentValues): Served | undefined {
    const get = getBeside(this.#source.description, operation);
    if (get === undefined) return undefined;
    const parameters = new Map(
      get.parameters.flatMap((parameter): [Parameter, Exact][] => {
        const own = operation.parameters.find((one) => one.in === parameter.in && one.name === parameter.name);
        const value = own && sent.parameters.get(own);
        return value === undefined ? [] : [[parameter, value]];
      }),
    );
    const served = this.#respond({ ...request, method: 'GET' }, get, { ...sent, parameters });
    const set = responsesTo(operation);
    if (served?.kind === 'refused') return documentedStatus(set, served.status) === undefined ? undefined : served;
    const statusKey = served && documentedStatus(set, served.response.status);
    return served === undefined || statusKey === undefined ? undefined : { ...served, statusKey };
  }

  #respond(request: HttpRequest, operation: Operation, sent: SentValues): Served | undefined {
    const set = responsesTo(operation);
    const types = successTypes(operation);
    const accept = headerOf(request, 'accept');
    if (types.length > 0 && preferredType(accept, types) === undefined && documentedStatus(set, 406) !== undefined)
      return { kind: 'refused', status: 406, reason: `The response is available as ${types.join(' and ')} only.` };
    const expected = headerOf(request, 'if-match');
    // As a status of its own: a `default` says nothing of preconditions.
    if (expected === undefined && operation.parameters.some(isPrecondition) && Object.hasOwn(set.responses, '428'))
      return { kind: 'refused', status: 428, reason: 'If-Match must be given.' };
    const before =
      expected === undefined || documentedStatus(set, 412) === undefined
        ? undefined
        : this.#state.find(operation, sent);
    const own = before && this.#etagOf(before.item);
    if (own !== undefined && !isAmong(expected, own))
      return { kind: 'refused', status: 412, reason: `The ETag is ${own} now.` };
    const wrong = this.#logins.isWrong(operation, sent)
      ? wrongPasswordStatuses.find((status) => documentedStatus(set, status) !== undefined)
      : undefined;
    if (wrong !== undefined)
      return { kind: 'refused', status: wrong, reason: 'The password is not that of the account.' };
    const taken = this.#logins.isTaken(operation, sent)
      ? conflictStatuses.find((status) => documentedStatus(set, status) !== undefined)
      : undefined;
    if (taken !== undefined) return { kind: 'refused', status: taken, reason: 'There is such an account.' };
    // What can only be refused does nothing.
    const isServed = Object.keys(set.responses).some((key) => /^([23]|default$)/.test(key));
    const answer = isServed ? this.#state.answer(operation, sent) : undefined;
    if (isServed && answer?.kind !== 'missing' && answer?.kind !== 'nowhere')
      this.#lists.note(request.target, operation, sent.body);
    const served = this.#served(request, set, sent, answer);
    if (isServed && served?.kind === 'served') {
      this.#logins.note(operation, sent);
      this.#bytes.note(request, operation, answer);
    }
    return served;
  }

  #served(
    request: HttpRequest,
    set: ResponseSet,
    sent: SentValues,
    answer: StateAnswer | undefined,
  ): Served | undefined {
    const refusal = refusalFor(request, answer);
    const status = refusal?.wanted.find((one) => refusedBy(set, one) !== undefined);
    if (refusal !== undefined && status !== undefined) return { kind: 'refused', status, reason: refusal.reason };
    const { description } = this.#source;
    const form = this.#formOf(request, set, wantedStatuses(answer));
    if (form === undefined) return undefined;
    const own = answer?.kind === 'thing' ? this.#etagOf(answer.thing.item) : undefined;
    const usual = this.#usual.of(set, form.statusKey, form.status, form.mediaType);
    const body = this.#bytes.read(request, form.mediaType) ?? this.#bodyOf(request, form, usual, answer, sent);
    const response = body === undefined ? usual : { ...usual, body };
    const etag = own ?? this.#tags.of(response.body);
    const isKnown = request.method === 'GET' && isAmong(headerOf(request, 'if-none-match'), etag);
    if (isKnown && Object.hasOwn(set.responses, '304'))
      return { kind: 'served', statusKey: '304', response: this.#usual.of(set, '304', 304), known: { etag } };
    const known = { ...knownHeaders(description, { request, set, statusKey: form.statusKey, sent, answer }), etag };
    return { kind: 'served', statusKey: form.statusKey, response, known };
  }

  #etagOf(item: Exact): string {
    return this.#tags.of(writeExact(item));
  }

  #formOf(request: HttpRequest, set: ResponseSet, wanted: readonly number[]): Form | undefined {
    // After a 1xx comes another response (RFC 9110 section 15.2).
    const keys = Object.keys(set.responses).filter((key) => !key.startsWith('1'));
    const own = wanted.map(String).find((status) => keys.includes(status));
    const statusKey =
      own ?? [/^2/, /^3/, /^default$/, /./].flatMap((pattern) => keys.filter((key) => pattern.test(key)))[0];
    if (statusKey === undefined) return undefined;
    const types = preferred(set.responses[statusKey]?.mediaTypes ?? []);
    // What has a media type has a body.
    const usable = types.length === 0 ? wanted : wanted.filter((one) => !isBodiless(set, one));
    const status = statusFor(set, statusKey, usable);
    if (status === undefined) return undefined;
    return { set, statusKey, status, mediaType: preferredType(headerOf(request, 'accept'), types) ?? types[0] };
  }

  /** The body that says what there is; undefined where the schema would not allow it. */
  #bodyOf(
    request: HttpRequest,
    { set, statusKey, mediaType = '' }: Form,
    usual: ScriptedResponse,
    answer: StateAnswer | undefined,
    sent: SentValues,
  ): Buffer | undefined {
    const { contract, schemas } = this.#source.description;
    const response = set.responses[statusKey];
    if (response === undefined || !jsonTypesOf(contract, response).includes(mediaType)) return undefined;
    const schema = schemaOf(contract, `${response.pointer}/content${pointerTo(mediaType)}`);
    if (usual.body.length === 0) return undefined;
    const whole = parseExact(usual.body);
    if (schema === undefined) return answer?.kind === 'thing' ? exampleOf(answer, whole) : undefined;
    const list = this.#lists.shownIn(request.target, set.operation, whole);
    const value =
      list ??
      (answer === undefined ? this.#resultsOf(set, sent, whole) : this.#valueOf(request, schema, whole, answer));
    const known = { contract, values: this.#values };
    const shown = value === undefined ? undefined : asAsked(known, set.operation, sent, value);
    return shown !== undefined && schemas.isValid('response', schema, shown)
      ? Buffer.from(writeExact(shown))
      : undefined;
  }

  /** A result for each entry of a request that has several. */
  #resultsOf({ operation }: ResponseSet, { body }: SentValues, usual: Exact): Exact | undefined {
    const { description } = this.#source;
    const bulk = operation === null ? undefined : bulkOf({ description }, operation);
    const entries = bulk && within(body, bulk.sent.segments);
    return bulk && Array.isArray(entries) ? withResults(description.contract, bulk, usual, entries.length) : undefined;
  }

  #valueOf(request: HttpRequest, schema: string, usual: Exact, answer: StateAnswer): Exact | undefined {
    const { description } = this.#source;
    const whole = isExactObject(usual) ? usual : {};
    if (answer.kind === 'page')
      return pageBody(
        description,
        answer,
        answer.page.things.map(({ item }) => shownAs(description.contract, answer.list.item, item)),
        whole,
        nextTarget(description, request, answer.page),
      );
    if (answer.kind !== 'thing') return undefined;
    const { resource, thing, echoed = {} } = answer;
    const place = itemPlaceIn(description.contract, schema, resource);
    if (place === undefined) return undefined;
    const [segment] = place.segments;
    const item = receiptFor(description, place, answer, whole) ?? thing.item;
    const shown = shownAs(description.contract, place.pointer, {
      ...item,
      ...this.#allowedIn(place.pointer, echoed),
    });
    return segment === undefined ? shown : { ...whole, ...this.#allowedIn(schema, thing.item), [segment]: shown };
  }

  /** The properties that a schema describes and allows: beside a thing may stand what was sent with it. */
  #allowedIn(schema: string, item: ExactObject): ExactObject {
    const { contract, schemas } = this.#source.description;
    const { properties } = viewSchema(contract, schema);
    return Object.fromEntries(
      Object.entries(item).filter(([name, value]) => {
        const at = properties.get(name);
        return at !== undefined && schemas.isValid('response', at, value);
      }),
    );
  }
}

/**
 * An item, where its response is a receipt that has its identifier under the name of the path: with what such a
 * receipt usually has besides.
 */
function receiptFor(
  { contract }: Description,
  { segments, pointer }: ItemPlace,
  { resource: { idProperty, parameter }, thing }: StateAnswer & { kind: 'thing' },
  usual: ExactObject,
): ExactObject | undefined {
  const { properties } = viewSchema(contract, pointer);
  if (parameter === undefined || !properties.has(parameter.name) || properties.has(idProperty ?? '')) return undefined;
  const others = within(usual, segments);
  return { ...(isExactObject(others) ? others : {}), ...thing.item, [parameter.name]: thing.id };
}

/** An example that no schema describes, with the identifier of the thing; undefined where it has none. */
function exampleOf(
  { resource: { idProperty }, thing }: StateAnswer & { kind: 'thing' },
  usual: Exact,
): Buffer | undefined {
  const isShown = idProperty !== undefined && isExactObject(usual) && Object.hasOwn(usual, idProperty);
  return isShown ? Buffer.from(writeExact({ ...usual, [idProperty]: thing.id })) : undefined;
}

/** Why an answer is none, and the statuses that say so. */
function refusalFor(
  { target }: HttpRequest,
  answer: StateAnswer | undefined,
): { wanted: readonly number[]; reason: string } | undefined {
  switch (answer?.kind) {
    case 'missing':
      return { wanted: missingStatuses, reason: `Nothing is at ${target.split('?')[0]}.` };
    case 'nowhere':
      return { wanted: answer.statuses, reason: 'Nothing has an identifier that the body has.' };
    case 'reversed':
      return { wanted: answer.statuses, reason: 'A range that was sent ends before it begins.' };
    case 'astray':
      return { wanted: [400, 422], reason: 'No page has given this cursor.' };
    case 'taken':
      return { wanted: conflictStatuses, reason: 'Something else has this identifier.' };
    case 'done':
      return { wanted: [409], reason: 'This was done before.' };
    case 'barred':
      return { wanted: [409, 422, 423, 403], reason: 'The state of the thing does not allow this.' };
    default:
      return undefined;
  }
}

function wantedStatuses(answer: StateAnswer | undefined): number[] {
  if (answer?.kind === 'thing') return answer.isNew ? [201, 200, 202, 204] : [200, 204, 202];
  return answer?.kind === 'removed' ? [204, 200, 202] : [200];
}

/** RFC 9110 section 13.1: a list of entity tags, or `*` for any. */
function isAmong(field: string | undefined, etag: string): boolean {
  return (
    field
      ?.split(',')
      .map((tag) => withoutWeakness(tag.trim()))
      .some((tag) => tag === withoutWeakness(etag) || tag === '*') === true
  );
}

function withoutWeakness(tag: string): string {
  return tag.replace(/^W\//, '');
}
