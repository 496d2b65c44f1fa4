import { encode } from '../../http/percent-encoding.ts';
import type { Contract } from '../../openapi/contract.ts';
import {
  type Carrier,
  type Credential,
  carrierOf,
  carry,
  credentialFor,
  isOpen,
  noCredential,
} from '../../openapi/credentials.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { numberAt, viewSchema } from '../../openapi/schema-view.ts';
import { shorten } from '../../verify/server/relations.ts';
import { type Case, refusals, type Statuses } from '../cases.ts';
import { placeValue } from '../parameter/parameter-cases.ts';
import type { PlanningContext } from '../planning-context.ts';
import type { RequestParts } from '../request-parts.ts';
import type { RequirementDraft } from '../requirement.ts';

/** Cases for who may call an operation. */
export function securityCases(context: PlanningContext, operation: Operation): Case[] {
  const pointer = securityPointer(context.description.contract, operation);
  const requirement = (aspect: string, statement: string): RequirementDraft => ({
    id: `${operation.id}.security.${aspect}`,
    operationId: operation.id,
    pointer,
    statement,
    subject: { kind: 'security', aspect },
  });
  const add = (
    own: RequirementDraft,
    title: string,
    credential: Credential,
    expectation: Case['expectation'],
    change = (parts: RequestParts) => parts,
  ): Case => ({
    requirement: own,
    operation,
    title,
    expectation,
    build: async (at, isFresh) => change({ ...(await at.source.base(operation, 'all', isFresh)), credential }),
  });
  if (isOpen(operation))
    return [
      add(requirement('open', 'Everybody may call it, without a credential.'), 'no credential', noCredential, {
        kind: 'accepted',
      }),
    ];
  const refused = unauthorized(operation);
  if (refused === undefined) return [];
  const expectation = { kind: 'refused', with: refused } as const;
  const { key } = context.keys;
  const singles = operation.security.filter((alternative) => Object.keys(alternative).length === 1);
  const accepted = operation.security.map((alternative) => {
    const names = Object.keys(alternative).join(' and ');
    return add(
      requirement(`accepts.${names}`, `A valid credential for ${names} is accepted.`),
      names,
      credentialFor(context.description.service, alternative, key),
      { kind: 'accepted' },
    );
  });
  const carriers = singles.flatMap((alternative) =>
    Object.keys(alternative).map((name) => carrierOf(context.description.service, name)),
  );
  const wrong = carriers.flatMap((carrier) =>
    wrongCredentials(carrier, key)
      .filter(({ credential }) => !isOneOf(carriers, credential, key))
      .map(({ aspect, statement, title, credential }) =>
        add(requirement(aspect, statement), title, credential, expectation),
      ),
  );
  const order = requirement('order', 'Without a valid credential, nothing else about a request is told.');
  return [
    ...accepted,
    add(requirement('none', 'Without a credential it is refused.'), 'no credential', noCredential, expectation),
    ...wrong,
    ...variations(context, operation).map(({ title, change }) =>
      add(requirement('none', 'Without a credential it is refused.'), title, noCredential, expectation, change),
    ),
    ...partial(context, operation).map(({ title, credential }) =>
      add(requirement('none', 'Without a credential it is refused.'), title, credential, expectation),
    ),
    ...invalidRequests(operation).map(({ title, change }) => add(order, title, noCredential, expectation, change)),
  ];
}

/** True when the contract takes the key in this way after all. */
function isOneOf(carriers: readonly Carrier[], credential: Credential, key: string): boolean {
  const written = ({ headers, query }: Credential) =>
    JSON.stringify([headers.map(([name, value]) => [name.toLowerCase(), value]), query]);
  return carriers.some((carrier) => written(carry(carrier, key)) === written(credential));
}

/** 401, or 403 where only that is documented. */
export function unauthorized(operation: Operation): Statuses | undefined {
  const only = ['401', '403'].find((status) => Object.hasOwn(operation.responses, status));
  return refusals(operation, only === '401' ? [401] : only === '403' ? [403, 401] : [401, 403]);
}

/** Where the contract says who may call an operation: at the operation itself, else for all of them. */
export function securityPointer(contract: Contract, operation: Operation): string {
  const own = `${operation.pointer}/security`;
  const isOwn = contract.locate(own).line !== contract.locate(operation.pointer).line;
  return isOwn ? own : '/security';
}

interface WrongCredential {
  aspect: string;
  statement: string;
  title: string;
  credential: Credential;
}

