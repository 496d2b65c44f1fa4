import { isObject, type Json, type JsonObject, pointerTo, segmentsOf } from './json.ts';
import type { Source } from './source.ts';

/**
 * From the pointers of a bundled document to those of the files that it was bundled from.
 * Bundling moves what other files have into `components`; such a part is found where the document refers to it.
 */
export function sourcePointers(document: JsonObject, source: Source): (pointer: string) => string {
  let referrers: Map<string, string[]> | undefined;
  const inFile = new Map<string, boolean>();
  const isInFile = (component: string): boolean => {
    const known = inFile.get(component) ?? source.has(component);
    inFile.set(component, known);
    return known;
  };

  const inSource = (pointer: string, passed: string[] = []): string | undefined => {
    if (!pointer.startsWith('/components/')) return pointer;
    const segments = segmentsOf(pointer);
    const component = pointerTo(...segments.slice(0, 3));
    if (segments.length < 3 || isInFile(component)) return pointer;
    if (passed.includes(component)) return undefined;
    referrers ??= findReferrers(document);
    const places = referrers.get(component)?.map((referrer) => inSource(referrer, [...passed, component])) ?? [];
    const place = places.find((found) => found !== undefined);
    return place === undefined ? undefined : place + pointerTo(...segments.slice(3));
  };
  return (pointer) => inSource(pointer) ?? pointer;
}

/** The pointers of the references to each part. */
function findReferrers(document: JsonObject): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const visit = (value: Json, pointer: string): void => {
    if (isObject(value) && typeof value['$ref'] === 'string') {
      const target = pointerTo(...segmentsOf(value['$ref']));
      const known = found.get(target);
      if (known === undefined) found.set(target, [pointer]);
      else known.push(pointer);
    }
    if (typeof value === 'object' && value !== null)
      for (const [key, child] of Object.entries(value)) visit(child, pointer + pointerTo(key));
  };
  visit(document, '');
  return found;
}
