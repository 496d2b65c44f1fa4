import { relative, sep } from 'node:path';
import type { Fact } from '../result.ts';
import type { PublicVerification } from './redact.ts';
import { brokenOf, unprovenOf } from './summary.ts';
import { shortened, visible } from './text.ts';

const mostCharacters = 2000;

/** Workflow commands of GitHub Actions that note each broken and each unproven fact at its place in the contract. */
export function githubAnnotations({ facts }: PublicVerification): string {
  const broken = brokenOf(facts).map(({ fact, breach: { documented, received, curl } }) => annotation(fact, 'broken', [`documented: ${documented}`, `received: ${received}`, curl]));
  const unproven = unprovenOf(facts).map(({ fact, reason }) => annotation(fact, 'unproven', [reason]));
  return [...broken, ...unproven].map((line) => `${line}\n`).join('');
}

function annotation({ id, location }: Fact, verdict: string, lines: string[]): string {
  const file = relative(process.cwd(), location.file).replaceAll(sep, '/');
  const properties = Object.entries({ file, line: location.line, col: location.column, title: visible(`${id} is ${verdict}`) }).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::error ${properties.join(',')}::${data(lines.map((line) => shortened(visible(line), mostCharacters)).join('\n'))}`;
}

// As the toolkit of GitHub Actions escapes them (actions/toolkit, packages/core/src/command.ts).
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
