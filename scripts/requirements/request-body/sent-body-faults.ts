import { type Exact, type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { jsonIn, withJson } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { ClientChange } from '../client/client-fault.ts';
import { requestFault } from '../client/request-fault.ts';
import type { MessageContext } from '../message-context.ts';
import type { FaultyPart } from './faulty-part.ts';
import { withValuesAt } from './part-values.ts';

/** A client that sends other JSON than it was given. */
export function sendingJson(
  context: MessageContext,
  operation: Operation,
  what: string,
  alter: (body: Exact) => Exact,
): ClientChange {
  return requestFault(context, operation, what, (request) => {
    const body = jsonIn(request.body);
    return body === undefined ? request : withJson(request, alter(body));
  });
}

/** A client that sends another value in one place of its bodies; undefined takes the value away. */
export function sendingPart(
  { context, operation, steps }: FaultyPart,
  what: string,
  alter: (value: Exact) => Exact | undefined,
): ClientChange {
  return sendingJson(context, operation, what, (body) => withValuesAt(body, steps, alter) ?? null);
}

/** A client that sends another object around a property. */
export function sendingOwner(
  { context, operation, steps }: FaultyPart,
  what: string,
  alter: (owner: ExactObject, name: string) => ExactObject,
): ClientChange {
  const name = steps.at(-1) ?? '';
  const alterOwner = (owner: Exact): Exact => (isExactObject(owner) ? alter(owner, name) : owner);
  return sendingJson(context, operation, what, (body) => withValuesAt(body, steps.slice(0, -1), alterOwner) ?? null);
}

/** Clients that do not send a part of a body as it was given. */
export function alteredPart(faulty: FaultyPart | undefined): ClientChange[] {
  if (faulty === undefined) return [];
  if (faulty.steps.length === 0) return alteredBody(faulty.context, faulty.operation);
  return [sendingPart(faulty, 'drops it', () => undefined), sendingPart(faulty, 'another value', otherThan)];
}

/** Clients that do not send a body as it was given. */
export function alteredBody(context: MessageContext, operation: Operation): ClientChange[] {
  return [
    sendingJson(context, operation, 'without its first property', (body) =>
      isExactObject(body) ? Object.fromEntries(Object.entries(body).slice(1)) : [],
    ),
    sendingJson(context, operation, 'with another first value', (body) => {
      if (!isExactObject(body)) return otherThan(body);
      const [[name, value] = [], ...others] = Object.entries(body);
      return name === undefined || value === undefined
        ? body
        : { [name]: otherThan(value), ...Object.fromEntries(others) };
    }),
  ];
}

/** Another value of the same type, or one of another type where there is none. */
function otherThan(value: Exact): Exact {
  if (typeof value === 'number' || typeof value === 'bigint')
    return Number(value) + (Math.abs(Number(value)) < 2 ** 52 ? 1 : -4096);
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [...value, value.at(-1) ?? 'x'];
  return value === null ? 'x' : { ...value, undescribed: 1 };
}
