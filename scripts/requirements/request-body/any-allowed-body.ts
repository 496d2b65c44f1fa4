import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { isJson } from '../../http/media-types.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { withoutCursors } from '../../openapi/resources/body-cursors.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { formatOf } from '../../openapi/values/named-format.ts';
import { defineKind, type GeneratedCases } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { generatedValues } from '../schema/generated-values.ts';
import { type Body, usualBodyOf } from './bodies.ts';
import { changesNothing } from './body-of-extent.ts';
import { clientAdvice, section, serverAdvice, wholeBody } from './body-requirement.ts';
import { lacksName } from './reached-values.ts';
import { alteredBody } from './sent-body-faults.ts';
import { isValid, jsonTaker, refusingRequests } from './whole-body.ts';

const id = '{operationId}.requestBody.any';

function jsonOf({ description: { contract } }: PlanningContext, operation: Operation): Body | undefined {
  const body = usualBodyOf(contract, operation);
  return body !== undefined && isJson(body.mediaType) ? body : undefined;
}

function generate(context: PlanningContext, operation: Operation): GeneratedCases<typeof id>[] {
  const body = jsonOf(context, operation);
  if (body === undefined) return [];
  const { schema, mediaType, whole } = body;
  const ofFirstPage = (value: Exact) => withoutCursors(context.description.contract, operation, schema, value);
  return [
    {
      subject: { operationId: operation.id },
      values: generatedValues(context, schema),
      caseFor: (value) =>
        context.isValid('request', schema, value) &&
        !lacksName(context.description, whole, value) &&
        !makesNothing(operation, value) &&
        !changesNothing(operation, value)
          ? {
              title: 'generated',
              expectation: { kind: 'accepted' },
              build: async (at) =>
                at.source.withBody(
                  await at.source.base(operation, 'none'),
                  mediaType,
                  withNewAddresses(at, schema, ofFirstPage(value)),
                ),
            }
          : undefined,
    },
  ];
}

/** True for a list of things to be made that has none: there is nothing to do, nor to answer with. */
function makesNothing({ method }: Operation, value: Exact): boolean {
  return Array.isArray(value) && value.length === 0 && method === 'POST';
}

/** With email addresses that nothing has: two people need not have the same. */
function withNewAddresses({ description, values }: PlanningContext, schema: string, value: Exact): Exact {
  if (!isExactObject(value)) return value;
  const { properties } = viewSchema(description.contract, schema);
  const isAddress = (name: string, own: Exact) => {
    const pointer = typeof own === 'string' ? properties.get(name) : undefined;
    return pointer !== undefined && formatOf(viewSchema(description.contract, pointer)) === 'email';
  };
  const entries = Object.entries(value).map(([name, own]): [string, Exact] => [
    name,
    isAddress(name, own) ? values.valueAt(properties.get(name) ?? schema, 'required') : own,
  ]);
  return Object.fromEntries(entries);
}

/** Any body that its schema allows: what no table of cases exhausts. */
export const anyAllowedBody = defineKind({
  id,
  section,
  list: (context, operation) => {
    const body = operation === null ? undefined : jsonOf(context, operation);
    if (operation === null || body === undefined) return [];
    return [
      {
        subject: { operationId: operation.id },
        pointer: body.schema,
        statement: 'Any body that its schema allows must be accepted, and kept as it is.',
      },
    ];
  },
  contractAdvice: () => 'narrow the schema',
  server: {
    reach: { by: 'generated cases', generate },
    faults: (context, { subject }) => {
      const taker = jsonTaker(context, subject);
      if (taker === undefined) return [];
      return [
        refusingRequests(
          taker,
          'refuses texts of letters and signs mixed',
          (request, text) =>
            isValid(taker, request) &&
            /"[^"]*[!-/:-@[-`{-~][^"]*[!-/:-@[-`{-~][^"]*"/.test(text.replaceAll(/"\w+":/g, '')),
        ),
        refusingRequests(
          taker,
          'refuses bodies of more than 150 bytes',
          (request, text) => isValid(taker, request) && text.length > 150,
        ),
      ];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: wholeBody,
    reach: { by: 'calls' },
    faults: (context, { subject }) => alteredBody(context, operationOf(context, subject)),
    advice: clientAdvice,
  },
});
