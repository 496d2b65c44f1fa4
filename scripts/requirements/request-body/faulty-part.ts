import { type Exact, writeExact } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { isJson } from '../../http/media-types.ts';
import { jsonIn, withJson } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { SchemaViolation } from '../../openapi/schemas/schema-validator.ts';
import { answering, type FaultDraft, faultDraft } from '../fault.ts';
import { type MessageContext, operationOf } from '../message-context.ts';
import { type Body, bodiesOf } from './bodies.ts';
import type { BodyPart, Step } from './body-part.ts';
import type { PartSubject } from './part-cases.ts';
import { isAt, valuesAt, withValuesAt } from './part-values.ts';
import { repaired } from './repaired-body.ts';

/** A part of the JSON that an operation takes, which a fault treats otherwise than the contract says. */
export interface FaultyPart {
  context: MessageContext;
  operation: Operation;
  body: Body;
  path: string;
  steps: readonly Step[];
  /** Undefined for a property that is required, and not described. */
  part: BodyPart | undefined;
}

/** The part that a requirement is about; undefined where the operation takes no JSON that has it. */
export function faultyPart(context: MessageContext, subject: PartSubject): FaultyPart | undefined {
  const operation = operationOf(context, subject);
  const bodies = bodiesOf(context.description.contract, operation).filter(({ mediaType }) => isJson(mediaType));
  return bodies.flatMap((body) => partIn(context, operation, body, subject.path))[0];
}

function partIn(context: MessageContext, operation: Operation, body: Body, path: string): FaultyPart[] {
  const part = body.parts.find((one) => one.path === path);
  const steps = part?.steps ?? body.parts.flatMap((owner) => stepsToProperty(owner, path))[0];
  return steps === undefined ? [] : [{ context, operation, body, path, steps, part }];
}

/** The steps to a property of a part that is none itself: it is not described, or set by the server alone. */
function stepsToProperty(owner: BodyPart, path: string): (readonly Step[])[] {
  const name = owner.nameAt(path);
  const { required, properties } = owner.view;
  const isKnown = name !== undefined && (required.has(name) || properties.has(name) || owner.discriminator === name);
  return isKnown ? [[...owner.steps, name]] : [];
}

/** True for a value that the schema of the part allows: a fault about any other would change nothing. */
export function isAllowed({ context, part }: FaultyPart, value: Exact): boolean {
  return part !== undefined && context.violations('request', part.view.pointer, value).length === 0;
}

/** A server that takes a wrong body for a right one. */
export function accepting(
  faulty: FaultyPart,
  isWrong: (body: Exact) => boolean,
  what = 'takes what it must not',
): FaultDraft {
  const { context, operation, body } = faulty;
  const take = answering(isOfBody(faulty, isWrong), (request, send) =>
    send(withJson(request, repaired(context, operation, body.schema, jsonIn(request.body) ?? null))),
  );
  return faultDraft(what, take);
}

/** Tests for a body that violates its schema in this part. */
export function violating(
  { context, body, steps }: FaultyPart,
  isOfKind: (violation: SchemaViolation, values: readonly Exact[]) => boolean,
): (body: Exact) => boolean {
  return (value) =>
    context
      .violations('request', body.schema, value)
      .some((violation) => isAt(violation.path, steps) && isOfKind(violation, valuesAt(value, steps)));
}

/** A server that refuses right bodies for what they have in this part: values of every item where it is in a list. */
export function refusing(faulty: FaultyPart, what: string, test: (values: readonly Exact[]) => boolean): FaultDraft {
  const { context, operation, body, steps } = faulty;
  const isRight = (value: Exact) => context.violations('request', body.schema, value).length === 0;
  const refuse = answering(
    isOfBody(faulty, (value) => isRight(value) && test(valuesAt(value, steps))),
    (request, send) => context.refused(send, request, operation),
  );
  return faultDraft(what, refuse);
}

/** A server that keeps another value for this part than the one that was sent. */
export function keeping(
  { context, operation, steps }: FaultyPart,
  what: string,
  alter: (value: Exact) => Exact,
): FaultDraft {
  const altered = (request: HttpRequest): HttpRequest => {
    const body = jsonIn(request.body);
    const made = body === undefined ? undefined : withValuesAt(body, steps, alter);
    // Written anew, a body would lose what JSON does not say, such as a name given twice.
    return body === undefined || made === undefined || writeExact(made) === writeExact(body)
      ? request
      : withJson(request, made);
  };
  return faultDraft(
    what,
    answering(context.isTo(operation), (request, send) => send(altered(request))),
  );
}

function isOfBody(
  { context, operation }: FaultyPart,
  test: (body: Exact) => boolean,
): (request: HttpRequest) => boolean {
  return (request) => {
    const body = context.isTo(operation)(request) ? jsonIn(request.body) : undefined;
    return body !== undefined && test(body);
  };
}
