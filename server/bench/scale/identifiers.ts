import { seededRandom } from './seeded-random.ts';

/** 41 bits of milliseconds, 5 of the primary, 7 of a counter. */
export const primaries = 2 ** 5;
const perMillisecond = 2 ** 7;

/** Milliseconds since an epoch of the store: so the last identifiers of all are made. */
const latest = 2 ** 41 - 10_000_000;
const creations = 200_000;
/** Milliseconds between two creations of which a caller can say which was first: what an answer takes. */
const apart = 5;

/**
 * Makes the identifiers of a primary, which share nothing with the others. What it makes grows, also where its clock is
 * set back; `isAhead` says that the clock has still to reach the moment in it.
 */
export function identifierSource(primary: number): (now: number) => { id: number; isAhead: boolean } {
  let last = 0;
  let count = 0;
  return (now) => {
    const moment = Math.floor(now);
    if (moment > last) [last, count] = [moment, 0];
    else if (++count === perMillisecond) [last, count] = [last + 1, 0];
    return { id: (last * primaries + primary) * perMillisecond + count, isAhead: last > moment };
  };
}

/** What these identifiers would be like: nothing of this is built. */
export function simulateIdentifiers(): string[] {
  const random = seededRandom(1);
  const ids = new Set<number>();
  let largest = 0;
  const sources = Array.from({ length: primaries }, (_, primary) => identifierSource(primary));
  for (const now of arrivals(10, random)) {
    const id = sources[Math.floor(random() * primaries)]?.(now).id ?? 0;
    ids.add(id);
    largest = Math.max(largest, id);
  }
  const skews = [0, 1, 10, 100];
  return [
    `- Of ${creations.toLocaleString('en')} animals at 10 a millisecond, in the last hours of the 41 bits: ` +
      `${ids.size.toLocaleString('en')} identifiers, ` +
      `${largest <= Number.MAX_SAFE_INTEGER ? 'all' : 'not all'} of them below 2^53.`,
    `- Listed in the wrong order of two animals that were created ${apart} ms apart, where clocks differ by up to ` +
      `${skews.join(', ')} ms: ${skews.map((skew) => percent(wrongOrder(skew, random))).join(', ')}.`,
    `- Creations that wait for the clock of a primary that has 32, 64, 96, 120 of them a millisecond: ` +
      `${[32, 64, 96, 120].map((rate) => percent(waiting(rate, random))).join(', ')}.`,
  ];
}

/** Moments of creations that come by chance, so many a millisecond. */
function* arrivals(rate: number, random: () => number): Generator<number> {
  let now = latest;
  for (let made = 0; made < creations; made++) yield (now -= Math.log(1 - random()) / rate);
}

/** Share of the pairs whose second animal has the smaller identifier, each made by any primary. */
function wrongOrder(skew: number, random: () => number): number {
  let wrong = 0;
  for (let pair = 0; pair < creations; pair++) {
    const [first, second] = [Math.floor(random() * primaries), Math.floor(random() * primaries)];
    const source = identifierSource(first);
    const ahead = random() * skew;
    const { id } = source(latest + ahead);
    const other = second === first ? source : identifierSource(second);
    if (other(latest + apart + (second === first ? ahead : random() * skew)).id < id) wrong += 1;
  }
  return wrong / creations;
}

function waiting(rate: number, random: () => number): number {
  const source = identifierSource(0);
  let ahead = 0;
  for (const now of arrivals(rate, random)) if (source(now).isAhead) ahead += 1;
  return ahead / creations;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
