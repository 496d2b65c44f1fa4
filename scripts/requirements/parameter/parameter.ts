import type { Exact } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { showsSender } from '../../openapi/credential-parameters.ts';
import { objectOf } from '../../openapi/json.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { textsFor } from '../../openapi/parameters/request-parameters.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { invalid, refusals, type Statuses } from '../cases.ts';
import { type MessageContext, operationOf } from '../message-context.ts';
import type { Stage } from '../request/refusal.ts';

/** What the requirements of one parameter have in common. */
export type ParameterSubject = Readonly<Record<'operationId' | 'in' | 'name', string>>;

/** What a requirement of one parameter is about. */
export function subjectOf({ id }: Operation, { in: place, name }: Parameter): ParameterSubject {
  return { operationId: id, in: place, name };
}

/** What there is for each parameter of an operation; nothing for requests that reach none. */
export function forEachParameter<Result>(
  operation: Operation | null,
  make: (operation: Operation, parameter: Parameter) => Result[],
): Result[] {
  return operation === null ? [] : operation.parameters.flatMap((parameter) => make(operation, parameter));
}

/** The parameter for people: `limit (query)`. */
export function titleOf({ name, in: place }: Pick<Parameter, 'in' | 'name'>): string {
  return `${name} (${place})`;
}

/** True for a query parameter that may be there without a value (OpenAPI, Parameter Object, `allowEmptyValue`). */
export function mayBeEmpty(contract: Contract, { in: place, pointer }: Parameter): boolean {
  return place === 'query' && objectOf(resolvePart(contract, pointer).value)['allowEmptyValue'] === true;
}

/** The parameter that a subject names, and its operation. Throws for one that the contract does not have. */
export function parameterOf(
  context: MessageContext,
  subject: ParameterSubject,
): { operation: Operation; parameter: Parameter } {
  const operation = operationOf(context, subject);
  const parameter = operation.parameters.find(({ in: place, name }) => place === subject.in && name === subject.name);
  if (parameter === undefined) throw new Error(`${operation.id} has no parameter ${titleOf(subject)}.`);
  return { operation, parameter };
}

/** Where on its way a server refuses a request whose parameter is wrong: a path parameter is a part of the route. */
export function stageOf({ in: place }: Pick<ParameterSubject, 'in'>): Stage {
  return place === 'path' ? 'misshapen path' : 'parameter';
}

/** Tests a request to the operation by the texts that it has for a parameter. */
export function isWithTexts(
  context: MessageContext,
  operation: Operation,
  parameter: Parameter,
  test: (texts: string[]) => boolean,
): (request: HttpRequest) => boolean {
  return (request) => context.isTo(operation)(request) && test(textsFor(request, operation, parameter));
}

/** A value that the parameter allows. */
export function validValue(context: MessageContext, parameter: Parameter): Exact {
  const { default: preset } = parameter;
  const isPlain = typeof preset === 'string' || typeof preset === 'number';
  return isPlain ? preset : context.values.valueAt(parameterSchema(parameter), 'required');
}

/** True for a parameter that is one value: of a list or an object, each part may be sent by itself. */
export function isSingleValue({ mediaType, types }: Parameter): boolean {
  return mediaType !== null || !(types.includes('array') || types.includes('object'));
}

/**
 * The statuses that refuse a value, or a request without one: of who sends it, a server may say that nobody does so.
 */
export function refusalsOf(operation: Operation, parameter: Parameter): Statuses | undefined {
  return refusals(operation, showsSender(operation, parameter) ? [...invalid, 401, 403] : invalid);
}

/** True for the name of a value that only the server can make. */
export function isOpaqueName(name: string): boolean {
  return /cursor|token|after|before/i.test(name);
}

/** What to do on a server that violates a requirement of the parameter, where its kind says nothing better. */
export function serverAdvice({ name, in: place }: Pick<ParameterSubject, 'in' | 'name'>): string {
  return `Check ${name} (${place}) as its schema says, and use it.`;
}

/** The same for a client. */
export function clientAdvice({ name, in: place }: Pick<ParameterSubject, 'in' | 'name'>): string {
  return `Send ${name} (${place}) as its schema allows, and as the caller gave it.`;
}
