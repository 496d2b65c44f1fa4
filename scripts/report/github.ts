import { relative, sep } from 'node:path';
import type { Location } from '../cli/problem.ts';
import { shortened, visible } from '../cli/text.ts';
import type { Requirement } from '../requirements/requirement.ts';
import { type Cause, stagesOf } from './finding-causes.ts';
import type { PublicVerification } from './redact.ts';
import { unprovenOf, violatedOf } from './summary.ts';

const mostCharacters = 2000;
// GitHub shows no more of a step.
const mostAnnotations = 10;

/**
 * Workflow commands of GitHub Actions that note each violated and each unproven requirement at its place in the
 * contract.
 */
export function githubAnnotations({ requirements }: PublicVerification): string {
  const violated = violatedOf(requirements).map(({ requirement, violation: { documented, received, curl } }) =>
    annotation(requirement, 'violated', [`documented: ${documented}`, `received: ${received}`, curl]),
  );
  const unproven = unprovenOf(requirements).map(({ requirement, reason }) =>
    annotation(requirement, 'unproven', [reason]),
  );
  return [...violated, ...unproven].map((line) => `${line}\n`).join('');
}

/** Workflow commands of GitHub Actions for what a check found: one for each cause, ten at most. */
export function causeAnnotations(causes: readonly Cause[]): string {
  const shown = causes.slice(0, causes.length > mostAnnotations ? mostAnnotations - 1 : mostAnnotations);
  const lines = shown.map(({ finding, requirementIds, witnesses }) =>
    command(finding.location, `${finding.side}: found by ${stagesOf({ witnesses }).join(', ')}`, [
      finding.message,
      ...(finding.detail === undefined ? [] : [finding.detail]),
      ...(requirementIds.length > 1 ? [`requirements: ${requirementIds.join(', ')}`] : []),
    ]),
  );
  const rest = causes.length - shown.length;
  return [...lines, ...(rest > 0 ? [`::error title=check::and ${rest} more findings`] : [])]
    .map((line) => `${line}\n`)
    .join('');
}

function annotation({ id, location }: Requirement, verdict: string, lines: string[]): string {
  return command(location, `${id} is ${verdict}`, lines);
}

function command(location: Location, title: string, lines: readonly string[]): string {
  const file = relative(process.cwd(), location.file).replaceAll(sep, '/');
  const properties = Object.entries({
    file,
    line: location.line,
    col: location.column,
    title: visible(title),
  }).map(([name, value]) => `${name}=${property(String(value))}`);
  const message = lines.map((line) => shortened(visible(line), mostCharacters)).join('\n');
  return `::error ${properties.join(',')}::${data(message)}`;
}

// As the toolkit of GitHub Actions escapes them (actions/toolkit, packages/core/src/command.ts).
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
