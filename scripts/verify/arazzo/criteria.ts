import { compile, type JSONValue, query } from 'json-p3';
import { errorMessage } from '../../cli/problem.ts';
import { shortened } from '../../cli/text.ts';
import { writeExact } from '../../http/exact-json.ts';
import { type Condition, expressionsOf, holds, readCondition } from './condition.ts';
import {
  type Expression,
  evaluate,
  expressionsIn,
  fill,
  NotUnderstood,
  readExpression,
  readTemplate,
  type Scope,
  type Template,
} from './expressions.ts';
import { isRecord, type Value, writeText } from './values.ts';

/** What a step must meet; `text` is how the document puts it. */
export type Criterion = { pointer: string; text: string } & (
  | { type: 'simple'; condition: Condition }
  | { type: 'regex'; context: string; expression: Expression; pattern: RegExp }
  | { type: 'jsonpath'; context: string; expression: Expression; path: Template }
);

/** Reads a criterion from its parts. Throws NotUnderstood. */
export function readCriterion(pointer: string, type: string, text: string, context: string | undefined): Criterion {
  if (type === 'simple') return { pointer, text, type, condition: readCondition(text) };
  if (context === undefined) throw new NotUnderstood(`A criterion of the type ${type} needs a context.`);
  const expression = readExpression(context);
  if (type === 'regex') return { pointer, text, type, context, expression, pattern: readPattern(text) };
  if (type === 'jsonpath') return { pointer, text, type, context, expression, path: readPath(text) };
  throw new NotUnderstood(`Criteria of the type ${type} are not supported; simple, regex and jsonpath are.`);
}

function readPattern(text: string): RegExp {
  if (/^\/.*\/[a-z]*$/.test(text))
    throw new NotUnderstood(`\`${text}\`: a regular expression is written without slashes and flags.`);
  try {
    return new RegExp(text);
  } catch (error) {
    throw new NotUnderstood(`\`${text}\` is not a regular expression: ${errorMessage(error)}.`);
  }
}

function readPath(text: string): Template {
  const template = readTemplate(text);
  try {
    // Any literal will do to see whether the rest can be read.
    compile(
      template.kind === 'expression'
        ? text
        : template.parts.map((part) => (typeof part === 'string' ? part : '0')).join(''),
    );
  } catch (error) {
    throw new NotUnderstood(`\`${text}\` is not a JSONPath of RFC 9535: ${errorMessage(error)}`);
  }
  return template;
}

/** The expressions in a criterion. */
export function expressionsOfCriterion(criterion: Criterion): Expression[] {
  if (criterion.type === 'simple') return expressionsOf(criterion.condition).map(({ expression }) => expression);
  return [criterion.expression, ...(criterion.type === 'jsonpath' ? expressionsIn(criterion.path) : [])];
}

/** True when the criterion is met. */
export function isMet(criterion: Criterion, scope: Scope): boolean {
  if (criterion.type === 'simple') return holds(criterion.condition, scope);
  const value = evaluate(criterion.expression, scope);
  if (value === undefined) return false;
  return criterion.type === 'regex' ? criterion.pattern.test(writeText(value)) : finds(criterion.path, value, scope);
}

/**
 * The examples of Arazzo put what is true of the whole context into a filter (`$[?count(@.pages) > 0]`);
 * Redocly respect therefore asks a list with the context in it, and so is done here.
 */
function finds(path: Template, context: Value, scope: Scope): boolean {
  try {
    const text = String(fill(path, scope, writeExact));
    const standIns = new StandIns(context, text);
    return query(standIns.path(text), [standIns.data(context)]).length > 0;
  } catch {
    // A value that is missing, or is an object, makes a path that is none.
    return false;
  }
}

// Texts are stepped over: digits in them are no integers.
const literals = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|(?<![\w.$@])-?\d{16,}(?![\d.eE])/g;

/**
 * What the library has no word for, on both sides of a comparison: an integer that a number cannot hold becomes another
 * one, in the same order; U+0000, which json-p3 refuses in a literal, becomes a code point that is no character.
 */
class StandIns {
  readonly #integers = new Map<bigint, number>();

  constructor(context: Value, path: string) {
    const large = [...integersIn(context), ...[...path.matchAll(literals)].flatMap(([text]) => integerOf(text) ?? [])];
    for (const sign of [1n, -1n]) {
      const sorted = [...new Set(large)]
        .map((one) => one * sign)
        .filter((one) => one > 0n)
        .sort((one, other) => (one < other ? -1 : 1));
      for (const [rank, one] of sorted.entries()) this.#integers.set(one * sign, Number(sign) * (2 ** 53 + 2 * rank));
    }
  }

  data(value: Value): JSONValue {
    if (typeof value === 'bigint') return this.#integers.get(value) ?? Number(value);
    if (typeof value === 'string') return value.replaceAll('\u0000', '\uffff');
    if (Array.isArray(value)) return value.map((item) => this.data(item));
    if (isRecord(value))
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.data(member)]));
    return value;
  }

  path(text: string): string {
    return text.replaceAll(literals, (literal) => {
      const integer = integerOf(literal);
      // An escaped backslash before the u is none of an escape.
      return integer === undefined
        ? literal.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1\\uffff')
        : String(this.#integers.get(integer));
    });
  }
}

function integerOf(literal: string): bigint | undefined {
  return /^-?\d+$/.test(literal) && !Number.isSafeInteger(Number(literal)) ? BigInt(literal) : undefined;
}

function integersIn(value: Value): bigint[] {
  if (typeof value === 'bigint') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(integersIn) : [];
}

/** The values that a criterion was compared with where it is not met, for people. */
export function receivedBy(criterion: Criterion, scope: Scope): string {
  const asked =
    criterion.type === 'simple'
      ? expressionsOf(criterion.condition)
      : [{ text: criterion.context, expression: criterion.expression }];
  const embedded =
    criterion.type === 'jsonpath' && criterion.path.kind === 'text'
      ? criterion.path.parts.filter((part) => typeof part !== 'string')
      : [];
  return [...asked, ...embedded]
    .map(({ text, expression }) => `${text} is ${textOf(evaluate(expression, scope))}`)
    .join(', ');
}

function textOf(value: Value | undefined): string {
  return value === undefined ? 'missing' : shortened(writeExact(value));
}
