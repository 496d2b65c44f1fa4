import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '../../contract/operation-table.ts';
import { type Exact, type ExactObject, isExactObject, writeExact } from '../../verify/exact-json.ts';
import type { HttpRequest, HttpResponse, Send } from '../../verify/exchange.ts';
import { rateLimitHeaderOf, resetFormOf } from '../../verify/rate-limit-headers.ts';
import { control, type Control } from './control.ts';
import { answering, type Wrap } from './fault.ts';
import { headerIn, jsonIn, splitTarget, textsFor, valueFor, withHeader, withJson, withTexts } from '../../verify/message-changes.ts';
import { mapItems } from './shelf.ts';
import type { Wire } from './wire.ts';

/** What the contract, or HTTP, leaves to the server. */
export function leewayControls(wire: Wire): Control[] {
  const { operations } = wire.description;
  const taking = operations.filter(({ requestBody }) => requestBody !== null);
  const refusing = (name: string, isAbout: (request: HttpRequest, operation: Operation) => boolean, own = operations): Control => control(name, answering(
    (request) => own.some((operation) => wire.isTo(operation)(request) && isAbout(request, operation)),
    async (request, send) => {
      const operation = wire.operationOf(request);
      return operation === undefined ? send(request) : wire.refused(send, request, operation);
    },
  ));
  const isUntyped = (request: HttpRequest) => taking.some((operation) => wire.isTo(operation)(request)) && request.body !== null && headerIn(request, 'Content-Type') === undefined;
  const documenting = operations.filter((operation) => Object.hasOwn(operation.responses, '400') && operation.parameters.some((one) => one.in === 'query'));
  return [
    { ...control('10 ms of latency', delayed(() => 10)), isUnseen: true },
    { ...control('answers out of order', delayed(() => Math.random() * 12)), isUnseen: true },
    control('refuses bulk traffic for a second', bursts(wire, 150)),
    refusing('refuses integers beyond 2^53', ({ body }) => hasUnsafe(jsonIn(body)), taking),
    control('keeps integers beyond 2^53', unsafeKept(wire)),
    { ...control('of a parameter given twice, takes the last', twice(wire, (texts) => texts.slice(-1))), withoutRules: true },
    { ...control('of a parameter given twice, takes the first', twice(wire, (texts) => texts.slice(0, 1))), withoutRules: true },
    { ...refusing('refuses what it does not know in a query', (request, operation) => splitTarget(request.target).pairs.some(([name]) => !operation.parameters.some((one) => one.in === 'query' && one.name === name)), documenting), withoutRules: true },
    control('a body without a Content-Type is taken', answering(isUntyped, async (request, send) => {
      const mediaType = wire.mediaTypeOf(wire.operationOf(request)?.requestBody?.mediaTypes ?? []);
      return send(withHeader(request, 'Content-Type', mediaType));
    })),
    control('a body without a Content-Type is an invalid one', answering(
      isUntyped,
      async (request, send) => {
        const operation = wire.operationOf(request);
        return send(operation === undefined ? request : withHeader({ ...request, body: Buffer.from('{') }, 'Content-Type', wire.mediaTypeOf(operation.requestBody?.mediaTypes ?? [])));
      },
    )),
    control('an identifier of another type is an invalid request', invalidIdentifier(wire)),
  ];
}

function delayed(milliseconds: () => number): Wrap {
  return (send) => async (request) => {
    await sleep(milliseconds());
    return send(request);
  };
}

function hasUnsafe(body: Exact | undefined): boolean {
  if (Array.isArray(body)) return body.some(hasUnsafe);
  return isExactObject(body) ? Object.values(body).some(hasUnsafe) : typeof body === 'bigint';
}

