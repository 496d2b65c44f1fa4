import { childOf, isObject, type Json, segmentsOf } from '../json.ts';

/** What the author of a schema meant whose field stands too far in or out, for the end of a message; else ''. */
export function misplacedField(message: string, documentOf: () => unknown, pointer: string): string {
  const document = documentOf();
  if (!isObject(document)) return '';
  const segments = segmentsOf(pointer);
  const [holder, owner] = segments.slice(-3);
  const partAt = (length: number) => segments.slice(0, length).reduce<Json | undefined>(childOf, document);
  const isOfProperty = segments.length > 3 && holder === 'properties';
  if (isOfProperty && segments.at(-1) === 'required' && message === 'Expected type `array` but got `boolean`.')
    return ` Did you mean that \`${owner}\` must be there? List it in \`required\` beside \`properties\`.`;
  if (!/^Property `[^`]+` is not expected here\.$/.test(message) || !isSchema(partAt(segments.length))) return '';
  if (isObject(childOf(partAt(segments.length - 1) ?? null, 'properties') ?? null))
    return ' Did you mean one of the `properties` beside it? Indent it like them.';
  return isOfProperty ? ` Did you mean a property beside \`${owner}\`? Indent it like that.` : '';
}

function isSchema(value: Json | undefined): boolean {
  const keywords = ['$ref', 'type', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'properties'];
  return value !== undefined && isObject(value) && keywords.some((keyword) => Object.hasOwn(value, keyword));
}
