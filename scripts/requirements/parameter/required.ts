import { withTexts } from '../../openapi/parameters/request-parameters.ts';
import { invalid, refusals } from '../cases.ts';
import { requestFault } from '../client/request-fault.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { isWithTexts, parameterOf, stageOf, subjectOf, titleOf, validText, withoutParameter } from './parameter.ts';

/** A parameter that must be given. A path without one is another path. */
export const parameterRequired = defineKind({
  id: '{operationId}.parameters.{in}.{name}.required',
  section: () => 'Parameters',
  list: (_, operation) =>
    (operation?.parameters ?? []).flatMap((parameter) => {
      if (operation === null || !parameter.required || parameter.in === 'path') return [];
      const listed = {
        subject: subjectOf(operation, parameter),
        pointer: parameter.pointer,
        statement: `${titleOf(parameter)} must be given.`,
      };
      // Where no refusal is documented, the contract leaves open what a server makes of it.
      return [refusals(operation, invalid) === undefined ? { ...listed, side: 'client' as const } : listed];
    }),
  contractAdvice: () => 'change required',
  server: {
    reach: {
      by: 'cases',
      cases: (_, operation) => {
        const refused = refusals(operation, invalid);
        if (refused === undefined) return [];
        return operation.parameters
          .filter((parameter) => parameter.required && parameter.in !== 'path')
          .map((parameter) => ({
            subject: subjectOf(operation, parameter),
            title: `no ${parameter.name}`,
            expectation: { kind: 'refused', with: refused },
            build: async (at, isFresh) => withoutParameter(await at.source.base(operation, 'all', isFresh), parameter),
          }));
      },
    },
    faults: (context, { subject }) => {
      const { operation, parameter } = parameterOf(context, subject);
      const isAbout = isWithTexts(context, operation, parameter, (texts) => texts.length === 0);
      const valid = validText(context, parameter);
      return [
        faultDraft(
          'may be left out',
          answering(isAbout, (request, send) => send(withTexts(request, operation, parameter, [valid]))),
        ),
      ];
    },
    advice: ({ name, in: place }) => `Check ${name} (${place}) as its schema says, and use it.`,
  },
  client: {
    callerValue: ({ in: place, name }) => ({ kind: 'parameter', in: place, name }),
    reach: {
      by: 'requests',
      refusedAt: stageOf,
      judge: ({ parameters }, subject) => {
        const { parameter, sent } = parameters.of(subject);
        if (sent !== undefined) return 'kept';
        return { documented: `${titleOf(parameter)} must be given.`, received: `no ${parameter.name}` };
      },
    },
    faults: (context, { subject }) => {
      const { operation, parameter } = parameterOf(context, subject);
      return [requestFault(context, operation, 'drops it', (request) => withTexts(request, operation, parameter, []))];
    },
    advice: ({ name, in: place }) => `Send ${name} (${place}) as its schema allows, and as the caller gave it.`,
  },
});
