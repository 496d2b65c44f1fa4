import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';

// An editor writes a file in several steps.
const quietMilliseconds = 15;

/** Calls `onChange` when files in these folders have changed, and no more have for a moment. Returns how to end it. */
export function watchFolders(folders: readonly string[], onChange: (files: readonly string[]) => void): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const trees = new FolderTrees((path) => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = [...changed];
      changed.clear();
      onChange(files);
    }, quietMilliseconds);
  });
  for (const folder of folders) trees.watch(folder);
  return () => {
    clearTimeout(timer);
    trees.close();
  };
}

/**
 * Watches each folder by itself: the `recursive` of Node.js watches each file on Linux, and loses one that is replaced,
 * as `git checkout` and many editors do at each save.
 */
class FolderTrees {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #onChange: (path: string) => void;

  constructor(onChange: (path: string) => void) {
    this.#onChange = onChange;
  }

  watch(folder: string): void {
    const watcher = watch(folder, (event, name) => {
      if (name === null || isTemporary(name)) return;
      const path = `${folder}/${name}`;
      if (event === 'rename') this.#renew(path);
      this.#onChange(path);
    });
    // A folder that is removed is one that its parent reports.
    this.#watchers.set(
      folder,
      watcher.on('error', () => watcher.close()),
    );
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && !isTemporary(entry.name)) this.watch(`${folder}/${entry.name}`);
  }

  /** What is at this path has come, gone or been replaced. */
  #renew(path: string): void {
    for (const [folder, watcher] of this.#watchers)
      if (folder === path || folder.startsWith(`${path}/`)) {
        watcher.close();
        this.#watchers.delete(folder);
      }
    try {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) this.watch(path);
    } catch {
      // It is gone again, which is reported next.
    }
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
  }
}

/** Files that editors write beside the one that is edited, and what is installed. */
function isTemporary(name: string): boolean {
  return /^(\.git$|node_modules$|4913$|\.[^/]*\.sw[a-z]$|\.#|#.*#$)|~$|\.tmp$/.test(name);
}
