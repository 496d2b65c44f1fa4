import { curlOf } from '../http/curl.ts';
import type { HttpRequest, HttpResponse } from '../http/exchange.ts';
import type { Advice } from '../requirements/advice.ts';
import type { RequirementResult, Sample, Verification, Violation } from '../verify/result.ts';
import { fromMarks, type Hide, hiding, inMarks, spellingsOf } from './hide-secrets.ts';

/** The keys that a run was given; in a report their variables stand for them. */
export interface Keys {
  key?: string | undefined;
  limitedKey?: string | undefined;
  revokedKey?: string | undefined;
  planKeys?: Readonly<Record<string, string>> | undefined;
  credentials?: Readonly<Record<string, string>> | undefined;
  headers?: readonly (readonly [name: string, value: string])[] | undefined;
}

/** What a run found without the keys it was given: this, and nothing else, may be reported. */
export interface PublicVerification extends Verification {
  /** The variables that the curl lines need. */
  variables: string[];
  /** The curl line of each request of a sample. */
  curls: ReadonlyMap<HttpRequest, string>;
}

/**
 * Puts `$KEY` and its like for the keys wherever a request, a response or what is said of them has one: as it is,
 * percent-encoded, as JSON writes it, or in Base64 as in Basic credentials. A curl line goes on working where these
 * variables are exported.
 */
export function withoutKeys(
  verification: Verification,
  { key, limitedKey, revokedKey, planKeys = {}, credentials = {}, headers = [] }: Keys,
): PublicVerification {
  const secrets = new Map<string, string>();
  for (const [variable, secret] of [
    ['KEY', key],
    ['LIMITED_KEY', limitedKey],
    ['REVOKED_KEY', revokedKey],
    ...Object.entries(planKeys).map(([plan, own]) => [`${variableOf(plan)}_KEY`, own] as const),
    ...Object.entries(credentials).map(([scheme, own]) => [`${variableOf(scheme)}_KEY`, own] as const),
    ...headers.filter(([name]) => isSecret(name)).map(([name, value]) => [variableOf(name), value] as const),
  ] as const) {
    for (const spelling of spellingsOf(secret ?? ''))
      if (spelling !== '' && !secrets.has(spelling)) secrets.set(spelling, variable);
  }
  const { baseUrl } = verification;
  const requests = new Set(verification.requirements.flatMap(({ samples }) => samples.map(({ request }) => request)));
  if (secrets.size === 0)
    return {
      ...verification,
      variables: [],
      curls: new Map([...requests].map((request) => [request, curlOf(baseUrl, request)])),
    };
  const hide = hiding(secrets);
  const samples = new PublicSamples(baseUrl, hide);
  const requirements = verification.requirements.map((result) => ({
    ...publicResult(result, baseUrl, hide),
    samples: result.samples.map((sample) => samples.of(sample)),
  }));
  const variables = [...new Set(secrets.values())].filter((variable) =>
    requirements.some(
      (result) => result.verdict === 'violated' && result.violation.curl.includes(fromMarks(inMarks.key(variable))),
    ),
  );
  return { ...verification, baseUrl: hide(baseUrl), requirements, variables, curls: samples.curls };
}

function variableOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z]/g, '_');
}

/** True for a header field that lets somebody in, by its name. */
function isSecret(header: string): boolean {
  return /auth|key|token|secret|cookie|session|password/i.test(header);
}

function publicResult(result: RequirementResult, baseUrl: string, hide: Hide): RequirementResult {
  if (result.verdict === 'kept') return result;
  if (result.verdict !== 'violated') return { ...result, reason: hide(result.reason) };
  return { ...result, violation: publicViolation(result.violation, baseUrl, hide) };
}

/** Many requirements share an exchange: what is public of it is made once. */
class PublicSamples {
  readonly curls = new Map<HttpRequest, string>();
  readonly #requests = new Map<HttpRequest, HttpRequest>();
  readonly #responses = new Map<HttpResponse, HttpResponse>();
  readonly #baseUrl: string;
  readonly #hide: Hide;

  constructor(baseUrl: string, hide: Hide) {
    this.#baseUrl = baseUrl;
    this.#hide = hide;
  }

  of({ title, isKept, request, response }: Sample): Sample {
    return {
      title: title && this.#hide(title),
      isKept,
      request: this.#request(request),
      response: response && this.#response(response),
    };
  }

  #request(request: HttpRequest): HttpRequest {
    const shown = this.#requests.get(request) ?? publicRequest(request, this.#hide);
    this.#requests.set(request, shown);
    if (!this.curls.has(shown)) this.curls.set(shown, publicCurl(this.#baseUrl, request, this.#hide));
    return shown;
  }

  #response(response: HttpResponse): HttpResponse {
    const shown = this.#responses.get(response) ?? publicResponse(response, this.#hide);
    this.#responses.set(response, shown);
    return shown;
  }
}

function publicCurl(baseUrl: string, request: HttpRequest, hide: Hide): string {
  return fromMarks(
    curlOf(
      baseUrl,
      publicRequest(request, (text) => hide(text, inMarks)),
    ),
  );
}

function publicViolation(
  { documented, received, request, response, curl, advice, count }: Violation,
  baseUrl: string,
  hide: Hide,
): Violation {
  const isOwnCurl = curl === curlOf(baseUrl, request);
  return {
    documented: hide(documented),
    received: hide(received),
    request: publicRequest(request, hide),
    response: response && publicResponse(response, hide),
    curl: isOwnCurl ? publicCurl(baseUrl, request, hide) : fromMarks(hide(curl, inMarks)),
    advice: publicAdvice(advice, hide),
    count,
  };
}

function publicAdvice(advice: Advice, hide: Hide): Advice {
  const contract = hide(advice.contract);
  return 'server' in advice ? { server: hide(advice.server), contract } : { client: hide(advice.client), contract };
}

function publicRequest(request: HttpRequest, hide: Hide): HttpRequest {
  return {
    method: hide(request.method),
    target: hide(request.target),
    headers: publicHeaders(request, hide),
    body: request.body && publicBody(request.body, hide),
  };
}

function publicResponse(response: HttpResponse, hide: Hide): HttpResponse {
  return { ...response, headers: publicHeaders(response, hide), body: publicBody(response.body, hide) };
}

function publicHeaders({ headers }: HttpRequest | HttpResponse, hide: Hide): HttpRequest['headers'] {
  return headers.map(([name, value]) => [hide(name), hide(value)] as const);
}

/** A body may be anything: its bytes are looked through, not its characters. */
function publicBody(body: Buffer, hide: Hide): Buffer {
  const text = body.toString('latin1');
  const hidden = hide(text);
  if (hidden === text) return body;
  // What stands for a secret may have characters that are no byte.
  const bytes = hidden.replaceAll(/[\u{100}-\u{10ffff}]/gu, (character) => Buffer.from(character).toString('latin1'));
  return Buffer.from(bytes, 'latin1');
}
