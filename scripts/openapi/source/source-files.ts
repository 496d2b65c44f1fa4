import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { CannotRun, ContractError, shownPath } from '../../cli/problem.ts';
import { figure, limits } from './limits.ts';

/** What a reference may lead to besides the files in the folder of the description. */
export interface Permissions {
  /** `http:` and `https:`. */
  allowRemote: boolean;
}

/** The files of one description, none of them outside the folder of its first. */
export class SourceFiles {
  readonly folder: string;
  readonly isRemoteAllowed: boolean;
  /** The text of each file that was read, by its path. */
  readonly texts = new Map<string, string>();
  #bytes = 0;

  constructor(root: string, permissions: Permissions) {
    this.folder = dirname(root);
    this.isRemoteAllowed = permissions.allowRemote;
  }

  /**
   * Why what `reference` of the file `from` leads to is not read; undefined where it is.
   * What is only a part of the same file always is.
   */
  refusalOf(reference: string, from: string): string | undefined {
    const path = pathOf(reference);
    if (path === '') return undefined;
    const [scheme] = /^[a-z][a-z\d+.-]*:|^\/\//i.exec(path) ?? [];
    if (scheme !== undefined && /^https?:$/i.test(scheme))
      return this.isRemoteAllowed ? undefined : 'nothing is fetched from the network without --allow-remote';
    if (scheme !== undefined) return `${scheme} is not read, only files in the folder of the document`;
    // Tools disagree on whether a reference is decoded, and on which signs part folders.
    const isInside = [path, decoded(path)].every((spelling) => {
      const target = resolve(dirname(from), spelling.replaceAll('\\', '/'));
      return !/^(\/|[a-z]:)/i.test(spelling.replaceAll('\\', '/')) && this.#has(target);
    });
    return isInside ? undefined : 'it leads out of the folder of the document';
  }

  /** The text of a file; undefined when there is none. Throws CannotRun when it cannot be read, or is too large. */
  read(file: string): string | undefined {
    const known = this.texts.get(file);
    if (known !== undefined) return known;
    const most = limits.bytes - this.#bytes;
    const text = readText(file, most) ?? this.#readDecoded(file, most);
    if (text === undefined) return undefined;
    this.#bytes += Buffer.byteLength(text);
    this.texts.set(file, text);
    return text;
  }

  /** The text of `my file.yaml` where `my%20file.yaml` is asked for (RFC 3986 section 2.4). */
  #readDecoded(file: string, most: number): string | undefined {
    const path = relative(this.folder, file);
    const target = resolve(this.folder, decoded(path));
    return decoded(path) === path || !this.#has(target) ? undefined : readText(target, most);
  }

  /** True for a path in the folder, also once every symbolic link on the way is followed. */
  #has(file: string): boolean {
    return isWithin(this.folder, file) && isWithin(realPath(this.folder), realPath(file));
  }
}

/** The part of a reference that names a file; empty when it is one of the same file. */
export function pathOf(reference: string): string {
  return reference.split('#', 1)[0] ?? '';
}

function isWithin(folder: string, file: string): boolean {
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The path without symbolic links, as far as it is there. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const above = dirname(file);
    return above === file ? file : resolve(realPath(above), relative(above, file));
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The text of a file of so many bytes at most; undefined when there is none. */
function readText(file: string, most: number): string | undefined {
  try {
    const entry = statSync(file);
    if (!entry.isFile())
      throw new CannotRun(`Cannot read ${shownPath(file)}: it is ${entry.isDirectory() ? 'a folder' : 'no file'}.`);
    if (entry.size > most) throw tooLarge(file);
    return textOf(readFileSync(file));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT') return undefined;
    throw code === undefined ? cause : new CannotRun(`Cannot read ${shownPath(file)}: ${String(cause)}.`, { cause });
  }
}

/** Without a byte order mark, the zero beside the first sign says that a text is UTF-16 (YAML 1.2.2 section 5.2). */
function textOf(bytes: Buffer): string {
  const [first, second] = bytes;
  const mark = bytes.toString('hex', 0, 2);
  const isLittle = mark === 'fffe' || (second === 0 && first !== 0);
  const isBig = mark === 'feff' || (first === 0 && second !== 0 && second !== undefined);
  const text = isLittle || isBig ? new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes) : bytes.toString();
  // A line may also end with a carriage return alone (section 5.4), which the library does not know.
  return text.includes('\r') && !text.includes('\n') ? text.replaceAll('\r', '\n') : text;
}

function tooLarge(file: string): ContractError {
  const message = `A document has ${figure(limits.bytes)} bytes at most, over all its files; here it has more.`;
  return new ContractError([{ location: { file, line: 1, column: 1 }, message }]);
}
