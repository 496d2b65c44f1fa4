import type { FactDraft } from '../../verify/facts.ts';
import { NoResponse } from '../../verify/exchange.ts';
import { isExactObject } from '../../verify/exact-json.ts';
import { altering, answering, type Departing, departing, type Wrap } from './fault.ts';
import { jsonIn, withHeader, withJson } from '../../verify/message-changes.ts';
import type { Wire } from './wire.ts';

/** Statuses other than the contract has them. */
export function statusFaults(wire: Wire, fact: FactDraft, status: string): Departing[] {
  if (status === 'failure') return failureFaults(wire, fact);
  if (status === 'undocumented') return undocumentedFaults(wire, fact);
  const isOf = wire.isOf(fact, status);
  const as = (other: number) => altering((response, request) => (isOf(request, response) ? { ...response, status: other } : response));
  return status.startsWith('2')
    ? [departing('another of its class', as(Number(status) === 202 ? 203 : 202)), departing('a redirect', as(302))]
    : [departing('another of its class', as(418)), departing('a success with the body of a refusal', as(200)), departing('a failure', as(500))];
}

/** Some request of a set, each so many. */
function each(wire: Wire, fact: FactDraft, count: number, wrap: Wrap): Wrap {
  const name = fact.id.split('.responses.')[0];
  return (send, world) => {
    const changed = wrap(send, world);
    let seen = 0;
    return (request) => {
      if (wire.setOf(request).name !== name) return send(request);
      seen += 1;
      return seen % count === 0 ? changed(request) : send(request);
    };
  };
}

function failureFaults(wire: Wire, fact: FactDraft): Departing[] {
  const [seldom, often] = fact.operationId === null ? [7, 5] : [40, 25];
  const fails: Wrap = answering(() => true, async (request, send) => wire.madeUp(request, 500, await send(request)));
  const closes: Wrap = answering(() => true, async (request) => Promise.reject(new NoResponse(request, 'socket hang up')));
  return [departing('a documented 500 now and then', each(wire, fact, seldom, fails)), departing('no response now and then', each(wire, fact, often, closes))];
}

function undocumentedFaults(wire: Wire, fact: FactDraft): Departing[] {
  const as = (status: number, isAbout: (status: number) => boolean) => altering((response) => (isAbout(response.status) ? { ...response, status } : response));
  return [
    departing('a refusal with another status now and then', each(wire, fact, 3, as(418, (status) => status >= 400 && status !== 429))),
    ...(fact.operationId === null ? [] : [departing('a success with another status now and then', each(wire, fact, 20, as(206, (status) => status < 300)))]),
  ];
}

/** Bodies of another media type, and such as are no JSON. */
export function contentFaults(wire: Wire, fact: FactDraft, status: string): Departing[] {
  const isOf = wire.isOf(fact, status);
  const documented = wire.responseOf(fact, status);
  const change = (what: string, alter: Parameters<typeof altering>[0]): Departing => departing(what, altering((response, request, world) => (isOf(request, response) ? alter(response, request, world) : response)));
  if (documented === undefined || documented.mediaTypes.length === 0) return [change('a body where there is none', (response) => ({ ...response, body: Buffer.from('surplus') }))];
  const types = [
    ...(documented.mediaTypes.includes('*/*') ? [] : [change('another media type', (response) => withHeader(response, 'Content-Type', 'application/x-nothing'))]),
    change('no Content-Type', (response) => withHeader(response, 'Content-Type', undefined)),
  ];
  const mediaType = wire.mediaTypeOf(documented.mediaTypes);
  if (mediaType === undefined) return types;
  return [
    ...types,
    change('another charset', (response) => withHeader(response, 'Content-Type', `${mediaType}; charset=iso-8859-1`)),
    change('a body cut short', (response) => ({ ...response, body: response.body.subarray(0, -1) })),
    change('an empty body', (response) => ({ ...response, body: Buffer.alloc(0) })),
    change('a byte order mark', (response) => ({ ...response, body: Buffer.concat([Buffer.from('\uFEFF'), response.body]) })),
    change('no UTF-8', (response) => (isExactObject(jsonIn(response.body)) || response.body.length > 2 ? { ...response, body: Buffer.concat([response.body.subarray(0, -1), Buffer.from([0xff]), response.body.subarray(-1)]) } : withJson(response, '\ud800'))),
  ];
}
