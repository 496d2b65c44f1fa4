import type { ProbeRun } from './kind.ts';

// How long what a server does after its answer is waited for, in milliseconds.
const waits = [1000, 2000, 4000];

/** What is seen once it is as it must be, else what is seen at last. */
export async function settled<Seen>(
  { wait }: Pick<ProbeRun, 'wait'>,
  look: () => Promise<Seen>,
  isRight: (seen: Seen) => boolean,
): Promise<Seen> {
  let seen = await look();
  for (const pause of waits) {
    if (isRight(seen)) return seen;
    await wait(pause);
    seen = await look();
  }
  return seen;
}
