import { decode } from '../../http/percent-encoding.ts';
import type { QueryPair, RequestText } from '../../http/request-text.ts';
import { type Carrier, carrierOf, isOpen } from '../../openapi/credentials.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { ServiceDescription } from '../../openapi/service.ts';
import type { Findings } from '../request-findings.ts';

// From the worst to the best.
const states = ['none', 'empty', 'scheme', 'unknown', 'altered', 'right'] as const;
type State = (typeof states)[number];

/** One of the ways in which an operation can be called: every carrier is needed. */
interface Alternative {
  names: string;
  carriers: readonly Carrier[];
}

interface ReadAlternative {
  state: State;
  names: string;
  key: string | undefined;
}

/** Holds the credential of a request against what an operation asks for. */
export class CredentialCheck {
  readonly #id: string;
  /** True when everybody may call the operation. */
  readonly isOpen: boolean;
  readonly #alternatives: readonly Alternative[];
  readonly #key: string | undefined;

  /** `key`: the only one that is right; without it, any is. */
  constructor(service: ServiceDescription, operation: Operation, key: string | undefined) {
    this.#id = `${operation.id}.security`;
    this.isOpen = isOpen(operation);
    this.#key = key;
    // Where no credential is asked for, one may be sent all the same, as another operation asks for it.
    const all = this.isOpen
      ? Object.keys(service.securitySchemes).map((name) => [name])
      : operation.security.map((alternative) => Object.keys(alternative));
    this.#alternatives = all.map((names) => ({
      names: names.join(' and '),
      carriers: names.map((name) => carrierOf(service, name)),
    }));
  }

  /** True for a request that carries what the operation asks for. */
  isRight(request: RequestText): boolean {
    return this.#read(request).some(({ state }) => state === 'right');
  }

  /** Gives the pair of the query that has the key where it does not belong. */
  check(request: RequestText, findings: Findings): QueryPair | undefined {
    const id = this.#id;
    const all = this.#read(request);
    const { state, key } = all.reduce(
      (best, one) => (states.indexOf(one.state) > states.indexOf(best.state) ? one : best),
      { state: 'none', names: '', key: this.#key },
    );
    const elsewhere = key === undefined ? undefined : this.#elsewhere(request, key);
    const documented = `${this.#alternatives.map(({ carriers }) => carriers.map(describeCarrier).join(' with ')).join(', or ')}.`;
    if (!this.isOpen && state !== 'right') {
      // A key in another place is one that is sent in another way.
      const told = state === 'none' && elsewhere !== undefined ? 'scheme' : state;
      findings.violate(
        [`${id}.${told}`, `${id}.none`],
        'credential',
        documented,
        elsewhere === undefined ? received[state] : `the key in ${elsewhere.text}`,
      );
      return elsewhere?.pair;
    }
    if (this.isOpen) findings.keep(`${id}.open`);
    else
      findings.keep(
        ...['none', 'empty', 'scheme', 'unknown', 'altered'].map((aspect) => `${id}.${aspect}`),
        ...all.filter((one) => one.state === 'right').map(({ names }) => `${id}.accepts.${names}`),
      );
    if (elsewhere === undefined) findings.keep(`${id}.place`);
    else
      findings.violate(
        [`${id}.place`],
        undefined,
        `The key is nowhere but in ${documented}`,
        `the key in ${elsewhere.text}`,
      );
    return elsewhere?.pair;
  }

  /** How far each alternative is kept, and the key that there is. */
  #read(request: RequestText): ReadAlternative[] {
    return this.#alternatives.map(({ names, carriers }) => {
      const read = carriers.map((carrier) => readCarrier(request, carrier, this.#key));
      const worst = Math.min(...read.map(({ state }) => states.indexOf(state)));
      return {
        state: states[worst] ?? 'none',
        names,
        key: this.#key ?? read.find(({ state }) => state === 'right')?.key,
      };
    });
  }

  /** Another place in which the key is. */
  #elsewhere(
    { path, query, cookies, headers, body }: RequestText,
    key: string,
  ): { text: string; pair?: QueryPair } | undefined {
    const carriers = this.#alternatives.flatMap((alternative) => alternative.carriers);
    const isCarrier = (kind: 'header' | 'query' | 'cookie', name: string) =>
      carriers.some(
        (carrier) => carrier.kind === kind && 'name' in carrier && carrier.name.toLowerCase() === name.toLowerCase(),
      );
    const hasAuthorization = carriers.some(({ kind }) => kind === 'bearer' || kind === 'basic');
    const pair = query.find(({ name, pair: [, value] }) => !isCarrier('query', name) && hasKey(decode(value), key));
    if (pair !== undefined) return { text: `the query (${pair.name})`, pair };
    if (path.split('/').some((segment) => hasKey(decode(segment), key))) return { text: 'the path' };
    const cookie = cookies.find(([name, value]) => !isCarrier('cookie', name) && hasKey(decode(value), key));
    if (cookie !== undefined) return { text: `the cookie ${cookie[0]}` };
    const header = [...headers].find(
      ([name, lines]) =>
        name !== 'cookie' &&
        !(name === 'authorization' && hasAuthorization) &&
        !isCarrier('header', name) &&
        lines.some((line) => hasKey(line, key)),
    );
    if (header !== undefined) return { text: `the header ${header[0]}` };
    return body !== null && hasKey(body.toString('utf8'), key) ? { text: 'the body' } : undefined;
  }
}

