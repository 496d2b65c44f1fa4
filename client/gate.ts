import { abortable } from './abortable.ts';
import type { Allowance } from './allowance.ts';
import type { Answer } from './answer.ts';
import type { Timing } from './timing.ts';

/**
 * Lets the requests of one client through, in the order of its calls, no faster than the rate limit of its key allows.
 */
export interface Gate {
  /** A place for a call among the others, which it keeps when it is sent again. */
  arrive(): number;
  /**
   * Resolves when the call may be sent; each such request must be followed by `leave`. Where the limit is spent for
   * longer than a call waits, gives the refusal that said so: then nothing is sent. Rejects with the reason of the
   * signal.
   */
  enter(place: number, signal: AbortSignal | undefined): Promise<Answer | undefined>;
  /** Notes what a request was answered; `answer`: where it has been read. */
  leave(response: Response | undefined, answer: Answer | undefined): void;
}

interface Turn {
  place: number;
  go(refusal: Answer | undefined): void;
}

/** A gate that opens and closes as the allowance says. */
export function openGate(allowance: Allowance, { sleep }: Timing): Gate {
  const queue: Turn[] = [];
  let arrivals = 0;
  let flying = 0;
  let alarm: AbortController | undefined;

  function pump(): void {
    const wait = allowance.closedFor();
    const refusal = allowance.refusal();
    while (queue.length > 0 && (refusal || (wait === 0 && flying < allowance.atOnce()))) {
      if (!refusal) flying++;
      queue.shift()?.go(refusal);
    }
    if (queue.length === 0) {
      alarm?.abort();
      alarm = undefined;
    } else if (wait > 0 && !alarm) {
      alarm = new AbortController();
      const wake = () => {
        alarm = undefined;
        pump();
      };
      sleep(wait, alarm.signal).then(wake, () => undefined);
    }
  }

  return {
    arrive: () => arrivals++,
    enter: async (place, signal) => {
      signal?.throwIfAborted();
      return abortable(signal, (go) => {
        const turn = { place, go };
        const at = queue.findIndex((other) => other.place > place);
        queue.splice(at < 0 ? queue.length : at, 0, turn);
        pump();
        return () => {
          queue.splice(queue.indexOf(turn), 1);
          pump();
        };
      });
    },
    leave: (response, answer) => {
      flying--;
      if (response) allowance.note(response, answer);
      pump();
    },
  };
}
