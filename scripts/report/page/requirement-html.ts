import { countOf, shortened } from '../../cli/text.ts';
import type { Side } from '../../requirements/side.ts';
import { titles } from './columns.ts';
import { type Html, html } from './html.ts';
import {
  type ContractReport,
  type ExcerptReport,
  type MutantEntry,
  mutantsOf,
  type OutcomeReport,
  type RequirementReport,
  type SampleReport,
  sides,
} from './report.ts';

/**
 * What a requirement opens to: its lines of the contract, what became of it on each side, its mutants. Lines and
 * exchanges are links to where they stand on the page; the script of the page puts what they lead to in their place.
 */
export function aboutRequirement(report: ContractReport, requirement: RequirementReport): Html {
  const { id, location, excerpt } = requirement;
  const place = `${location.file}:${location.line}`;
  const outcomes = sides.flatMap((side) =>
    requirement[side] === null ? [] : outcomeHtml(report, side, requirement[side]),
  );
  const own = mutantsOf(report, [requirement]);
  const lines =
    excerpt === null ? html`<p class="label">${place}</p>` : html`<a class="use" href="#lines-${excerpt}">${place}</a>`;
  const mutants =
    own.length > 0 && html`<h4>Mutants</h4><ul class="mutants">${own.map((mutant) => mutantHtml(mutant, id))}</ul>`;
  return html`${lines}
${outcomes}
${mutants}`;
}

function outcomeHtml({ exchanges }: ContractReport, side: Side, outcome: OutcomeReport): Html {
  const title = titles[side];
  const { cases, samples, verdict } = outcome;
  const inCases = cases > 0 && html` <span class="quiet">in ${countOf(cases, 'case')}</span>`;
  const head = html`<h4>${title} <span class="${verdict}">${verdict}</span>${inCases}</h4>`;
  if (verdict !== 'violated') {
    const reason = 'reason' in outcome && html`<p>${outcome.reason}</p>`;
    return html`${head}${reason}${samples.map((sample) => caseHtml(exchanges, sample))}`;
  }
  const { documented, received, count, advice, exchange } = outcome.violation;
  const shortest = { title: samples.find((sample) => sample.exchange === exchange)?.title ?? null, exchange };
  const others = samples.filter((sample) => sample.isKept || sample.exchange !== exchange);
  const all = [
    caseHtml(exchanges, shortest, 'violated', true),
    ...others.map((sample) => caseHtml(exchanges, sample, sample.isKept ? 'kept' : 'violated')),
  ];
  return html`${head}<dl class="violation">
<dt>Documented</dt><dd>${documented}</dd>
<dt>Received</dt><dd>${received}</dd>
<dt>${title}</dt><dd>${advice.side}</dd>
<dt>Contract</dt><dd>${advice.contract}</dd>
</dl>
<p class="label">${count === 1 ? 'One case shows it.' : `${count} cases show it; this is the shortest.`}</p>
${all}`;
}

/** `verdict` where cases of one requirement differ in it. */
function caseHtml(
  exchanges: ContractReport['exchanges'],
  { title, exchange }: Pick<SampleReport, 'title' | 'exchange'>,
  verdict?: 'kept' | 'violated',
  isOpen = false,
): Html {
  const { request, response } = exchanges[exchange] ?? { request: { method: '', target: '' }, response: null };
  const status = response === null ? 'no response' : String(response.status);
  const summary = [
    verdict !== undefined && html`<span class="${verdict}">${verdict}</span> `,
    title !== null && `${title}: `,
    html`<code>${request.method} ${shortened(request.target, 120)}</code> → ${status}`,
  ];
  return html`<details class="case"${isOpen && html` open`}><summary>${summary}</summary>
<a class="use" href="#exchange-${exchange}">Request and response</a></details>`;
}

/**
 * A mutant in a line, with the reason where it was not detected;
 * `requirementId` is the requirement that it is shown with.
 */
export function mutantHtml(
  { kind, what, verdict, detectedBy, message, distances }: MutantEntry,
  requirementId?: string,
): Html {
  const marks = {
    detected: 'kept',
    equivalent: 'waived',
    survived: 'violated',
    'listed but detected': 'violated',
    failed: 'violated',
  } satisfies Record<MutantEntry['verdict'], string>;
  const by =
    detectedBy.length === 0
      ? ''
      : ` by ${detectedBy
          .map((check) =>
            check === requirementId ? 'this requirement' : `${check}${describeDistance(distances[check])}`,
          )
          .slice(0, 5)
          .join(', ')}`;
  const reason = verdict !== 'detected' && message !== null && html`<span class="message">${message}</span>`;
  const note = html`<span class="quiet">${kind} mutant, ${verdict}${by}</span>`;
  return html`<li class="${marks[verdict]}">${what} ${note}${reason}</li>`;
}

function describeDistance(lines: number | null | undefined): string {
  if (lines === undefined) return '';
  if (lines === null) return ' (names no line)';
  return lines === 0 ? ' (at the line)' : ` (${countOf(lines, 'line')} away)`;
}

/** Lines of the contract with their numbers; the line that it is about is marked. */
export function excerptHtml({ file, firstLine, line, lines }: ExcerptReport, index: number): Html {
  const width = String(firstLine + lines.length - 1).length;
  const indent = Math.min(
    ...lines.filter((text) => text.trim() !== '').map((text) => text.length - text.trimStart().length),
  );
  const rows = lines.map((text, offset) => {
    const number = firstLine + offset;
    const row = html`<span class="number">${String(number).padStart(width)}  </span>${text.slice(indent)}\n`;
    return number === line ? html`<mark>${row}</mark>` : row;
  });
  const caption = html`<figcaption class="label">${file}:${line}</figcaption>`;
  return html`<figure class="excerpt" id="lines-${index}">${caption}<pre>${rows}</pre></figure>`;
}
