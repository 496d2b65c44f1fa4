import { describeLocation, type Problem } from '../cli/problem.ts';
import { type Finding, mergeFindings, type Outcome, type Stage } from '../report/check-verdict.ts';
import type { PublicVerification } from '../report/redact.ts';
import type { Edits } from './edits.ts';
import { findingOf } from './problem-finding.ts';
import { stage } from './stage.ts';

/** What a stage found, and what a verification is kept with. */
export type Found = Outcome & { verified?: PublicVerification | undefined };

interface Options {
  /** The stages that are run, in their order. */
  names: readonly string[];
  /** Called with each stage when it ends. */
  onStage: (stage: Stage) => void;
  /** What was edited in the contract, where that is known; asked for where something is found. */
  edits?: () => Edits;
}

/** The stages of a check that have ended, each finding where the edit is that it follows from. */
export class EndedStages {
  readonly #options: Options;
  readonly #stages: (Stage & Found)[] = [];
  #edits: Edits | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  isAsked(name: string): boolean {
    return this.#options.names.includes(name);
  }

  hasEnded(name: string): boolean {
    return this.find(name) !== undefined;
  }

  find(name: string): (Stage & Found) | undefined {
    return this.#stages.find((ended) => ended.name === name);
  }

  /** Runs a stage, if it is one of those that are asked for. */
  async run(name: string, outcome: () => Promise<Found>): Promise<void> {
    if (this.isAsked(name)) this.add(await stage(name, outcome));
  }

  add(found: Stage & Found): Stage & Found {
    const ended = { ...found, findings: this.#withCauses(found) };
    this.#stages.push(ended);
    this.#options.onStage(ended);
    return ended;
  }

  /** Problems of the contract itself belong to the first stage that needs it; no other one can run. */
  addProblems(problems: readonly Problem[]): void {
    const known = new Set(
      this.#stages.flatMap(({ findings }) => findings.map(({ location }) => describeLocation(location))),
    );
    let findings = problems.filter(({ location }) => !known.has(describeLocation(location))).map(findingOf);
    for (const name of this.#options.names) {
      if (this.hasEnded(name)) continue;
      const notRun = 'not run: no code follows from this contract';
      this.add({
        name,
        seconds: 0,
        findings,
        ...(findings.length > 0 ? { summary: '' } : { summary: notRun, notRun: 'skipped' }),
      });
      findings = [];
    }
  }

  /** All of them, in the order in which they are asked for. */
  inOrder(): (Stage & Found)[] {
    const { names } = this.#options;
    return this.#stages.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  }

  /** Each where the edit is that it follows from; the same at one line once. */
  #withCauses({ name, findings }: Stage): Finding[] {
    if (findings.length === 0) return [];
    const edits = (this.#edits ??= this.#options.edits?.());
    if (edits === undefined) return findings;
    const attributed = edits.hasPassed
      ? this.#byGenerated(name, findings)
      : findings.map((finding) => edits.attributed(finding));
    return mergeFindings(
      [...edits.causesOf(attributed), ...attributed],
      ({ location, side, message }) => `${location.file}:${location.line} ${side} ${message}`,
    );
  }

  /** Where contract and code have passed together, what both sides do otherwise follows from a generated file. */
  #byGenerated(name: string, findings: readonly Finding[]): readonly Finding[] {
    if (name === 'generate')
      return findings.map((finding, at) => (at === 0 ? { ...finding, followsFrom: finding.location.line } : finding));
    const edited = this.find('generate')?.findings[0];
    if (edited?.followsFrom === undefined) return findings;
    const { location, followsFrom } = edited;
    return findings.map((finding) => {
      if (finding.side === 'spec') return finding;
      const detail = [describeLocation(finding.location), finding.detail].filter(Boolean).join('; ');
      return { ...finding, location, isConsequence: true, followsFrom, detail };
    });
  }
}
