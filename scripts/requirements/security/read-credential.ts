import type { RequestText } from '../../http/request-text.ts';
import { type Carrier, carrierOf, isOpen } from '../../openapi/credentials.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { ServiceDescription } from '../../openapi/service.ts';
import type { Judgement } from '../judgement.ts';
import { type KeyElsewhere, keyElsewhere } from './key-elsewhere.ts';
import { namesOf, schemeOf } from './operation-security.ts';
import { type KeyState, nearest, type RightKeys, readKey, together } from './sent-key.ts';

/** What is wrong with a credential: the last part of the id of the requirement that it violates. */
export type WrongState = Exclude<KeyState, 'right'>;

/** The credential of a request, compared with what its operation asks for. */
export interface ReadCredential {
  /** How the operation takes a key, for people. */
  documented: string;
  verdict:
    | { kind: 'none needed' }
    /** `alternatives`: the ways that are right, by the names of their schemes; `key`: one that came by them. */
    | { kind: 'right'; alternatives: readonly string[]; key: string | undefined }
    | { kind: 'wrong'; violates: WrongState; received: string };
  /** Where the key is besides, or instead. */
  elsewhere: KeyElsewhere | undefined;
}

/** One of the ways in which an operation can be called: every carrier is needed. */
interface Alternative {
  names: string;
  carriers: readonly Carrier[];
}

const received: Readonly<Record<WrongState, string>> = {
  none: 'no credential',
  empty: 'an empty credential',
  scheme: 'no single, well-formed credential of that scheme',
  unknown: 'a key that nobody has',
  altered: 'a key that differs a little',
};

/** Reads the credentials of requests to one operation. */
export class CredentialReader {
  /** True when everybody may call the operation. */
  readonly isOpen: boolean;
  readonly #keys: RightKeys;
  readonly #alternatives: readonly Alternative[];
  readonly #carriers: readonly Carrier[];
  readonly #documented: string;

  constructor(service: ServiceDescription, operation: Operation, keys: RightKeys) {
    this.isOpen = isOpen(operation);
    this.#keys = keys;
    // Where no credential is asked for, one may be sent all the same, as another operation asks for it.
    const all = this.isOpen ? Object.keys(service.securitySchemes).map((name) => ({ [name]: [] })) : operation.security;
    this.#alternatives = all.map((alternative) => ({
      names: namesOf(alternative),
      carriers: Object.keys(alternative).map((name) => carrierOf(service, name)),
    }));
    this.#carriers = this.#alternatives.flatMap(({ carriers }) => carriers);
    const alternatives = this.#alternatives.map(({ carriers }) => carriers.map(describeCarrier).join(' with '));
    this.#documented = `${alternatives.join(', or ')}.`;
  }

  read(request: RequestText): ReadCredential {
    const ways = this.#alternatives.map(({ names, carriers }) => ({
      names,
      ...together(carriers.map((carrier) => readKey(request, carrier, this.#keys))),
    }));
    const best = nearest(ways);
    const key = this.#keys.key ?? best?.key;
    const elsewhere = key === undefined ? undefined : keyElsewhere(request, key, this.#carriers);
    const right = ways.filter(({ state }) => state === 'right').map(({ names }) => names);
    return {
      documented: this.#documented,
      verdict: this.isOpen
        ? { kind: 'none needed' }
        : best?.state === 'right'
          ? { kind: 'right', alternatives: right, key: best.key }
          : this.#wrong(best?.state ?? 'none', elsewhere),
      elsewhere,
    };
  }

  /** A key in another place is one that is sent in another way. */
  #wrong(state: WrongState, elsewhere: KeyElsewhere | undefined): ReadCredential['verdict'] {
    const violates = state === 'none' && elsewhere !== undefined ? 'scheme' : state;
    return {
      kind: 'wrong',
      violates: violates === 'scheme' && !this.#carriers.some(schemeOf) ? 'none' : violates,
      received: elsewhere === undefined ? received[state] : `the key in ${elsewhere.place}`,
    };
  }
}

/** What a credential shows of the requirement that forbids one way of being wrong. */
export function judgeCredential({ documented, verdict }: ReadCredential, forbidden: WrongState): Judgement {
  if (verdict.kind === 'right') return 'kept';
  const isViolated = verdict.kind === 'wrong' && verdict.violates === forbidden;
  return isViolated ? { documented, received: verdict.received } : undefined;
}

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
