import type { Problem } from '../cli/problem.ts';
import type { Finding } from '../report/check-verdict.ts';

/** A problem of the description itself. */
export function findingOf({ location, message, rule }: Problem): Finding {
  const finding: Finding = { location, side: 'spec', message: rule === undefined ? message : `${message} (${rule})` };
  // What nothing refers to follows from what was taken away, where that is a finding.
  return rule === 'no-unused-components' ? { ...finding, isHint: true } : finding;
}

/** What the linter found: what is no OpenAPI explains what else is said of the same lines. */
export function findingsOf(problems: readonly Problem[]): Finding[] {
  const structureFirst = problems.toSorted((a, b) => Number(b.rule === 'struct') - Number(a.rule === 'struct'));
  return withoutSiblings(structureFirst).map(findingOf);
}

/** Problems of one rule at one line that differ in one word alone are one, with all of these words. */
export function withoutSiblings(problems: readonly Problem[]): Problem[] {
  const groups = Map.groupBy(problems, ({ rule, location: { file, line } }) => `${rule} ${file}:${line}`);
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.map(({ message }) => message.split(' '));
    const [problem] = group;
    if (first === undefined || problem === undefined || others.length === 0) return group;
    const differing = first.flatMap((word, index) => (others.every((other) => other[index] === word) ? [] : [index]));
    const [place] = differing;
    if (place === undefined || differing.length > 1 || others.some(({ length }) => length !== first.length))
      return group;
    const words = [...new Set([first, ...others].map((one) => one[place] ?? ''))];
    // Punctuation goes with the last.
    const listed = words.map((word, index) => (index < words.length - 1 ? word.replace(/\W*$/, ',') : word));
    return [{ ...problem, message: first.with(place, listed.join(' ')).join(' ') }];
  });
}
