import { type Exact, isExactObject } from '../../http/exact-json.ts';

/**
 * The steps to a part of a body, as it is named in the ids of requirements: `.items[].name` is `.items`, `[]`, `.name`.
 */
export function stepsOf(path: string): string[] {
  return path.match(/\[\]|\.[^.[]+/g) ?? [];
}

/**
 * Whether a body has something that what a schema says of a part applies to;
 * what may be absent does so by being absent.
 */
export function isReached(body: Exact, path: string): boolean {
  const steps = stepsOf(path);
  const reach = (part: Exact | undefined, index: number): boolean => {
    const step = steps[index];
    if (step === undefined || part === undefined || part === null) return true;
    if (step === '[]') return Array.isArray(part) && part.some((item) => reach(item, index + 1));
    return !isExactObject(part) || reach(part[step.slice(1)], index + 1);
  };
  return reach(body, 0);
}
