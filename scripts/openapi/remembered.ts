/** What was found for some objects, one level for each of them. */
interface Level<Found> {
  found?: { value: Found };
  next: WeakMap<object, Level<Found>>;
}

/** The same function, which finds each result once: of objects that never change, this is asked at every response. */
export function remembered<Keys extends readonly object[], Found>(
  find: (...keys: Keys) => Found,
): (...keys: Keys) => Found {
  const root: Level<Found> = { next: new WeakMap() };
  return (...keys) => {
    let level = root;
    for (const key of keys) {
      const next = level.next.get(key) ?? { next: new WeakMap() };
      level.next.set(key, next);
      level = next;
    }
    level.found ??= { value: find(...keys) };
    return level.found.value;
  };
}
