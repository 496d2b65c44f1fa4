import { within } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import { segmentsOf } from '../../openapi/json.ts';
import { type Value, type ValueObject, writeText } from './values.ts';

/** What a request or a response has that expressions ask for. */
export interface Message {
  headers: readonly (readonly [name: string, value: string])[];
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: Value | undefined;
}

/** What the expressions of a step can speak of: all that came before, and its own exchange once there is one. */
export interface Scope {
  inputs: Readonly<ValueObject>;
  steps: ReadonlyMap<string, ValueObject>;
  workflows: ReadonlyMap<string, { inputs: Readonly<ValueObject>; outputs: ValueObject }>;
  /** The outputs of the workflow that the step called. */
  outputs: ValueObject;
  exchange: { url: string; method: string; request: Message; response: Message & { status: number } } | null;
}

type Part = 'header' | 'path' | 'query' | 'body';

/** A runtime expression of Arazzo; `way` leads on into the value. */
export type Expression =
  | { kind: 'url' | 'method' | 'statusCode'; way: [] }
  | { kind: 'message'; side: 'request' | 'response'; part: Part; name: string; way: string[] }
  | { kind: 'inputs' | 'outputs'; name: string; way: string[] }
  | { kind: 'steps'; step: string; name: string; way: string[] }
  | { kind: 'workflows'; workflow: string; field: 'inputs' | 'outputs'; name: string; way: string[] };

/** Something in the document that is not understood; whoever reads knows where it stands. */
export class NotUnderstood extends Error {}

/** What begins like this is meant as an expression. */
const sources = 'url|method|statusCode|request|response|inputs|outputs|steps|workflows|sourceDescriptions|components';
const beginning = new RegExp(`^\\$(${sources})(?![A-Za-z0-9_])`);

/** Reads a runtime expression. Throws NotUnderstood. */
export function readExpression(text: string): Expression {
  if (text === '$url' || text === '$method' || text === '$statusCode')
    return { kind: text === '$url' ? 'url' : text === '$method' ? 'method' : 'statusCode', way: [] };
  const [path = '', pointer] = splitOnce(text, '#');
  if (pointer !== undefined && pointer !== '' && !pointer.startsWith('/'))
    throw new NotUnderstood(`\`${text}\` has no JSON pointer after its \`#\`.`);
  const down = pointer === undefined ? [] : segmentsOf(pointer);
  const message = /^\$(request|response)\.(?:(body)|(header|path|query)\.(.+))$/.exec(path);
  if (message !== null) {
    const [, side, body, part, name = ''] = message;
    if (body === undefined && pointer !== undefined)
      throw new NotUnderstood(`\`${text}\` has a JSON pointer, which only a body can have.`);
    if (side === 'response' && (part === 'path' || part === 'query'))
      throw new NotUnderstood(`\`${text}\`: a response has no ${part}.`);
    return {
      kind: 'message',
      side: side === 'request' ? 'request' : 'response',
      part: partOf(body ?? part),
      name,
      way: down,
    };
  }
  const [root, ...names] = path.split('.');
  const isNamed = names.length > 0 && names.every((name) => /^[\w-]+$/.test(name));
  const [first = '', second = '', third = '', ...rest] = names;
  if (isNamed && (root === '$inputs' || root === '$outputs'))
    return { kind: root === '$inputs' ? 'inputs' : 'outputs', name: first, way: [...names.slice(1), ...down] };
  if (isNamed && root === '$steps' && second === 'outputs' && third !== '')
    return { kind: 'steps', step: first, name: third, way: [...rest, ...down] };
  if (isNamed && root === '$workflows' && (second === 'inputs' || second === 'outputs') && third !== '')
    return { kind: 'workflows', workflow: first, field: second, name: third, way: [...rest, ...down] };
  throw new NotUnderstood(`\`${text}\` is not an expression that is supported here.`);
}

function partOf(text: string | undefined): Part {
  return text === 'header' || text === 'path' || text === 'query' ? text : 'body';
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** The value of an expression; undefined when there is none. */
export function evaluate(expression: Expression, scope: Scope): Value | undefined {
  return within(start(expression, scope), expression.way);
}

function start(expression: Expression, { inputs, outputs, steps, workflows, exchange }: Scope): Value | undefined {
  switch (expression.kind) {
    case 'url':
      return exchange?.url;
    case 'method':
      return exchange?.method;
    case 'statusCode':
      return exchange?.response.status;
    case 'message':
      return exchange === null ? undefined : partOfMessage(exchange[expression.side], expression.part, expression.name);
    case 'inputs':
      return ownValue(inputs, expression.name);
    case 'outputs':
      return ownValue(outputs, expression.name);
    case 'steps':
      return ownValue(steps.get(expression.step), expression.name);
    case 'workflows':
      return ownValue(workflows.get(expression.workflow)?.[expression.field], expression.name);
  }
}

function partOfMessage(message: Message, part: Part, name: string): Value | undefined {
  if (part === 'body') return message.body;
  if (part !== 'header') return ownValue(message[part], name);
  const values = message.headers.filter(([own]) => own.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

/** A text with expressions in it (`{$…}`), or one that is an expression as a whole. */
export type Template =
  | { kind: 'expression'; text: string; expression: Expression }
  | { kind: 'text'; parts: (string | { text: string; expression: Expression })[] };

/** Reads a text that may have expressions in it. Throws NotUnderstood. */
export function readTemplate(text: string): Template {
  if (beginning.test(text)) return { kind: 'expression', text, expression: readExpression(text) };
  const parts = text.split(/(\{\$[^{}]*\})/).filter((part) => part !== '');
  return {
    kind: 'text',
    parts: parts.map((part) =>
      isEmbedded(part) ? { text: part.slice(1, -1), expression: readExpression(part.slice(1, -1)) } : part,
    ),
  };
}

function isEmbedded(part: string): boolean {
  return part.startsWith('{') && beginning.test(part.slice(1));
}

/** The expressions in a template. */
export function expressionsIn(template: Template): Expression[] {
  return template.kind === 'expression'
    ? [template.expression]
    : template.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.expression]));
}

/** An expression has no value, so that a request cannot be made. */
export class NoValue extends Error {}

/** The value of a template; `write` puts a value into a text. Throws NoValue. */
export function fill(template: Template, scope: Scope, write: (value: Value) => string = writeText): Value {
  if (template.kind === 'expression') return needed(template.text, template.expression, scope);
  return template.parts
    .map((part) => (typeof part === 'string' ? part : write(needed(part.text, part.expression, scope))))
    .join('');
}

function needed(text: string, expression: Expression, scope: Scope): Value {
  const value = evaluate(expression, scope);
  if (value === undefined) throw new NoValue(`\`${text}\` has no value`);
  return value;
}
