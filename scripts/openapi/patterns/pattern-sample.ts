import { type AST, parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp';
import { type Arbitrary, sample, stringMatching } from 'fast-check';
import { leastLengthOf } from './pattern-automaton.ts';
import { regularExpression } from './regular-expression.ts';

// To make texts for an expression takes milliseconds; so many are made at a time.
const atATime = 64;
const longest = 10_000;
const known = new Map<string, string[]>();
// An expression takes longer to be read than to make texts for it.
const arbitraries = new Map<string, Arbitrary<string>>();
// To find that there is none takes longest, and many kinds of requirements ask for the same ones.
const found = new Map<string, string | undefined>();

/**
 * A text that matches a regular expression and has a length within the bounds; undefined when none is found.
 * Another number gives another text, as far as there are any.
 */
export function patternSample(pattern: string, number: number, least: number, most: number): string | undefined {
  const key = `${number} ${least} ${most} ${pattern}`;
  if (!found.has(key)) found.set(key, newSample(pattern, number, least, most));
  return found.get(key);
}

function newSample(pattern: string, number: number, least: number, most: number): string | undefined {
  const expression = regularExpression(pattern);
  if (expression === undefined) return undefined;
  const fits = (text: string) =>
    text.length >= least && text.length <= most && /^[\x20-\x7e]*$/.test(text) && expression.test(text);
  const all = samples(expression, Math.floor(number / atATime));
  const made = [...all.slice(number % atATime), ...all.slice(0, number % atATime)];
  return made.find(fits) ?? resizedToFit(made, least, most, fits);
}

/** The first of the texts that fits once it is made longer or shorter. */
function resizedToFit(texts: string[], least: number, most: number, fits: (text: string) => boolean) {
  for (const text of texts)
    for (let index = 0; index < text.length; index++) {
      const other = resized(text, index, least, most);
      if (fits(other)) return other;
    }
  return undefined;
}

function samples(expression: RegExp, seed: number): string[] {
  const key = `${seed} ${expression.source}`;
  const texts = known.get(key) ?? newSamples(expression, seed);
  known.set(key, texts);
  return texts;
}

function newSamples(expression: RegExp, seed: number): string[] {
  try {
    // What no text of a body can be is not made.
    if (leastLengthOf(expression.source) > longest) return [];
    const arbitrary = arbitraries.get(expression.source) ?? stringMatching(withoutLookAround(expression));
    arbitraries.set(expression.source, arbitrary);
    return sample(arbitrary, { numRuns: atATime, seed });
  } catch {
    // Back references are not generated; the caller has an example.
    return [];
  }
}

/** What texts can be made of; some of them match the whole expression as well. */
function withoutLookAround(expression: RegExp): RegExp {
  const found: AST.LookaroundAssertion[] = [];
  visitRegExpAST(parseRegExpLiteral(expression), {
    onAssertionEnter: (assertion) => {
      if (assertion.kind !== 'lookahead' && assertion.kind !== 'lookbehind') return;
      if (!found.some(({ start, end }) => start < assertion.start && assertion.end < end)) found.push(assertion);
    },
  });
  const written = String(expression);
  const rest = found.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), written);
  return new RegExp(rest.slice(1, -2), 'u');
}

/** A text made longer, by the character at `index` many times, or shorter, without some from there on. */
function resized(text: string, index: number, least: number, most: number): string {
  const missing = least - text.length;
  const surplus = text.length - most;
  if (missing > 0) return text.slice(0, index) + (text[index] ?? '').repeat(missing + 1) + text.slice(index + 1);
  return surplus > 0 ? text.slice(0, index) + text.slice(index + surplus) : text;
}
