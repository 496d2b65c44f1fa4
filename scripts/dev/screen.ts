import { stageNames } from '../check/run-check.ts';
import { paint } from '../cli/command-line.ts';
import { causesOf, describeStage, describeVerdict } from '../report/check-verdict.ts';
import type { CheckState } from './checks.ts';
import { codeFrame } from './code-frame.ts';

/** Where everything is, for the first lines of the screen. */
export interface Addresses {
  page: string;
  /** What the reference server says of itself. */
  server: string;
}

// The first causes mostly explain the others.
const mostFrames = 3;

/** A check as one screen: its stages, its findings with the lines that they are about, and what is still to come. */
export function screenOf(state: CheckState, { page, server }: Addresses): string {
  const { stages, seconds, failure } = state;
  const open = stageNames(false).filter((name) => !stages.some((stage) => stage.name === name));
  const frames = causesOf(stages)
    .slice(0, mostFrames)
    .flatMap(({ finding }) => ['', ...codeFrame(finding.location).map((line) => `  ${line}`)]);
  const end =
    failure !== undefined
      ? paint('yellow', failure)
      : seconds === undefined
        ? paint('dim', `… ${open.join(', ')}`)
        : describeVerdict(stages, seconds);
  return [
    paint('dim', `page ${page} · ${server}`),
    '',
    ...stages.map((stage, index) => describeStage(stage, stages.slice(0, index))),
    ...frames,
    '',
    end,
    '',
  ].join('\n');
}
