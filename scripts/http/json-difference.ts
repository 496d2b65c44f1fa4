import { type Exact, isExactObject, isSameNumber } from './exact-json.ts';

/**
 * Where two JSON values first differ: keys and indices down to it; undefined when they are the same. Only the order of
 * fields does not count: a moment that is written otherwise is another text.
 */
export function differenceBetween(expected: Exact | undefined, actual: Exact | undefined): string[] | undefined {
  if (expected === actual) return undefined;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const longest = Math.max(expected.length, actual.length);
    return firstDifference(
      Array.from({ length: longest }, (_, index) => [String(index), expected[index], actual[index]]),
    );
  }
  if (!isExactObject(expected) || !isExactObject(actual)) return isSameNumber(expected, actual) ? undefined : [];
  const own = (value: Record<string, Exact>, key: string) => (Object.hasOwn(value, key) ? value[key] : undefined);
  return firstDifference(
    [...new Set([...Object.keys(expected), ...Object.keys(actual)])].map((key) => [
      key,
      own(expected, key),
      own(actual, key),
    ]),
  );
}

function firstDifference(
  members: [key: string, expected: Exact | undefined, actual: Exact | undefined][],
): string[] | undefined {
  for (const [key, expected, actual] of members) {
    const path = differenceBetween(expected, actual);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}
