import { type Arbitrary, record } from 'fast-check';
import type { Exact } from '../http/exact-json.ts';
import { isJson } from '../http/media-types.ts';
import type { Operation, Parameter } from '../openapi/operation-table.ts';
import { enumOf, viewSchema } from '../openapi/schema-view.ts';
import { type Case, invalid, refusals } from './cases.ts';
import { placeValue } from './parameter/parameter-cases.ts';
import type { PlanningContext } from './planning-context.ts';
import { encodeBody, preferred } from './request-parts.ts';
import type { RequirementDraft } from './requirement.ts';
import { generatedValues } from './schema/generated-values.ts';

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
      values: generatedValues(context, schema),
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
    query.map((parameter) => [parameter.name, generatedValues(context, schemaOf(parameter), 1)]),
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
