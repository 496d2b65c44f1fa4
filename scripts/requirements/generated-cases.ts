import {
  type Arbitrary,
  array,
  boolean,
  constant,
  constantFrom,
  double,
  integer,
  maxSafeInteger,
  oneof,
  record,
  string,
} from 'fast-check';
import type { Exact } from '../http/exact-json.ts';
import { isJson } from '../http/media-types.ts';
import type { Operation, Parameter } from '../openapi/operation-table.ts';
import { enumOf, numberAt, type SchemaView, textAt, viewSchema } from '../openapi/schema-view.ts';
import { type Case, invalid, refusals } from './cases.ts';
import { placeValue } from './parameter/parameter-cases.ts';
import type { PlanningContext } from './planning-context.ts';
import { encodeBody, preferred } from './request-parts.ts';
import type { RequirementDraft } from './requirement.ts';

/** A requirement that no table of cases exhausts: it is tried with generated values, made smaller where they show a violation. */
export interface GeneratedRequirement {
  requirement: RequirementDraft;
  operation: Operation;
  /** One request of it; the value decides which. */
  caseFor(value: Exact): Case | undefined;
  values: Arbitrary<Exact>;
}

export function generatedRequirements(context: PlanningContext, operation: Operation): GeneratedRequirement[] {
  return [...bodyRequirement(context, operation), ...queryRequirement(context, operation)];
}

function bodyRequirement(context: PlanningContext, operation: Operation): GeneratedRequirement[] {
  const [mediaType] = preferred(operation.requestBody?.mediaTypes ?? []);
  const schema =
    mediaType === undefined || !isJson(mediaType) ? undefined : context.source.bodySchema(operation, mediaType);
  if (mediaType === undefined || schema === undefined) return [];
  const requirement: RequirementDraft = {
    id: `${operation.id}.requestBody.any`,
    operationId: operation.id,
    pointer: schema,
    statement: 'Any body that the schema allows is accepted, and kept as it is.',
    subject: { kind: 'requestBody', path: '', keyword: 'any' },
  };
  const caseFor = (value: Exact): Case | undefined => {
    if (!context.isValid('request', schema, value)) return undefined;
    return {
      requirement,
      operation,
      title: 'generated',
      expectation: { kind: 'accepted' },
      build: async (at) => ({
        ...(await at.source.base(operation)),
        body: encodeBody(mediaType, await at.source.withReferences(operation, value)),
      }),
    };
  };
  return [
    {
      requirement,
      operation,
      caseFor,
      values: arbitraryFor(context, viewSchema(context.description.contract, schema), 0),
    },
  ];
}

/** All query parameters at once, each there or not. */
function queryRequirement(context: PlanningContext, operation: Operation): GeneratedRequirement[] {
  const query = operation.parameters.filter(
    (parameter) =>
      parameter.in === 'query' && parameter.mediaType === null && !/cursor|token|after|before/i.test(parameter.name),
  );
  if (query.length === 0) return [];
  const requirement: RequirementDraft = {
    id: `${operation.id}.parameters.query.any`,
    operationId: operation.id,
    pointer: operation.pointer,
    statement: 'Any query that the schemas allow is served.',
    subject: { kind: 'parameter', in: 'query', name: 'any', keyword: 'any' },
  };
  const { contract } = context.description;
  const schemaOf = (parameter: Parameter) => `${parameter.pointer}/schema`;
  const shapes = Object.fromEntries(
    query.map((parameter) => [parameter.name, arbitraryFor(context, viewSchema(contract, schemaOf(parameter)), 1)]),
  );
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name);
  const refused = refusals(operation, invalid);
  const caseFor = (value: Exact): Case | undefined => {
    const given = query.flatMap((parameter) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && value[parameter.name] !== undefined
        ? [[parameter, value[parameter.name] ?? null] as const]
        : [],
    );
    const isAllowed = given.every(
      ([parameter, own]) =>
        context.isValid('request', schemaOf(parameter), own) && !(Array.isArray(own) && own.length === 0),
    );
    // Free text may be refused for what it means.
    const isFree = given.some(([, own]) => typeof own === 'string' && own.length > 40);
    if (!isAllowed || isFree) return undefined;
    const expectation =
      refused === undefined ||
      given.every(
        ([parameter]) =>
          enumOf(viewSchema(contract, schemaOf(parameter))) !== undefined || parameter.types.includes('integer'),
      )
        ? ({ kind: 'accepted' } as const)
        : ({ kind: 'either', with: refused } as const);
    return {
      requirement,
      operation,
      title: 'generated',
      expectation,
      build: async (at) =>
        given.reduce((parts, [parameter, own]) => placeValue(parts, parameter, own), await at.source.base(operation)),
    };
  };
  return [{ requirement, operation, caseFor, values: record(shapes, { requiredKeys: required }) }];
}

