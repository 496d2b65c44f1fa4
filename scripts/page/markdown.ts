import type { Side } from '../verify/advice.ts';
import { atMost, escaped, fenced } from '../verify/report/markdown.ts';
import { type Counts, countsOf } from '../verify/report/summary.ts';
import { countOf, shortened, visible } from '../verify/report/text.ts';
import { type Column, columnsOf, groupTitle, titles } from './columns.ts';
import { type ContractReport, type FactReport, isWrong, mutantsOf, type OutcomeReport, type SideReport, sides } from './report.ts';
import { percent } from './summary-html.ts';
import { verdictText } from './verdict-text.ts';

const marks = { kept: '✅', broken: '❌', unproven: '❓' };

/** The report in short for the summary of a pull request, in GitHub's Markdown: what there is to do, not what is in order. */
export function contractMarkdown(report: ContractReport): string {
  const { contract, verdict, variables } = report;
  const broken = factsOf(report).flatMap((fact) => sides.flatMap((side) => (fact[side]?.verdict === 'broken' ? brokenBlock(report, side, fact, fact[side]) : [])));
  const unproven = factsOf(report).flatMap((fact) => sides.flatMap((side) => (fact[side]?.verdict === 'unproven' ? [`- ${side}: ${code(fact.id)} ${place(fact)}: ${escaped(fact[side].reason)}`] : [])));
  const findings = report.stages.flatMap(({ name, findings: own }) => own.map(({ location, side, message }) => `- ${escaped(name)}, ${escaped(side)}: ${escaped(message)} ${escaped(`${location.file}:${location.line}`)}`));
  const blocks = [
    `## ${marks[verdict]} ${escaped(verdictText(report))}`,
    [`${escaped(contract.title)} ${escaped(contract.version)}, ${escaped(contract.file)}`, ...sides.flatMap((side) => runOf(side, report.sides[side]))].join('\n'),
    operationTable(report),
    ...list('Findings of the checks', findings),
    ...atMost(broken),
    ...(broken.length > 0 && variables.length > 0 ? [`The curl lines need ${variables.map((name) => `\`export ${name}=…\``).join(' and ')}.`] : []),
    ...list('Unproven', unproven),
    ...mutationBlocks(report),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function runOf(side: Side, held: SideReport | null): string[] {
  return held === null ? [] : [`- ${titles[side]}: ${countOf(held.requests, 'request')} in ${held.seconds.toFixed(1)} s, seed ${held.seed}`];
}

function factsOf({ groups }: ContractReport): FactReport[] {
  return groups.flatMap(({ sections }) => sections.flatMap(({ facts }) => facts));
}

function operationTable(report: ContractReport): string {
  const columns = columnsOf(report);
  const rows = report.groups.map((group) => [escaped(groupTitle(group)), ...columns.map((column) => cellOf(report, column, group.sections.flatMap(({ facts }) => facts)))]);
  return tableOf(['', ...columns.map((column) => (column === 'mutants' ? 'Mutants caught' : titles[column]))], rows);
}

function tableOf(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellOf(report: ContractReport, column: Column, facts: readonly FactReport[]): string {
  if (column === 'mutants') {
    const own = mutantsOf(report, facts).filter(({ verdict }) => verdict !== 'equivalent');
    return own.length === 0 ? '' : `${own.filter(({ verdict }) => verdict === 'caught').length} of ${own.length}`;
  }
  const counts: Counts = countsOf(facts.flatMap((fact): OutcomeReport[] => (fact[column] === null ? [] : [fact[column]])));
  const order: (keyof Counts)[] = ['broken', 'unproven', 'kept', 'waived'];
  return order.filter((verdict) => counts[verdict] > 0).map((verdict) => `${counts[verdict]} ${verdict}`).join(', ');
}

function brokenBlock({ exchanges }: ContractReport, side: Side, fact: FactReport, { breach }: Extract<OutcomeReport, { verdict: 'broken' }>): string[] {
  const { documented, received, advice, count, exchange } = breach;
  const curl = exchanges[exchange]?.curl ?? null;
  const lines = [['Documented', documented], ['Received', received], [titles[side], advice.side], ['Contract', advice.contract]] as const;
  return [[
    `<details><summary>❌ ${side}: ${code(fact.id)} ${place(fact)}</summary>`,
    lines.map(([name, text]) => `- ${name}: ${escaped(text)}`).join('\n'),
    ...(curl === null ? [] : [fenced(shortened(visible(curl), 4000))]),
    `Seen in ${countOf(count, 'case')}.`,
    '</details>',
  ].join('\n\n')];
}

function mutationBlocks({ mutation }: ContractReport): string[] {
  if (mutation === null) return [];
  const { scores, mutants, isStale } = mutation;
  const rows = scores.map(({ kind, caught, total }) => [kind, `${caught} of ${total}`, percent(caught, total)]);
  const stale = isStale ? ['The contract has changed since these mutants were tried.'] : [];
  const wrong = mutants.filter((mutant) => isWrong(mutant)).map(({ kind, what, verdict, factIds, told }) => `- ${kind}, ${verdict}: ${escaped(what)}${factIds[0] === undefined ? '' : ` (${code(factIds[0])})`}${told === null ? '' : `: ${escaped(told)}`}`);
  return [tableOf(['Mutants', 'Caught', 'Score'], rows), ...stale, ...list('Mutants that were not caught as they should be', wrong)];
}

function list(title: string, items: string[]): string[] {
  return items.length === 0 ? [] : [`<details><summary>${title}: ${items.length}</summary>`, atMost(items, '- ').join('\n'), '</details>'];
}

function code(id: string): string {
  return `<code>${escaped(id)}</code>`;
}

function place({ location }: FactReport): string {
  return escaped(`${location.file}:${location.line}`);
}
