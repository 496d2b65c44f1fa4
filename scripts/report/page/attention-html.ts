import { countOf, shortened } from '../../cli/text.ts';
import { encode } from '../../http/percent-encoding.ts';
import type { Side } from '../../requirements/side.ts';
import { type Html, html } from './html.ts';
import {
  type CauseReport,
  type ContractReport,
  isWrong,
  type MutantEntry,
  type RequirementReport,
  sides,
} from './report.ts';

// The first findings mostly explain the others.
const mostShown = 12;
const mostDependents = 50;
const mostCharacters = 160;

/** What findings come from, other requirements that are not kept, and mutants that were not detected. */
export function attentionHtml(report: ContractReport): Html | undefined {
  const requirements = report.groups.flatMap(({ sections }) => sections.flatMap((section) => section.requirements));
  const statements = new Map(requirements.map(({ id, statement }) => [id, statement]));
  const explained = new Set(report.causes.flatMap(({ requirementIds }) => requirementIds));
  const others = requirements.filter(({ id }) => !explained.has(id));
  const notKept = (['violated', 'unproven'] as const).flatMap((verdict) =>
    sides.flatMap((side) => others.flatMap((requirement) => attentionItem(side, requirement, verdict))),
  );
  const mutants = (report.mutation?.mutants ?? []).filter((mutant) => isWrong(mutant)).map(mutantItem);
  const lists = [
    ['Findings', report.causes.map((cause) => causeItem(cause, statements))],
    ['Requirements that are not kept', notKept],
    ['Mutants that were not detected as they should be', mutants],
  ] as const;
  const shown = lists.filter(([, items]) => items.length > 0);
  if (shown.length === 0) return undefined;
  const parts = shown.map(([title, items]) => attentionList(title, items));
  return html`<section class="attention"><h2>To look at first</h2>${parts}</section>`;
}

/** A cause, with the requirements that depend on it. */
function causeItem(
  { location, side, message, detail, foundBy, requirementIds }: CauseReport,
  statements: ReadonlyMap<string, string>,
): Html {
  const place = html`${location.file}:${location.line}${detail !== null && ` · ${detail}`} · ${foundBy.join(', ')}`;
  const links = requirementIds.map((id) => html`<li>${requirementLink(id, statements.get(id) ?? id)}</li>`);
  const dependents =
    links.length > 0 &&
    html`<details><summary>${countOf(links.length, 'requirement')} not kept because of it</summary>
<ul>${links.slice(0, mostDependents)}${restItem(links.length - mostDependents)}</ul></details>`;
  return html`<li class="violated"><b>${side}</b> ${message} <span class="quiet">${place}</span>${dependents}</li>`;
}

function restItem(count: number): Html | false {
  return count > 0 && html`<li class="quiet">… and ${count} more</li>`;
}

function attentionList(title: string, items: readonly Html[]): Html {
  const shown = items.slice(0, mostShown);
  return html`<h3>${title} <span class="count">${items.length}</span></h3>
<ul>${shown}${restItem(items.length - mostShown)}</ul>`;
}

function attentionItem(side: Side, requirement: RequirementReport, verdict: 'violated' | 'unproven'): Html[] {
  const outcome = requirement[side];
  if (outcome === null || outcome.verdict !== verdict) return [];
  const text =
    'violation' in outcome
      ? `Received: ${shortened(outcome.violation.received, mostCharacters)}`
      : 'reason' in outcome && `Unproven: ${outcome.reason}`;
  const { id, statement, location } = requirement;
  const place = html`<span class="quiet">${location.file}:${location.line}</span>`;
  const message = html`<span class="message">${text}</span>`;
  return [html`<li class="${verdict}"><b>${side}</b> ${requirementLink(id, statement)} ${place}${message}</li>`];
}

function mutantItem({ kind, what, verdict, requirementIds, message }: MutantEntry): Html {
  const [requirementId] = requirementIds;
  const link = requirementId !== undefined && requirementLink(requirementId, requirementId);
  const reason = message !== null && html`<span class="message">${shortened(message, mostCharacters)}</span>`;
  return html`<li class="violated"><b>${kind}</b> ${what} ${link} <span class="quiet">${verdict}</span>${reason}</li>`;
}

function requirementLink(id: string, text: string): Html {
  return html`<a href="#requirement=${encode(id)}">${text}</a>`;
}
