/** One thing that is timed. */
export interface Timed {
  name: string;
  /** Brings about what is to be timed; its own time does not count. */
  prepare(): Promise<void> | void;
  run(): Promise<void>;
}

/** The median times of each, in seconds, in rounds that time all of them one after the other. */
export async function timeInRounds(
  all: readonly Timed[],
  rounds: number,
  onTime: (name: string, seconds: number) => void,
): Promise<Map<string, number>> {
  const times = new Map(all.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const { name, prepare, run } of all) {
      await prepare();
      const started = performance.now();
      await run();
      const seconds = (performance.now() - started) / 1000;
      times.get(name)?.push(seconds);
      onTime(name, seconds);
    }
  return new Map([...times].map(([name, own]) => [name, medianOf(own)]));
}

/** The one in the middle; of an even number, the mean of both. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (low + high) / 2;
}

/** A table of Markdown: each median, and its ratio to the one of `base`. */
export function ratioTable(medians: ReadonlyMap<string, number>, base: string): string {
  const whole = medians.get(base) ?? 1;
  const rows = [...medians].map(
    ([name, seconds]) => `| ${name} | ${seconds.toFixed(2)} | ${(seconds / whole).toFixed(2)} |`,
  );
  return ['| | median (s) | ratio |', '|---|---:|---:|', ...rows].join('\n');
}
