import type { HttpRequest } from '../../http/exchange.ts';
import { encode } from '../../http/percent-encoding.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { textsFor } from '../../openapi/parameters/request-parameters.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { parameterSchema } from '../../openapi/schema-pointers.ts';
import type { MessageContext } from '../message-context.ts';
import type { Stage } from '../refusal.ts';
import type { RequestParts } from '../request-parts.ts';

/** What the requirements of one parameter have in common. */
export type ParameterSubject = Readonly<Record<'operationId' | 'in' | 'name', string>>;

export function subjectOf({ id }: Operation, { in: place, name }: Parameter): ParameterSubject {
  return { operationId: id, in: place, name };
}

/** The parameter for people: `limit (query)`. */
export function titleOf({ name, in: place }: Pick<Parameter, 'in' | 'name'>): string {
  return `${name} (${place})`;
}

/** The parameter that a subject names, and its operation. Throws for one that the contract does not have. */
export function parameterOf(
  { description: { operations } }: MessageContext,
  subject: ParameterSubject,
): { operation: Operation; parameter: Parameter } {
  const operation = operations.find(({ id }) => id === subject.operationId);
  const parameter = operation?.parameters.find(({ in: place, name }) => place === subject.in && name === subject.name);
  if (operation === undefined || parameter === undefined) {
    throw new Error(`The contract has no parameter ${titleOf(subject)} of ${subject.operationId}.`);
  }
  return { operation, parameter };
}

/** Where on its way a server refuses a request whose parameter is wrong: a path parameter is a part of the route. */
export function stageOf({ in: place }: Pick<ParameterSubject, 'in'>): Stage {
  return place === 'path' ? 'misshapen path' : 'parameter';
}

/** The request without a parameter. One of the same name in another place is another parameter. */
export function withoutParameter(parts: RequestParts, { in: place, name }: Parameter): RequestParts {
  if (place === 'query') return { ...parts, query: withoutPairs(parts.query, encode(name)) };
  if (place === 'header') return { ...parts, headers: withoutPairs(parts.headers, name) };
  return { ...parts, cookies: withoutPairs(parts.cookies, name) };
}

type Pairs = readonly (readonly [name: string, value: string])[];

export function withoutPairs(pairs: Pairs, name: string): Pairs {
  return pairs.filter(([own]) => own.toLowerCase() !== name.toLowerCase());
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

/** A text that the parameter allows. */
export function validText(context: MessageContext, parameter: Parameter): string {
  const { default: preset } = parameter;
  const isPlain = typeof preset === 'string' || typeof preset === 'number';
  return textOf(isPlain ? preset : context.values.valueAt(parameterSchema(parameter), 'required'));
}
