/** The properties on the way to a part of a body, as subjects name it: of `.items[].shape(Circle)` items and shape. */
export function propertiesIn(path: string): string[] {
  return [...path.matchAll(/\.([^.[(]+)/g)].flatMap(([, name]) => name ?? []);
}
