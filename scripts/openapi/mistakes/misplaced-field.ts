import { childOf, isObject, type Json, segmentsOf, stringOf } from '../json.ts';

/** What the author of a description meant whose field stands too far in or out, for the end of a message; else ''. */
export function misplacedField(message: string, documentOf: () => unknown, pointer: string): string {
  const document = documentOf();
  if (!isObject(document)) return '';
  const segments = segmentsOf(pointer);
  const [holder, owner] = segments.slice(-3);
  const partAt = (length: number) => segments.slice(0, length).reduce<Json | undefined>(childOf, document);
  const isOfProperty = segments.length > 3 && holder === 'properties';
  if (isOfProperty && segments.at(-1) === 'required' && message === 'Expected type `array` but got `boolean`.')
    return ` Did you mean that \`${owner}\` must be there? List it in \`required\` beside \`properties\`.`;
  if (!/^Property `[^`]+` is not expected here( because it is defined alongside `\$ref`)?\.$/.test(message)) return '';
  const beside = partAt(segments.length - 1);
  for (const { name, holder: map, isOf } of kinds) {
    if (!isOf(partAt(segments.length), segments.at(-1) ?? '')) continue;
    if (childOf(beside, map) !== undefined)
      return ` Did you mean a ${name} in the \`${map}\` beside it? Indent it further.`;
    if (segments.length > 3 && holder === map)
      return ` Did you mean a ${name} beside \`${owner}\`? Indent it like that.`;
  }
  return '';
}

/** What stands by its name in a map, and what this map is called. */
const kinds: readonly { name: string; holder: string; isOf(value: Json | undefined, key: string): boolean }[] = [
  { name: 'property', holder: 'properties', isOf: isSchema },
  { name: 'response', holder: 'responses', isOf: (_, key) => /^([1-5](\d\d|XX)|default)$/.test(key) },
  { name: 'media type', holder: 'content', isOf: (_, key) => /^[^/\s]+\/[^/\s]+$/.test(key) },
  { name: 'header', holder: 'headers', isOf: isHeader },
];

function isSchema(value: Json | undefined): boolean {
  const keywords = ['$ref', 'type', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'properties'];
  return value !== undefined && isObject(value) && keywords.some((keyword) => Object.hasOwn(value, keyword));
}

function isHeader(value: Json | undefined): boolean {
  const reference = stringOf(childOf(value, '$ref'));
  return reference === undefined ? childOf(value, 'schema') !== undefined : reference.includes('/headers/');
}
