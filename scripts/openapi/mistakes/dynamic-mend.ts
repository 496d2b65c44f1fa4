import { isObject, type JsonObject, stringOf } from '../json.ts';
import { partsOf } from '../source/document-walk.ts';
import type { ReportAt } from './mistakes.ts';

/**
 * Reads a `$dynamicRef` as the `$ref` that it is wherever one schema alone has its `$dynamicAnchor`. Of several, which
 * one is meant depends on the way to it (JSON Schema 2020-12 core section 8.2.3.2), which no validator of one document
 * knows: it then allows everything.
 */
export function mendDynamicReferences(document: JsonObject, report: ReportAt): void {
  const schemas = [...partsOf(document)].flatMap(({ kind, node: { value, pointer } }) =>
    kind === 'schema' && isObject(value) ? [{ schema: value, pointer }] : [],
  );
  const byAnchor = Map.groupBy(schemas, ({ schema }) => stringOf(schema['$dynamicAnchor']));
  for (const { schema, pointer } of schemas) {
    const reference = stringOf(schema['$dynamicRef']);
    delete schema['$dynamicAnchor'];
    if (reference === undefined) continue;
    delete schema['$dynamicRef'];
    const [target, ...others] = byAnchor.get(reference.split('#')[1]) ?? [];
    if (target !== undefined && others.length === 0 && schema['$ref'] === undefined)
      schema['$ref'] = `#${encodeURI(target.pointer)}`;
    else
      report(
        `${pointer}/$dynamicRef`,
        `\`$dynamicRef\` does not lead to one schema alone ('${reference}')`,
        'it is ignored',
      );
  }
}