/** So many requests of a key in a second are served; those beyond are refused, and told to come back in one. */
function bursts(wire: Wire, size: number): Wrap {
  return (send, world) => {
    let [second, used] = [0, 0];
    return async (request) => {
      const now = Math.floor(world.now() / 1000);
      if (now > second) [second, used] = [now, 0];
      used += 1;
      const isGenerous = request.headers.some(([, value]) => value.includes(world.key));
      return used <= size || !isGenerous ? send(request) : burst(wire, request, await send(wire.withoutKey(request)), { size, resetsAt: second + 2, second });
    };
  };
}

function burst(wire: Wire, request: HttpRequest, like: HttpResponse, { size, resetsAt, second }: { size: number; resetsAt: number; second: number }): HttpResponse {
  const made = wire.madeUp(request, 429, like);
  const headers = wire.documentedFor(request, made)?.headers ?? [];
  return headers.reduce((response, header) => {
    const part = rateLimitHeaderOf(header.name);
    const isDelta = part === 'reset' && resetFormOf(wire.description.contract, header) === 'delta';
    const value = part === 'limit' ? size : part === 'remaining' ? 0 : part === 'reset' ? (isDelta ? resetsAt - second : resetsAt) : header.name.toLowerCase() === 'retry-after' ? 1 : undefined;
    return value === undefined ? response : withHeader(response, header.name, String(value));
  }, made);
}

/** Of a parameter that is given more than once, some texts count. */
function twice(wire: Wire, choose: (texts: string[]) => string[]): Wrap {
  return (send) => (request) => {
    const operation = wire.operationOf(request);
    const scalars = operation?.parameters.filter((parameter) => parameter.in === 'query' && !parameter.types.includes('array')) ?? [];
    return send(scalars.reduce((made, parameter) => {
      const texts = operation === undefined ? [] : textsFor(made, operation, parameter);
      return operation === undefined || texts.length < 2 ? made : withTexts(made, operation, parameter, choose(texts));
    }, request));
  };
}

/** Beside the server, what it would refuse is kept: by identifier, the integers that things were created with. */
function unsafeKept(wire: Wire): Wrap {
  return (send) => wire.resources.reduce<Send>((inner, resource) => {
    const { create, idProperty = '' } = resource;
    if (create === undefined) return inner;
    const kept = new Map<string, ExactObject>();
    return async (request) => {
      const body = wire.isTo(create)(request) ? jsonIn(request.body) : undefined;
      const unsafe = isExactObject(body) && isAllowed(wire, create, body) ? Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'bigint')) : {};
      const isUnsafe = isExactObject(body) && Object.keys(unsafe).length > 0;
      const response = await inner(isUnsafe ? withJson(request, { ...body, ...Object.fromEntries(Object.keys(unsafe).map((name) => [name, 1])) }) : request);
      return mapItems(wire, resource, request, response, (item) => {
        const id = writeExact(item[idProperty] ?? null);
        if (isUnsafe) kept.set(id, unsafe);
        return { ...item, ...kept.get(id) };
      });
    };
  }, send);
}

function isAllowed(wire: Wire, create: Operation, body: Exact): boolean {
  const schema = wire.requestSchemaOf(create);
  return schema !== undefined && wire.departures('request', schema, body).length === 0;
}

/** A path parameter of another type: 400 where the contract has it, for the operation or for what reaches none. */
function invalidIdentifier(wire: Wire): Wrap {
  return (send) => async (request) => {
    const response = await send(request);
    const operation = wire.operationOf(request);
    const isWrong = operation?.parameters.some((parameter) => parameter.in === 'path' && wire.parameterDepartures(parameter, valueFor(parameter, textsFor(request, operation, parameter))).length > 0) === true;
    const isDocumented = [operation?.responses, wire.description.service.unmatchedResponses].some((responses) => responses !== undefined && Object.hasOwn(responses, '400'));
    const body = jsonIn(response.body);
    if (response.status !== 404 || !isWrong || !isDocumented) return response;
    return { ...withJson(response, isExactObject(body) ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === 404 ? 400 : value])) : (body ?? null)), status: 400 };
  };
}
