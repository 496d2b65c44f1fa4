import { decodeQuery, encode } from '../../http/percent-encoding.ts';
import type { Parameter } from '../../openapi/operation-table.ts';
import { invalid, refusals } from '../cases.ts';
import { requestFault } from '../client/request-fault.ts';
import { defineKind } from '../kind.ts';
import type { RequestParts } from '../request/request-parts.ts';
import { answeringWith, failing } from './faulty-answers.ts';
import {
  clientAdvice,
  forEachParameter,
  isSingleValue,
  isWithTexts,
  parameterOf,
  stageOf,
  subjectOf,
  titleOf,
} from './parameter.ts';
import { changedQuery } from './parameter-changes.ts';
import { placeValue } from './place-value.ts';
import { receivedOf } from './violated-keyword.ts';

/** A parameter that is one value. OpenAPI does not say what it means to give it twice: a server may refuse it. */
export const parameterRepeated = defineKind({
  id: '{operationId}.parameters.{in}.{name}.repeated',
  section: () => 'Parameters',
  list: (_, all) =>
    forEachParameter(all, (operation, parameter) => {
      if (parameter.in === 'path' || !isSingleValue(parameter)) return [];
      const own = {
        subject: subjectOf(operation, parameter),
        pointer: parameter.pointer,
        statement: `${titleOf(parameter)} is a single value, and is not given twice.`,
      };
      const binds = isRepeatableInQuery(parameter) && refusals(operation, invalid) !== undefined;
      return [binds ? own : { ...own, side: 'client' as const }];
    }),
  contractAdvice: () => 'make it a list',
  server: {
    reach: {
      by: 'cases',
      cases: (_, all) => {
        const refused = refusals(all, invalid);
        return forEachParameter(all, (operation, parameter) =>
          refused === undefined || !isRepeatableInQuery(parameter)
            ? []
            : [
                {
                  subject: subjectOf(operation, parameter),
                  title: `${parameter.name} twice`,
                  expectation: { kind: 'either', with: refused },
                  build: async ({ source }) => {
                    const base = await source.base(operation);
                    const pairsIn = ({ query }: RequestParts) =>
                      query.filter(([name]) => name === encode(parameter.name));
                    // It may have the one value by which the thing of its path is known.
                    const isGiven = pairsIn(base).length > 0;
                    const value = source.parameters.valueOf(parameter);
                    const parts = isGiven ? base : placeValue(base, parameter, value);
                    const pairs = pairsIn(parts);
                    return { ...parts, query: [...parts.query, ...pairs] };
                  },
                },
              ],
        );
      },
    },
    faults: (context, { subject }) => {
      const { operation, parameter } = parameterOf(context, subject);
      const isTwice = isWithTexts(context, operation, parameter, (texts) => texts.length > 1);
      return [
        failing(context, 'fails when it is given twice', isTwice),
        answeringWith(418, 'an undocumented refusal when it is given twice', isTwice),
      ];
    },
    advice: ({ name, in: place }) => `Refuse ${name} (${place}) where it is given twice, or use one of its values.`,
  },
  client: {
    callerValue: ({ in: place, name }) => ({ kind: 'parameter', in: place, name }),
    reach: {
      by: 'requests',
      refusedAt: stageOf,
      judge: ({ parameters }, subject) => {
        const { parameter, sent } = parameters.of(subject);
        if (sent === undefined) return undefined;
        const documented = `${titleOf(parameter)} is given once.`;
        return sent.isRepeated ? { documented, received: receivedOf(sent) } : 'kept';
      },
    },
    faults: (context, { subject }) => {
      const { operation, parameter } = parameterOf(context, subject);
      if (parameter.in !== 'query') return [];
      const twice = changedQuery((pairs) =>
        pairs.flatMap((pair) => (decodeQuery(pair[0]) === parameter.name ? [pair, pair] : [pair])),
      );
      return [requestFault(context, operation, 'sends it twice', twice)];
    },
    advice: clientAdvice,
  },
});

function isRepeatableInQuery(parameter: Parameter): boolean {
  return parameter.in === 'query' && parameter.mediaType === null && isSingleValue(parameter);
}
