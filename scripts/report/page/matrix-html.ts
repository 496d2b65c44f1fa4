import { describeSums, type Sum } from './browser/sums.ts';
import { type Column, columnsOf, groupTitle, titles } from './columns.ts';
import { type Html, html } from './html.ts';
import {
  type ContractReport,
  type GroupReport,
  isWrong,
  type MutantEntry,
  mutantsOf,
  type RequirementReport,
} from './report.ts';
import { aboutRequirement } from './requirement-html.ts';

// Of more operations than these only those are open of which there is something to say.
const mostOpenGroups = 6;
const sums = describeSums();

/** Every requirement, by operation and by what it is about, and what became of it on each side and with its mutants. */
export function matrixHtml(report: ContractReport): Html {
  const columns = columnsOf(report);
  const names = columns.map((column) => html`<span>${titles[column]}${column === 'mutants' && ' detected'}</span>`);
  const isShort = report.groups.length <= mostOpenGroups;
  const mutants = report.mutation?.mutants.map(markOf).join('') ?? '';
  return html`<div class="matrix columns-${columns.length}" data-mutants="${mutants}">
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
    html` data-status="${requirement.status ?? 'none'}"`,
    requirement.mutants.length > 0 && html` data-tried="${requirement.mutants.join(' ')}"`,
  ];
  const name = html`<span class="name"><span class="statement">${statement}</span> <code>${id}</code></span>`;
  return html`<details class="requirement" ${data}>
<summary>${name}${columns.map((column) => cellHtml(report, column, requirement))}</summary>
<noscript><div class="body">${aboutRequirement(report, requirement)}</div></noscript>
</details>`;
}

function cellHtml(report: ContractReport, column: Column, requirement: RequirementReport): Html {
  if (column === 'mutants') return sumHtml(report, column, [requirement]);
  const verdict = requirement[column]?.verdict;
  return cell(column, { verdict: verdict ?? 'none', text: verdict ?? 'not concerned', more: '' });
}

function sumsHtml(
  report: ContractReport,
  columns: readonly Column[],
  requirements: readonly RequirementReport[],
): Html[] {
  return columns.map((column) => sumHtml(report, column, requirements));
}

function sumHtml(report: ContractReport, column: Column, requirements: readonly RequirementReport[]): Html {
  return cell(
    column,
    column === 'mutants'
      ? sums.ofMutants(mutantsOf(report, requirements).map(({ verdict }) => verdict))
      : sums.ofVerdicts(
          requirements.map((requirement) => requirement[column]?.verdict ?? 'none'),
          'not concerned',
        ),
  );
}

/** A mutant in one letter, as the script of the page reads it. */
function markOf(mutant: Pick<MutantEntry, 'verdict'>): string {
  return mutant.verdict === 'equivalent' ? 'e' : isWrong(mutant) ? 'w' : 'd';
}

function mutantsVerdict(
  report: ContractReport,
  requirement: RequirementReport,
): 'detected' | 'survived' | 'equivalent' | 'none' {
  const own = mutantsOf(report, [requirement]);
  if (own.some(isWrong)) return 'survived';
  return own.length === 0 ? 'none' : own.some(({ verdict }) => verdict === 'detected') ? 'detected' : 'equivalent';
}

function cell(column: Column, sum: Sum): Html {
  const title = html`<span class="side">${titles[column]} </span>`;
  return html`<span class="cell" data-column="${column}">${title}${sumText(sum)}</span>`;
}

/** A sum as a piece of the page; its script writes the same. */
function sumText({ verdict, text, more }: Sum): Html {
  return html`<span class="${verdict}">${text}${more !== '' && html` <span class="more">${more}</span>`}</span>`;
}
