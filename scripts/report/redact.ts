import { curlOf, inQuotes } from '../http/curl.ts';
import type { HttpRequest, HttpResponse } from '../http/exchange.ts';
import { encode } from '../http/percent-encoding.ts';
import type { Advice } from '../requirements/advice.ts';
import type { RequirementResult, Sample, Verification, Violation } from '../verify/result.ts';

/** The keys that a run was given; in a report their variables stand for them. */
export interface Keys {
  key?: string | undefined;
  limitedKey?: string | undefined;
}

/** What a run found without the keys it was given: this, and nothing else, may be reported. */
export interface PublicVerification extends Verification {
  /** The variables that the curl lines need. */
  variables: string[];
  /** The curl line of each request of a sample. */
  curls: ReadonlyMap<HttpRequest, string>;
}

/** How a key and something that contains it in Base64 are written. */
interface Notation {
  key(variable: string): string;
  base64(content: string): string;
  /** Stands for a part of a key. */
  fragment: string;
}

type Hide = (text: string, notation?: Notation) => string;

const inText: Notation = {
  key: (variable) => `$${variable}`,
  base64: (content) => `base64(${content})`,
  fragment: '…',
};

// Letters and digits alone: no way of quoting changes them.
const inMarks: Notation = {
  key: (variable) => `hiddenVariable${variable}End`,
  base64: (content) => `hiddenContent${Buffer.from(content).toString('hex')}End`,
  fragment: '…',
};

/** All that a curl line has of a request is between single quotes: a variable has to leave them. */
function fromMarks(line: string): string {
  return line.replaceAll(
    /hiddenVariable([A-Z_]+)End|hiddenContent([0-9a-f]+)End/g,
    (_, variable?: string, content = '') => {
      if (variable !== undefined) return `'"$${variable}"'`;
      return `'"$(printf %s '${fromMarks(inQuotes(Buffer.from(content, 'hex').toString()))}' | base64 | tr -d '\\n')"'`;
    },
  );
}

/**
 * Puts `$KEY` and `$LIMITED_KEY` for the keys wherever a request, a response or what is said of them has one: as it is,
 * percent-encoded, as JSON writes it, or in Base64 as in Basic credentials. A curl line goes on working where these
 * variables are exported.
 */
export function withoutKeys(verification: Verification, { key, limitedKey }: Keys): PublicVerification {
  const secrets = new Map<string, string>();
  for (const [variable, secret] of [
    ['KEY', key],
    ['LIMITED_KEY', limitedKey],
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

/** How a text may be written in a request or in a curl line; the bytes of a body are taken for characters. */
function spellingsOf(secret: string): string[] {
  const spellings = [
    secret,
    encode(secret),
    // Clients leave !'()* as they are, which ECMAScript does, too.
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    inQuotes(secret),
  ];
  return [...spellings, ...spellings.map((spelling) => Buffer.from(spelling).toString('latin1'))];
}

function hiding(secrets: Map<string, string>): Hide {
  // The longest first: one key may begin with the other.
  const spellings = [...secrets.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(
    spellings.map((spelling) => spelling.replaceAll(/[^\w\s]/g, String.raw`\$&`)).join('|'),
    'g',
  );
  const plain = (text: string, { key }: Notation) =>
    text.replaceAll(pattern, (spelling) => key(secrets.get(spelling) ?? ''));
  const hasSecret = (text: string) => text.search(pattern) !== -1;
  return (text, notation = inText) => {
    const decoded = text.replaceAll(/[A-Za-z0-9+/_-]{4,}={0,2}/g, (token) => {
      const bytes = Buffer.from(token, 'base64');
      const content = bytes.toString();
      if (!hasSecret(content)) return token;
      const isPlain = /^[\x20-\x7e]*$/.test(content);
      // What a shell would write in Base64 is another text where the token has none of its padding,
      // or is that of a URL.
      const isCopied = isPlain && (notation === inText || bytes.toString('base64') === token);
      return isCopied
        ? notation.base64(plain(content, notation))
        : inText.base64(
            (content.match(pattern) ?? []).map((spelling) => inText.key(secrets.get(spelling) ?? '')).join(' '),
          );
    });
    return withoutFragments(plain(decoded, notation), spellings, notation);
  };
}

/** Less than this of a key does not give the rest away. */
const fragmentOf = (secret: string) => Math.max(5, Math.min(12, Math.floor(secret.length / 2)));

/** Cases with a key that was altered have most of it: what is left of it is cut out. */
function withoutFragments(text: string, secrets: string[], notation: Notation): string {
  const known = secrets.filter((secret) => secret.length > 5).map((secret) => secret.toLowerCase());
  const fragment = Math.min(...known.map(fragmentOf));
  if (known.length === 0 || text.length < fragment) return text;
  const lower = text.toLowerCase();
  let [shown, at] = ['', 0];
  while (at < text.length) {
    let length = 0;
    while (at + length < text.length && known.some((secret) => secret.includes(lower.slice(at, at + length + 1))))
      length += 1;
    shown += length >= fragment ? notation.fragment : text.slice(at, at + Math.max(length, 1));
    at += Math.max(length, 1);
  }
  return shown;
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
  return hidden === text ? body : Buffer.from(hidden, 'latin1');
}
