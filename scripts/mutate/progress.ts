import { styleText } from 'node:util';
import { statusLine } from '../cli/progress.ts';

/** How far the mutants of one kind are. */
export interface KindProgress {
  name: string;
  total: number;
  /** With those of an interrupted run. */
  done: number;
  doneBefore: number;
  /** What one takes, about. */
  seconds: number;
}

const barWidth = 20;

/**
 * How far a run is, in one line of so many columns; `elapsed` in seconds.
 * The time that is left is guessed from the speed so far.
 */
export function describeProgress(
  kinds: readonly KindProgress[],
  elapsed: number,
  columns: number,
): { bar: string; rest: string } {
  const weigh = (count: (kind: KindProgress) => number) =>
    kinds.reduce((sum, kind) => sum + count(kind) * kind.seconds, 0);
  const [all, done, now] = [
    weigh(({ total }) => total),
    weigh((kind) => kind.done),
    weigh((kind) => kind.done - kind.doneBefore),
  ];
  const part = all === 0 ? 1 : done / all;
  const full = Math.floor(part * barWidth);
  const left = now === 0 ? '' : `, about ${clock((elapsed * (all - done)) / now)} left`;
  const counts = kinds.map(({ name, total, done: own }) => `${name} ${own}/${total}`).join(' · ');
  const rest = ` ${Math.floor(part * 100)} % · ${counts} · ${clock(elapsed)}${left}`;
  return {
    bar: ('━'.repeat(full) + '╌'.repeat(barWidth - full)).slice(0, columns),
    rest: rest.slice(0, Math.max(0, columns - barWidth)),
  };
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Shows on a terminal how far a run is, until it is closed. */
export function openProgress(
  stream: NodeJS.WriteStream,
  kinds: KindProgress[],
): { add(name: string): void; close(): void } {
  const started = performance.now();
  const { show, clear } = statusLine(stream);
  const draw = () =>
    show((columns) => {
      const { bar, rest } = describeProgress(kinds, (performance.now() - started) / 1000, columns);
      return styleText('green', bar, { stream }) + rest;
    });
  draw();
  // The clock goes on while nothing is done.
  const timer = setInterval(draw, 1000).unref();
  return {
    add: (name) => {
      for (const kind of kinds) if (kind.name === name) kind.done += 1;
      draw();
    },
    close: () => {
      clearInterval(timer);
      clear();
    },
  };
}
