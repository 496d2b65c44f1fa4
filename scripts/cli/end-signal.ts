const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Milliseconds within which a second signal is the first one, which npm has handed on: a terminal sends it to both. */
const handedOnWithin = 500;

/** Resolves with the first signal that asks the process to end. A later one ends it at once. */
export function endSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let first: number | undefined;
  const receive = (signal: NodeJS.Signals) => {
    first ??= performance.now();
    if (performance.now() - first <= handedOnWithin) return resolve(signal);
    for (const name of signals) process.off(name, receive);
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, receive);
  return promise;
}
