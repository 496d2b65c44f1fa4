// A schema may contain itself in many places, and others that contain it again.
const mostPlaces = 2000;

/** What is in something, to so many levels: the nearest first, and so much of it that it ends. */
export function nearestPlaces<Place>(
  start: Place,
  deepest: number,
  within: (place: Place) => readonly Place[],
): Place[] {
  const found = [start];
  let level: readonly Place[] = found.slice();
  for (let depth = 0; depth < deepest && found.length < mostPlaces; depth += 1) {
    const next: Place[] = [];
    for (const place of level) {
      if (next.length >= mostPlaces - found.length) break;
      next.push(...within(place).slice(0, mostPlaces - found.length - next.length));
    }
    found.push(...next);
    level = next;
  }
  return found;
}

/** How many levels of what is in something may be gone through, of so many: at least one. */
export function levelsWithin<Place>(start: Place, most: number, within: (place: Place) => readonly Place[]): number {
  let levels = most;
  while (levels > 1 && nearestPlaces(start, levels, within).length >= mostPlaces) levels -= 1;
  return levels;
}
