import type { MutantDraft, Place } from './place.ts';

const turned: Readonly<Record<string, string>> = { '==': '!=', '!=': '==', '<=': '>', '>=': '<', '<': '>=', '>': '<=' };
// Texts come first: what looks like an operator in one is none.
const parts = /'(?:''|\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|==|!=|<=|>=|<|>/g;
const literals = /"(?:\\.|[^"\\])*"|(?<=(?:[=!<>]=?) ?)(?:-?\d+(?:\.\d+)?|true|false)(?![\w.])/g;

/** The rules of an Arazzo file: each one gone, each step gone, each criterion gone, turned round, or with another value. */
export function arazzoMutants(document: Place): MutantDraft[] {
  const workflows = document.get('workflows');
  return (workflows?.items() ?? []).flatMap((workflow, index) => {
    const id = workflow.get('workflowId')?.text ?? String(index);
    return [...gone(workflow, `workflow ${id}`), ...(workflow.get('steps')?.items() ?? []).flatMap((step) => stepMutants(step))];
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
  const others = isPattern ? [text === '.*' ? '^$' : '.*'] : [replacedFirst(text, parts, (one) => turned[one]), replacedFirst(text, literals, otherLiteral)];
  const changed = others.flatMap((other) => (other === undefined ? [] : condition.replaced(other, `criterion of step ${step} becomes ${other}`)));
  return [...gone(criterion, `criterion of step ${step}`), ...changed];
}

function gone(item: Place, name: string): MutantDraft[] {
  const drafts = item.holder?.losesItem(Number(item.name), `${name} is removed`) ?? [];
  return drafts.map((draft) => ({ ...draft, pointer: item.pointer }));
}

/** The text with the first match that has another form; undefined when none has. */
function replacedFirst(text: string, pattern: RegExp, other: (found: string) => string | undefined): string | undefined {
  for (const match of text.matchAll(pattern)) {
    const replacement = other(match[0]);
    if (replacement !== undefined) return text.slice(0, match.index) + replacement + text.slice(match.index + match[0].length);
  }
  return undefined;
}

function otherLiteral(literal: string): string {
  if (literal.startsWith('"')) return `${literal.slice(0, -1)}Other"`;
  if (literal === 'true' || literal === 'false') return String(literal !== 'true');
  return /^-?\d+$/.test(literal) ? String(BigInt(literal) + 1n) : String(Number(literal) + 1);
}
