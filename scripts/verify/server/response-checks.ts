import { type Exact, isExactObject, parseExact, within } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Exchange, type HttpRequest, headerOf } from '../../http/exchange.ts';
import { isJson, isOfType } from '../../http/media-types.ts';
import { decode } from '../../http/percent-encoding.ts';
import { partAt, resolvePart } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import { objectOf, pointerTo } from '../../openapi/json.ts';
import type { DocumentedResponse, Operation } from '../../openapi/operation-table.ts';
import { headerViolations } from '../../openapi/parameters/response-header.ts';
import { scalarOf } from '../../openapi/parameters/scalar-text.ts';
import type { SchemaViolation } from '../../openapi/schema-validator.ts';
import { describePath, oneForEachPart } from '../../openapi/schema-violations.ts';
import { RateLimitConsistency } from '../../requirements/rate-limit/rate-limit-consistency.ts';
import type { RequirementDraft } from '../../requirements/requirement.ts';
import { isReached } from '../../requirements/response/body-path.ts';
import { meaningOf, whyWrongHeader } from '../../requirements/response/header-meaning.ts';
import { responseRequirements } from '../../requirements/response/response-requirements.ts';
import type { ResponseSet } from '../../requirements/response/response-sets.ts';
import { documentedStatus } from '../../requirements/response/response-sets.ts';
import type { VerdictRecorder } from '../../requirements/verdict-recorder.ts';

/** Holds every response that is seen, whatever case asked for it, against what the contract documents for it. */
export class ResponseChecks {
  readonly #description: Description;
  readonly #ledger: VerdictRecorder;
  readonly #unmatched: ResponseSet;
  readonly #bodyRequirements = new Map<string, RequirementDraft[]>();
  readonly rateLimit: RateLimitConsistency;

  constructor(description: Description, ledger: VerdictRecorder, sets: readonly ResponseSet[], unmatched: ResponseSet) {
    this.#description = description;
    this.#ledger = ledger;
    this.#unmatched = unmatched;
    this.rateLimit = new RateLimitConsistency(ledger);
    for (const set of [...sets, unmatched]) {
      for (const status of Object.keys(set.responses)) {
        const own = responseRequirements(description, set).filter(
          ({ subject }) => subject.kind === 'responseBody' && subject.status === status,
        );
        this.#bodyRequirements.set(`${set.name} ${status}`, own);
      }
    }
  }

  /** Gives the body, when it is JSON. */
  check(set: ResponseSet, exchange: Exchange, path: string | undefined): Exact | undefined {
    const { response, request } = exchange;
    const failure = `${set.name}.responses.failure`;
    if (this.#ledger.has(failure))
      this.#judge(
        failure,
        response.status >= 500
          ? { documented: 'No request makes the server fail.', received: `${response.status}, ${excerpt(exchange)}` }
          : undefined,
        exchange,
      );
    const status = documentedStatus(set, response.status);
    const undocumented = `${set.name}.responses.undocumented`;
    const documented = status === undefined ? undefined : set.responses[status];
    // What names nothing by its form has reached no operation, in one reading: 400 is as good as 404.
    if (
      status === undefined &&
      response.status === 400 &&
      set.operation !== null &&
      this.#isMisshapen(set.operation, request)
    ) {
      return Object.hasOwn(this.#unmatched.responses, '400')
        ? this.check(this.#unmatched, exchange, path)
        : readJson(exchange).value;
    }
    if (status === undefined || documented === undefined) {
      const expected = `One of ${Object.keys(set.responses).join(', ')}.`;
      if (this.#ledger.has(undocumented) && response.status < 500)
        this.#judge(
          undocumented,
          { documented: expected, received: `${response.status}, ${excerpt(exchange)}` },
          exchange,
        );
      return readJson(exchange).value;
    }
    this.#ledger.keep(undocumented, exchange);
    this.#ledger.keep(`${set.name}.responses.${status}`, exchange);
    this.#checkHeaders(set, status, documented, exchange, path);
    this.rateLimit.record(this.#description.contract, `${set.name}.responses.${status}.headers`, documented, exchange);
    return request.method === 'HEAD' || set.operation?.method === 'HEAD'
      ? undefined
      : this.#checkBody(set, status, documented, exchange);
  }

  /** True when a parameter in the path of a request is no value of its schema. */
  #isMisshapen(operation: Operation, { target }: HttpRequest): boolean {
    const { contract, schemas } = this.#description;
    const segments = operation.path.split('/');
    const given = (target.split('?')[0] ?? '').split('/');
    return operation.parameters.some(({ in: place, name, pointer, types }) => {
      const text = given[segments.indexOf(`{${name}}`)];
      if (place !== 'path' || text === undefined) return false;
      return !schemas.isValid('request', partAt(contract, `${pointer}/schema`).pointer, scalarOf(types, decode(text)));
    });
  }

  /** No whole response came. */
  unanswered(set: ResponseSet, request: HttpRequest, reason: string): void {
    const id = `${set.name}.responses.failure`;
    if (this.#ledger.has(id))
      this.#ledger.violate(id, {
        documented: 'Every request gets a whole response.',
        received: `No response: ${reason}.`,
        request,
        response: null,
      });
  }

  #judge(
    id: string,
    problem: { documented: string; received: string } | undefined,
    { request, response }: Exchange,
  ): void {
    if (problem === undefined) this.#ledger.keep(id, { request, response });
    else this.#ledger.violate(id, { ...problem, request, response });
  }

