import { type Exact, type ExactObject, isExactObject, within } from '../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { withPart } from '../../http/message-changes.ts';
import type { Contract } from '../../openapi/contract.ts';
import { type Credential, isOpen } from '../../openapi/credentials.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { remembered } from '../../openapi/remembered.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import type { MessageContext } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { accountSource, credentialsPlace } from './logins.ts';
import type { CallOperation } from './request-material.ts';
import { encodeBody, type RequestParts, sentBody } from './request-parts.ts';

/** A login, and what makes known who logs in. */
export interface Account {
  login: Operation;
  signUp: Operation;
  names: readonly string[];
}

/** What is sent of somebody besides a name and a password, as `{ role: 'member' }`. */
export type Traits = Readonly<Record<string, Exact>>;

/** The accounts that anybody may make. */
export function accountsOf({
  description,
  resources,
}: Pick<MessageContext, 'description' | 'resources'>): readonly Account[] {
  return findAccounts(description, resources);
}

const findAccounts = remembered((description: Description, resources: readonly Resource[]): Account[] =>
  description.operations.flatMap((login) => {
    const { operation: signUp, names = [] } = accountSource(description, resources, login) ?? {};
    return signUp === undefined || !isOpen(login) || !isOpen(signUp) ? [] : [{ login, signUp, names }];
  }),
);

/** The token of a login of somebody who was made known for it, or of making somebody known. */
export async function beginSession(context: PlanningContext, call: CallOperation): Promise<string | undefined> {
  for (const operation of new Set(accountsOf(context).flatMap(({ login, signUp }) => [login, signUp]))) {
    const token = tokenOf(await call(await context.source.base(operation)));
    if (token !== undefined) return token;
  }
  return undefined;
}

/** A new account, and a session of it. */
export interface Begun {
  token: string | undefined;
  /** What was sent to make it. */
  sent: ExactObject;
  /** What the answer to that has. */
  shown: Exact | undefined;
}

/** The token of a new account with these traits. */
export async function beginAs(
  { source, description: { contract } }: PlanningContext,
  call: CallOperation,
  { login, signUp, names }: Account,
  traits: Traits,
): Promise<Begun> {
  const placeIn = (operation: Operation) => credentialsPlace(contract, operation)?.segments ?? [];
  const base = await source.base(signUp, Object.keys(traits).length === 0 ? 'required' : 'all');
  const parts = withProperties(base, placeIn(signUp), traits);
  const answer = await call(parts);
  const shown = answer.body;
  const held = within(sentBody(parts), placeIn(signUp));
  const sent = isExactObject(held) ? held : {};
  if (tokenOf(answer) !== undefined || !isSuccess(answer.response)) return { token: tokenOf(answer), sent, shown };
  const own = Object.entries(sent).filter(([name]) => names.includes(name));
  const entry = withProperties(await source.base(login), placeIn(login), Object.fromEntries(own));
  return { token: tokenOf(await call(entry)), sent, shown };
}

function withProperties(parts: RequestParts, place: readonly string[], properties: Traits): RequestParts {
  const sent = sentBody(parts);
  if (sent === undefined) return parts;
  const body = Object.entries(properties).reduce(
    (made, [name, value]) => withPart(made, [...place, name], value),
    sent,
  );
  return { ...parts, body: encodeBody(parts.body?.mediaType ?? '', body) };
}

/** What a token is called. */
export const tokenName = /^(?:(?:access|auth|session|bearer|id|jwt|api)[-_]?)?(?:token|key)$|^jwt$/i;

/** What a request may carry as a bearer token (RFC 6750 section 2.1). */
const bearable = /^[\w\-.~+/]+=*$/;

/** The token that a success gives. */
export function tokenOf({ response, body }: Answer): string | undefined {
  return isSuccess(response) ? tokenIn(body) : undefined;
}

/** The token in the body of an answer, where a request can carry it. */
export function tokenIn(body: Exact | undefined): string | undefined {
  const token = textIn(body, tokenName);
  return token !== undefined && bearable.test(token) ? token : undefined;
}

/** True for an operation whose answer has a token, by its schema. */
export function givesToken(contract: Contract, operation: Operation): boolean {
  return answersWith(contract, operation, tokenName);
}

/** Deeper in an answer, nothing is looked for. */
const deepest = 3;

/** The first text with such a name in an answer, the nearest to its root. */
export function textIn(value: Exact | undefined, name: RegExp): string | undefined {
  const place = placeOfText(value, name);
  return place === undefined ? undefined : String(within(value, place));
}

/** The names that lead to that text. */
export function placeOfText(value: Exact | undefined, name: RegExp, depth = 0): string[] | undefined {
  if (value === undefined || !isExactObject(value) || depth > deepest) return undefined;
  const entries = Object.entries(value);
  const own = entries.find(([key, text]) => name.test(key) && typeof text === 'string' && text !== '');
  if (own !== undefined) return [own[0]];
  for (const [key, inner] of entries) {
    const place = placeOfText(inner, name, depth + 1);
    if (place !== undefined) return [key, ...place];
  }
  return undefined;
}

/** True where the schema of an answer has what textIn finds in it. */
export function answersWith(contract: Contract, operation: Operation, name: RegExp): boolean {
  const isIn = (pointer: string, depth: number): boolean =>
    depth <= deepest &&
    [...viewSchema(contract, pointer).properties].some(([key, at]) => name.test(key) || isIn(at, depth + 1));
  const schema = successSchema(contract, operation);
  return schema !== undefined && isIn(schema, 0);
}

/** The keys of the run that a request carries. */
export function keysIn(context: PlanningContext, { operation, credential }: RequestParts): string[] {
  const schemes = operation.security.flatMap((way) => Object.keys(way));
  const keys = new Set(schemes.map((scheme) => context.keyOf(scheme)).filter((key) => key !== ''));
  const sent = [...credential.headers, ...credential.query].map(([, value]) => value);
  return [...keys].filter((key) => sent.some((value) => value.includes(key)));
}

/** The same request with a token in place of the keys. */
export function withToken(parts: RequestParts, keys: readonly string[], token: string): RequestParts {
  const other = (pairs: Credential['headers']) =>
    pairs.map(([name, value]) => [name, keys.reduce((text, key) => text.replace(key, () => token), value)] as const);
  return { ...parts, credential: { headers: other(parts.credential.headers), query: other(parts.credential.query) } };
}
