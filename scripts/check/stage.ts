import type { Outcome, Stage } from '../report/check-verdict.ts';

/** Runs a stage and takes its time. */
export async function stage<Result extends Outcome>(name: string, run: () => Promise<Result>): Promise<Result & Stage> {
  const started = performance.now();
  const outcome = await run();
  return { name, ...outcome, seconds: (performance.now() - started) / 1000 };
}
