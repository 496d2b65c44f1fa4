import { abortable } from './abortable.ts';

/** The clock, the dice and the alarm, so that a test needs none of them. The clock goes on while `sleep` lasts. */
export interface Timing {
  now(): number;
  random(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const realTiming: Timing = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    abortable(signal, (resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      return () => clearTimeout(timer);
    }),
};
