import { type HttpRequest, type HttpResponse, headerOf } from '../../http/exchange.ts';
import { withHeader } from '../../http/message-changes.ts';
import { headerViolations } from '../../openapi/parameters/response-header.ts';
import { type FaultDraft, type FaultHarness, faultDraft, type Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import { rateLimitHeaderOf, rateLimitStateOf, resetFormOf } from '../rate-limit/rate-limit-headers.ts';
import type { RequirementDraft, RequirementSubject } from '../requirement.ts';

type HeaderSubject = Extract<RequirementSubject, { kind: 'header' }>;

interface Seen {
  request: HttpRequest;
  response: HttpResponse;
  harness: FaultHarness;
  /** How many such responses there have been before, and what the first of them said. */
  before: number;
  first: string | undefined;
}

/** Headers that are missing, that are no value of their schema, or that say what is not so. */
export function headerFaults(
  context: MessageContext,
  requirement: RequirementDraft,
  { status, name, aspect }: HeaderSubject,
): FaultDraft[] {
  const isOf = context.isOf(requirement, status);
  const change = (what: string, valueOf: (text: string | undefined, seen: Seen) => string | undefined): FaultDraft => {
    const wrap: Wrap = (send, harness) => {
      let before = -1;
      let first: string | undefined;
      return async (request) => {
        const response = await send(request);
        if (!isOf(request, response)) return response;
        before += 1;
        const text = headerOf(response, name);
        if (before === 0) first = text;
        return withHeader(response, name, valueOf(text, { request, response, harness, before, first }));
      };
    };
    return faultDraft(what, wrap);
  };
  if (aspect === 'present')
    return [
      change('missing', () => undefined),
      change('missing in every other response', (text, { before }) => (before % 2 === 0 ? undefined : text)),
    ];
  if (aspect === 'schema')
    return wrongTexts(context, requirement, { status, name }).map((text) =>
      change(`is ${JSON.stringify(text)}`, () => text),
    );
  return untruths(context, requirement, status, name).map(({ what, valueOf }) => change(what, valueOf));
}

/** Texts that the schema of a header does not allow, one for each keyword that they break. */
function wrongTexts(
  context: MessageContext,
  requirement: RequirementDraft,
  { status, name }: { status: string; name: string },
): string[] {
  const header = context.responseOf(requirement, status)?.headers.find((one) => one.name === name);
  if (header === undefined) return [];
  const brokenBy = (text: string) => headerViolations(context.description, header, text)[0]?.keyword;
  const texts = ['many', '', '-1', '0', '1.5', '99999999999999999999', 'x'.repeat(5000)];
  const broken = texts.map((text) => ({ text, keyword: brokenBy(text) }));
  const first = broken
    .filter(
      ({ keyword }, index) => keyword !== undefined && broken.findIndex((other) => other.keyword === keyword) === index,
    )
    .map(({ text }) => text);
  const twice = brokenBy('60, 60') !== undefined && first.length > 0 ? ['60, 60'] : [];
  return [...first, ...twice];
}

interface Untruth {
  what: string;
  valueOf(text: string | undefined, seen: Seen): string | undefined;
}

const untruth = (what: string, valueOf: Untruth['valueOf']): Untruth => ({ what, valueOf });

function untruths(context: MessageContext, requirement: RequirementDraft, status: string, name: string): Untruth[] {
  const part = rateLimitHeaderOf(name);
  const header = context.responseOf(requirement, status)?.headers.find((one) => one.name === name);
  const stateOf = ({ request, response }: Seen) => {
    const documented = context.documentedFor(request, response);
    return documented === undefined ? undefined : rateLimitStateOf(context.description.contract, documented, response);
  };
  if (part === 'limit') {
    return [
      untruth('doubled', (text) => String(Number(text) * 2)),
      untruth('less than what is left', (_, seen) => String(Math.max(1, (stateOf(seen)?.remaining ?? 2) - 1))),
    ];
  }
  if (part === 'remaining') return remainingUntruths(status, (seen) => stateOf(seen)?.limit);
  if (part === 'reset' && header !== undefined) return resetUntruths(resetFormOf(context.description.contract, header));
  return otherUntruths(requirement, name.toLowerCase());
}

function remainingUntruths(status: string, limitOf: (seen: Seen) => number | undefined): Untruth[] {
  const constant = untruth('never goes down', (_, { first }) => first);
  if (status === '429') return [untruth('says that some are left', () => '3')];
  return [
    untruth('all of them, whatever was used', (text, seen) => String(limitOf(seen) ?? text)),
    ...(/^40[13]$/.test(status) ? [] : [constant]),
  ];
}

function resetUntruths(form: 'timestamp' | 'delta'): Untruth[] {
  return [
    untruth('in milliseconds', (text) => `${text}000`),
    form === 'timestamp'
      ? untruth('seconds from now', (text, { harness }) =>
          String(Math.max(0, Number(text) - Math.floor(harness.now() / 1000))),
        )
      : untruth('a timestamp', (text, { harness }) => String(Number(text) + Math.floor(harness.now() / 1000))),
    untruth('moves on with each response', (text, { before }) => String(Number(text) + 5 * (before + 1))),
  ];
}

function otherUntruths(requirement: RequirementDraft, name: string): Untruth[] {
  const day = 86_400;
  const offered = (request: HttpRequest, text: string | undefined) =>
    [...(text ?? '').split(/, */), request.method].join(', ');
  const successor = /successor-version/g;
  switch (name) {
    case 'retry-after':
      return [
        untruth('100 seconds too long', (text) => String(Number(text) + 100)),
        untruth('always one second', () => '1'),
        untruth('in milliseconds', (text) => `${text}000`),
      ];
    case 'allow':
      return [
        untruth('without the first method', (text) => (text ?? '').split(/, */).slice(1).join(', ')),
        untruth('without any that is offered', () => 'OPTIONS'),
        untruth('with the method that was refused', (text, { request }) => offered(request, text)),
      ];
    case 'www-authenticate':
      return [
        untruth('another scheme', (text) => (/^digest/i.test(text ?? '') ? 'Basic realm="x"' : 'Digest realm="x"')),
      ];
    case 'deprecation':
      return [
        untruth('a day later', (text) => `@${Number((text ?? '').slice(1)) + day}`),
        untruth('a day earlier', (text) => `@${Number((text ?? '').slice(1)) - day}`),
        untruth('in milliseconds', (text) => `${text}000`),
      ];
    case 'sunset':
      return [
        untruth('a day later', (text) => new Date(Date.parse(text ?? '') + day * 1000).toUTCString()),
        untruth('a day earlier', (text) => new Date(Date.parse(text ?? '') - day * 1000).toUTCString()),
        untruth('written in another way', (text) => new Date(Date.parse(text ?? '')).toISOString()),
      ];
    case 'link':
      return requirement.operationId === null
        ? []
        : [
            untruth('another relation', (text) => (text ?? '').replaceAll(successor, 'alternate')),
            untruth('another target', (text) => (text ?? '').replace('>', '-of-old>')),
            untruth('no relation', (text) => (text ?? '').replace(/;.*/, '')),
          ];
    default:
      return [];
  }
}
