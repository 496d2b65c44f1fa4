import { isObject, type Json, segmentsOf, stringOf } from '../../openapi/json.ts';
import { comment } from '../comment.ts';

/** The name of a property as TypeScript has it. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** An object type of these members; each ends with its semicolon. */
export function members(lines: readonly string[]): string {
  return lines.length === 0 ? '{}' : `{\n${indented(lines.join('\n'))}\n}`;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ');
}

/** What the document says of a part, as a comment before it. */
export function documentation(value: Json): string {
  if (!isObject(value)) return '';
  const { summary, description, deprecated, format } = value;
  return comment(
    [
      stringOf(summary),
      stringOf(description),
      deprecated === true ? '@deprecated' : undefined,
      typeof format === 'string' ? `Format: ${format}` : undefined,
    ],
    '',
  );
}

/** The type of a component that a reference leads to; undefined for a reference to anything else. */
export function componentType(reference: string, kind: string): string | undefined {
  const [root, section, name, ...others] = segmentsOf(reference);
  if (!reference.startsWith('#') || root !== 'components' || section !== kind || name === undefined) return undefined;
  return others.length > 0 ? undefined : `components["${kind}"][${JSON.stringify(name)}]`;
}
