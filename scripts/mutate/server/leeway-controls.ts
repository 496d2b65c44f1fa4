import { setTimeout as sleep } from 'node:timers/promises';
import { type Exact, type ExactObject, isExactObject, writeExact } from '../../http/exact-json.ts';
import type { HttpRequest, HttpResponse, Send } from '../../http/exchange.ts';
import { headerIn, jsonIn, splitTarget, withHeader, withJson } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { textsFor, valueFor, withTexts } from '../../openapi/parameters/request-parameters.ts';
import { answering, type Wrap } from '../../requirements/fault.ts';
import type { MessageContext } from '../../requirements/message-context.ts';
import { rateLimitHeaderOf, usualResetForm } from '../../requirements/rate-limit/rate-limit-headers.ts';
import { type Control, control } from './control.ts';
import { mapItems } from './store-wrappers.ts';

/** What the contract, or HTTP, leaves to the server. */
export function leewayControls(context: MessageContext): Control[] {
  return [
    ...timingControls(context),
    ...integerControls(context),
    ...queryControls(context),
    ...untypedControls(context),
    control('puts U+FFFD where a body is no UTF-8', decoded),
  ];
}

function timingControls(context: MessageContext): Control[] {
  const late = (name: string, milliseconds: () => number): Control => ({
    ...control(name, delayed(milliseconds)),
    isUnseen: true,
  });
  let delay = 0;
  return [
    late('10 ms of latency', () => 10),
    late('answers out of order', () => (delay = (delay + 7) % 12)),
    control('refuses bulk traffic for a second', bursts(context, 150)),
  ];
}

function integerControls(context: MessageContext): Control[] {
  const taking = context.description.operations.filter(({ requestBody }) => requestBody !== null);
  return [
    refusing(context, 'refuses integers beyond 2^53', taking, ({ body }) => hasUnsafe(jsonIn(body))),
    control('keeps integers beyond 2^53', unsafeKept(context)),
    control('an identifier of another type is an invalid request', invalidIdentifier(context)),
  ];
}

function queryControls(context: MessageContext): Control[] {
  const documenting = context.description.operations.filter(
    ({ responses, parameters }) => Object.hasOwn(responses, '400') && parameters.some((one) => one.in === 'query'),
  );
  const isUndescribed = ({ target }: HttpRequest, { parameters }: Operation) =>
    splitTarget(target).pairs.some(([name]) => !parameters.some((one) => one.in === 'query' && one.name === name));
  return [
    control(
      'of a parameter given twice, takes the last',
      twice(context, (texts) => texts.slice(-1)),
    ),
    control(
      'of a parameter given twice, takes the first',
      twice(context, (texts) => texts.slice(0, 1)),
    ),
    refusing(context, 'refuses what it does not know in a query', documenting, isUndescribed),
  ];
}

function untypedControls(context: MessageContext): Control[] {
  const mediaTypeFor = (request: HttpRequest) =>
    context.mediaTypeOf(context.operationOf(request)?.requestBody?.mediaTypes ?? []);
  const isUntyped = (request: HttpRequest) =>
    (context.operationOf(request)?.requestBody ?? null) !== null &&
    request.body !== null &&
    headerIn(request, 'Content-Type') === undefined;
  const taken = answering(isUntyped, (request, send) =>
    send(withHeader(request, 'Content-Type', mediaTypeFor(request))),
  );
  const invalid = answering(isUntyped, (request, send) =>
    send(withHeader({ ...request, body: Buffer.from('{') }, 'Content-Type', mediaTypeFor(request))),
  );
  return [
    control('a body without a Content-Type is taken', taken),
    control('a body without a Content-Type is an invalid one', invalid),
  ];
}

