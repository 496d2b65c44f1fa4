import { childOf, isObject, type Json, segmentsOf } from '../json.ts';

/** What OpenAPI has in the place of a field that it no longer has, for the end of a message; else ''. */
export function replacedField(message: string, documentOf: () => unknown, pointer: string): string {
  const document = documentOf();
  if (!isObject(document)) return '';
  const segments = segmentsOf(pointer);
  const schema = segments.slice(0, -1).reduce<Json | undefined>(childOf, document);
  if (!isObject(schema)) return '';
  const [exclusive = '', limit] = /^exclusive(Minimum|Maximum)$/.exec(segments.at(-1) ?? '') ?? [];
  if (limit !== undefined && message === 'Expected type `number` but got `boolean`.')
    return schema[exclusive] === true
      ? ` Since OpenAPI 3.1, it is the bound itself: write it in the place of \`${limit.toLowerCase()}\`.`
      : ' Leave it out: since OpenAPI 3.1, it is the bound itself.';
  if (message !== 'Property `nullable` is not expected here.') return '';
  if (schema['nullable'] !== true) return ' Leave it out: since OpenAPI 3.1, null is a type of its own.';
  const types = [schema['type'] ?? []].flat();
  const way = types.length > 0 ? `\`type: [${types.join(', ')}, 'null']\`` : "`type: 'null'` as one of an `anyOf`";
  return ` Since OpenAPI 3.1, null is a type: write ${way}.`;
}
