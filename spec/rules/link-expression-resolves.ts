import { Cursor, isFields } from './support/cursor.ts';
import type { Rule } from './support/redocly.ts';

// OpenAPI, Runtime Expressions.
const expressions = /^\$(?:url|method|statusCode|(?:request|response)\.(?:body(?:#.*)?|(?:header|query|path)\..+))$/;

/** What a link takes over from the response that it belongs to is documented there: a header, or a part of the body. */
export const linkExpressionResolves: Rule = () => ({
  Response(response, context) {
    const cursor = Cursor.at(response, context);
    for (const [, link] of cursor.child('links')?.entries() ?? []) {
      const body = link.child('requestBody');
      const given = [...(link.child('parameters')?.entries() ?? []), ...(body ? [['requestBody', body] as const] : [])];
      for (const [, { value, location }] of given) {
        const message = typeof value === 'string' && value.startsWith('$') ? mistakeIn(value, cursor) : undefined;
        if (message !== undefined) context.report({ message, location });
      }
    }
  },
});

function mistakeIn(expression: string, response: Cursor): string | undefined {
  if (!expressions.test(expression))
    return `${expression} is no runtime expression: it begins with $request or $response, and body#/, header. or path.`;
  const [, header] = /^\$response\.header\.(.+)$/.exec(expression) ?? [];
  if (header !== undefined) {
    const names = (response.child('headers')?.entries() ?? []).map(([name]) => name);
    const isDocumented = names.some((name) => name.toLowerCase() === header.toLowerCase());
    return isDocumented ? undefined : missing(expression, `the response documents no header ${header}`, names);
  }
  const [, pointer] = /^\$response\.body#\/(.+)$/.exec(expression) ?? [];
  if (pointer === undefined) return undefined;
  const schemas = (response.child('content')?.entries() ?? []).flatMap(([, type]) => type.child('schema') ?? []);
  return memberMissing(expression, schemas, pointer.split('/').map(unescaped));
}

/** What to say where none of the schemas has the member that a path leads to. */
function memberMissing(expression: string, schemas: Cursor[], path: readonly string[]): string | undefined {
  let parts = schemas;
  for (const name of path) {
    const all = parts.flatMap((part) => withAlternatives(part));
    const members = all.flatMap((part) => membersOf(part, name));
    if (members.length === 0) {
      const names = all.flatMap(
        (part) =>
          part
            .child('properties')
            ?.entries()
            .map(([known]) => known) ?? [],
      );
      // Of a part whose members are not all named, nothing is known.
      const isNamed = names.length > 0 && all.every(hasOnlyNamed);
      return isNamed ? missing(expression, `the body of the response has no property ${name}`, names) : undefined;
    }
    parts = members;
  }
  return undefined;
}

function missing(expression: string, what: string, names: readonly string[]): string {
  return `${expression} leads nowhere, as ${what}: name one that it has (${[...new Set(names)].join(', ') || 'none'}).`;
}

/** A schema, and those that it is put together of. */
function withAlternatives(schema: Cursor, known = new Set<unknown>()): Cursor[] {
  if (known.has(schema.value)) return [];
  known.add(schema.value);
  const others = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => schema.child(keyword)?.entries() ?? []);
  return [schema, ...others.flatMap(([, other]) => withAlternatives(other, known))];
}

function membersOf(schema: Cursor, name: string): Cursor[] {
  const item = /^\d+$/.test(name) ? schema.child('items') : undefined;
  return [schema.child('properties')?.child(name), item].filter((member) => member !== undefined);
}

function hasOnlyNamed({ value }: Cursor): boolean {
  return (
    isFields(value) &&
    !['additionalProperties', 'patternProperties'].some((key) => value[key] !== undefined && value[key] !== false)
  );
}

function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
