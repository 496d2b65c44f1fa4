import type { Clock } from '../../../http/clock.ts';
import type { Send } from '../../../http/exchange.ts';
import type { Description } from '../../../openapi/description.ts';
import { Interrupted } from './request-sender.ts';

/** The seconds that a run may take where it is given no time: a contract of many operations takes many requests. */
export function usualTimeout({ operations }: Description): number {
  return 300 + 5 * operations.length;
}

/** Requests and waits for which there is a time. */
export interface WithinTime {
  send: Send;
  clock: Clock;
  /** Gives them so many seconds from now on, where they have less. */
  extend(seconds: number): void;
}

/**
 * The same requests and waits as long as there is time for them: so many seconds, from now on. After that, and at a
 * wait that would last longer, they throw Interrupted; it says where most of the time was waits.
 */
export function withinTime(seconds: number, send: Send, clock: Clock): WithinTime {
  let end = clock.now() + seconds * 1000;
  let [waited, waitsUntil] = [0, 0];
  const mustEndBefore = (moment: number): void => {
    if (moment <= end) return;
    const count = Math.round(waited / 1000);
    const waits = `${count} of them were waits for a rate limit: a key with a larger one needs fewer.`;
    const left = Math.round((end - clock.now()) / 1000);
    const over =
      left > 0
        ? `The ${seconds} seconds of the run (--timeout) have no room for the next wait: ${left} are left.`
        : `The ${seconds} seconds of the run are over (--timeout).`;
    throw new Interrupted(waited > seconds * 500 ? `${over} ${waits}` : over);
  };
  return {
    send: async (request) => {
      mustEndBefore(clock.now());
      return send(request);
    },
    clock: {
      now: () => clock.now(),
      wait: async (milliseconds) => {
        const until = clock.now() + milliseconds;
        mustEndBefore(until);
        // Several requests may wait at once.
        waited += Math.max(0, until - Math.max(clock.now(), waitsUntil));
        waitsUntil = Math.max(waitsUntil, until);
        await clock.wait(milliseconds);
      },
    },
    extend: (more) => {
      end = Math.max(end, clock.now() + more * 1000);
    },
  };
}
