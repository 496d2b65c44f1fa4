import { type Exact, isExactObject, within } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { jsonIn, withJson } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { SchemaViolation } from '../../openapi/schema-validator.ts';
import { enumOf, numberAt, textAt, viewSchema } from '../../openapi/schema-view.ts';
import { answering, type FaultDraft, faultDraft } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import type { RequirementDraft, RequirementSubject } from '../requirement.ts';
import { mapTexts, textFaults } from './text-faults.ts';
import { wholeBodyFaults } from './whole-body-faults.ts';

type BodySubject = Extract<RequirementSubject, { kind: 'requestBody' }>;

/** Bodies that are taken where they must not be, or refused where they must be taken. */
export function requestBodyFaults(
  context: MessageContext,
  requirement: RequirementDraft,
  subject: BodySubject,
): FaultDraft[] {
  const operation = context.operation(requirement.operationId);
  const schema = operation === undefined ? undefined : context.requestSchemaOf(operation);
  if (operation === undefined || schema === undefined) return [];
  const whole = subject.path === '' ? wholeBodyFaults(context, operation, schema, subject.keyword) : undefined;
  return whole ?? partFaults(context, operation, schema, subject);
}

function partFaults(
  context: MessageContext,
  operation: Operation,
  schema: string,
  { path, keyword }: BodySubject,
): FaultDraft[] {
  const steps = stepsOf(path);
  const isAbout = (test: (body: Exact) => boolean) => (request: HttpRequest) => {
    const body = context.isTo(operation)(request) ? jsonIn(request.body) : undefined;
    return body !== undefined && test(body);
  };
  const isWrong = (body: Exact) =>
    context.violations('request', schema, body).some((violation) => isViolation(violation, steps, keyword, body));
  const repaired = (request: HttpRequest): HttpRequest =>
    withJson(request, repair(context, operation, schema, jsonIn(request.body) ?? null));
  const accepts = faultDraft(
    'takes what it must not',
    answering(isAbout(isWrong), (request, send) => send(repaired(request))),
  );
  const isValid = (body: Exact) => context.violations('request', schema, body).length === 0;
  const refuses = (what: string, test: (value: Exact | undefined) => boolean) =>
    faultDraft(
      what,
      answering(
        isAbout((body) => isValid(body) && test(within(body, steps))),
        (request, send) => context.refused(send, request, operation),
      ),
    );
  const view = viewSchema(context.description.contract, context.schemaAt(schema, steps));
  const bound = numberAt(view, keyword);
  const last = enumOf(view)?.at(-1);
  if (keyword === 'text') return textFaults(context, operation, path, refuses);
  if (keyword === 'range') return rangeFaults(context, operation, steps, refuses);
  if (keyword === 'optional') return [refuses('refused without it', (value) => value === undefined)];
  if (keyword === 'type') return [accepts, refuses('refuses what is of its type', (value) => value !== undefined)];
  if (keyword === 'null' && view.types.includes('null')) return [refuses('refuses null', (value) => value === null)];
  if (keyword === 'enum' && last !== undefined)
    return [accepts, refuses('refuses its last value', (value) => value === last)];
  if (keyword === 'format' && textAt(view, 'format') === 'int64')
    return [
      accepts,
      refuses('refuses what is beyond 32 bits', (value) => typeof value === 'number' && Math.abs(value) > 2 ** 31),
    ];
  if (bound !== undefined)
    return [
      accepts,
      refuses(
        'refuses the bound itself',
        (value) =>
          value === bound ||
          (typeof value === 'string' && value.length === bound) ||
          (Array.isArray(value) && value.length === bound),
      ),
    ];
  return [accepts];
}

function stepsOf(path: string): string[] {
  return (path.match(/\[\]|\.[^.[(]+/g) ?? []).map((step) => (step === '[]' ? '0' : step.slice(1)));
}

function isViolation(
  { path, keyword, property }: SchemaViolation,
  steps: readonly string[],
  wanted: string,
  body: Exact,
): boolean {
  const at = (segments: readonly string[]) => segments.join('/') === path.join('/');
  if (wanted === 'required') return keyword === 'required' && at(steps.slice(0, -1)) && property === steps.at(-1);
  if (wanted === 'surplus') return /^(additional|unevaluated)Properties$/.test(keyword) && at(steps);
  if (wanted === 'null') return at(steps) && within(body, steps) === null;
  return keyword === wanted && at(steps) && (wanted !== 'type' || within(body, steps) !== null);
}

/** The same body with valid values for what is invalid, so that what is valid in it is kept. */
export function repair(context: MessageContext, operation: Operation, schema: string, body: Exact): Exact {
  const sample = context.sampleBody(operation);
  if (!isExactObject(body) || !isExactObject(sample)) return sample;
  const violations = context.violations('request', schema, body);
  const surplus = new Set(
    violations.flatMap(({ keyword, property }) =>
      /^(additional|unevaluated)Properties$/.test(keyword) && property !== undefined ? [property] : [],
    ),
  );
  const wrong = new Set(
    violations.flatMap(({ path, keyword, property }) => path[0] ?? (keyword === 'required' ? (property ?? []) : [])),
  );
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => !surplus.has(name)));
  return { ...kept, ...Object.fromEntries([...wrong].map((name) => [name, sample[name] ?? null])) };
}

type Refuses = (what: string, test: (value: Exact | undefined) => boolean) => FaultDraft;

function rangeFaults(
  context: MessageContext,
  operation: Operation,
  steps: readonly string[],
  refuses: Refuses,
): FaultDraft[] {
  const change = (what: string, alter: (value: number | bigint) => number | bigint): FaultDraft =>
    faultDraft(
      what,
      answering(context.isTo(operation), (request, send) =>
        send(
          mapTexts(request, steps, (value) =>
            typeof value === 'number' || typeof value === 'bigint' ? alter(value) : value,
          ),
        ),
      ),
    );
  return [
    change('rounds integers beyond 2^53', (value) =>
      typeof value === 'bigint'
        ? Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)))
        : value,
    ),
    change('keeps 32 bits', (value) =>
      Number.isInteger(Number(value)) ? Number(BigInt.asIntN(32, BigInt(value))) : value,
    ),
    change('keeps no sign', (value) => (value < 0 ? -value : value)),
    refuses('refuses zero', (value) => value === 0),
    refuses('refuses what is beyond 32 bits', (value) => typeof value === 'number' && value >= 2 ** 31),
  ];
}