/** Refuses, as documented, some requests that the contract allows to be refused. */
function refusing(
  context: MessageContext,
  name: string,
  operations: readonly Operation[],
  isAbout: (request: HttpRequest, operation: Operation) => boolean,
): Control {
  const refused = (request: HttpRequest) =>
    operations.find((operation) => context.isTo(operation)(request) && isAbout(request, operation));
  return control(
    name,
    answering(
      (request) => refused(request) !== undefined,
      async (request, send) => {
        const operation = refused(request);
        return operation === undefined ? send(request) : context.refused(send, request, operation);
      },
    ),
  );
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

const decoded: Wrap = (send) => (request) =>
  send(request.body === null ? request : { ...request, body: Buffer.from(request.body.toString()) });

/** So many requests of a key in a second are served; those beyond are refused, with a Retry-After of one. */
function bursts(context: MessageContext, size: number): Wrap {
  return (send, harness) => {
    let [second, used] = [0, 0];
    return async (request) => {
      const now = Math.floor(harness.now() / 1000);
      if (now > second) [second, used] = [now, 0];
      used += 1;
      const isGenerous = request.headers.some(([, value]) => value.includes(harness.key));
      return used <= size || !isGenerous
        ? send(request)
        : burst(context, request, await send(context.withoutKey(request)), { size, resetsAt: second + 2, second });
    };
  };
}

function burst(
  context: MessageContext,
  request: HttpRequest,
  like: HttpResponse,
  { size, resetsAt, second }: { size: number; resetsAt: number; second: number },
): HttpResponse {
  const made = context.madeUp(request, 429, like);
  const headers = context.documentedFor(request, made)?.headers ?? [];
  return headers.reduce((response, header) => {
    const part = rateLimitHeaderOf(header.name);
    const isDelta = part === 'reset' && usualResetForm(context.description.contract, header) === 'seconds-from-now';
    const value =
      part === 'limit'
        ? size
        : part === 'remaining'
          ? 0
          : part === 'reset'
            ? isDelta
              ? resetsAt - second
              : resetsAt
            : header.name.toLowerCase() === 'retry-after'
              ? 1
              : undefined;
    return value === undefined ? response : withHeader(response, header.name, String(value));
  }, made);
}

/** Of a parameter that is given more than once, some texts count. */
function twice(context: MessageContext, choose: (texts: string[]) => string[]): Wrap {
  return (send) => (request) => {
    const operation = context.operationOf(request);
    const scalars =
      operation?.parameters.filter((parameter) => parameter.in === 'query' && !parameter.types.includes('array')) ?? [];
    return send(
      scalars.reduce((made, parameter) => {
        const texts = operation === undefined ? [] : textsFor(made, operation, parameter);
        return operation === undefined || texts.length < 2
          ? made
          : withTexts(made, operation, parameter, choose(texts));
      }, request),
    );
  };
}

/** Beside the server, what it would refuse is kept: by identifier, the integers that things were created with. */
function unsafeKept(context: MessageContext): Wrap {
  return (send) =>
    context.resources.reduce<Send>((inner, resource) => {
      const { create, idProperty = '' } = resource;
      if (create === undefined) return inner;
      const kept = new Map<string, ExactObject>();
      return async (request) => {
        const body = context.isTo(create)(request) ? jsonIn(request.body) : undefined;
        const unsafe =
          isExactObject(body) && isAllowed(context, create, body)
            ? Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'bigint'))
            : {};
        const isUnsafe = isExactObject(body) && Object.keys(unsafe).length > 0;
        const response = await inner(
          isUnsafe
            ? withJson(request, { ...body, ...Object.fromEntries(Object.keys(unsafe).map((name) => [name, 1])) })
            : request,
        );
        return mapItems(context, resource, request, response, (item) => {
          const id = writeExact(item[idProperty] ?? null);
          if (isUnsafe) kept.set(id, unsafe);
          return { ...item, ...kept.get(id) };
        });
      };
    }, send);
}

function isAllowed(context: MessageContext, create: Operation, body: Exact): boolean {
  const schema = context.requestSchemaOf(create);
  return schema !== undefined && context.violations('request', schema, body).length === 0;
}

/** A path parameter of another type: 400 where the contract has it, for the operation or for what reaches none. */
function invalidIdentifier(context: MessageContext): Wrap {
  return (send) => async (request) => {
    const response = await send(request);
    const operation = context.operationOf(request);
    const isWrong =
      operation?.parameters.some(
        (parameter) =>
          parameter.in === 'path' &&
          context.parameterViolations(parameter, valueFor(parameter, textsFor(request, operation, parameter))).length >
            0,
      ) === true;
    const isDocumented = [operation?.responses, context.description.service.unmatchedResponses].some(
      (responses) => responses !== undefined && Object.hasOwn(responses, '400'),
    );
    const body = jsonIn(response.body);
    if (response.status !== 404 || !isWrong || !isDocumented) return response;
    return {
      ...withJson(
        response,
        isExactObject(body)
          ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === 404 ? 400 : value]))
          : (body ?? null),
      ),
      status: 400,
    };
  };
}
