import { encode } from '../../http/percent-encoding.ts';
import { type Carrier, type Credential, carrierOf, carry, noCredential } from '../../openapi/credentials.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { PlannedCase } from '../kind.ts';
import { isGivenFor, type PlanningContext } from '../planning-context.ts';
import type { RequestParts } from '../request/request-parts.ts';
import { type SecuritySubject, schemeOf, singleSchemes, unauthorized } from './operation-security.ts';

/** A credential that is not the one that an operation asks for, and what is wrong with it. */
export interface WrongCredential {
  title: string;
  credential: Credential;
}

export type SecurityCase = Omit<PlannedCase<string>, 'subject'> & { subject: SecuritySubject };

/**
 * For each way to carry a key to an operation,
 * a case for each wrong credential that the operation does not take after all.
 */
export function wrongCases(
  context: PlanningContext,
  operation: Operation,
  wrongWith: (carrier: Carrier, key: string) => readonly WrongCredential[],
): SecurityCase[] {
  const right = singleSchemes(operation)
    .filter((scheme) => isGivenFor(context.keys, scheme))
    .map((scheme) => ({
      carrier: carrierOf(context.description.service, scheme),
      key: context.keyOf(scheme),
    }));
  return right
    .flatMap(({ carrier, key }) => wrongWith(carrier, key))
    .filter(({ credential }) => !right.some(({ carrier, key }) => written(carry(carrier, key)) === written(credential)))
    .flatMap(({ title, credential }) => refusedCase(context, operation, title, { credential }));
}

/**
 * A request without a credential, or with a wrong one, that must be refused; none where the contract documents no
 * refusal. Statuses of `others` show nothing wrong either.
 */
export function refusedCase(
  { description }: PlanningContext,
  operation: Operation,
  title: string,
  {
    credential = noCredential,
    change = (parts) => parts,
    others = [],
  }: { credential?: Credential; change?: Change; others?: readonly number[] } = {},
): SecurityCase[] {
  const usual = unauthorized(description, operation);
  const refused = usual && { ...usual, has: (status: number) => others.includes(status) || usual.has(status) };
  if (refused === undefined) return [];
  return [
    {
      subject: { operationId: operation.id },
      title,
      expectation: { kind: 'refused', with: refused },
      build: async (at, isFresh) => change({ ...(await at.source.base(operation, 'all', isFresh)), credential }),
    },
  ];
}

export type Change = (parts: RequestParts) => RequestParts;

/** The name of a header has no case. */
function written({ headers, query }: Credential): string {
  return JSON.stringify([headers.map(([name, value]) => [name.toLowerCase(), value]), query]);
}

/**
 * A key of the same form in which every letter is another, and words that careless servers take: one in JavaScript that
 * looks keys up in an object finds `constructor`.
 */
export function unknownKeys(carrier: Carrier, key: string): WrongCredential[] {
  const words = ['unknown', 'null', 'undefined', 'true', '0', '*', 'constructor'].map((word) => [word, word] as const);
  const all = [
    ['an unknown key', key.replaceAll(/[a-z0-9]/gi, (letter) => another(letter))] as const,
    ...words,
    ['4000 letters', 'x'.repeat(4000)] as const,
  ];
  return all.map(([title, text]) => ({ title, credential: carry(carrier, text) }));
}

/** The same key with one letter changed, dropped or added, at its ends and within, and in another case. */
export function alteredKeys(carrier: Carrier, given: string): WrongCredential[] {
  // Where a user has no password, his name alone is the key, and any password may be ignored.
  const key = carrier.kind === 'basic' ? given.replace(/:$/, '') : given;
  const middle = Math.floor(key.length / 2);
  const change = (index: number) => key.slice(0, index) + another(key[index] ?? 'a') + key.slice(index + 1);
  const swapped = key.replaceAll(/[a-z]/gi, swapCase);
  const last = key.search(/[a-z][^a-z]*$/i);
  const all = [
    ['first letter changed', change(0)],
    ['middle letter changed', change(middle)],
    ['last letter changed', change(key.length - 1)],
    ['first letter dropped', key.slice(1)],
    ['middle letter dropped', key.slice(0, middle) + key.slice(middle + 1)],
    ['last letter dropped', key.slice(0, -1)],
    ['a letter added', `${key}x`],
    ['a letter before it', `x${key}`],
    ['the first half', key.slice(0, middle)],
    ['twice', key + key],
    ['in another case', swapped],
    ['with one letter in another case', key.slice(0, last) + swapped.slice(last)],
    ['in upper case but for its beginning', key.slice(0, middle) + key.slice(middle).toUpperCase()],
    ['with a comma', `${key},`],
  ] as const;
  return all.filter(([, text]) => text !== key).map(([title, text]) => ({ title, credential: carry(carrier, text) }));
}

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

function another(letter: string): string {
  if (/\d/.test(letter)) return String((Number(letter) + 1) % 10);
  // Within a-f: a key may be hexadecimal, and be refused for its form alone.
  if (/[a-f]/.test(letter)) return letter === 'a' ? 'b' : 'a';
  return letter === 'x' ? 'y' : 'x';
}

/** No key at all where one is expected, and blanks. */
export function emptyCredentials(carrier: Carrier): WrongCredential[] {
  const scheme = schemeOf(carrier);
  if (scheme === undefined) return [{ title: 'an empty key', credential: carry(carrier, '') }];
  return ['', scheme, `${scheme} `, `${scheme}    `].map((value) => ({
    title: `Authorization: ${JSON.stringify(value)}`,
    credential: inHeader('Authorization', value),
  }));
}

/** The valid key with another scheme, with none, and in other places. */
export function otherSchemes(carrier: Carrier, key: string): WrongCredential[] {
  const own = schemeOf(carrier);
  if (own === undefined) return [];
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const other =
    own === 'Bearer' ? [key, base64(`${key}:`), base64(`:${key}`)].map((one) => `Basic ${one}`) : [`Bearer ${key}`];
  const values = [...other, `Token ${key}`, `ApiKey ${key}`, `Digest ${key}`, key, `${own}${key}`, `${own}: ${key}`];
  return [
    ...values.map((value) => ({
      title: `Authorization: ${value.replaceAll(key, '…')}`,
      credential: inHeader('Authorization', value),
    })),
    ...['api_key', 'token', 'context', 'Authorization'].map((name) => ({
      title: `Cookie: ${name}`,
      credential: inHeader('Cookie', `${name}=${key}`),
    })),
    { title: 'X-API-Key', credential: inHeader('X-API-Key', key) },
    ...['api_key', 'access_token', 'key', 'token'].map((name) => ({
      title: `?${name}=`,
      credential: { headers: [], query: [[name, encode(key)] as const] },
    })),
  ];
}

function inHeader(name: string, value: string): Credential {
  return { headers: [[name, value]], query: [] };
}
