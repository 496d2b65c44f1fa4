import { scoreOf } from '../../mutate/score.ts';
import { type Counts, countsOf } from '../summary.ts';
import { type Column, columnsOf, groupTitle, titles } from './columns.ts';
import { type Html, html } from './html.ts';
import {
  type ContractReport,
  type GroupReport,
  isWrong,
  mutantsOf,
  type OutcomeReport,
  type RequirementReport,
} from './report.ts';
import { aboutRequirement } from './requirement-html.ts';

// Of more operations than these only those are open of which there is something to say.
const mostOpenGroups = 6;

/** Every requirement, by operation and by what it is about, and what became of it on each side and with its mutants. */
export function matrixHtml(report: ContractReport): Html {
  const columns = columnsOf(report);
  const names = columns.map((column) => html`<span>${titles[column]}${column === 'mutants' && ' detected'}</span>`);
  const isShort = report.groups.length <= mostOpenGroups;
  return html`<div class="matrix columns-${columns.length}">
<div class="columns" aria-hidden="true"><span>Requirement</span>${names}</div>
${report.groups.map((group) => groupHtml(report, group, columns, isShort))}
</div>`;
}

function groupHtml(report: ContractReport, group: GroupReport, columns: readonly Column[], isShort: boolean): Html {
  const { operation, name, sections } = group;
  const requirements = sections.flatMap((section) => section.requirements);
  const about =
    operation === null
      ? []
      : [html`<code>${name}</code>`, operation.summary, operation.isDeprecated && 'deprecated'].filter(
          (part) => part !== null && part !== false,
        );
  const parts = about.map((part, index) => [index > 0 && ' · ', part]);
  const heading = html`<h2>${groupTitle(group)} <span class="about">${parts}</span></h2>`;
  const inner = sections.map(
    ({ title, requirements: own }) => html`<details class="section"${isOpenOf(report, own)}>
<summary><h3>${title} <span class="count">${own.length}</span></h3>${sumsHtml(report, columns, own)}</summary>
${own.map((requirement) => requirementHtml(report, requirement, columns))}
</details>`,
  );
  return html`<details class="group" data-name="${name}"${isShort ? html` open` : isOpenOf(report, requirements)}>
<summary>${heading}${sumsHtml(report, columns, requirements)}</summary>
${inner}
</details>`;
}

/** What a reader must look at is in sight. */
function isOpenOf(report: ContractReport, requirements: readonly RequirementReport[]): Html | false {
  const verdicts = requirements.flatMap(({ server, client }) => [server?.verdict, client?.verdict]);
  const isLookedAt =
    verdicts.includes('violated') || verdicts.includes('unproven') || mutantsOf(report, requirements).some(isWrong);
  return isLookedAt && html` open`;
}

function requirementHtml(report: ContractReport, requirement: RequirementReport, columns: readonly Column[]): Html {
  const { id, statement, server, client } = requirement;
  const data = [
    html`data-id="${id}"`,
    html` data-server="${server?.verdict ?? 'none'}"`,
    html` data-client="${client?.verdict ?? 'none'}"`,
    html` data-mutants="${mutantsVerdict(report, requirement)}"`,
  ];
  const name = html`<span class="name"><span class="statement">${statement}</span> <code>${id}</code></span>`;
  return html`<details class="requirement" ${data}>
<summary>${name}${columns.map((column) => cellHtml(report, column, requirement))}</summary>
<div class="body">${aboutRequirement(report, requirement)}</div>
</details>`;
}

function cellHtml(report: ContractReport, column: Column, requirement: RequirementReport): Html {
  if (column === 'mutants') return mutantsCell(report, [requirement]);
  const outcome: OutcomeReport | null = requirement[column];
  return outcome === null ? emptyCell(column) : cell(column, outcome.verdict, outcome.verdict);
}

function sumsHtml(
  report: ContractReport,
  columns: readonly Column[],
  requirements: readonly RequirementReport[],
): Html[] {
  return columns.map((column) => sumHtml(report, column, requirements));
}

function sumHtml(report: ContractReport, column: Column, requirements: readonly RequirementReport[]): Html {
  if (column === 'mutants') return mutantsCell(report, requirements);
  const counts = countsOf(requirements.flatMap((requirement) => requirement[column] ?? []));
  const order = ['violated', 'unproven', 'kept', 'waived'] as const;
  const [worst, ...others] = order.filter((verdict) => counts[verdict] > 0);
  return worst === undefined
    ? emptyCell(column)
    : cell(
        column,
        worst,
        `${counts[worst]} ${worst}`,
        others.map((verdict) => `${counts[verdict]} ${verdict}`).join(', '),
      );
}

function mutantsCell(report: ContractReport, requirements: readonly RequirementReport[]): Html {
  const own = mutantsOf(report, requirements);
  const { detected, total } = scoreOf(own);
  if (own.length === 0) return emptyCell('mutants');
  if (total === 0) return cell('mutants', 'waived', 'equivalent');
  return cell('mutants', detected === total ? 'kept' : 'violated', `${detected} of ${total}`);
}

function mutantsVerdict(
  report: ContractReport,
  requirement: RequirementReport,
): 'detected' | 'survived' | 'equivalent' | 'none' {
  const own = mutantsOf(report, [requirement]);
  if (own.some(isWrong)) return 'survived';
  return own.length === 0 ? 'none' : own.some(({ verdict }) => verdict === 'detected') ? 'detected' : 'equivalent';
}

function cell(column: Column, verdict: keyof Counts | 'none', text: string, more = ''): Html {
  const others = more !== '' && html` <span class="more">${more}</span>`;
  const value = html`<span class="${verdict}">${text}${others}</span>`;
  return html`<span class="cell"><span class="side">${titles[column]} </span>${value}</span>`;
}

function emptyCell(column: Column): Html {
  return cell(column, 'none', column === 'mutants' ? 'none' : 'not concerned');
}
