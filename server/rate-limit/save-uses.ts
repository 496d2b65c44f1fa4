import { errorMessage } from '../error-message.ts';
import type { Log } from '../pipeline.ts';
import type { KeyUse, KeyUseStore } from '../storage/store.ts';
import type { KeyCounts } from './key-counts.ts';

const interval = 2_000;

/**
 * Saves every few seconds how keys were used, so that a crash gives little of what was spent back.
 * What it gives does so for the last time.
 */
export function saveUses(counts: KeyCounts, store: KeyUseStore, log: Log): () => Promise<void> {
  const unsaved = new Map<string, KeyUse>();
  const save = async () => {
    for (const use of counts.takeUses()) unsaved.set(use.id, use);
    const uses = [...unsaved.values()];
    if (uses.length > 0) await store.save(uses);
    for (const use of uses) if (unsaved.get(use.id) === use) unsaved.delete(use.id);
  };
  let isFailing = false;
  const timer = setInterval(() => {
    save().then(
      () => (isFailing = false),
      (error) => {
        if (!isFailing) log.error({ reason: errorMessage(error) }, 'what was counted cannot be saved for now');
        isFailing = true;
      },
    );
  }, interval);
  return async () => {
    clearInterval(timer);
    await save().catch((error) => log.error({ reason: errorMessage(error) }, 'what was counted last is lost'));
  };
}