  #checkHeaders(
    set: ResponseSet,
    status: string,
    documented: DocumentedResponse,
    exchange: Exchange,
    path: string | undefined,
  ): void {
    const { response, request } = exchange;
    for (const header of documented.headers) {
      const { name, required } = header;
      const id = `${set.name}.responses.${status}.headers.${name}`;
      const text = headerOf(response, name);
      if (required)
        this.#judge(
          `${id}.present`,
          text === undefined
            ? { documented: `The header ${name}.`, received: `${response.status} without it` }
            : undefined,
          exchange,
        );
      if (text === undefined) {
        // A header that need not be there promises no more.
        if (!required)
          for (const aspect of ['schema', 'meaning'])
            if (this.#ledger.has(`${id}.${aspect}`)) this.#ledger.keep(`${id}.${aspect}`, exchange);
        continue;
      }
      const violation = headerViolations(this.#description, header, text)[0]?.message;
      this.#judge(
        `${id}.schema`,
        violation === undefined ? undefined : { documented: `${name}: ${violation}`, received: `${name}: ${text}` },
        exchange,
      );
      const meaning = meaningOf(this.#description, set.operation, header);
      // What does not fit its schema says nothing.
      if (meaning === undefined || violation !== undefined) continue;
      const wrong = whyWrongHeader(meaning, name, { response, documented, path, method: request.method });
      this.#judge(
        `${id}.meaning`,
        wrong === undefined
          ? undefined
          : { documented: `${name}: ${meaning.statement}.`, received: `${name}: ${wrong}` },
        exchange,
      );
    }
  }

  #checkBody(set: ResponseSet, status: string, documented: DocumentedResponse, exchange: Exchange): Exact | undefined {
    const { response } = exchange;
    const id = `${set.name}.responses.${status}.content`;
    const received = headerOf(response, 'Content-Type');
    if (documented.mediaTypes.length === 0) {
      this.#judge(
        id,
        response.body.length === 0
          ? undefined
          : { documented: `A ${status} without a body.`, received: excerpt(exchange) },
        exchange,
      );
      return undefined;
    }
    const mediaType = documented.mediaTypes.find((type) => isOfType(received ?? '', type));
    const { value, problem } = readJson(exchange);
    if (mediaType === undefined) {
      this.#judge(
        id,
        {
          documented: `Content-Type: ${documented.mediaTypes.join(' or ')}`,
          received: received === undefined ? `no Content-Type, ${excerpt(exchange)}` : `Content-Type: ${received}`,
        },
        exchange,
      );
      return value;
    }
    if (!isJson(mediaType) && !isJson(received ?? '')) {
      this.#judge(id, undefined, exchange);
      return undefined;
    }
    this.#judge(
      id,
      problem === undefined
        ? undefined
        : { documented: 'A body that is JSON.', received: `${problem}: ${excerpt(exchange)}` },
      exchange,
    );
    if (value !== undefined)
      this.#checkSchema(set, status, `${documented.pointer}/content${pointerTo(mediaType)}`, value, exchange);
    return value;
  }

  #checkSchema(set: ResponseSet, status: string, media: string, value: Exact, exchange: Exchange): void {
    const { contract, schemas } = this.#description;
    if (objectOf(resolvePart(contract, media).value)['schema'] === undefined) return;
    const prefix = `${set.name}.responses.${status}.body`;
    const violations = schemas.violations('response', partAt(contract, `${media}/schema`).pointer, value);
    const broken = new Set<string>();
    for (const violation of oneForEachPart(violations)) {
      const id = this.#requirementOf(prefix, violation, value);
      broken.add(id);
      this.#ledger.violate(id, {
        documented: `${describePath(violation)} ${violation.message}.`,
        received: excerpt(exchange, violation.path),
        request: exchange.request,
        response: exchange.response,
      });
    }
    for (const { id, subject } of this.#bodyRequirements.get(`${set.name} ${status}`) ?? []) {
      if (subject.kind !== 'responseBody' || broken.has(id)) continue;
      if (subject.keyword === 'meaning') this.#checkStatusProperty(id, subject.path.slice(1), value, exchange);
      else if (broken.size === 0 && isReached(value, subject.path)) this.#ledger.keep(id, exchange);
    }
  }

  #checkStatusProperty(id: string, name: string, value: Exact, exchange: Exchange): void {
    const own = isExactObject(value) ? value[name] : undefined;
    if (own === undefined) return;
    const { status } = exchange.response;
    this.#judge(
      id,
      own === status
        ? undefined
        : {
            documented: `${name} ${status}, as the response.`,
            received: `${name} ${JSON.stringify(own)} in a ${status}`,
          },
      exchange,
    );
  }

  /** The requirement that a violation breaks: its own, or the nearest above it. */
  #requirementOf(prefix: string, { path, keyword, property }: SchemaViolation, value: Exact): string {
    const names = path.map((segment, index) =>
      Array.isArray(within(value, path.slice(0, index))) ? '[]' : `.${segment}`,
    );
    const at = names.join('');
    const surplus = keyword === 'additionalProperties' || keyword === 'unevaluatedProperties';
    const own = surplus
      ? `${prefix}${at}.surplus`
      : keyword === 'required'
        ? `${prefix}${at}.${property ?? ''}.required`
        : `${prefix}${at}.${keyword}`;
    const above = names.map((_, index) => `${prefix}${names.slice(0, names.length - index).join('')}.schema`);
    return [own, ...above].find((id) => this.#ledger.has(id)) ?? `${prefix}.schema`;
  }
}

function readJson({ response }: Exchange): { value: Exact | undefined; problem: string | undefined } {
  if (response.body.length === 0) return { value: undefined, problem: 'an empty body' };
  try {
    return { value: parseExact(response.body), problem: undefined };
  } catch (error) {
    return { value: undefined, problem: error instanceof SyntaxError ? 'no JSON' : 'no UTF-8' };
  }
}
