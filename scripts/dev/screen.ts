import { stripVTControlCharacters } from 'node:util';
import { paint } from '../cli/command-line.ts';
import { countOf, harmless } from '../cli/text.ts';
import { isPassed, type Stage } from '../report/check-verdict.ts';
import { describeStage, describeVerdict } from '../report/describe-check.ts';
import { causesOf } from '../report/finding-causes.ts';
import { type CheckState, openStages } from './checks.ts';
import { codeFrame } from './code-frame.ts';

/** Where everything is, for the first lines of the screen. */
export interface Addresses {
  page: string;
  /** What the server says of itself. */
  server: string;
}

// The first causes mostly explain the others.
const mostFrames = 3;

/** How many characters a line has, and how many lines there are. */
export interface ScreenSize {
  columns: number;
  rows: number;
}

/**
 * A check as one screen: its stages, its findings with the lines that they are about, and what is still to come. Of a
 * terminal all of it fits, as its end is what stays in sight of a longer one: what it has no room for is on the page.
 */
export function screenOf(state: CheckState, addresses: Addresses, size?: ScreenSize): string {
  const frames = causesOf(state.stages)
    .slice(0, mostFrames)
    .map(({ finding }) => ['', ...codeFrame(finding.location, size && size.columns - 2).map((line) => `  ${line}`)]);
  const stages = state.stages.map((stage, index) => describeStage(stage, state.stages.slice(0, index)));
  const lines = (shown: readonly string[], from = frames) => [
    ...headOf(addresses),
    '',
    ...shown.flatMap((stage) => stage.split('\n')),
    ...from.flat(),
    '',
    endOf(state),
  ];
  if (size === undefined) return [...lines(stages), ''].join('\n');
  const short = stages.map((stage, index) => (isShort(state.stages[index]) ? cutAt(stage, size.columns) : stage));
  const all = [
    ...[frames, frames.slice(0, 2), frames.slice(0, 1), []].map((some) => lines(short, some)),
    lines(passedTogether(state.stages, short), []),
  ];
  const fitting = all.find((one) => heightOf(one, size) <= size.rows) ?? cutToRows(all.at(-1) ?? [], size);
  // Unlike what is printed, this goes to the terminal as it is.
  return harmless(fitting.join('\n'), true);
}

function headOf({ page, server }: Addresses): string[] {
  return `page ${page} · ${server}`.split('\n').map((line) => paint('dim', line));
}

function isShort(stage: Stage | undefined): boolean {
  return stage !== undefined && isPassed(stage);
}

/** The stages that have passed as one line before the others. */
function passedTogether(stages: readonly Stage[], described: readonly string[]): string[] {
  const passed = stages.filter(isPassed).map(({ name }) => name);
  const others = described.filter((_, index) => !isShort(stages[index]));
  return passed.length === 0 ? others : [`${paint('green', '✓')} ${passed.join(', ')}`, ...others];
}

/** The first lines and the last two, with how many there are between them. */
function cutToRows(lines: readonly string[], size: ScreenSize): string[] {
  const end = lines.slice(-2);
  const start = lines.slice(0, -2);
  const more = () => paint('dim', `… ${countOf(lines.length - 2 - start.length, 'more line')} on the page`);
  while (start.length > 0 && heightOf([...start, more(), ...end], size) > size.rows) start.pop();
  return [...start, more(), ...end];
}

function heightOf(lines: readonly string[], { columns }: ScreenSize): number {
  const widths = lines.map((line) => stripVTControlCharacters(line).length);
  return widths.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);
}

/** A line of a terminal; what is cut off of what has passed says nothing that one must know. */
function cutAt(line: string, columns: number): string {
  const plain = stripVTControlCharacters(line);
  if (plain.length <= columns) return line;
  return `${line.slice(0, columns - 1 + line.length - plain.length)}…`;
}

function endOf(state: CheckState): string {
  const { stages, verified, seconds, failure } = state;
  if (failure !== undefined) return describeFailure(failure);
  if (seconds !== undefined) return describeVerdict(stages, seconds);
  const open = paint('dim', `… ${openStages(state).join(', ')}`);
  return verified === undefined ? open : `${describeVerified(stages, verified)} ${open}`;
}

/** Why a check could not run. It begins as a verdict does: editors see by that line that the check has ended. */
export function describeFailure(failure: string): string {
  return paint('yellow', `No verdict: ${failure}`);
}

/** What is known once both sides are verified, while their tests still run. */
export function describeVerified(stages: readonly Stage[], seconds: number): string {
  if (!stages.every(isPassed)) return describeVerdict(stages, seconds);
  return `${paint('green', 'Both sides are verified: the contract is kept.')} (${seconds.toFixed(1)} s)`;
}