function wrongCredentials(carrier: Carrier, key: string): WrongCredential[] {
  const unknown = { aspect: 'unknown', statement: 'A key that nobody has is refused.' };
  const altered = {
    aspect: 'altered',
    statement: 'A key that differs in a letter, added, dropped or changed, is refused.',
  };
  const carried = [
    { ...unknown, title: 'an unknown key', key: key.replaceAll(/[a-z0-9]/gi, (letter) => another(letter)) },
    ...['unknown', 'null', 'undefined', 'true', '0', '*', 'x'.repeat(4000)].map((text) => ({
      ...unknown,
      title: shorten(text),
      key: text,
    })),
    ...alterations(key).map(({ title, text }) => ({ ...altered, title, key: text })),
  ].map(({ aspect, statement, title, key: own }) => ({ aspect, statement, title, credential: carry(carrier, own) }));
  const empty = { aspect: 'empty', statement: 'An empty or blank credential is refused.' };
  if (carrier.kind !== 'bearer' && carrier.kind !== 'basic')
    return [...carried, { ...empty, title: 'an empty key', credential: carry(carrier, '') }];
  const header = (value: string): Credential => ({ headers: [['Authorization', value]], query: [] });
  const scheme = { aspect: 'scheme', statement: 'The key is taken with its own scheme alone.' };
  const own = carrier.kind === 'bearer' ? 'Bearer' : 'Basic';
  const other =
    carrier.kind === 'bearer'
      ? [
          `Basic ${key}`,
          `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
          `Basic ${Buffer.from(`:${key}`).toString('base64')}`,
        ]
      : [`Bearer ${key}`];
  return [
    ...carried,
    ...['', own, `${own} `, `${own}    `].map((value) => ({
      ...empty,
      title: `Authorization: ${JSON.stringify(value)}`,
      credential: header(value),
    })),
    ...[...other, `Token ${key}`, `ApiKey ${key}`, `Digest ${key}`, key, `${own}${key}`, `${own}: ${key}`].map(
      (value) => ({ ...scheme, title: `Authorization: ${value.replaceAll(key, '…')}`, credential: header(value) }),
    ),
    ...['api_key', 'token', 'context', 'Authorization'].map((name) => ({
      ...scheme,
      title: `Cookie: ${name}`,
      credential: { headers: [['Cookie', `${name}=${key}`] as const], query: [] },
    })),
    { ...scheme, title: 'X-API-Key', credential: { headers: [['X-API-Key', key]], query: [] } },
    ...['api_key', 'access_token', 'key', 'token'].map((name) => ({
      ...scheme,
      title: `?${name}=`,
      credential: { headers: [], query: [[name, encode(key)] as const] },
    })),
  ];
}

/** The same key with one letter changed, dropped or added, at its ends and within, and in another case. */
function alterations(key: string): { title: string; text: string }[] {
  const middle = Math.floor(key.length / 2);
  const change = (index: number) => key.slice(0, index) + another(key[index] ?? 'a') + key.slice(index + 1);
  const swapped = key.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
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
    ['and another word', `${key} ${key}`],
    ['with a comma', `${key},`],
  ] as const;
  return all.filter(([, text]) => text !== key).map(([title, text]) => ({ title, text }));
}

function another(letter: string): string {
  if (/\d/.test(letter)) return String((Number(letter) + 1) % 10);
  // Within a-f: a key may be hexadecimal, and be refused for its form alone.
  if (/[a-f]/.test(letter)) return letter === 'a' ? 'b' : 'a';
  return letter === 'x' ? 'y' : 'x';
}

/** Other requests that the contract allows: whoever passes for one of them may not for another. */
function variations(
  context: PlanningContext,
  { parameters }: Operation,
): { title: string; change(parts: RequestParts): RequestParts }[] {
  const query = parameters.filter(
    (parameter) => parameter.in === 'query' && parameter.mediaType === null && !parameter.required,
  );
  const one = query.flatMap((parameter) =>
    [
      numberAt(viewSchema(context.description.contract, `${parameter.pointer}/schema`), 'minimum') ?? [],
      context.source.parameterValue(parameter),
    ]
      .flat()
      .map((value) => [[parameter, value] as const]),
  );
  const all = query.map((parameter) => [parameter, context.source.parameterValue(parameter)] as const);
  return [...one, ...(query.length > 1 ? [all] : [])].map((given) => ({
    title: `no credential, with ${given.map(([{ name }]) => name).join(' and ')}`,
    change: (parts) => given.reduce((built, [parameter, value]) => placeValue(built, parameter, value), parts),
  }));
}

/** Of schemes that are needed together, each left out once, unless the others are enough by another alternative. */
function partial(
  { description: { service }, keys }: PlanningContext,
  operation: Operation,
): { title: string; credential: Credential }[] {
  return operation.security
    .filter((alternative) => Object.keys(alternative).length > 1)
    .flatMap((alternative) =>
      Object.keys(alternative).flatMap((left) => {
        const others = Object.fromEntries(Object.entries(alternative).filter(([name]) => name !== left));
        const isEnough = operation.security.some((other) =>
          Object.keys(other).every((name) => Object.hasOwn(others, name)),
        );
        return isEnough ? [] : [{ title: `without ${left}`, credential: credentialFor(service, others, keys.key) }];
      }),
    );
}

/** Requests that would be refused for another reason as well. */
function invalidRequests(operation: Operation): { title: string; change(parts: RequestParts): RequestParts }[] {
  const [query] = operation.parameters.filter(
    (parameter) =>
      parameter.in === 'query' && ['integer', 'number', 'boolean'].some((type) => parameter.types.includes(type)),
  );
  const [path] = operation.parameters.filter((parameter) => parameter.in === 'path');
  return [
    ...(operation.requestBody === null
      ? []
      : [
          {
            title: 'no credential and a bad body',
            change: (parts: RequestParts) => ({
              ...parts,
              body: { mediaType: parts.body?.mediaType ?? null, bytes: Buffer.from('{') },
            }),
          },
        ]),
    ...(operation.requestBody === null
      ? []
      : [
          {
            title: 'no credential and a body of another media type',
            change: (parts: RequestParts) => ({ ...parts, body: { mediaType: 'text/plain', bytes: Buffer.from('x') } }),
          },
        ]),
    ...(query === undefined
      ? []
      : [
          {
            title: 'no credential and a bad query',
            change: (parts: RequestParts) => ({
              ...parts,
              query: [...parts.query, [encode(query.name), 'text'] as const],
            }),
          },
        ]),
    ...(path === undefined
      ? []
      : ['987654321987', 'none-of-these'].map((value) => ({
          title: `no credential and ${path.name} ${value}`,
          change: (parts: RequestParts) => ({ ...parts, path: { ...parts.path, [path.name]: value } }),
        }))),
  ];
}
