import { readFileSync } from 'node:fs';

/** Seconds of the processor that processes have used. What those that have ended used, the first one has. */
export function cpuOf([first, ...others]: readonly number[]): number {
  const ticks = ticksOf(first).reduce((sum, one) => sum + one, 0);
  return (
    others.reduce(
      (sum, id) =>
        ticksOf(id)
          .slice(0, 2)
          .reduce((all, one) => all + one, sum),
      ticks,
    ) / 100
  );
}

/** Of a process as user and as system, and of those that it has started and that have ended. */
function ticksOf(id: number | undefined): number[] {
  // The name of a program, in brackets, may have blanks.
  return textOf(`/proc/${id}/stat`)
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 15)
    .map(Number);
}

/** Megabytes of memory; what several processes share counts once. */
export function memoryOf(processes: readonly number[]): number {
  const sizes = processes.map((id) => Number(/^Pss: +(\d+)/m.exec(textOf(`/proc/${id}/smaps_rollup`))?.[1] ?? 0));
  return sizes.reduce((sum, one) => sum + one, 0) / 1024;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended in this moment.
    return '';
  }
}
