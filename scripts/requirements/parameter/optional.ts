import { textsFor, withTexts } from '../../openapi/parameters/request-parameters.ts';
import { requestFault } from '../client/request-fault.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { isWithTexts, parameterOf, stageOf, subjectOf, titleOf, validText, withoutParameter } from './parameter.ts';

/** A parameter that may be left out. */
export const parameterOptional = defineKind({
  id: '{operationId}.parameters.{in}.{name}.optional',
  section: () => 'Parameters',
  list: (_, operation) =>
    (operation?.parameters ?? []).flatMap((parameter) =>
      operation === null || parameter.required || parameter.in === 'path'
        ? []
        : [
            {
              subject: subjectOf(operation, parameter),
              pointer: parameter.pointer,
              statement: `${titleOf(parameter)} may be left out.`,
            },
          ],
    ),
  contractAdvice: () => 'change optional',
  server: {
    reach: {
      by: 'cases',
      cases: (_, operation) =>
        operation.parameters
          .filter((parameter) => !parameter.required && parameter.in !== 'path')
          .map((parameter) => ({
            subject: subjectOf(operation, parameter),
            title: `no ${parameter.name}`,
            expectation: { kind: 'accepted' },
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
    advice: ({ name, in: place }) => `Check ${name} (${place}) as its schema says, and use it.`,
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
      const text = validText(context, parameter);
      const send = requestFault(context, operation, 'sends it where the caller does not', (request) => {
        const isGiven = textsFor(request, operation, parameter).length > 0;
        return isGiven ? request : withTexts(request, operation, parameter, [text]);
      });
      return [send];
    },
    advice: ({ name, in: place }) => `Send ${name} (${place}) as its schema allows, and as the caller gave it.`,
  },
});
