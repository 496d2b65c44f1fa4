import { type HttpRequest, type HttpResponse, headerOf } from '../../http/exchange.ts';
import { withHeader } from '../../http/message-changes.ts';
import { type FaultDraft, type FaultHarness, faultDraft, type Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import type { RequirementDraft, RequirementSubject } from '../requirement.ts';
import { type RateLimitHeader, rateLimitHeaderOf, rateLimitStateOf } from './rate-limit-headers.ts';

type LimitSubject = Extract<RequirementSubject, { kind: 'rateLimit' }>;

/** Limits that are not counted, not enforced, or not those that were announced. */
export function limitFaults(
  context: MessageContext,
  requirement: RequirementDraft,
  { aspect }: LimitSubject,
): FaultDraft[] {
  switch (aspect) {
    case 'counted':
      return [
        faultDraft('not counted', miscounted(context, requirement, 1)),
        faultDraft('counted twice', miscounted(context, requirement, -1)),
      ];
    case 'enforced':
      return [faultDraft('never refused', neverRefused(context, requirement))];
    case 'limit':
      return [
        faultDraft('refused with some left', refusedEarly(context, 5)),
        faultDraft('refused with many left', refusedEarly(context, 30)),
      ];
    case 'resets':
      return [
        faultDraft('never', neverReset(context)),
        faultDraft('ten seconds too early', resetEarly(context, 10_000)),
        faultDraft('as soon as it is reached', resetEarly(context, 130_000)),
        faultDraft('with some of them left only', halfReset(context)),
      ];
    default:
      return [];
  }
}

const isLimited = ({ headers, target }: HttpRequest, { limitedKey }: FaultHarness) =>
  target.includes(limitedKey) || headers.some(([, value]) => value.includes(limitedKey));

function withLimit(
  context: MessageContext,
  request: HttpRequest,
  response: HttpResponse,
  part: RateLimitHeader,
  change: (value: number) => number,
): HttpResponse {
  const name = context
    .documentedFor(request, response)
    ?.headers.find((header) => rateLimitHeaderOf(header.name) === part)?.name;
  const text = name === undefined ? undefined : headerOf(response, name);
  return name === undefined || text === undefined
    ? response
    : withHeader(response, name, String(Math.max(0, change(Number(text)))));
}

function stateOf(context: MessageContext, request: HttpRequest, response: HttpResponse) {
  const documented = context.documentedFor(request, response);
  return documented === undefined ? undefined : rateLimitStateOf(context.description.contract, documented, response);
}

/** With each request to an operation, one more is left than should be; or one less. */
function miscounted(context: MessageContext, requirement: RequirementDraft, by: number): Wrap {
  return (send, harness) => {
    const isTo = context.isTo(context.operation(requirement.operationId));
    const counts = new Map<boolean, number>();
    return async (request) => {
      const own = isLimited(request, harness);
      if (isTo(request)) counts.set(own, (counts.get(own) ?? 0) + by);
      const shift = counts.get(own) ?? 0;
      return withLimit(context, request, await send(request), 'remaining', (left) => left + shift);
    };
  };
}

/** A request beyond the limit is served with another key, and says that none is left. */
function neverRefused(context: MessageContext, requirement: RequirementDraft): Wrap {
  return (send, harness) => {
    const operation = context.operation(requirement.operationId);
    const isTo = context.isTo(operation);
    return async (request) => {
      const response = await send(request);
      if (response.status !== 429 || !isTo(request)) return response;
      return limitedAs(context, request, await send(context.withKey(request, operation, harness.key)), response);
    };
  };
}

/** A response with the rate-limit headers of another one. */
function limitedAs(
  context: MessageContext,
  request: HttpRequest,
  response: HttpResponse,
  other: HttpResponse,
): HttpResponse {
  const names =
    context
      .documentedFor(request, response)
      ?.headers.filter((header) => rateLimitHeaderOf(header.name) !== undefined) ?? [];
  return names.reduce((made, { name }) => withHeader(made, name, headerOf(other, name)), response);
}

function refusal(
  context: MessageContext,
  request: HttpRequest,
  response: HttpResponse,
  harness: FaultHarness,
): HttpResponse {
  const resetsAt = stateOf(context, request, response)?.resetsAt ?? harness.now() + 60_000;
  return withHeader(
    context.madeUp(request, 429, response),
    'Retry-After',
    String(Math.max(1, Math.ceil((resetsAt - harness.now()) / 1000))),
  );
}

function refusedEarly(context: MessageContext, left: number): Wrap {
  return (send, harness) => async (request) => {
    const response = await send(request);
    const remaining = stateOf(context, request, response)?.remaining;
    return isLimited(request, harness) && response.status < 300 && remaining !== undefined && remaining < left
      ? refusal(context, request, response, harness)
      : response;
  };
}

/** What the limited key is served after its first refusal, changed. */
function onceRefused(
  change: (request: HttpRequest, response: HttpResponse, harness: FaultHarness) => HttpResponse,
): Wrap {
  return (send, harness) => {
    let isSpent = false;
    return async (request) => {
      const response = await send(request);
      if (!isLimited(request, harness)) return response;
      isSpent ||= response.status === 429;
      return isSpent && response.status !== 429 ? change(request, response, harness) : response;
    };
  };
}

/** Once a key has been refused, it is refused for ever; each time a minute more is announced. */
function neverReset(context: MessageContext): Wrap {
  return onceRefused((request, response, harness) =>
    withLimit(context, request, refusal(context, request, response, harness), 'remaining', () => 0),
  );
}

function resetEarly(context: MessageContext, milliseconds: number): Wrap {
  return (send, harness) => {
    const seen = { refusals: 0 };
    return async (request) => {
      const response = await send(request);
      if (response.status !== 429 || !isLimited(request, harness)) return response;
      seen.refusals += 1;
      const resetsAt = stateOf(context, request, response)?.resetsAt ?? 0;
      const isEarly =
        resetsAt - harness.now() < milliseconds && seen.refusals > context.description.operations.length + 1;
      return isEarly ? send(context.withKey(request, context.operationOf(request), harness.key)) : response;
    };
  };
}

/** After a refusal, the next window begins with requests that are spent already. */
function halfReset(context: MessageContext): Wrap {
  return onceRefused((request, response) => withLimit(context, request, response, 'remaining', (left) => left - 10));
}
