import { childOf, isObject, type Json, segmentsOf } from '../json.ts';

/** What OpenAPI has in the place of a field that it no longer has, for the end of a message; else ''. */
export function replacedField(message: string, documentOf: () => unknown, pointer: string): string {
  if (message !== 'Property `nullable` is not expected here.') return '';
  const schema = segmentsOf(pointer)
    .slice(0, -1)
    .reduce<Json | undefined>(childOf, documentOf() as Json);
  if (!isObject(schema)) return '';
  if (schema['nullable'] !== true) return ' Leave it out: since OpenAPI 3.1, null is a type of its own.';
  const types = [schema['type'] ?? []].flat();
  const way = types.length > 0 ? `\`type: [${types.join(', ')}, 'null']\`` : "`type: 'null'` as one of an `anyOf`";
  return ` Since OpenAPI 3.1, null is a type: write ${way}.`;
}
