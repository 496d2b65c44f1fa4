import type { Arbitrary } from 'fast-check';
import type { Exact } from '../http/exact-json.ts';
import { isJson } from '../http/media-types.ts';
import type { Operation } from '../openapi/operation-table.ts';
import type { Case } from './cases.ts';
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
  return bodyRequirement(context, operation);
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
