import { countOf } from '../../cli/text.ts';
import type { Side } from '../../requirements/side.ts';
import type { Counts } from '../summary.ts';
import { attentionHtml } from './attention-html.ts';
import { titles } from './columns.ts';
import { type Html, html } from './html.ts';
import { type ContractReport, type MutationReport, type SideReport, sides } from './report.ts';
import { mutantHtml } from './requirement-html.ts';
import { verdictText } from './verdict-text.ts';

/** What a reader wants to know at a glance: the verdict, both sides, the mutants, and what to look at first. */
export function summaryHtml(report: ContractReport): Html {
  const { contract, at, verdict, mutation } = report;
  return html`<header>
<p class="quiet">Contract report</p>
<h1>${contract.title} <span class="version">${contract.version}</span></h1>
<p class="quiet"><code>${contract.file}</code>, <time datetime="${at}">${describeMoment(at)}</time></p>
<p class="verdict ${verdict}">${verdictText(report)}</p>
</header>
<div class="panels">
${sides.map((side) => sidePanel(side, report.sides[side]))}
${mutationPanel(mutation)}
</div>
${attentionHtml(report)}
${waivedHtml(report)}
${stagesHtml(report)}
${otherMutantsHtml(report)}`;
}

function describeMoment(at: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(new Date(at))} UTC`;
}

const formatNumber = (value: number): string => value.toLocaleString('en');

function sidePanel(side: Side, report: SideReport | null): Html {
  const title = titles[side];
  if (report === null) return html`<section class="panel"><h2>${title}</h2><p>Not verified in this run.</p></section>`;
  const { verdict, counts, requests, seconds, seed } = report;
  const order: (keyof Counts)[] = ['kept', 'violated', 'unproven', 'waived'];
  const list = order.map((name) => {
    const count = html`<b>${formatNumber(counts[name])}</b>`;
    const label = html`<span class="${counts[name] > 0 ? name : 'quiet'}">${name}</span>`;
    return html`<li><a href="#side=${side}&amp;verdict=${name}">${count} ${label}</a></li>`;
  });
  return html`<section class="panel">
<h2>${title} <span class="${verdict}">${verdict}</span></h2>
<ul class="counts">${list}</ul>
<p class="quiet">${formatNumber(requests)} requests in ${seconds.toFixed(1)} s, seed ${seed}</p>
</section>`;
}

function mutationPanel(mutation: MutationReport | null): Html {
  if (mutation === null)
    return html`<section class="panel"><h2>Mutants</h2>
<p>None were tried yet:
<code>npm run mutate</code> shows whether a violation of each requirement would be detected.</p></section>`;
  const { scores, at, seed, sample, listed, mutants, isStale } = mutation;
  const [detected, total] = [
    scores.reduce((sum, score) => sum + score.detected, 0),
    scores.reduce((sum, score) => sum + score.total, 0),
  ];
  const verdict = detected === total ? 'kept' : 'violated';
  const rows = scores.map(({ kind, detected: own, total: all }) => {
    const count = html`<td>${formatNumber(own)} of ${formatNumber(all)}</td>`;
    return html`<tr><th scope="row">${kind}</th>${count}<td>${percent(own, all)}</td></tr>`;
  });
  const equivalent = scores.reduce((sum, score) => sum + score.equivalent, 0);
  const stale =
    isStale &&
    html`<p class="unproven">The contract has changed since: <code>npm run mutate</code> tries them again.</p>`;
  const run = [
    equivalent > 0 && `${formatNumber(equivalent)} more are equivalent. `,
    sample === null || listed === null
      ? 'Tried'
      : `${formatNumber(mutants.length)} of ${formatNumber(listed)} mutants tried,`,
    ` ${describeMoment(at)}`,
    sample !== null && `, ${formatNumber(sample)} of each kind at most`,
    `, seed ${seed}`,
  ];
  return html`<section class="panel">
<h2>Mutants <span class="${verdict}">${percent(detected, total)} detected</span></h2>
<table>
<thead class="unseen"><tr><th scope="col">Kind</th><th scope="col">Detected</th><th scope="col">Score</th></tr></thead>
<tbody>${rows}</tbody>
</table>
<p class="quiet">${run}</p>
${stale}
</section>`;
}

/** The mutants that are with none of the requirements. */
function otherMutantsHtml({ mutation }: ContractReport): Html | undefined {
  const others = mutation?.mutants.filter(({ requirementIds }) => requirementIds.length === 0) ?? [];
  if (others.length === 0) return undefined;
  const heading = html`<h2>Mutants of no single requirement <span class="quiet">${others.length}</span></h2>`;
  const items = others.map((mutant) => mutantHtml(mutant));
  return html`<details class="checks"><summary>${heading}</summary><ul>${items}</ul></details>`;
}

/** Rounded down: what is not whole never reads as 100 %. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '–';
  return `${part === whole ? 100 : Math.min(99.9, Math.floor((part / whole) * 1000) / 10)} %`;
}

/** Why requirements were waived: each reason with how many it is the reason of. */
function waivedHtml(report: ContractReport): Html | undefined {
  const requirements = report.groups.flatMap(({ sections }) => sections.flatMap((section) => section.requirements));
  const waived = sides.flatMap((side) =>
    requirements.flatMap((requirement) => {
      const outcome = requirement[side];
      return outcome?.verdict === 'waived' ? [{ side, reason: outcome.reason }] : [];
    }),
  );
  if (waived.length === 0) return undefined;
  const reasons = [...Map.groupBy(waived, ({ side, reason }) => `${side} ${reason}`).values()]
    .toSorted((a, b) => b.length - a.length)
    .map(
      (own) => html`<li class="waived"><b>${own[0]?.side}</b> ${own[0]?.reason}
<span class="quiet">${countOf(own.length, 'requirement')}</span></li>`,
    );
  const heading = html`<h2>Waived <span class="quiet">${waived.length}</span></h2>`;
  return html`<details class="checks"><summary>${heading}</summary>
<p>What nothing could show in this run counts neither as kept nor as violated. This is why:</p>
<ul>${reasons}</ul></details>`;
}

function stagesHtml({ stages }: ContractReport): Html | undefined {
  if (stages.length === 0) return undefined;
  const marks = { passed: 'kept', failed: 'violated', skipped: 'waived' } as const;
  const counts = (['passed', 'failed', 'skipped'] as const)
    .map((verdict) => [verdict, stages.filter((stage) => stage.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0);
  const rows = stages.map(({ name, verdict, seconds, summary, findings }) => {
    const outcome = findings.length > 0 ? countOf(findings.length, 'finding') : verdict;
    const time = html`<span class="quiet">${seconds.toFixed(1)} s</span>`;
    return html`<li class="${marks[verdict]}"><b>${name}</b> ${summary === '' ? outcome : summary} ${time}</li>`;
  });
  const sums = counts.map(([verdict, count]) => `${count} ${verdict}`).join(', ');
  const heading = html`<h2>Checks <span class="quiet">${sums}</span></h2>`;
  return html`<details class="checks"><summary>${heading}</summary><ul>${rows}</ul></details>`;
}
