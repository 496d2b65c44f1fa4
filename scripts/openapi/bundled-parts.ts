import { isObject, type Json, type JsonObject, pointerTo, segmentsOf } from './json.ts';
import type { Source } from './source.ts';

export interface BundledParts {
  /** The pointer under which the description has the part that `pointer` names in the bundled document. */
  pointerInSource(pointer: string): string;
}

/**
 * Bundling moves what other files have into `components`. Such a part is found in the description where that refers to it.
 */
export function bundledParts(document: JsonObject, source: Source): BundledParts {
  let referrers: Map<string, string[]> | undefined;

  const pointerInSource = (pointer: string, passed: string[] = []): string | undefined => {
    const segments = segmentsOf(pointer);
    const component = pointerTo(...segments.slice(0, 3));
    if (segments[0] !== 'components' || segments.length < 3 || source.has(component)) return pointer;
    if (passed.includes(component)) return undefined;
    referrers ??= findReferrers(document);
    const places = referrers.get(component)?.map((referrer) => pointerInSource(referrer, [...passed, component])) ?? [];
    const place = places.find((found) => found !== undefined);
    return place === undefined ? undefined : place + pointerTo(...segments.slice(3));
  };
  return { pointerInSource: (pointer) => pointerInSource(pointer) ?? pointer };
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
