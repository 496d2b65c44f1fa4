import { isExactObject } from '../../http/exact-json.ts';
import { NoResponse } from '../../http/exchange.ts';
import { jsonIn, withHeader, withJson } from '../../http/message-changes.ts';
import { altering, answering, type FaultDraft, faultDraft, type Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import type { RequirementDraft } from '../requirement.ts';

/** Statuses other than the contract has them. */
export function statusFaults(context: MessageContext, requirement: RequirementDraft, status: string): FaultDraft[] {
  if (status === 'failure') return failureFaults(context, requirement);
  if (status === 'undocumented') return undocumentedFaults(context, requirement);
  const isOf = context.isOf(requirement, status);
  const as = (other: number) =>
    altering((response, request) => (isOf(request, response) ? { ...response, status: other } : response));
  return status.startsWith('2')
    ? [faultDraft('another of its class', as(Number(status) === 202 ? 203 : 202)), faultDraft('a redirect', as(302))]
    : [
        faultDraft('another of its class', as(418)),
        faultDraft('a success with the body of a refusal', as(200)),
        faultDraft('a failure', as(500)),
      ];
}

/** Some request of a set, each so many. */
function each(context: MessageContext, requirement: RequirementDraft, count: number, wrap: Wrap): Wrap {
  const name = requirement.id.split('.responses.')[0];
  return (send, harness) => {
    const changed = wrap(send, harness);
    let seen = 0;
    return (request) => {
      if (context.setOf(request).name !== name) return send(request);
      seen += 1;
      return seen % count === 0 ? changed(request) : send(request);
    };
  };
}

function failureFaults(context: MessageContext, requirement: RequirementDraft): FaultDraft[] {
  const [seldom, often] = requirement.operationId === null ? [7, 5] : [40, 25];
  const fails: Wrap = answering(
    () => true,
    async (request, send) => context.madeUp(request, 500, await send(request)),
  );
  const closes: Wrap = answering(
    () => true,
    async (request) => Promise.reject(new NoResponse(request, 'socket hang up')),
  );
  return [
    faultDraft('a documented 500 now and then', each(context, requirement, seldom, fails)),
    faultDraft('no response now and then', each(context, requirement, often, closes)),
  ];
}

function undocumentedFaults(context: MessageContext, requirement: RequirementDraft): FaultDraft[] {
  const as = (status: number, isAbout: (status: number) => boolean) =>
    altering((response) => (isAbout(response.status) ? { ...response, status } : response));
  return [
    faultDraft(
      'a refusal with another status now and then',
      each(
        context,
        requirement,
        3,
        as(418, (status) => status >= 400 && status !== 429),
      ),
    ),
    ...(requirement.operationId === null
      ? []
      : [
          faultDraft(
            'a success with another status now and then',
            each(
              context,
              requirement,
              20,
              as(206, (status) => status < 300),
            ),
          ),
        ]),
  ];
}

/** Bodies of another media type, and such as are no JSON. */
export function contentFaults(context: MessageContext, requirement: RequirementDraft, status: string): FaultDraft[] {
  const isOf = context.isOf(requirement, status);
  const documented = context.responseOf(requirement, status);
  const change = (what: string, alter: Parameters<typeof altering>[0]): FaultDraft =>
    faultDraft(
      what,
      altering((response, request, harness) =>
        isOf(request, response) ? alter(response, request, harness) : response,
      ),
    );
  if (documented === undefined || documented.mediaTypes.length === 0)
    return [change('a body where there is none', (response) => ({ ...response, body: Buffer.from('surplus') }))];
  const types = [
    ...(documented.mediaTypes.includes('*/*')
      ? []
      : [change('another media type', (response) => withHeader(response, 'Content-Type', 'application/x-nothing'))]),
    change('no Content-Type', (response) => withHeader(response, 'Content-Type', undefined)),
  ];
  const mediaType = context.mediaTypeOf(documented.mediaTypes);
  if (mediaType === undefined) return types;
  return [
    ...types,
    change('another charset', (response) => withHeader(response, 'Content-Type', `${mediaType}; charset=iso-8859-1`)),
    change('a body cut short', (response) => ({ ...response, body: response.body.subarray(0, -1) })),
    change('an empty body', (response) => ({ ...response, body: Buffer.alloc(0) })),
    change('a byte order mark', (response) => ({
      ...response,
      body: Buffer.concat([Buffer.from('\uFEFF'), response.body]),
    })),
    change('no UTF-8', (response) =>
      isExactObject(jsonIn(response.body)) || response.body.length > 2
        ? {
            ...response,
            body: Buffer.concat([response.body.subarray(0, -1), Buffer.from([0xff]), response.body.subarray(-1)]),
          }
        : withJson(response, '\ud800'),
    ),
  ];
}
