// Loaded into each server before its own code, by `--import`: tells what the process has used, and ends it with the
// bench.

export interface Usage {
  /** Seconds of the processor. */
  cpu: number;
  /** Bytes of memory (resident set size). */
  memory: number;
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: (user + system) / 1e6, memory: process.memoryUsage.rss() } satisfies Usage);
});
process.on('disconnect', () => process.exit());
// It is not for this that the process lives on.
process.channel?.unref();
