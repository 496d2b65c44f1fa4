import type { MutantDraft, Place } from './place.ts';

const turned: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '<=': '>',
  '>=': '<',
  '<': '>=',
  '>': '<=',
  '&&': '||',
  '||': '&&',
};
// Texts come first: what looks like an operator in one is none.
const parts = /'(?:''|\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|==|!=|<=|>=|<|>|&&|\|\|/g;
const literals = /"(?:\\.|[^"\\])*"|(?<=(?:[=!<>]=?) ?)(?:-?\d+(?:\.\d+)?|true|false)(?![\w.])/g;

/**
 * The workflows of an Arazzo file: each one gone, each step gone, each criterion gone, turned round,
 * or with another value.
 */
export function arazzoMutants(document: Place): MutantDraft[] {
  const workflows = document.get('workflows');
  return (workflows?.items() ?? []).flatMap((workflow, index) => {
    const id = workflow.get('workflowId')?.text ?? String(index);
    return [
      ...gone(workflow, `workflow ${id}`),
      ...(workflow.get('steps')?.items() ?? []).flatMap((step) => stepMutants(step)),
    ];
  });
}

function stepMutants(step: Place): MutantDraft[] {
  const id = step.get('stepId')?.text ?? step.name;
  const criteria = step.get('successCriteria')?.items() ?? [];
  return [...gone(step, `step ${id}`), ...criteria.flatMap((criterion) => criterionMutants(criterion, id))];
}

function criterionMutants(criterion: Place, step: string): MutantDraft[] {
  const condition = criterion.get('condition');
  const text = condition?.text;
  if (condition === undefined || text === undefined) return [];
  const isPattern = (criterion.get('type')?.text ?? criterion.at('type', 'type')?.text) === 'regex';
  const all = isPattern
    ? [{ text: text === '.*' ? '^$' : '.*', what: `${text} becomes anything` }]
    : [...changes(text, parts, (one) => turned[one]), ...changes(text, literals, otherLiteral)];
  const others = all.flatMap((other) => condition.replaced(other.text, `${other.what} in a criterion of step ${step}`));
  return [...gone(criterion, `criterion of step ${step}`), ...others];
}

function gone(item: Place, name: string): MutantDraft[] {
  const drafts = item.holder?.losesItem(Number(item.name), `${name} is removed`) ?? [];
  return drafts.map((draft) => ({ ...draft, pointer: item.pointer }));
}

/** The text with one match in another form, for each that has one; `what` says which where there are several. */
function changes(
  text: string,
  pattern: RegExp,
  other: (found: string) => string | undefined,
): { text: string; what: string }[] {
  const found = [...text.matchAll(pattern)].flatMap(({ 0: own, index }) => {
    const instead = other(own);
    return instead === undefined ? [] : [{ own, index, instead }];
  });
  return found.map(({ own, index, instead }, at) => ({
    text: text.slice(0, index) + instead + text.slice(index + own.length),
    what: `${own} becomes ${instead}${at === 0 ? '' : ` (${at + 1}.)`}`,
  }));
}

function otherLiteral(literal: string): string {
  if (literal.startsWith('"')) return `${literal.slice(0, -1)}Other"`;
  if (literal === 'true' || literal === 'false') return String(literal !== 'true');
  return /^-?\d+$/.test(literal) ? String(BigInt(literal) + 1n) : String(Number(literal) + 1);
}
