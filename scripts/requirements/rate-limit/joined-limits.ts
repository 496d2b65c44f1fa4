import { ownValue } from '../../http/own-value.ts';

type Part = 'limit' | 'remaining' | 'reset';

/** Of a limit, what one header says: how many requests are left, and in how many seconds all are. */
export type JoinedNumbers = Partial<Record<Part, number>>;

/**
 * The two headers that have replaced the three in the draft of the IETF: `RateLimit: "default";r=50;t=30` beside
 * `RateLimit-Policy: "default";q=100;w=60`, and before that `RateLimit: limit=100, remaining=50, reset=30`.
 */
const parameters: Readonly<Record<string, Readonly<Partial<Record<Part, string>>>>> = {
  ratelimit: { remaining: 'r', reset: 't' },
  'ratelimit-policy': { limit: 'q' },
};

/** What a header of these two says, by its name; nothing for any other. */
export function joinedPartsOf(name: string): Part[] {
  const own = ownValue(parameters, name.toLowerCase()) ?? {};
  return (['limit', 'remaining', 'reset'] as const).filter((part) => own[part] !== undefined);
}

/** The numbers in the value of such a header. Of several policies, those of the one that leaves the least. */
export function joinedNumbersIn(name: string, text: string): JoinedNumbers {
  const own = ownValue(parameters, name.toLowerCase());
  if (own === undefined) return {};
  const items = itemsOf(text);
  const plain = Object.fromEntries(items.flatMap((item) => Object.entries(numbersOf(item, oldNames))));
  if (Object.keys(plain).length > 0) return 'remaining' in own ? plain : {};
  // What is left of bytes says nothing of requests.
  const found = items.filter((item) => !/;\s*qu=(?!"requests")/i.test(item)).map((item) => numbersOf(item, own));
  const least = (one: JoinedNumbers) => one.remaining ?? one.limit ?? Number.POSITIVE_INFINITY;
  return found.toSorted((a, b) => least(a) - least(b))[0] ?? {};
}

/** The value with another number in it; as it is where it has none. */
export function withJoinedNumber(name: string, text: string, part: Part, value: number): string {
  const key = ownValue(parameters, name.toLowerCase())?.[part];
  if (key === undefined) return text;
  return text.replace(new RegExp(`(^|[;,]\\s*)(${key}|${oldNames[part]})=\\d+`), `$1$2=${value}`);
}

const oldNames = { limit: 'limit', remaining: 'remaining', reset: 'reset' } as const;

/** The items of a list, each without the name in quotes that it begins with. */
function itemsOf(text: string): string[] {
  return (text.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? []).map((item) => item.trim().replace(/^"[^"]*"/, ''));
}

function numbersOf(item: string, names: Readonly<Partial<Record<Part, string>>>): JoinedNumbers {
  return Object.fromEntries(
    Object.entries(names).flatMap(([part, name]) => {
      const [, digits] = new RegExp(`(?:^|;\\s*)${name}=(\\d{1,15})\\s*(?=;|$)`).exec(item) ?? [];
      return digits === undefined ? [] : [[part, Number(digits)]];
    }),
  );
}
