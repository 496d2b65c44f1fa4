/** Lines of a document that follow each other and are others than before. */
export interface Edit {
  /** The first of them, from 1; where all were removed, the line above which they stood. */
  line: number;
  removed: readonly string[];
  added: readonly string[];
}

/** An operation or a path that an edit took away, or gave another name. */
interface OperationEdit {
  edit: Edit;
  /** Which of the lines that were added, or else removed, says so. */
  index: number;
  /** How far in that line begins. */
  depth: number;
  message: string;
}

// A line of YAML, or of JSON that has one member a line.
const name = /^\s+(?:"operationId"|operationId):\s*(['"]?)([^\s'"#,]+)\1/;
const path = /^\s+(['"]?)(\/[^\s'"]*)\1:\s*(?:#|\{|$)/;
const method = /^\s+"?(get|put|post|delete|options|head|patch|trace|query)"?:/;

/** What was removed or renamed of the operations of a document: code, and other parts of the document, name them. */
export function operationEdits(edits: readonly Edit[], before: readonly string[], now: readonly string[]) {
  const ids = { pattern: name, olds: new Set(operationsIn(before)), owns: operationsIn(now) };
  const paths = { pattern: path, olds: new Set(namesIn(before, path)), owns: namesIn(now, path) };
  const isMethod = (line: string) => method.test(line);
  const isFewer = now.filter(isMethod).length < before.filter(isMethod).length;
  const all = edits.flatMap((edit): OperationEdit[] => [
    ...changesOf(edit, ids, (old, own) => {
      if (own === undefined)
        return isFewer || edit.removed.some(isMethod)
          ? `Operation ${old} was removed: remove it from what still names it, too, or put it back.`
          : `Operation ${old} has no operationId any more: put it back.`;
      return isTwice(ids.owns, own)
        ? `Operation ${old} is called ${own} now, as another one is: give it an operationId of its own.`
        : `Operation ${old} is called ${own} now: call it so in all that names it, or leave its operationId.`;
    }),
    ...changesOf(edit, paths, (old, own) =>
      own === undefined ? undefined : `The path ${old} is ${own} now: call it so in all that names it, or leave it.`,
    ),
  ]);
  // What refers to an operation is edited with it.
  return [...Map.groupBy(all, ({ message }) => message).values()].flatMap(
    (group) => group.toSorted((a, b) => a.depth - b.depth)[0] ?? [],
  );
}

interface Names {
  pattern: RegExp;
  olds: ReadonlySet<string>;
  owns: readonly string[];
}

function isTwice(names: readonly string[], one: string): boolean {
  return names.indexOf(one) !== names.lastIndexOf(one);
}

/** The names that the document had and has no more, each with the one that is new in its place, or there twice now. */
function changesOf(
  edit: Edit,
  { pattern, olds, owns }: Names,
  say: (old: string, own: string | undefined) => string | undefined,
): OperationEdit[] {
  const gone = namesIn(edit.removed, pattern).filter((one) => olds.has(one) && !owns.includes(one));
  const isNew = (one: string) => owns.includes(one) && (!olds.has(one) || isTwice(owns, one));
  const come = namesIn(edit.added, pattern).filter(isNew);
  return gone.flatMap((old, place) => {
    const own = gone.length === come.length ? come[place] : undefined;
    const message = say(old, own);
    const isOf = (one: string | undefined) => (line: string) => one !== undefined && pattern.exec(line)?.[2] === one;
    const depth = edit.removed.find(isOf(old))?.search(/\S/) ?? 0;
    const index = Math.max(edit.added.findIndex(isOf(own)), 0);
    return message === undefined ? [] : { edit, index, depth, message };
  });
}

function namesIn(lines: readonly string[], pattern: RegExp): string[] {
  return lines.flatMap((line) => pattern.exec(line)?.[2] ?? []);
}

/** The ids of operations; a link, for example, has the id of another one. */
function operationsIn(lines: readonly string[]): string[] {
  const isOfOperation = (line: string, index: number) => {
    const depth = line.search(/\S/);
    const holder = lines.slice(0, index).findLast((above) => above.trim() !== '' && above.search(/\S/) < depth);
    return name.test(line) && method.test(holder ?? '');
  };
  return namesIn(lines.filter(isOfOperation), name);
}
