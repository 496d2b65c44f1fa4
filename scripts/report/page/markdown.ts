import { countOf, shortened, visible } from '../../cli/text.ts';
import { scoreOf } from '../../mutate/score.ts';
import type { Side } from '../../requirements/side.ts';
import { atMost, escaped, fenced } from '../markdown.ts';
import { type Counts, countsOf } from '../summary.ts';
import { type Column, columnsOf, groupTitle, titles } from './columns.ts';
import {
  type CauseReport,
  type ContractReport,
  isWrong,
  mutantsOf,
  type OutcomeReport,
  type RequirementReport,
  type SideReport,
  sides,
  type ViolationReport,
} from './report.ts';
import { percent } from './summary-html.ts';
import { verdictText } from './verdict-text.ts';

const marks = { kept: '✅', violated: '❌', unproven: '❓' };

/**
 * The report in short for the summary of a pull request, in GitHub's Markdown:
 * what there is to do, not what is in order.
 */
export function contractMarkdown(report: ContractReport): string {
  const { contract, verdict, variables } = report;
  const explained = new Set(report.causes.flatMap(({ requirementIds }) => requirementIds));
  const found = [
    ...report.causes.map((cause) => causeBlock(report, cause)),
    ...violationsOf(report)
      .filter(({ requirement }) => !explained.has(requirement.id))
      .map((violated) =>
        details(
          `${violated.side}: ${code(violated.requirement.id)} ${place(violated.requirement)}`,
          evidence(report, violated),
        ),
      ),
  ];
  const unproven = requirementsOf(report).flatMap((requirement) =>
    sides.flatMap((side) =>
      requirement[side]?.verdict === 'unproven'
        ? [`- ${side}: ${code(requirement.id)} ${place(requirement)}: ${escaped(requirement[side].reason)}`]
        : [],
    ),
  );
  const blocks = [
    `## ${marks[verdict]} ${escaped(verdictText(report))}`,
    [
      `${escaped(contract.title)} ${escaped(contract.version)}, ${escaped(contract.file)}`,
      ...sides.flatMap((side) => runOf(side, report.sides[side])),
    ].join('\n'),
    operationTable(report),
    ...atMost(found),
    ...(found.some((block) => block.includes('```')) && variables.length > 0
      ? [`The curl lines need ${variables.map((name) => `\`export ${name}=…\``).join(' and ')}.`]
      : []),
    ...list('Unproven', unproven),
    ...mutationBlocks(report),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function runOf(side: Side, own: SideReport | null): string[] {
  return own === null
    ? []
    : [`- ${titles[side]}: ${countOf(own.requests, 'request')} in ${own.seconds.toFixed(1)} s, seed ${own.seed}`];
}

function requirementsOf({ groups }: ContractReport): RequirementReport[] {
  return groups.flatMap(({ sections }) => sections.flatMap(({ requirements }) => requirements));
}

function operationTable(report: ContractReport): string {
  const columns = columnsOf(report);
  const rows = report.groups.map((group) => [
    escaped(groupTitle(group)),
    ...columns.map((column) =>
      cellOf(
        report,
        column,
        group.sections.flatMap(({ requirements }) => requirements),
      ),
    ),
  ]);
  return tableOf(['', ...columns.map((column) => (column === 'mutants' ? 'Mutants detected' : titles[column]))], rows);
}

function tableOf(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellOf(report: ContractReport, column: Column, requirements: readonly RequirementReport[]): string {
  if (column === 'mutants') {
    const { detected, total } = scoreOf(mutantsOf(report, requirements));
    return total === 0 ? '' : `${detected} of ${total}`;
  }
  const counts: Counts = countsOf(
    requirements.flatMap((requirement): OutcomeReport[] => (requirement[column] === null ? [] : [requirement[column]])),
  );
  const order: (keyof Counts)[] = ['violated', 'unproven', 'kept', 'waived'];
  return order
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${verdict}`)
    .join(', ');
}

interface Violated {
  side: Side;
  requirement: RequirementReport;
  violation: ViolationReport;
}

function violationsOf(report: ContractReport): Violated[] {
  return requirementsOf(report).flatMap((requirement) =>
    sides.flatMap((side) => {
      const outcome = requirement[side];
      return outcome?.verdict === 'violated' ? [{ side, requirement, violation: outcome.violation }] : [];
    }),
  );
}

/** A cause, with the violation that shows it where there is one. */
function causeBlock(report: ContractReport, { location, side, message, detail, foundBy, requirementIds }: CauseReport) {
  const [shown] = violationsOf(report).filter(({ requirement }) => requirementIds.includes(requirement.id));
  const others = requirementIds.length - (shown === undefined ? 0 : 1);
  return details(`${escaped(`${location.file}:${location.line} ${side}: ${message}`)}`, [
    `Found by ${escaped(foundBy.join(', '))}.`,
    ...(shown === undefined
      ? [escaped(detail ?? '')].filter(Boolean)
      : [`${code(shown.requirement.id)} ${place(shown.requirement)}`, ...evidence(report, shown)]),
    ...(others > 0 ? [`Other requirements that depend on it: ${others}.`] : []),
  ]);
}

function details(summary: string, blocks: string[]): string {
  return [`<details><summary>❌ ${summary}</summary>`, ...blocks, '</details>'].join('\n\n');
}

/** What shows a violation, and what to do about it. */
function evidence({ exchanges }: ContractReport, { side, violation }: Violated): string[] {
  const { documented, received, advice, count, exchange } = violation;
  const curl = exchanges[exchange]?.curl ?? null;
  const lines = [
    ['Documented', documented],
    ['Received', received],
    [titles[side], advice.side],
    ['Contract', advice.contract],
  ] as const;
  return [
    lines.map(([name, text]) => `- ${name}: ${escaped(text)}`).join('\n'),
    ...(curl === null ? [] : [fenced(shortened(visible(curl), 4000))]),
    `Seen in ${countOf(count, 'case')}.`,
  ];
}

function mutationBlocks({ mutation }: ContractReport): string[] {
  if (mutation === null) return [];
  const { scores, mutants, isStale } = mutation;
  const rows = scores.map(({ kind, detected, total }) => [kind, `${detected} of ${total}`, percent(detected, total)]);
  const stale = isStale ? ['The contract has changed since these mutants were tried.'] : [];
  const wrong = mutants
    .filter((mutant) => isWrong(mutant))
    .map(({ kind, what, verdict, requirementIds: [id], message }) => {
      const reason = message === null ? '' : `: ${escaped(message)}`;
      return `- ${kind}, ${verdict}: ${escaped(what)}${id === undefined ? '' : ` (${code(id)})`}${reason}`;
    });
  return [
    tableOf(['Mutants', 'Detected', 'Score'], rows),
    ...stale,
    ...list('Mutants that were not detected as they should be', wrong),
  ];
}

function list(title: string, items: string[]): string[] {
  return items.length === 0
    ? []
    : [`<details><summary>${title}: ${items.length}</summary>`, atMost(items, '- ').join('\n'), '</details>'];
}

function code(id: string): string {
  return `<code>${escaped(id)}</code>`;
}

function place({ location }: RequirementReport): string {
  return escaped(`${location.file}:${location.line}`);
}
