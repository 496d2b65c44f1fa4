import type { HttpRequest } from '../../http/exchange.ts';
import { headerIn, queryTexts } from '../../http/message-changes.ts';
import type { Carrier } from '../../openapi/credentials.ts';
import type { MessageContext } from '../message-context.ts';

/** What a request has that may be a credential. */
export interface CarriedCredential {
  isNone: boolean;
  /** The `Authorization` header. */
  header: string | undefined;
  otherHeader: string | undefined;
  queried: string[];
  /** What is carried in a way of the contract. */
  key: string | undefined;
  scheme: 'own' | 'other' | 'none';
  /** Whether the valid key is in the `Authorization` header somewhere, also in Base64. */
  holdsKey: boolean;
}

/** Reads it without judging it, as faults need it. `key`: the valid one. */
export function carriedBy(context: MessageContext, request: HttpRequest, key: string): CarriedCredential {
  const header = headerIn(request, 'Authorization');
  const otherHeader = headerIn(request, 'X-API-Key');
  const queried = ['api_key', 'access_token', 'key', 'token'].flatMap((name) => queryTexts(request, name));
  const [own] = context.carriers().flatMap((carrier) => textsOf(request, carrier));
  const encoded = (header ?? '').split(' ').map((word) => Buffer.from(word, 'base64').toString());
  return {
    isNone: header === undefined && otherHeader === undefined && queried.length === 0 && own === undefined,
    header,
    otherHeader,
    queried,
    key: own,
    scheme: own !== undefined ? 'own' : header === undefined ? 'none' : 'other',
    holdsKey: [header ?? '', ...encoded].some((text) => text.includes(key)),
  };
}

/** The texts that stand where a carrier has its key. */
function textsOf(request: HttpRequest, carrier: Carrier): string[] {
  switch (carrier.kind) {
    case 'header':
      return [headerIn(request, carrier.name) ?? []].flat();
    case 'query':
      return queryTexts(request, carrier.name);
    case 'cookie':
      return (headerIn(request, 'Cookie') ?? '')
        .split(/; */)
        .filter((pair) => pair.startsWith(`${carrier.name}=`))
        .map((pair) => pair.slice(carrier.name.length + 1));
    case 'bearer':
    case 'basic': {
      const [all, text = ''] =
        new RegExp(`^${carrier.kind}(?: +(.*))?$`, 'is').exec(headerIn(request, 'Authorization') ?? '') ?? [];
      if (all === undefined) return [];
      return [carrier.kind === 'basic' ? Buffer.from(text, 'base64').toString().replace(/:$/, '') : text];
    }
  }
}
