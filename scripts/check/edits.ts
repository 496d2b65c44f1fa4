import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { diff } from 'node:util';
import { describeLocation, type Location } from '../cli/problem.ts';
import { paths } from '../cli/project.ts';
import type { Finding } from '../report/check-verdict.ts';
import { DocumentParts, type Lines } from './document-parts.ts';
import { type Edit, operationEdits } from './operation-edits.ts';

/** What was edited in a document since it was kept: findings elsewhere may follow from that. */
export class Edits {
  readonly #file: string;
  readonly #lines: readonly string[];
  readonly #edits: readonly Edit[];
  /** Names that only one of the two documents has. */
  readonly #changedNames: ReadonlySet<string>;
  /** What findings follow from, each about one thing: known where the code is the same. */
  readonly #changes: readonly Change[];
  readonly #parts: DocumentParts;
  /** The operations that are not there any more, or not under their names. */
  readonly #operations: readonly Finding[];
  /** True where the code has passed with a contract of the same meaning. */
  readonly hasPassed: boolean;

  constructor(file: string, kept: string, current: string, isCodeSame = false) {
    const [before, now] = [kept.split('\n'), current.split('\n')];
    this.#file = file;
    this.#lines = now;
    this.#edits = editsBetween(before, now);
    this.#changedNames = onlyInOne(before, now);
    this.#changes = isCodeSame ? changesIn(this.#edits, this.#changedNames) : [];
    this.hasPassed = isCodeSame && this.#changes.length === 0;
    this.#parts = new DocumentParts(current);
    // In what cannot be read, operations are not missing.
    this.#operations = (this.#parts.isRead ? operationEdits(this.#edits, before, now) : []).map(
      ({ edit, index, message }) => {
        const location = this.#locationAt(this.#lineOf(edit, index));
        const change = this.#changes.find(({ edits }) => edits.includes(edit));
        return { location, side: 'spec', message, ...(change && { followsFrom: this.#firstLineOf(change) }) };
      },
    );
  }

  /** What these findings follow from, where operations were removed or renamed: that is said before them. */
  causesOf(findings: readonly Finding[]): readonly Finding[] {
    const following = findings.filter(({ isConsequence }) => isConsequence);
    return this.#operations.filter(({ location: { line }, followsFrom }) =>
      following.some(
        (one) => one.location.line === line || (followsFrom !== undefined && one.followsFrom === followsFrom),
      ),
    );
  }

  /** A finding as it is to be reported: where the edit is that it follows from. */
  attributed(finding: Finding): Finding {
    const named = this.#attributedByName(finding);
    const { location, isConsequence, detail } = named;
    const change = location.file.startsWith(`${paths.generated}/`)
      ? undefined
      : this.#changeOf(location, finding.operationId);
    if (change === undefined) return named;
    const followsFrom = this.#firstLineOf(change);
    const isAtEdit = this.#isEdited(location.line) || location.line === followsFrom;
    if (isConsequence || (this.#isOfDocument(location) && isAtEdit)) return { ...named, followsFrom };
    const places = [describeLocation(location), detail].filter((part) => part !== undefined).join('; ');
    return { ...named, location: this.#locationAt(followsFrom), isConsequence: true, followsFrom, detail: places };
  }

  /** What led to what shows at a place: the only change, or the nearest that the place or the operation depends on. */
  #changeOf(location: Location, operationId: string | null = null): Change | undefined {
    const [only, ...others] = this.#changes;
    if (others.length === 0) return only;
    const changesAt = (lines: readonly Lines[]) =>
      this.#changes.filter(({ edits }) =>
        edits.some((edit) => {
          const first = this.#lineOf(edit, 0);
          const last = first + Math.max(edit.added.length, 1) - 1;
          return lines.some((range) => range.first <= last && first <= range.last);
        }),
      );
    for (const lines of this.#parts.nearest(this.#isOfDocument(location) ? location.line : undefined, operationId)) {
      const [near, ...more] = changesAt(lines);
      if (near !== undefined) return more.length === 0 ? near : undefined;
    }
    return undefined;
  }

  #firstLineOf({ edits: [first] }: Change): number {
    return this.#lineOf(first, 0);
  }

  /**
   * A finding at the line of the edit that it follows from. The release was without it: a finding at a line that has
   * not changed since, or in code, follows from the edit whose name it mentions.
   */
  #attributedByName(finding: Finding): Finding {
    const { location, message, side, detail } = finding;
    const isOfDocument = this.#isOfDocument(location);
    if (this.#edits.length === 0 || (isOfDocument && this.#isEdited(location.line))) return finding;
    // What is not said of the document itself mentions a name of it in quotes.
    const mentioned = side === 'spec' ? namesIn(message) : quotedIn(message);
    const found =
      this.#placeOf(
        mentioned.filter((name) => this.#changedNames.has(name)),
        location.line,
      ) ?? (isOfDocument ? this.#placeOf(mentioned, location.line, true) : undefined);
    if (found === undefined || (isOfDocument && found.location.line === location.line)) return finding;
    const renaming = side === 'spec' ? renamingOf(found.edit) : undefined;
    const places = [renaming, describeLocation(location), detail].filter((part) => part !== undefined);
    return { ...finding, location: found.location, isConsequence: true, detail: places.join('; ') };
  }

  #isOfDocument({ file }: Location): boolean {
    return relative('.', file) === relative('.', this.#file);
  }

  #isEdited(line: number): boolean {
    return this.#edits.some((edit) => edit.line <= line && line < edit.line + edit.added.length);
  }

  /** Where an edit has brought or taken one of these names, the nearest to a line; `isReplaced`: for another. */
  #placeOf(names: readonly string[], near: number, isReplaced = false): { edit: Edit; location: Location } | undefined {
    const changed = names.flatMap((name) =>
      this.#edits
        .filter(({ removed, added }) => !isReplaced || (removed.length > 0 && onlyInOne(removed, added).has(name)))
        .flatMap((edit) => [...edit.added, ...edit.removed].map((text, index) => ({ edit, text, index })))
        .filter(({ text }) => namesOf(text).includes(name))
        .map(({ edit, text, index }) => ({ edit, rank: rankOf(text, name), line: this.#lineOf(edit, index) })),
    );
    const distance = (line: number) => Math.abs(line - near);
    const [place] = changed.toSorted((a, b) => a.rank - b.rank || distance(a.line) - distance(b.line));
    if (place === undefined) return undefined;
    const { edit, line } = place;
    return { edit, location: this.#locationAt(line) };
  }

  #locationAt(line: number): Location {
    return { file: this.#file, line, column: indentationOf(this.#lines[line - 1] ?? '') + 1 };
  }

  /**
   * Where one of the lines of an edit stands; of what was removed, the line that held it. What a whole section held, as
   * of components, stood below another part of it.
   */
  #lineOf({ line, removed, added }: Edit, index: number): number {
    if (added.length > 0) return line + (index % added.length);
    const above = this.#lines.slice(0, line - 1);
    const holder = holderIn(above, Math.min(...removed.filter(isWritten).map(indentationOf)));
    if (holder === undefined) return line;
    const outer = holderIn(above.slice(0, holder - 1), indentationOf(above[holder - 1] ?? ''));
    const isOfSection = outer === undefined || indentationOf(above[outer - 1] ?? '') === 0;
    return isOfSection ? above.findLastIndex(isWritten) + 1 : holder;
  }
}

/** The last of these lines that begins before a column, from 1. */
function holderIn(lines: readonly string[], indentation: number): number | undefined {
  const holder = lines.findLastIndex((text) => isWritten(text) && indentationOf(text) < indentation);
  return holder === -1 ? undefined : holder + 1;
}

function isWritten(line: string): boolean {
  return line.trim() !== '';
}

/**
 * What was edited in the contract since it passed with the same code, as it was then; else since the release. Nothing
 * where there is neither.
 */
export function editsOfContract(passed: string | undefined): Edits {
  const [released, current] = [paths.released, paths.contract].map((file) =>
    existsSync(file) ? readFileSync(file, 'utf8') : undefined,
  );
  return new Edits(paths.contract, passed ?? released ?? current ?? '', current ?? '', passed !== undefined);
}

/** Edits that are about one thing. */
interface Change {
  edits: readonly [Edit, ...Edit[]];
}

/**
 * What was changed: edits are about one thing where they share a name of which the document has, or had, no other use,
 * as a new property and its `required` do.
 */
function changesIn(edits: readonly Edit[], changedNames: ReadonlySet<string>): Change[] {
  let waiting = edits.map((edit) => ({ edit, names: onlyInOne(edit.removed, edit.added) })).filter(isOfMeaning);
  const haveOne = (names: ReadonlySet<string>, theirs: ReadonlySet<string>) =>
    [...names].some((name) => theirs.has(name) && changedNames.has(name));
  const changes: Change[] = [];
  for (let [first, ...others] = waiting; first !== undefined; [first, ...others] = waiting) {
    const connected = new Set([first]);
    // Those that are added are gone through as well.
    for (const { names } of connected)
      for (const other of others) if (haveOne(names, other.names)) connected.add(other);
    changes.push({ edits: [first.edit, ...[...connected].slice(1).map(({ edit }) => edit)] });
    waiting = others.filter((other) => !connected.has(other));
  }
  return changes;
}

/** A version announces the other edits; prose changes nothing. */
function isOfMeaning({ edit: { removed, added }, names }: { edit: Edit; names: ReadonlySet<string> }): boolean {
  const isIndented = removed.length === added.length && removed.every((text, index) => isMoved(text, added[index]));
  const isOther =
    names.size > 0 || isIndented || removed.flatMap(valuesOf).join('\n') !== added.flatMap(valuesOf).join('\n');
  return isOther && ![...removed, ...added].every((line) => /^\s+version:\s/.test(line));
}

/** A line that stands in another column belongs to something else. */
function isMoved(before: string, now: string | undefined): boolean {
  return now !== undefined && before !== now && before.trim() === now.trim();
}

function editsBetween(before: readonly string[], now: readonly string[]): Edit[] {
  const edits: { line: number; removed: string[]; added: string[] }[] = [];
  let line = 1;
  let isGoingOn = false;
  for (const [operation, text] of diff(before, now)) {
    if (operation !== 0 && !isGoingOn) edits.push({ line, removed: [], added: [] });
    isGoingOn = operation !== 0;
    if (operation === 1) edits.at(-1)?.removed.push(text);
    else if (operation === -1) edits.at(-1)?.added.push(text);
    if (operation !== 1) line += 1;
  }
  return edits;
}

function onlyInOne(before: readonly string[], now: readonly string[]): ReadonlySet<string> {
  const [one, other] = [new Set(before.flatMap(namesOf)), new Set(now.flatMap(namesOf))];
  return new Set([...one, ...other].filter((name) => !one.has(name) || !other.has(name)));
}

/** What to say of an edit that gave one name in place of another. */
function renamingOf({ removed, added }: Edit): string | undefined {
  const names = [...onlyInOne(removed, added)];
  const [before, ...more] = names.filter((name) => removed.flatMap(namesOf).includes(name));
  const [now, ...others] = names.filter((name) => name !== before);
  const isOne = before !== undefined && now !== undefined && more.length + others.length === 0;
  return isOne ? `\`${before}\` became \`${now}\`` : undefined;
}

/** The names in a line of YAML: its key, and what its value names; prose names nothing. */
function namesOf(line: string): string[] {
  const [key, value] = fieldIn(line);
  const isProse = /^[^[{\s]\S*\s/.test(value);
  return [...namesIn(key), ...(isProse ? [] : namesIn(value))];
}

/** The value in a line of YAML, as it is written, unless it is prose, or a line of it. */
function valuesOf(line: string): string[] {
  const [key, value] = fieldIn(line);
  const isProse = key === '' ? /\s/.test(value) : /^(description|summary|title)$/.test(key);
  return isProse ? [] : [value];
}

function fieldIn(line: string): [key: string, value: string] {
  const [, key = '', text = ''] = /^[\s-]*(?:([^\s:'"]+|'[^']*'|"[^"]*"):(?=\s|$))?\s*(.*)$/.exec(line) ?? [];
  // After a space, # begins a comment, unless it stands in quotes.
  const [value = ''] = /^(?:(?:'[^']*')+|"[^"]*"|(?!#).(?:(?!\s#).)*)?/.exec(text) ?? [];
  return [key, value];
}

function namesIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}_$][\p{L}\p{N}_$-]*/gu) ?? [];
}

function quotedIn(message: string): string[] {
  return [...message.matchAll(/`([^`]+)`|'([^']+)'|"([^"]+)"/g)].flatMap(([, ...texts]) => namesIn(texts.join('')));
}

/** A name is declared, stands in a value, or is referred to. */
function rankOf(line: string, name: string): number {
  if (line.includes('$ref')) return 2;
  return line.trim() === `${name}:` ? 0 : 1;
}

function indentationOf(line: string): number {
  return /^[\s-]*/.exec(line)?.[0].length ?? 0;
}
