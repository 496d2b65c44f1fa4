import { relative, sep } from 'node:path';
import { shortened, visible } from '../cli/text.ts';
import type { Requirement } from '../requirements/requirement.ts';
import type { PublicVerification } from './redact.ts';
import { unprovenOf, violatedOf } from './summary.ts';

const mostCharacters = 2000;

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

function annotation({ id, location }: Requirement, verdict: string, lines: string[]): string {
  const file = relative(process.cwd(), location.file).replaceAll(sep, '/');
  const properties = Object.entries({
    file,
    line: location.line,
    col: location.column,
    title: visible(`${id} is ${verdict}`),
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
