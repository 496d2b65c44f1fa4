import { paint } from '../cli/command-line.ts';
import { causesOf, describeStage, describeVerdict, isPassed, type Stage } from '../report/check-verdict.ts';
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

/** A check as one screen: its stages, its findings with the lines that they are about, and what is still to come. */
export function screenOf(state: CheckState, { page, server }: Addresses): string {
  const { stages } = state;
  const frames = causesOf(stages)
    .slice(0, mostFrames)
    .flatMap(({ finding }) => ['', ...codeFrame(finding.location).map((line) => `  ${line}`)]);
  return [
    paint('dim', `page ${page} · ${server}`),
    '',
    ...stages.map((stage, index) => describeStage(stage, stages.slice(0, index))),
    ...frames,
    '',
    endOf(state),
    '',
  ].join('\n');
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
