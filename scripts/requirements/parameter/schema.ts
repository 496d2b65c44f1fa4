import { partAt } from '../../openapi/contract.ts';
import type { Parameter } from '../../openapi/operation-table.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { defineKind } from '../kind.ts';
import { keywordChanges } from './keyword-changes.ts';
import {
  clientAdvice,
  forEachParameter,
  isSingleValue,
  parameterOf,
  stageOf,
  subjectOf,
  titleOf,
} from './parameter.ts';
import { keywordOf, receivedOf, violationOf } from './violated-keyword.ts';

/**
 * A parameter as a whole: in its style, and as its schema says also where no keyword of it is a requirement of its own.
 */
export const parameterAsDescribed = defineKind({
  id: '{operationId}.parameters.{in}.{name}.schema',
  section: () => 'Parameters',
  list: ({ description: { contract } }, all) =>
    forEachParameter(all, (operation, parameter) => [
      {
        subject: subjectOf(operation, parameter),
        pointer: partAt(contract, parameterSchema(parameter)).pointer,
        statement: `${titleOf(parameter)} must be as its schema and its style say.`,
      },
    ]),
  contractAdvice: () => 'change the schema or the style',
  // The keywords show it for servers.
  server: null,
  client: {
    callerValue: ({ in: place, name }) => ({ kind: 'parameter', in: place, name }),
    reach: {
      by: 'requests',
      refusedAt: stageOf,
      judge: ({ parameters }, subject) => {
        const read = parameters.of(subject);
        const { parameter, sent, value, violations, aspects } = read;
        if (sent === undefined) return undefined;
        const received = receivedOf(sent);
        if (value === undefined) return { documented: `${titleOf(parameter)} is ${styleOf(parameter)}.`, received };
        if (sent.isRepeated) {
          const documented = `${titleOf(parameter)} is given once.`;
          return isSingleValue(parameter) ? undefined : { documented, received };
        }
        const known = new Set(aspects.map(({ keyword }) => keyword));
        const other = violations.find((violation) => !known.has(keywordOf(violation)));
        if (other !== undefined) return violationOf(read, other);
        return violations.length === 0 ? 'kept' : undefined;
      },
    },
    faults: (context, { subject }) => {
      const { operation, parameter } = parameterOf(context, subject);
      return keywordChanges(context, operation, parameter, 'schema');
    },
    advice: clientAdvice,
  },
});

function styleOf({ mediaType, style, explode }: Parameter): string {
  return mediaType ?? `in style ${style}${explode ? ', exploded' : ''}`;
}
