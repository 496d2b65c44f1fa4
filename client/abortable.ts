/**
 * A promise that `start` settles, or that rejects with the reason of the signal, after what `start` gave has been
 * called with it. However it ends, nothing listens to the signal any more.
 */
export function abortable<Result>(
  signal: AbortSignal | undefined,
  start: (resolve: (value: Result) => void, reject: (reason: unknown) => void) => (reason: unknown) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const ending =
      <Value>(settle: (value: Value) => void) =>
      (value: Value) => {
        signal?.removeEventListener('abort', stop);
        settle(value);
      };
    const stop = () => {
      cancel(signal?.reason);
      ending(reject)(signal?.reason);
    };
    signal?.addEventListener('abort', stop);
    const cancel = start(ending(resolve), ending(reject));
    if (signal?.aborted) stop();
  });
}

/**
 * Does work that ends at the latest after so many seconds, or when the signal of the caller is raised.
 *
 * Rejects with a DOMException of the name `TimeoutError` when the time is over, and with the reason of the signal.
 */
export function within<Result>(
  seconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return abortable(outer, (resolve, reject) => {
    const own = new AbortController();
    const timer = setTimeout(() => {
      const reason = new DOMException(`No answer within ${seconds} seconds.`, 'TimeoutError');
      own.abort(reason);
      // What is sent in the same process may know no signals.
      reject(reason);
    }, seconds * 1000);
    const stop = (reason: unknown) => {
      clearTimeout(timer);
      own.abort(reason);
    };
    // Later, so that a signal that is raised already is raised for the work, too.
    Promise.resolve(own.signal)
      .then(work)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
    return stop;
  });
}
