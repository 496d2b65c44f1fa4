import { segmentsOf } from '../openapi/json.ts';
import type { Operation } from '../openapi/operation-table.ts';

/** Where the modules of validators are: each schema has its validator in that of the part of the contract it is in. */
export class ModulePaths {
  readonly #operations: ReadonlyMap<string, string>;
  /** By folder and name. */
  readonly #components = new Map<string, string>();
  /** In small letters: there are file systems that take both for the same. */
  readonly #taken = new Set<string>();

  constructor(operations: readonly Operation[]) {
    this.#operations = new Map(operations.map(({ id, pointer }) => [pointer, this.#newPath('operations', id)]));
  }

  /** Of an operation, by its pointer. */
  ofOperation(pointer: string): string {
    return this.#operations.get(pointer) ?? 'shared.js';
  }

  /** Of the schema at `pointer`. What is in no operation and no component, such as a parameter of a path, is shared. */
  ofSchema(pointer: string): string {
    const [section, kind, name] = segmentsOf(pointer);
    if (section !== 'components' || kind === undefined || name === undefined)
      return this.ofOperation(pointer.split('/').slice(0, 4).join('/'));
    // They are small, and each operation has several.
    if (kind === 'headers') return 'components/headers.js';
    const key = `${kind}/${name}`;
    const path = this.#components.get(key) ?? this.#newPath(`components/${fileName(kind)}`, name);
    this.#components.set(key, path);
    return path;
  }

  #newPath(folder: string, name: string): string {
    const base = `${folder}/${fileName(name)}`;
    let path = `${base}.js`;
    for (let count = 2; this.#taken.has(path.toLowerCase()); count += 1) path = `${base}-${count}.js`;
    this.#taken.add(path.toLowerCase());
    return path;
  }
}

/** A name as a file can have it on every system, and never a way to another folder. */
function fileName(name: string): string {
  return name.replaceAll(/[^\w-]+/g, '-').slice(0, 100) || '-';
}