const received = {
  none: 'no credential',
  empty: 'an empty credential',
  scheme: 'no single, well-formed credential of that scheme',
  unknown: 'a key that nobody has',
  altered: 'a key that differs a little',
  right: 'a key',
} as const satisfies Record<State, string>;

function describeCarrier(carrier: Carrier): string {
  switch (carrier.kind) {
    case 'bearer':
      return 'Authorization: Bearer KEY';
    case 'basic':
      return 'Authorization: Basic KEY';
    case 'header':
      return `${carrier.name}: KEY`;
    case 'cookie':
      return `Cookie: ${carrier.name}=KEY`;
    case 'query':
      return `?${carrier.name}=KEY`;
  }
}

function readCarrier(
  { headers, cookies, query }: RequestText,
  carrier: Carrier,
  key: string | undefined,
): { state: State; key: string | undefined } {
  switch (carrier.kind) {
    case 'bearer':
    case 'basic':
      return (headers.get('authorization')?.length ?? 0) > 1
        ? { state: 'scheme', key: undefined }
        : readAuthorization(headers.get('authorization')?.[0], carrier.kind, key);
    case 'header':
      return judge(headers.get(carrier.name.toLowerCase())?.[0]?.trim(), key);
    case 'cookie':
      return judge(cookies.find(([name]) => name === carrier.name)?.[1], key);
    case 'query':
      return judge(
        query.filter(({ name }) => name === carrier.name).map(({ pair: [, value] }) => decode(value))[0],
        key,
      );
  }
}

/** RFC 9110 section 11.4, RFC 6750 and RFC 7617: the scheme has no case, and a blank after it. */
function readAuthorization(
  line: string | undefined,
  kind: 'bearer' | 'basic',
  key: string | undefined,
): { state: State; key: string | undefined } {
  const text = line?.trim();
  if (text === undefined || text === '') return judge(text, key);
  const [, scheme = '', credentials = ''] = /^(\S+)(?: +(.*))?$/s.exec(text) ?? [];
  if (scheme.toLowerCase() !== kind) return { state: 'scheme', key: undefined };
  // What is no token (RFC 6750 section 2.1) is a placeholder that nobody has filled in.
  if (kind === 'bearer')
    return credentials !== '' && credentials !== key && !/^[\w\-.~+/]+=*$/.test(credentials)
      ? { state: 'scheme', key: undefined }
      : judge(credentials, key);
  // Who gave no password has given a name alone.
  return judge(Buffer.from(credentials, 'base64').toString('utf8').replace(/:$/, ''), key?.replace(/:$/, ''));
}

function judge(text: string | undefined, key: string | undefined): { state: State; key: string | undefined } {
  if (text === undefined) return { state: 'none', key: undefined };
  if (text === '') return { state: 'empty', key: undefined };
  if (key === undefined || text === key) return { state: 'right', key: text };
  return { state: isAlteration(text, key) ? 'altered' : 'unknown', key: undefined };
}

/** True for the key in another case, with something around it, cut, or with one letter that is another. */
function isAlteration(text: string, key: string): boolean {
  if (text.toLowerCase() === key.toLowerCase() || text.includes(key)) return true;
  if (key.includes(text)) return text.length * 2 >= key.length - 1;
  const [shorter, longer] = text.length < key.length ? [text, key] : [key, text];
  const letters = [...Array(shorter.length).keys()];
  const before = letters.findIndex((index) => shorter[index] !== longer[index]);
  const after = letters.findIndex((index) => shorter.at(-1 - index) !== longer.at(-1 - index));
  return before + after >= longer.length - 1;
}

// A short key may be a part of any text.
const leastKeyLength = 8;

function hasKey(text: string, key: string): boolean {
  return text === key || (key.length >= leastKeyLength && text.includes(key));
}
