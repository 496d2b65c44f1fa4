import { describeSums } from './browser/sums.ts';
import { groupTitle } from './columns.ts';
import { type Html, html } from './html.ts';
import { type ContractReport, type GroupReport, mutantsOf, type RequirementReport } from './report.ts';

const sums = describeSums();

/** The statuses that requirements are about, each once. */
export function statusesOf({ groups }: ContractReport): string[] {
  const requirements = groups.flatMap(({ sections }) => sections.flatMap((section) => section.requirements));
  return [...new Set(requirements.flatMap(({ status }) => status ?? []))].toSorted();
}

/** What became of each operation, by the response that its requirements are about. */
export function gridHtml(report: ContractReport): Html {
  const columns = [null, ...statusesOf(report)];
  const heads = columns.map((status) => html`<th scope="col">${status ?? 'Others'}</th>`);
  return html`<details class="grid" open>
<summary><h3>By operation and response</h3></summary>
<p class="quiet">Requirements that are <span class="kept">kept</span>, <span class="violated">violated</span>,
<span class="unproven">unproven</span> or, on both sides, <span class="waived">waived</span>; below them, how many of
their mutants were detected. Each leads to its requirements.</p>
<div class="scrolled" role="region" aria-label="By operation and response" tabindex="0">
<table>
<thead><tr><th scope="col">Operation</th>${heads}</tr></thead>
<tbody>${report.groups.map((group) => rowHtml(report, group, columns))}</tbody>
</table>
</div>
</details>`;
}

function rowHtml(report: ContractReport, group: GroupReport, columns: readonly (string | null)[]): Html {
  const requirements = group.sections.flatMap((section) => section.requirements);
  const cells = columns.map((status) =>
    cellHtml(
      report,
      group,
      status,
      requirements.filter((requirement) => requirement.status === status),
    ),
  );
  return html`<tr><th scope="row">${groupTitle(group)}</th>${cells}</tr>
`;
}

function cellHtml(
  report: ContractReport,
  { name }: GroupReport,
  status: string | null,
  requirements: readonly RequirementReport[],
): Html {
  if (requirements.length === 0) return html`<td></td>`;
  const verdicts = requirements.map(({ server, client }) =>
    sums.ofBothSides(server?.verdict ?? 'none', client?.verdict ?? 'none'),
  );
  const mutants = mutantsOf(report, requirements).map(({ verdict }) => verdict);
  const link = `#${new URLSearchParams({ operation: name, status: status ?? 'none' })}`;
  const counts = sums
    .countsOf(verdicts)
    .map(
      ({ verdict, count }) => html`<span class="${verdict}">${count}<span class="unseen"> ${verdict}</span></span> `,
    );
  const { verdict, text } = sums.ofMutants(mutants);
  const tried =
    mutants.length > 0 &&
    html`<span class="tried"><span class="${verdict}">${text}</span><span class="unseen"> mutants</span></span>`;
  return html`<td data-group="${name}" data-status="${status ?? 'none'}"><a href="${link}">
<span class="label">${status ?? 'Others'} </span><span class="counts-of">${counts}</span>${tried}</a></td>`;
}
