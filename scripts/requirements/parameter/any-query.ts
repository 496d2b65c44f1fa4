import { record } from 'fast-check';
import { type Exact, isExactObject } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { ownValue } from '../../http/own-value.ts';
import { isCredential } from '../../openapi/credential-parameters.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { textsFor, valueFor, withTexts } from '../../openapi/parameters/request-parameters.ts';
import { makesNoPage } from '../../openapi/resources/page-parameters.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { anyInvalid, anyOf, type Expectation, invalid, refusals } from '../cases.ts';
import { requestFault } from '../client/request-fault.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { type MessageContext, operationOf } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { mayNameNothing } from '../request/qualifiers.ts';
import { generatedValues } from '../schema/generated-values.ts';
import { isOpaqueName } from './parameter.ts';
import { placeValue } from './place-value.ts';

/** All query parameters at once, each there or not. */
export const anyQuery = defineKind({
  id: '{operationId}.parameters.query.any',
  section: () => 'Parameters',
  list: (_, operation) =>
    operation === null || generatable(operation).length === 0
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: operation.pointer,
            statement: 'Every query that the schemas allow must be served.',
          },
        ],
  contractAdvice: () => 'change the schemas of the query parameters',
  server: {
    reach: {
      by: 'generated cases',
      generate: (context, operation) => {
        const query = generatable(operation);
        if (query.length === 0) return [];
        const requiredKeys = query.filter(({ required }) => required).map(({ name }) => name);
        const shapes = query.map(
          (parameter) => [parameter.name, generatedValues(context, parameterSchema(parameter))] as const,
        );
        return [
          {
            subject: { operationId: operation.id },
            values: record(Object.fromEntries(shapes), { requiredKeys }),
            caseFor: (value) => {
              const given = givenValues(query, value);
              if (!given.every((one) => isServed(context, one))) return undefined;
              return {
                title: 'generated',
                expectation: expectationFor(context, operation, given),
                build: async ({ source }) =>
                  given.reduce(
                    (parts, [parameter, own]) => placeValue(parts, parameter, own),
                    await source.base(operation),
                  ),
              };
            },
          },
        ];
      },
    },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      const refuse = answering(isWithAll(context, operation), (request, send) =>
        context.refused(send, request, operation),
      );
      return [faultDraft('refuses all of them together', refuse)];
    },
    advice: () => 'Serve every query whose parameters are as their schemas say.',
  },
  client: {
    callerValue: () => ({ kind: 'parameter', in: 'query', name: null }),
    reach: { by: 'calls' },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      return operation.parameters
        .filter((parameter) => parameter.in === 'query')
        .map((parameter) =>
          requestFault(context, operation, `drops ${parameter.name}`, (request) =>
            withTexts(request, operation, parameter, []),
          ),
        );
    },
    advice: () => 'Send every query parameter that the caller gives, as its schema allows.',
  },
});

type Given = readonly [parameter: Parameter, value: Exact];

function generatable({ parameters }: Operation): Parameter[] {
  const isOpaque = (one: Parameter) => isOpaqueName(one.name) || isCredential(one);
  return parameters.filter((one) => one.in === 'query' && one.mediaType === null && !isOpaque(one));
}

function givenValues(query: readonly Parameter[], value: Exact): Given[] {
  return query.flatMap((parameter): Given[] => {
    const own = isExactObject(value) ? ownValue(value, parameter.name) : undefined;
    return own === undefined ? [] : [[parameter, own]];
  });
}

/** Free text may be refused for what it means; an empty list and null have no text. */
function isServed(context: PlanningContext, [parameter, value]: Given): boolean {
  const isFree = typeof value === 'string' && value.length > 40;
  const hasText = Array.isArray(value) ? value.length > 0 && !value.includes(null) : value !== null;
  return !isFree && hasText && context.isValid('request', parameterSchema(parameter), value);
}

function expectationFor(context: PlanningContext, operation: Operation, given: readonly Given[]): Expectation {
  const isLookUp = given.some(([parameter]) => mayNameNothing(context, operation, parameter));
  const refused = refusals(operation, isLookUp ? [404, ...invalid] : invalid);
  if (given.some(([parameter, value]) => makesNoPage(context.description.contract, parameter, value)))
    return { kind: 'either', with: anyOf(refused, anyInvalid) ?? anyInvalid };
  const isClear = ([parameter]: Given) =>
    parameter.types.includes('integer') ||
    enumOf(viewSchema(context.description.contract, parameterSchema(parameter))) !== undefined;
  return refused === undefined || (!isLookUp && given.every(isClear))
    ? { kind: 'accepted' }
    : { kind: 'either', with: refused };
}

/** Tests a request for all its optional query parameters, each as its schema says. */
function isWithAll(context: MessageContext, operation: Operation): (request: HttpRequest) => boolean {
  const optional = operation.parameters.filter((one) => one.in === 'query' && !one.required);
  const isTo = context.isTo(operation);
  return (request) =>
    isTo(request) &&
    optional.every((parameter) => {
      const texts = textsFor(request, operation, parameter);
      return texts.length > 0 && context.parameterViolations(parameter, valueFor(parameter, texts)).length === 0;
    });
}
