/** Milliseconds from the signal on, after which the process ends whatever keeps it, such as an engine that hangs. */
const longestStop = 4_800;
/** Milliseconds within which a second signal of a terminal is the first one, which npm has handed on: both have it. */
const handedOnWithin = 500;

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** The process was told to stop, by this signal. */
export class Stopped extends Error {
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`${signal} has come`);
    this.signal = signal;
  }
}

/**
 * Aborted, with a reason that is Stopped, by the first signal; the second one ends the process at once. Signals are
 * listened to from when this module is loaded on.
 */
export const stop = listenToSignals();

function listenToSignals(): AbortSignal {
  const controller = new AbortController();
  let first: number | undefined;
  const receive = (signal: NodeJS.Signals) => {
    const sinceFirst = performance.now() - (first ?? performance.now());
    if (first === undefined) {
      setTimeout(() => process.exit(), longestStop).unref();
      controller.abort(new Stopped(signal));
    } else if (signal === 'SIGTERM' || sinceFirst > handedOnWithin) {
      for (const name of signals) process.removeAllListeners(name);
      process.kill(process.pid, signal);
    }
    first ??= performance.now();
  };
  for (const signal of signals) process.on(signal, receive);
  // Sent to have logs rotated, as other servers do: the first would open the debugger, the second end the process.
  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.on(signal, () => undefined);
  return controller.signal;
}

/** What a promise gives. Rejects with Stopped where the process is told to stop before that. */
export async function unlessStopped<Result>(promise: Promise<Result>): Promise<Result> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(stop.reason);
  if (stop.aborted) giveUp();
  else stop.addEventListener('abort', giveUp);
  try {
    return await Promise.race([promise, stopped]);
  } finally {
    stop.removeEventListener('abort', giveUp);
  }
}
