/** More than these are not a choice of a few. */
const mostTexts = 60;

/** What is left of a pattern after its beginning, and the texts of that beginning. */
interface Reading {
  texts: string[];
  rest: string;
}

/**
 * The texts that a pattern matches, where it writes out each of them: `^(name|price)(,(asc|desc))?$`. Undefined for any
 * other pattern.
 */
export function textsOfPattern(pattern: string): string[] | undefined {
  const [, inner] = /^\^(.*)\$$/.exec(pattern) ?? [];
  const read = inner === undefined ? undefined : sequenceIn(inner);
  return read?.rest === '' ? [...new Set(read.texts)] : undefined;
}

/** Alternatives, up to the end of the group that they are in. */
function choiceIn(pattern: string): Reading | undefined {
  const first = sequenceIn(pattern);
  if (first === undefined || !first.rest.startsWith('|')) return first;
  const others = choiceIn(first.rest.slice(1));
  return others && limited([...first.texts, ...others.texts], others.rest);
}

function sequenceIn(pattern: string): Reading | undefined {
  let read: Reading | undefined = { texts: [''], rest: pattern };
  while (read !== undefined && !/^(?:[|)]|$)/.test(read.rest)) {
    const { texts }: Reading = read;
    const next: Reading | undefined = partIn(read.rest);
    read =
      next &&
      limited(
        texts.flatMap((one) => next.texts.map((other) => one + other)),
        next.rest,
      );
  }
  return read;
}

/** A character, some of which one may stand there, or a group; each also where it may be left out. */
function partIn(pattern: string): Reading | undefined {
  const read = pattern.startsWith('(') ? groupIn(pattern) : characterIn(pattern);
  return read?.rest.startsWith('?') === true ? { texts: ['', ...read.texts], rest: read.rest.slice(1) } : read;
}

function groupIn(pattern: string): Reading | undefined {
  const inner = choiceIn(pattern.replace(/^\((?:\?:)?/, ''));
  return inner?.rest.startsWith(')') === true ? { texts: inner.texts, rest: inner.rest.slice(1) } : undefined;
}

function characterIn(pattern: string): Reading | undefined {
  const [whole, listed, escaped, plain] = /^(?:\[([+-]+)\]|\\([^\w\s])|([\w\s,:;/-]))/.exec(pattern) ?? [];
  if (whole === undefined) return undefined;
  return { texts: listed === undefined ? [escaped ?? plain ?? ''] : [...listed], rest: pattern.slice(whole.length) };
}

function limited(texts: string[], rest: string): Reading | undefined {
  return texts.length > mostTexts ? undefined : { texts, rest };
}
