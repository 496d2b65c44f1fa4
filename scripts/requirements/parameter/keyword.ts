import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { defineKind } from '../kind.ts';
import type { Listed } from '../listed.ts';
import type { PlanningContext } from '../planning-context.ts';
import { aspectSentence } from '../schema/aspect-sentence.ts';
import { keywordAdvice } from './keyword-advice.ts';
import { keywordCases } from './keyword-cases.ts';
import { keywordChanges } from './keyword-changes.ts';
import { keywordFaults } from './keyword-faults.ts';
import { parameterOf, stageOf, subjectOf, titleOf } from './parameter.ts';
import { parameterAspects } from './parameter-aspects.ts';
import { keywordOf, violationOf } from './violated-keyword.ts';

const id = '{operationId}.parameters.{in}.{name}.{keyword}';

/** One thing that the schema of a parameter says of its value: its type, a bound, a pattern. */
export const parameterKeyword = defineKind({
  id,
  section: () => 'Parameters',
  list: (context, operation) => (operation === null ? [] : listed(context, operation)),
  contractAdvice: (subject) => keywordAdvice(subject).contract,
  server: {
    reach: { by: 'cases', cases: keywordCases },
    faults: (context, { subject }) => {
      const { operation, parameter } = parameterOf(context, subject);
      return keywordFaults(context, operation, parameter, subject.keyword);
    },
    advice: (subject) => keywordAdvice(subject).server,
  },
  client: {
    callerValue: ({ in: place, name }) => ({ kind: 'parameter', in: place, name }),
    reach: {
      by: 'requests',
      refusedAt: stageOf,
      judge: ({ parameters }, subject) => {
        const read = parameters.of(subject);
        const violation = read.violations.find((one) => keywordOf(one) === subject.keyword);
        if (violation !== undefined) return violationOf(read, violation);
        if (read.value === undefined || read.violations.length > 0 || read.sent?.isRepeated === true) return undefined;
        const { aspects, value } = read;
        const isAbout = aspects.some(({ keyword, isReachedBy }) => keyword === subject.keyword && isReachedBy(value));
        return isAbout ? 'kept' : undefined;
      },
    },
    faults: (context, { subject }) => {
      const { operation, parameter } = parameterOf(context, subject);
      return keywordChanges(context, operation, parameter, subject.keyword);
    },
    advice: (subject) => keywordAdvice(subject).client,
  },
});

/** What no case tries, as where no refusal is documented, binds clients alone. */
function listed(context: PlanningContext, operation: Operation): Listed<typeof id>[] {
  const tried = Map.groupBy(keywordCases(context, operation), ({ subject }) => `${subject.in} ${subject.name}`);
  return operation.parameters.flatMap((parameter) => {
    const cases = tried.get(`${parameter.in} ${parameter.name}`) ?? [];
    const keywords = new Set(cases.map(({ subject }) => subject.keyword));
    const aspects = parameterAspects(context.description.contract, parameter);
    const others = [...keywords].filter((keyword) => !aspects.some((aspect) => aspect.keyword === keyword));
    const all = [...aspects, ...others.map((keyword) => implied(parameter, keyword))];
    return all.map(({ keyword, pointer, statement }) => {
      const own = { subject: { ...subjectOf(operation, parameter), keyword }, pointer, statement };
      return keywords.has(keyword) ? own : { ...own, side: 'client' as const };
    });
  });
}

/** What follows for a parameter from the alternatives of its schema, or from its list of allowed values. */
function implied(parameter: Parameter, keyword: string): { keyword: string; pointer: string; statement: string } {
  const statement = aspectSentence(titleOf(parameter), { keyword, value: parameter.types });
  return { keyword, pointer: parameter.pointer, statement };
}
