const tick = 1000;

/**
 * Does something after so many milliseconds in which this process was free to read, in whole seconds: a second in which
 * it was held up, by its own work or by the load of the machine, is no time that another one has let pass.
 * Gives what calls it off.
 */
export function afterFreeTime(milliseconds: number, act: () => void, now = () => performance.now()): () => void {
  let left = Math.ceil(milliseconds / tick);
  let last = now();
  const timer = setInterval(() => {
    const elapsed = now() - last;
    last += elapsed;
    if (elapsed < 2 * tick) left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    act();
  }, tick);
  return () => clearInterval(timer);
}
