import type { Clock } from '../../../http/clock.ts';
import type { Send } from '../../../http/exchange.ts';

/** The same requests, at most so many a second: each begins when its turn has come. */
export function atPace(perSecond: number, send: Send, clock: Clock): Send {
  let next = clock.now();
  return async (request) => {
    const turn = Math.max(next, clock.now());
    next = turn + 1000 / perSecond;
    if (turn > clock.now()) await clock.wait(turn - clock.now());
    return send(request);
  };
}
