import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { textsFor, withValue } from '../../openapi/parameters/request-parameters.ts';
import type { Expectation, Statuses } from '../cases.ts';
import { requestFault } from '../client/request-fault.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import type { PlanningContext } from '../planning-context.ts';
import { isDemanded } from '../request/preconditions.ts';
import {
  clientAdvice,
  forEachParameter,
  isWithTexts,
  parameterOf,
  serverAdvice,
  stageOf,
  subjectOf,
  titleOf,
  validValue,
} from './parameter.ts';
import { withoutParameter } from './place-value.ts';

/** A parameter that may be left out. */
export const parameterOptional = defineKind({
  id: '{operationId}.parameters.{in}.{name}.optional',
  section: () => 'Parameters',
  list: (_, all) =>
    forEachParameter(all, (operation, parameter) =>
      parameter.required || parameter.in === 'path'
        ? []
        : [
            {
              subject: subjectOf(operation, parameter),
              pointer: parameter.pointer,
              statement: `${titleOf(parameter)} may be left out.`,
              ...(isDemanded(operation, parameter) && { side: 'client' as const }),
            },
          ],
    ),
  contractAdvice: () => 'change optional',
  server: {
    reach: {
      by: 'cases',
      cases: (context, operation) =>
        operation.parameters
          .filter((parameter) => !isDemanded(operation, parameter) && parameter.in !== 'path')
          .map((parameter) => ({
            subject: subjectOf(operation, parameter),
            title: `no ${parameter.name}`,
            expectation: expectationFor(context, operation, parameter),
            isElsewhere: parameter.in !== 'query',
            build: async (at, isFresh) => withoutParameter(await at.source.base(operation, 'all', isFresh), parameter),
          })),
    },
    faults: (context, { subject }) => {
      const { operation, parameter } = parameterOf(context, subject);
      const isAbout = isWithTexts(context, operation, parameter, (texts) => texts.length === 0);
      const refuse = answering(isAbout, (request, send) => context.refused(send, request, operation));
      return [faultDraft('refused without it', refuse)];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: ({ in: place, name }) => ({ kind: 'parameter', in: place, name }),
    reach: {
      by: 'requests',
      refusedAt: stageOf,
      judge: ({ parameters }, subject) => (parameters.of(subject).sent === undefined ? 'kept' : undefined),
    },
    faults: (context, { subject }) => {
      const { operation, parameter } = parameterOf(context, subject);
      const value = validValue(context, parameter);
      const send = requestFault(context, operation, 'sends it where the caller does not', (request) => {
        const isGiven = textsFor(request, operation, parameter).length > 0;
        return isGiven ? request : withValue(request, operation, parameter, value);
      });
      return [send];
    },
    advice: clientAdvice,
  },
});

const missing: Statuses = { text: '404', has: (status) => status === 404 };

/** Without what it is known by beside its identifier, nothing may be found. */
function expectationFor({ source }: PlanningContext, operation: Operation, parameter: Parameter): Expectation {
  const isKnownBy = parameter.in === 'query' && source.qualifiers.isOne(operation, parameter);
  return isKnownBy ? { kind: 'either', with: missing } : { kind: 'accepted' };
}
