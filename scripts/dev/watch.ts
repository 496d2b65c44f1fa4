import { existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

// An editor writes a file in several steps.
const quietMilliseconds = 15;

/**
 * Calls `onChange` when files in these folders, or these files, have changed, and no more have for a moment. Returns
 * how to end it.
 */
export function watchFolders(
  folders: readonly string[],
  onChange: (files: readonly string[]) => void,
  files: readonly string[] = [],
): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const trees = new FolderTrees((path) => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const paths = [...changed];
      changed.clear();
      onChange(paths);
    }, quietMilliseconds);
  });
  for (const folder of folders) trees.watch(folder);
  for (const file of files) trees.watchFile(file);
  return () => {
    clearTimeout(timer);
    trees.close();
  };
}

/** A folder that is watched by itself, with the files that were seen in it. */
interface WatchedFolder {
  watcher: FSWatcher;
  files: Set<string>;
}

/**
 * Watches each folder by itself: the `recursive` of Node.js watches each file on Linux, and loses one that is replaced,
 * as `git checkout` and many editors do at each save.
 */
class FolderTrees {
  readonly #folders = new Map<string, WatchedFolder>();
  /** Those above the outermost, which say that these have come or gone, and those of single files. */
  readonly #others: FSWatcher[] = [];
  readonly #onChange: (path: string) => void;

  constructor(onChange: (path: string) => void) {
    this.#onChange = onChange;
  }

  /** Watches a folder with all that is in it. */
  watch(folder: string): void {
    this.#watch(folder);
    const name = basename(folder);
    if (name === '' || name === '.' || name === '..') return;
    const parent = watch(dirname(folder), (event, changed) => {
      if (event === 'rename' && changed === name) this.#renew(folder);
    });
    this.#others.push(parent.on('error', () => parent.close()));
  }

  /** Watches a file, and nothing else of its folder: it is watched by its name, as it may be replaced. */
  watchFile(file: string): void {
    const folder = dirname(file);
    if (!existsSync(folder)) return;
    const name = basename(file);
    const watcher = watch(folder, (_, changed) => {
      if (changed === name) this.#onChange(file);
    });
    this.#others.push(watcher.on('error', () => watcher.close()));
  }

  #watch(folder: string): void {
    const files = new Set<string>();
    const watcher = watch(folder, (event, name) => {
      if (name === null || isTemporary(name)) return;
      const path = `${folder}/${name}`;
      files.add(path);
      if (event === 'rename') this.#renew(path);
      this.#onChange(path);
    });
    // A folder that is removed is one that its parent reports.
    this.#folders.set(folder, { watcher: watcher.on('error', () => watcher.close()), files });
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (isTemporary(entry.name)) continue;
      if (entry.isDirectory()) this.#watch(`${folder}/${entry.name}`);
      else files.add(`${folder}/${entry.name}`);
    }
  }

  /**
   * What is at this path has come, gone or been replaced. Of a folder that was moved, the system says nothing of the
   * files in it.
   */
  #renew(path: string): void {
    const before = this.#filesUnder(path);
    for (const [folder, { watcher }] of this.#folders)
      if (isUnder(folder, path)) {
        watcher.close();
        this.#folders.delete(folder);
      }
    try {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) this.#watch(path);
    } catch {
      // It is gone again, which is reported next.
    }
    for (const file of new Set([...before, ...this.#filesUnder(path)])) this.#onChange(file);
  }

  #filesUnder(path: string): string[] {
    return [...this.#folders].flatMap(([folder, { files }]) => (isUnder(folder, path) ? [...files] : []));
  }

  close(): void {
    for (const { watcher } of this.#folders.values()) watcher.close();
    for (const parent of this.#others) parent.close();
  }
}

function isUnder(folder: string, path: string): boolean {
  return folder === path || folder.startsWith(`${path}/`);
}

/** Files that editors write beside the one that is edited, and what is installed. */
function isTemporary(name: string): boolean {
  return /^(\.git$|node_modules$|4913$|\.[^/]*\.sw[a-z]$|\.#|#.*#$)|~$|\.tmp$/.test(name);
}
