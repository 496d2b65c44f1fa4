import type { Departure } from './schema-check.ts';

/** One departure for each part of a value: a wrong type also breaks other keywords. */
export function oneForEachPart(departures: Departure[]): Departure[] {
  const order = (departure: Departure) => (departure.keyword === 'type' ? 0 : /^(oneOf|anyOf|allOf|if)$/.test(departure.keyword) ? 2 : 1);
  const sorted = departures.toSorted((a, b) => order(a) - order(b));
  const kept = new Map<string, Departure>();
  for (const departure of sorted) {
    const key = `${departure.path.map((segment) => (/^\d+$/.test(segment) ? '[]' : segment)).join('/')} ${departure.property ?? ''}`;
    if (!kept.has(key)) kept.set(key, departure);
  }
  return [...kept.values()];
}

/** The part of a body that departs, for people: `tags[0].name`. */
export function describePath({ path }: Departure): string {
  return path.length === 0 ? 'The body' : path.reduce((text, segment) => (/^\d+$/.test(segment) ? `${text}[${segment}]` : text === '' ? segment : `${text}.${segment}`), '');
}
