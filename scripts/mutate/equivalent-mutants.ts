/** A departure that nobody can make, or nobody can see, and why. */
export interface Equivalent {
  pattern: RegExp;
  reason: string;
}

/** Facts that no server can depart from, by their ids. */
export const withoutFaults: readonly Equivalent[] = [
  { pattern: /\.headers\.[^.]+\.schema$/, reason: 'The schema of the header allows any text, and a header is nothing but text.' },
];

/** Faults that no run can see, by their ids. One that is caught all the same does not belong here. */
export const unseenFaults: readonly Equivalent[] = [
  { pattern: /\.responses\.40[13]\.headers\.[^.]+\.meaning: (doubled|moves on with each response)$/, reason: 'A request whose key is refused is nobody\'s: which limit counts it, and when that resets, is for the server to decide.' },
];

export function equivalentOf(id: string, among: readonly Equivalent[]): Equivalent | undefined {
  return among.find(({ pattern }) => pattern.test(id));
}
