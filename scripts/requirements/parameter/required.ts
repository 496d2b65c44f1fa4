import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { withValue } from '../../openapi/parameters/request-parameters.ts';
import { invalid, refusals, type Statuses } from '../cases.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { isDemanded, isPrecondition } from '../request/preconditions.ts';
import {
  clientAdvice,
  forEachParameter,
  isWithTexts,
  parameterOf,
  refusalsOf,
  serverAdvice,
  stageOf,
  subjectOf,
  titleOf,
  validValue,
} from './parameter.ts';
import { dropped, renamed } from './parameter-changes.ts';
import { withoutParameter } from './place-value.ts';

/** True for an object whose properties are parameters of their own: without any, it is given as well. */
function isSpread({ in: place, style, explode, types, mediaType }: Parameter): boolean {
  return place === 'query' && mediaType === null && style === 'form' && explode && types.includes('object');
}

function refusedWithout(operation: Operation, parameter: Parameter): Statuses | undefined {
  if (!isPrecondition(parameter)) return refusalsOf(operation, parameter);
  return refusals(operation, parameter.required ? [428, ...invalid] : [428]);
}

/** A parameter that must be given. A path without one is another path. */
export const parameterRequired = defineKind({
  id: '{operationId}.parameters.{in}.{name}.required',
  section: () => 'Parameters',
  list: (_, all) =>
    forEachParameter(all, (operation, parameter) => {
      if (!isDemanded(operation, parameter) || parameter.in === 'path') return [];
      const listed = {
        subject: subjectOf(operation, parameter),
        pointer: parameter.pointer,
        statement: `${titleOf(parameter)} must be given.`,
      };
      // Where no refusal is documented, the contract leaves open what a server makes of it.
      const isOpen = refusedWithout(operation, parameter) === undefined || isSpread(parameter);
      // A client that knows no tag may learn by the 428 that it needs one.
      if (!parameter.required) return isOpen ? [] : [{ ...listed, side: 'server' as const }];
      return [isOpen ? { ...listed, side: 'client' as const } : listed];
    }),
  contractAdvice: () => 'change required',
  server: {
    reach: {
      by: 'cases',
      cases: (_, operation) =>
        operation.parameters
          .filter((parameter) => isDemanded(operation, parameter) && parameter.in !== 'path' && !isSpread(parameter))
          .flatMap((parameter) => {
            const refused = refusedWithout(operation, parameter);
            if (refused === undefined) return [];
            return {
              subject: subjectOf(operation, parameter),
              title: `no ${parameter.name}`,
              expectation: { kind: 'refused', with: refused },
              isElsewhere: parameter.in !== 'query',
              build: async (at, isFresh) =>
                withoutParameter(await at.source.base(operation, 'all', isFresh), parameter),
            };
          }),
    },
    faults: (context, { subject }) => {
      const { operation, parameter } = parameterOf(context, subject);
      const isAbout = isWithTexts(context, operation, parameter, (texts) => texts.length === 0);
      const valid = validValue(context, parameter);
      return [
        faultDraft(
          'may be left out',
          answering(isAbout, (request, send) => send(withValue(request, operation, parameter, valid))),
        ),
      ];
    },
    advice: serverAdvice,
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
      return [...dropped(context, operation, parameter), ...renamed(context, operation, parameter)];
    },
    advice: clientAdvice,
  },
});