/** Values that a schema allows, or nearly so: the schema itself has the last word on each. */
function arbitraryFor(context: PlanningContext, view: SchemaView, depth: number): Arbitrary<Exact> {
  const allowed = enumOf(view);
  if (allowed !== undefined && allowed.length > 0) return constantFrom<Exact[]>(...allowed);
  const { contract } = context.description;
  if (view.alternatives.length > 0)
    return oneof(
      ...view.alternatives.map((_, index) =>
        constant(null).map(() => context.values.valueAt(view.alternatives[index] ?? view.pointer, 'all', depth)),
      ),
    );
  const types = view.types.length === 0 ? ['string'] : view.types;
  return oneof(
    ...types.map((type): Arbitrary<Exact> => {
      switch (type) {
        case 'string':
          return textArbitrary(context, view);
        case 'integer':
          return integerArbitrary(view);
        case 'number':
          return double({
            min: numberAt(view, 'minimum') ?? numberAt(view, 'exclusiveMinimum') ?? -1e6,
            max: numberAt(view, 'maximum') ?? numberAt(view, 'exclusiveMaximum') ?? 1e6,
            noNaN: true,
          }).map((value) => Number(value.toFixed(2)));
        case 'boolean':
          return boolean();
        case 'array':
          return view.items === undefined || depth > 4
            ? constant<Exact>([])
            : array(arbitraryFor(context, viewSchema(contract, view.items), depth + 1), {
                minLength: numberAt(view, 'minItems') ?? 0,
                maxLength: Math.min(numberAt(view, 'maxItems') ?? 4, 6),
              });
        case 'object':
          return objectArbitrary(context, view, depth);
        default:
          return constant(null);
      }
    }),
  );
}

function objectArbitrary(context: PlanningContext, view: SchemaView, depth: number): Arbitrary<Exact> {
  if (depth > 4) return constant(null).map(() => context.values.objectOf(view, 'required', depth));
  const properties = [...view.properties]
    .map(([name, pointer]) => [name, viewSchema(context.description.contract, pointer)] as const)
    .filter(([, property]) => property.keywords.get('readOnly')?.value !== true);
  return record(
    Object.fromEntries(properties.map(([name, property]) => [name, arbitraryFor(context, property, depth + 1)])),
    { requiredKeys: properties.map(([name]) => name).filter((name) => view.required.has(name)) },
  );
}

function textArbitrary(context: PlanningContext, view: SchemaView): Arbitrary<Exact> {
  if (textAt(view, 'pattern') !== undefined || textAt(view, 'format') !== undefined)
    return constant(null).map(() => context.values.textOf(view));
  // Empty, and U+0000: a server may have to refuse them though no schema says so.
  const least = Math.max(1, numberAt(view, 'minLength') ?? 1);
  return string({
    unit: 'grapheme',
    minLength: least,
    maxLength: Math.min(numberAt(view, 'maxLength') ?? 60, 200),
  }).filter((text) => !text.includes('\u0000') && text.trim() !== '');
}

function integerArbitrary(view: SchemaView): Arbitrary<Exact> {
  const [low, high] = [
    numberAt(view, 'minimum') ?? numberAt(view, 'exclusiveMinimum'),
    numberAt(view, 'maximum') ?? numberAt(view, 'exclusiveMaximum'),
  ];
  const step = numberAt(view, 'multipleOf') ?? 1;
  const isShort = textAt(view, 'format') === 'int32';
  if (low === undefined && high === undefined && !isShort) return maxSafeInteger();
  const min = Math.ceil(low ?? -(2 ** 31));
  return integer({ min, max: Math.max(min, Math.floor(high ?? 2 ** 31 - 1)) }).map((value) =>
    step === 1 ? value : Math.round(value / step) * step,
  );
}
