import { headerOf, type HttpRequest, type HttpResponse } from '../../verify/exchange.ts';
import type { FactDraft, FactSubject } from '../../verify/facts.ts';
import { rateLimitHeaderOf, type RateLimitHeader, rateLimitStateOf } from '../../verify/rate-limit-headers.ts';
import { type Departing, departing, type Wrap, type WrapWorld } from './fault.ts';
import { withHeader } from '../../verify/message-changes.ts';
import type { Wire } from './wire.ts';

type LimitSubject = Extract<FactSubject, { kind: 'rateLimit' }>;

/** Limits that are not counted, not enforced, or not those that were announced. */
export function limitFaults(wire: Wire, fact: FactDraft, { aspect }: LimitSubject): Departing[] {
  switch (aspect) {
    case 'counted':
      return [departing('not counted', miscounted(wire, fact, 1)), departing('counted twice', miscounted(wire, fact, -1))];
    case 'enforced':
      return [departing('never refused', neverRefused(wire, fact))];
    case 'limit':
      return [departing('refused with some left', refusedEarly(wire, 5)), departing('refused with many left', refusedEarly(wire, 30))];
    case 'resets':
      return [
        departing('never', neverReset(wire)),
        departing('ten seconds too early', resetEarly(wire, 10_000)),
        departing('as soon as it is reached', resetEarly(wire, 130_000)),
        departing('with some of them left only', halfReset(wire)),
      ];
    default:
      return [];
  }
}

const isLimited = ({ headers, target }: HttpRequest, { limitedKey }: WrapWorld) => target.includes(limitedKey) || headers.some(([, value]) => value.includes(limitedKey));

function withLimit(wire: Wire, request: HttpRequest, response: HttpResponse, part: RateLimitHeader, change: (value: number) => number): HttpResponse {
  const name = wire.documentedFor(request, response)?.headers.find((header) => rateLimitHeaderOf(header.name) === part)?.name;
  const text = name === undefined ? undefined : headerOf(response, name);
  return name === undefined || text === undefined ? response : withHeader(response, name, String(Math.max(0, change(Number(text)))));
}

function stateOf(wire: Wire, request: HttpRequest, response: HttpResponse) {
  const documented = wire.documentedFor(request, response);
  return documented === undefined ? undefined : rateLimitStateOf(wire.description.contract, documented, response);
}

/** With each request to an operation, one more is left than should be; or one less. */
function miscounted(wire: Wire, fact: FactDraft, by: number): Wrap {
  return (send, world) => {
    const isTo = wire.isTo(wire.operation(fact.operationId));
    const counts = new Map<boolean, number>();
    return async (request) => {
      const own = isLimited(request, world);
      if (isTo(request)) counts.set(own, (counts.get(own) ?? 0) + by);
      const shift = counts.get(own) ?? 0;
      return withLimit(wire, request, await send(request), 'remaining', (left) => left + shift);
    };
  };
}

/** A request beyond the limit is served with another key, and says that none is left. */
function neverRefused(wire: Wire, fact: FactDraft): Wrap {
  return (send, world) => {
    const operation = wire.operation(fact.operationId);
    const isTo = wire.isTo(operation);
    return async (request) => {
      const response = await send(request);
      if (response.status !== 429 || !isTo(request)) return response;
      return limitedAs(wire, request, await send(wire.withKey(request, operation, world.key)), response);
    };
  };
}

/** A response with the rate-limit headers of another one. */
function limitedAs(wire: Wire, request: HttpRequest, response: HttpResponse, other: HttpResponse): HttpResponse {
  const names = wire.documentedFor(request, response)?.headers.filter((header) => rateLimitHeaderOf(header.name) !== undefined) ?? [];
  return names.reduce((made, { name }) => withHeader(made, name, headerOf(other, name)), response);
}

function refusal(wire: Wire, request: HttpRequest, response: HttpResponse, world: WrapWorld): HttpResponse {
  const resetsAt = stateOf(wire, request, response)?.resetsAt ?? world.now() + 60_000;
  return withHeader(wire.madeUp(request, 429, response), 'Retry-After', String(Math.max(1, Math.ceil((resetsAt - world.now()) / 1000))));
}

function refusedEarly(wire: Wire, left: number): Wrap {
  return (send, world) => async (request) => {
    const response = await send(request);
    const remaining = stateOf(wire, request, response)?.remaining;
    return isLimited(request, world) && response.status < 300 && remaining !== undefined && remaining < left ? refusal(wire, request, response, world) : response;
  };
}

/** What the limited key is served after its first refusal, changed. */
function onceRefused(change: (request: HttpRequest, response: HttpResponse, world: WrapWorld) => HttpResponse): Wrap {
  return (send, world) => {
    let isSpent = false;
    return async (request) => {
      const response = await send(request);
      if (!isLimited(request, world)) return response;
      isSpent ||= response.status === 429;
      return isSpent && response.status !== 429 ? change(request, response, world) : response;
    };
  };
}

/** Once a key has been refused, it is refused for ever; each time a minute more is announced. */
function neverReset(wire: Wire): Wrap {
  return onceRefused((request, response, world) => withLimit(wire, request, refusal(wire, request, response, world), 'remaining', () => 0));
}

function resetEarly(wire: Wire, milliseconds: number): Wrap {
  return (send, world) => {
    const seen = { refusals: 0 };
    return async (request) => {
      const response = await send(request);
      if (response.status !== 429 || !isLimited(request, world)) return response;
      seen.refusals += 1;
      const resetsAt = stateOf(wire, request, response)?.resetsAt ?? 0;
      const isEarly = resetsAt - world.now() < milliseconds && seen.refusals > wire.description.operations.length + 1;
      return isEarly ? send(wire.withKey(request, wire.operationOf(request), world.key)) : response;
    };
  };
}

/** After a refusal, the next window begins with requests that are spent already. */
function halfReset(wire: Wire): Wrap {
  return onceRefused((request, response) => withLimit(wire, request, response, 'remaining', (left) => left - 10));
}
