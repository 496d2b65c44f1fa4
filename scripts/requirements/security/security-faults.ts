import type { HttpRequest } from '../../http/exchange.ts';
import { headerIn, jsonIn, queryTexts, splitTarget } from '../../http/message-changes.ts';
import { decode } from '../../http/percent-encoding.ts';
import { templateOf } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { textsFor, valueFor } from '../../openapi/parameters/request-parameters.ts';
import { answering, type FaultDraft, type FaultHarness, faultDraft, type Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import type { RequirementDraft, RequirementSubject } from '../requirement.ts';

type SecuritySubject = Extract<RequirementSubject, { kind: 'security' }>;

/** Credentials that are taken where they must not be, or refused where they must be taken. */
export function securityFaults(
  context: MessageContext,
  requirement: RequirementDraft,
  { aspect }: SecuritySubject,
): FaultDraft[] {
  const operation = context.operation(requirement.operationId);
  if (operation === undefined)
    return aspect === 'order' ? [faultDraft('told without a credential', unmatchedOrder(context, requirement))] : [];
  const refuse = (isAbout: (request: HttpRequest, harness: FaultHarness) => boolean): Wrap =>
    answering(isAbout, (request, send) => send(context.withoutKey(request)));
  const isTo = context.isTo(operation);
  const takes = (what: string, isAbout: (carried: Carried, key: string) => boolean): FaultDraft =>
    faultDraft(
      `takes ${what}`,
      answering(
        (request, harness) => isTo(request) && isAbout(carriedBy(context, request, harness.key), harness.key),
        (request, send, harness) => send(context.withKey(request, operation, harness.key)),
      ),
    );
  if (aspect === 'open' || aspect.startsWith('accepts')) {
    const isValid = (request: HttpRequest, harness: FaultHarness) =>
      isTo(request) && carriedBy(context, request, harness.key).key === harness.key;
    return [
      faultDraft('refuses every one', refuse(aspect === 'open' ? isTo : isValid)),
      faultDraft('refuses some', someOf(9, aspect === 'open' ? isTo : isValid, refuse)),
    ];
  }
  switch (aspect) {
    case 'none':
      return [takes('no credential', ({ isNone }) => isNone)];
    case 'unknown':
      return [
        takes(
          'a key that nobody has',
          ({ key }, own) => key !== undefined && key.length === own.length && sharedLetters(key, own) < own.length / 2,
        ),
        takes(
          'any word',
          ({ key }, own) => key !== undefined && key !== '' && key.length < own.length / 2 && !own.includes(key),
        ),
      ];
    case 'altered':
      return [
        takes('a key with more after it', ({ key }, own) => key !== undefined && key !== own && key.startsWith(own)),
        takes('a key with more before it', ({ key }, own) => key !== undefined && key !== own && key.endsWith(own)),
        takes(
          'the beginning of a key',
          ({ key }, own) => key !== undefined && key !== '' && key !== own && own.startsWith(key),
        ),
        takes(
          'the end of a key',
          ({ key }, own) => key !== undefined && key !== '' && key !== own && own.endsWith(key),
        ),
        takes(
          'a key in another case',
          ({ key }, own) => key !== undefined && key !== own && key.toLowerCase() === own.toLowerCase(),
        ),
        takes(
          'a key with another letter',
          ({ key }, own) =>
            key !== undefined && key.length === own.length && sharedLetters(key, own) === own.length - 1,
        ),
        takes(
          'a key whose first half is right',
          ({ key }, own) => key !== undefined && key !== own && key.startsWith(own.slice(0, own.length / 2)),
        ),
      ];
    case 'empty':
      return [
        takes(
          'an empty or blank credential',
          ({ key, isNone, scheme }) => !isNone && (key ?? '').trim() === '' && scheme === 'own',
        ),
        takes('an empty header', ({ header }) => header === ''),
      ];
    case 'scheme':
      return [
        takes('the key with another scheme', ({ scheme, holdsKey }) => scheme === 'other' && holdsKey),
        takes('the key without a scheme', ({ header }, own) => header === own),
        takes('the key in another header', ({ otherHeader }, own) => otherHeader === own),
        takes('the key in the query', ({ queried }, own) => queried.includes(own)),
      ];
    case 'order':
      return [faultDraft('tells of the request without a credential', orderFault(context, operation))];
    default:
      return [];
  }
}

/** What a request has that may be a credential. */
interface Carried {
  isNone: boolean;
  /** The `Authorization` header. */
  header: string | undefined;
  otherHeader: string | undefined;
  queried: string[];
  /** What is carried in the way of the contract. */
  key: string | undefined;
  scheme: 'own' | 'other' | 'none';
  /** Whether the valid key is in it somewhere, also in Base64. */
  holdsKey: boolean;
}

function carriedBy(context: MessageContext, request: HttpRequest, key: string): Carried {
  const header = headerIn(request, 'Authorization');
  const otherHeader = headerIn(request, 'X-API-Key');
  const queried = ['api_key', 'access_token', 'key', 'token'].flatMap((name) => queryTexts(request, name));
  const found = context.carriers().flatMap((carrier): { scheme: Carried['scheme']; key: string }[] => {
    if (carrier.kind === 'header')
      return [headerIn(request, carrier.name) ?? []].flat().map((text) => ({ scheme: 'own', key: text }));
    if (carrier.kind === 'query')
      return queryTexts(request, carrier.name).map((text) => ({ scheme: 'own', key: text }));
    if (carrier.kind === 'cookie')
      return (headerIn(request, 'Cookie') ?? '')
        .split(/; */)
        .filter((pair) => pair.startsWith(`${carrier.name}=`))
        .map((pair) => ({ scheme: 'own', key: pair.slice(carrier.name.length + 1) }));
    const [, own] = new RegExp(`^${carrier.kind}(?: +(.*))?$`, 'is').exec(header ?? '-') ?? [];
    const isOwn = header !== undefined && new RegExp(`^${carrier.kind}( |$)`, 'i').test(header);
    return isOwn
      ? [
          {
            scheme: 'own',
            key:
              carrier.kind === 'basic'
                ? Buffer.from(own ?? '', 'base64')
                    .toString()
                    .replace(/:$/, '')
                : (own ?? ''),
          },
        ]
      : [];
  });
  const [own] = found;
  const encoded = (header ?? '').split(' ').map((word) => Buffer.from(word, 'base64').toString());
  const isNone = header === undefined && otherHeader === undefined && queried.length === 0 && own === undefined;
  return {
    isNone,
    header,
    otherHeader,
    queried,
    key: own?.key,
    scheme: own?.scheme ?? (header === undefined ? 'none' : 'other'),
    holdsKey: [header ?? '', ...encoded].some((text) => text.includes(key)),
  };
}

function sharedLetters(one: string, other: string): number {
  return [...one].filter((letter, index) => letter === other[index]).length;
}

/** Every so many of the requests that are asked for. */
function someOf(
  count: number,
  isAbout: (request: HttpRequest, harness: FaultHarness) => boolean,
  wrap: (isAbout: (request: HttpRequest, harness: FaultHarness) => boolean) => Wrap,
): Wrap {
  return (send, harness) => {
    let seen = 0;
    return wrap((request) => {
      if (!isAbout(request, harness)) return false;
      seen += 1;
      return seen % count === 0;
    })(send, harness);
  };
}

/** Without a credential, whatever else is wrong with a request is told first. */
function orderFault(context: MessageContext, operation: Operation): Wrap {
  const schema = context.requestSchemaOf(operation);
  const isWrong = (request: HttpRequest): boolean => {
    const body = jsonIn(request.body);
    const isBadBody =
      schema !== undefined &&
      (headerIn(request, 'Content-Type') !== context.mediaTypeOf(operation.requestBody?.mediaTypes ?? []) ||
        body === undefined);
    const isBadParameter = operation.parameters.some((parameter) => {
      const texts = textsFor(request, operation, parameter);
      return (
        parameter.in === 'path' ||
        (texts.length > 0 && context.parameterViolations(parameter, valueFor(parameter, texts)).length > 0)
      );
    });
    return isBadBody || (operation.requestBody === null && isBadParameter);
  };
  return answering(
    (request, harness) =>
      context.isTo(operation)(request) && carriedBy(context, request, harness.key).isNone && isWrong(request),
    async (request, send, harness) => {
      const told = await send(context.withKey(request, operation, harness.key));
      return told.status < 300 ? send(request) : told;
    },
  );
}

function unmatchedOrder(context: MessageContext, { id }: RequirementDraft): Wrap {
  const path = id.replace(/^paths\./, '').replace(/\.order$/, '');
  const templates = new Set(context.description.operations.map((operation) => operation.path));
  const isAbout = (request: HttpRequest, harness: FaultHarness) => {
    const template = templateOf(context.description, decode(splitTarget(request.target).path));
    const isHere = templates.has(path)
      ? template === path && context.operationOf(request) === undefined
      : template === undefined;
    return isHere && carriedBy(context, request, harness.key).isNone;
  };
  return answering(isAbout, (request, send, harness) => send(context.withKey(request, undefined, harness.key)));
}
