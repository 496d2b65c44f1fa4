import { isObject, type Json, type JsonObject, pointerTo, segmentsOf } from '../json.ts';
import type { Source } from './source.ts';

/**
 * From the pointers of a bundled document to those of the files that it was bundled from.
 * Bundling moves what other files have into `components`; such a part is found where the document refers to it.
 */
export function sourcePointers(document: JsonObject, source: Source): (pointer: string) => string {
  let places: ReadonlyMap<string, string> | undefined;
  const inFile = new Map<string, boolean>();
  const isMoved = (component: string): boolean => {
    const isThere = inFile.get(component) ?? source.has(component);
    inFile.set(component, isThere);
    return !isThere;
  };
  return (pointer) => {
    const component = componentOf(pointer);
    if (component === undefined || !isMoved(component)) return pointer;
    places ??= placesOf(document, isMoved);
    const place = places.get(component);
    return place === undefined ? pointer : place + pointer.slice(component.length);
  };
}

/** The component that a pointer leads to, or into. */
function componentOf(pointer: string): string | undefined {
  return /^\/components\/[^/]*\/[^/]*/.exec(pointer)?.[0];
}

/** Where the files have each component that was moved: at the first reference to it, by the fewest on the way. */
function placesOf(document: JsonObject, isMoved: (component: string) => boolean): Map<string, string> {
  const holderOf = (pointer: string) => {
    const component = componentOf(pointer);
    return component !== undefined && isMoved(component) ? component : '';
  };
  const referencesIn = Map.groupBy(references(document), ({ at }) => holderOf(at));
  const places = new Map<string, string>();
  const waiting = [{ holder: '', place: '' }];
  for (const { holder, place } of waiting)
    for (const { at, target } of referencesIn.get(holder) ?? []) {
      if (places.has(target) || holderOf(target) !== target) continue;
      const found = place + at.slice(holder.length);
      places.set(target, found);
      waiting.push({ holder: target, place: found });
    }
  return places;
}

/** A reference: where it is, and the pointer of what it leads to. */
interface DocumentReference {
  at: string;
  target: string;
}

function references(document: JsonObject): DocumentReference[] {
  const found: DocumentReference[] = [];
  const visit = (value: Json, pointer: string): void => {
    if (isObject(value) && typeof value['$ref'] === 'string')
      found.push({ at: pointer, target: pointerTo(...segmentsOf(value['$ref'])) });
    if (typeof value === 'object' && value !== null)
      for (const [key, child] of Object.entries(value)) visit(child, pointer + pointerTo(key));
  };
  visit(document, '');
  return found;
}
