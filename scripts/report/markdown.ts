import { describeLocation } from '../cli/problem.ts';
import { countOf, shortened, visible } from '../cli/text.ts';
import type { Requirement } from '../requirements/requirement.ts';
import { exitCodeOf, type Stage } from './check-verdict.ts';
import { causesOf, stagesOf } from './finding-causes.ts';
import type { PublicVerification } from './redact.ts';
import {
  countsOf,
  type Group,
  groupsOf,
  type Reasoned,
  unprovenOf,
  type ViolatedRequirement,
  verdictLine,
  verdictOf,
  violatedOf,
  waivedOf,
} from './summary.ts';

// GitHub refuses a job summary of more than a mebibyte.
const mostRequirements = 30;
const mostCharacters = 400;
const mostCurl = 4000;

/** The report as a job summary in GitHub's Markdown. What a server sent is text in it, and nothing else. */
export function markdownReport(verification: PublicVerification): string {
  const { contract, baseUrl, requirements, variables } = verification;
  const violated = violatedOf(requirements);
  const toExport =
    violated.length > 0 && variables.length > 0
      ? [`The curl lines need ${variables.map((name) => `\`export ${name}=…\``).join(' and ')}.`]
      : [];
  const mark = { kept: '✅', violated: '❌', unproven: '❓' }[verdictOf(verification)];
  const blocks = [
    `## ${mark} ${escaped(verdictLine(verification))}`,
    `${escaped(contract.title)} ${escaped(contract.version)} at ${escaped(baseUrl)}`,
    [
      '| | kept | violated | unproven | waived |',
      '| --- | ---: | ---: | ---: | ---: |',
      ...groupsOf(verification).map(rowOf),
    ].join('\n'),
    ...atMost(violated.map(violationBlock)),
    ...toExport,
    ...listBlock('Unproven', unprovenOf(requirements)),
    ...listBlock('Waived', waivedOf(requirements)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** A check as a job summary in GitHub's Markdown: a row for each stage, then the causes. */
export function checkMarkdownReport(stages: readonly Stage[]): string {
  const causes = causesOf(stages);
  const mark = { 0: '✅', 1: '❌', 2: '❓' }[exitCodeOf(stages)];
  const rows = stages.map(({ name, findings, summary, notRun }) => {
    const outcome = findings.length === 0 ? (notRun ?? 'passed') : countOf(findings.length, 'finding');
    return `| ${[escaped(name), outcome, escaped(summary)].join(' | ')} |`;
  });
  const listed = causes.map(({ finding: { location, side, message, detail }, witnesses, requirementIds }) =>
    [
      `- ${escaped(describeLocation(location))} ${escaped(side)}: ${escaped(message)}`,
      `  Found by ${escaped(stagesOf({ witnesses }).join(', '))}.`,
      ...(detail === undefined ? [] : [`  ${escaped(detail)}`]),
      ...(requirementIds.length > 1 ? [`  ${countOf(requirementIds.length, 'requirement')} depend on it.`] : []),
    ].join('\n'),
  );
  const title = `## ${mark} ${causes.length === 0 ? 'Check' : countOf(causes.length, 'finding')}`;
  const blocks = [title, ['| stage | | |', '| --- | --- | --- |', ...rows].join('\n'), atMost(listed, '- ').join('\n')];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function rowOf({ name, requirements }: Group): string {
  const { kept, violated, unproven, waived } = countsOf(requirements);
  return `| ${[escaped(name), kept, violated, unproven, waived].join(' | ')} |`;
}

function violationBlock({ requirement, violation }: ViolatedRequirement): string {
  const { documented, received, curl, advice, count } = violation;
  const lines = { documented, received, ...advice };
  return [
    `<details><summary>❌ ${named(requirement)}</summary>`,
    Object.entries(lines)
      .map(([name, text]) => `- ${name.charAt(0).toUpperCase()}${name.slice(1)}: ${escaped(text)}`)
      .join('\n'),
    fenced(shortened(visible(curl), mostCurl)),
    `Seen in ${countOf(count, 'case')}.`,
    '</details>',
  ].join('\n\n');
}

/** A requirement by its id and place. */
function named({ id, location }: Requirement): string {
  return `<code>${escaped(id)}</code> ${escaped(describeLocation(location))}`;
}

function listBlock(title: string, requirements: Reasoned[]): string[] {
  if (requirements.length === 0) return [];
  const items = requirements.map(({ requirement, reason }) => `- ${named(requirement)}: ${escaped(reason)}`);
  return [
    `<details><summary>${title}: ${countOf(requirements.length, 'requirement')}</summary>`,
    atMost(items, '- ').join('\n'),
    '</details>',
  ];
}

/** The first of these, and how many more there are. */
export function atMost(texts: string[], prefix = ''): string[] {
  return texts.length <= mostRequirements
    ? texts
    : [...texts.slice(0, mostRequirements), `${prefix}… and ${texts.length - mostRequirements} more`];
}

/**
 * A text that is text in Markdown, cut where it is long:
 * neither Markdown nor HTML takes a character reference for a sign of its own (CommonMark section 2.5).
 */
export function escaped(text: string): string {
  return shortened(visible(text), mostCharacters).replaceAll(/[!-/:-@[-`{-~]/g, (sign) =>
    /[,()/-]/.test(sign) ? sign : `&#${sign.codePointAt(0)};`,
  );
}

/** A block of code that nothing in it ends. */
export function fenced(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${code}\n${fence}`;
}
