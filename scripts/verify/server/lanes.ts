import { NoResponse } from '../../http/exchange.ts';

/** How many requests are under way at once. */
const lanes = 8;

/** Runs jobs a few at a time. One that gets no response ends there; the response checks have noted it. */
export async function inLanes(jobs: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = jobs[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (const job of waiting) await withoutResponse(job);
  };
  await Promise.all(Array.from({ length: lanes }, work));
}

/** Runs a job that may get no response. */
export async function withoutResponse(job: () => Promise<unknown>): Promise<void> {
  try {
    await job();
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
  }
}
