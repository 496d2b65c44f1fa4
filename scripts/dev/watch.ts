import { type FSWatcher, watch } from 'node:fs';

// An editor writes a file in several steps.
const quietMilliseconds = 15;

/** Calls `onChange` when files in these folders have changed, and no more have for a moment. Returns how to end it. */
export function watchFolders(folders: readonly string[], onChange: (files: readonly string[]) => void): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watchers = folders.map(
    (folder): FSWatcher =>
      watch(folder, { recursive: true }, (_, name) => {
        if (name === null || isTemporary(name)) return;
        changed.add(`${folder}/${name}`);
        clearTimeout(timer);
        timer = setTimeout(() => {
          const files = [...changed];
          changed.clear();
          onChange(files);
        }, quietMilliseconds);
      }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** Files that editors write beside the one that is edited, and what is installed. */
function isTemporary(name: string): boolean {
  return /(^|\/)(node_modules\/|4913$|\.[^/]*\.sw[a-z]$|\.#|#.*#$)|~$|\.tmp$/.test(name);
}
