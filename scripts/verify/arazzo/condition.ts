import { exactInteger, isSame } from '../../http/exact-json.ts';
import { type Expression, evaluate, NotUnderstood, readExpression, type Scope } from './expressions.ts';
import type { Value } from './values.ts';

const comparisons = ['==', '!=', '<=', '>=', '<', '>'] as const;
type Comparison = (typeof comparisons)[number];

/** A condition of the type `simple`. */
export type Condition =
  | { kind: 'or' | 'and'; left: Condition; right: Condition }
  | { kind: 'not'; operand: Condition }
  | { kind: 'compare'; operator: Comparison; left: Condition; right: Condition }
  | { kind: 'literal'; value: Value }
  | { kind: 'expression'; text: string; expression: Expression };

const kinds = [
  /(&&|\|\||==|!=|<=|>=|<|>|!|\(|\))/,
  /('(?:[^']|'')*')/,
  /(-?\d+(?:\.\d+)?(?![\w.]))/,
  /(true|false|null)(?![\w.])/,
  /(\$[^\s()<>=!&|]+)/,
];
const token = new RegExp(`\\s*(?:${kinds.map(({ source }) => source).join('|')})`, 'y');

/** Reads a simple condition. Throws NotUnderstood. */
export function readCondition(text: string): Condition {
  const tokens = tokensOf(text);
  const take = (...expected: string[]) => (expected.includes(tokens[0] ?? '') ? tokens.shift() : undefined);
  const or = (): Condition => {
    let left = and();
    while (take('||') !== undefined) left = { kind: 'or', left, right: and() };
    return left;
  };
  const and = (): Condition => {
    let left = comparison();
    while (take('&&') !== undefined) left = { kind: 'and', left, right: comparison() };
    return left;
  };
  const comparison = (): Condition => {
    const left = operand();
    const operator = comparisons.find((one) => take(one) !== undefined);
    return operator === undefined ? left : { kind: 'compare', operator, left, right: operand() };
  };
  const operand = (): Condition => {
    if (take('!') !== undefined) return { kind: 'not', operand: operand() };
    if (take('(') !== undefined) {
      const inner = or();
      if (take(')') === undefined) throw new NotUnderstood(`\`${text}\` lacks a closing parenthesis.`);
      return inner;
    }
    return atom(tokens.shift(), text);
  };
  const condition = or();
  if (tokens.length > 0) throw new NotUnderstood(`\`${text}\` cannot be parsed from \`${tokens[0]}\` on.`);
  return condition;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const reader = new RegExp(token);
  while (text.slice(reader.lastIndex).trim() !== '') {
    const at = reader.lastIndex;
    const [found] = reader.exec(text) ?? [];
    if (found === undefined)
      throw new NotUnderstood(`\`${text}\` cannot be parsed from \`${text.slice(at).trim()}\` on.`);
    tokens.push(found.trim());
  }
  return tokens;
}

function atom(text: string | undefined, whole: string): Condition {
  if (text?.startsWith('$') === true) return { kind: 'expression', text, expression: readExpression(text) };
  if (text?.startsWith("'") === true) return { kind: 'literal', value: text.slice(1, -1).replaceAll("''", "'") };
  if (text !== undefined && /^-?\d/.test(text)) return { kind: 'literal', value: numberOf(text) };
  if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true' };
  if (text === 'null') return { kind: 'literal', value: null };
  throw new NotUnderstood(`\`${whole}\` lacks an operand.`);
}

function numberOf(text: string): number | bigint {
  return text.includes('.') ? Number(text) : exactInteger(BigInt(text));
}

/** The expressions in a condition. */
export function expressionsOf(condition: Condition): { text: string; expression: Expression }[] {
  switch (condition.kind) {
    case 'expression':
      return [condition];
    case 'literal':
      return [];
    case 'not':
      return expressionsOf(condition.operand);
    default:
      return [...expressionsOf(condition.left), ...expressionsOf(condition.right)];
  }
}

/**
 * True when the condition holds. What has no value is not equal to anything, nor different: a comparison with it fails.
 */
export function holds(condition: Condition, scope: Scope): boolean {
  return Boolean(valueOf(condition, scope));
}

function valueOf(condition: Condition, scope: Scope): Value | undefined {
  switch (condition.kind) {
    case 'or':
      return holds(condition.left, scope) || holds(condition.right, scope);
    case 'and':
      return holds(condition.left, scope) && holds(condition.right, scope);
    case 'not':
      return !holds(condition.operand, scope);
    case 'compare':
      return compare(condition.operator, valueOf(condition.left, scope), valueOf(condition.right, scope));
    case 'literal':
      return condition.value;
    case 'expression':
      return evaluate(condition.expression, scope);
  }
}

function compare(operator: Comparison, left: Value | undefined, right: Value | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  if (operator === '==') return equal(left, right);
  if (operator === '!=') return !equal(left, right);
  const [one, other] = [orderable(left), orderable(right)];
  if (one === undefined || other === undefined || (typeof one === 'string') !== (typeof other === 'string'))
    return false;
  if (operator === '<') return one < other;
  if (operator === '<=') return one <= other;
  return operator === '>' ? one > other : one >= other;
}

/**
 * Texts are compared without regard to case, as Arazzo has it;
 * a text that is a number equals the number, for headers are texts.
 */
function equal(left: Value, right: Value): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left.toLowerCase() === right.toLowerCase();
  if (typeof left === 'string' || typeof right === 'string')
    return numeric(left) !== undefined && numeric(left) === numeric(right);
  return isSame(left, right);
}

function orderable(value: Value): number | bigint | string | undefined {
  return numeric(value) ?? (typeof value === 'string' ? value.toLowerCase() : undefined);
}

function numeric(value: Value): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? numberOf(value) : undefined;
}
