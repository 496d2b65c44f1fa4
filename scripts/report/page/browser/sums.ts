/** A count in a cell: what it is foremost, and the rest. */
export interface Sum {
  verdict: 'violated' | 'unproven' | 'kept' | 'waived' | 'none';
  text: string;
  more: string;
}

/**
 * How sums are put, the same when the page is made as when it is filtered.
 * It is written into the page as it is: it uses nothing from outside itself.
 */
export function describeSums() {
  const order = ['violated', 'unproven', 'kept', 'waived'] as const;
  const countsOf = (verdicts: readonly string[]) =>
    order
      .map((verdict) => ({ verdict, count: verdicts.filter((own) => own === verdict).length }))
      .filter(({ count }) => count > 0);
  return {
    /** How many there are of each verdict, the worst first. */
    countsOf,
    /** Of verdicts on requirements. */
    ofVerdicts(verdicts: readonly string[], nothing: string): Sum {
      const [worst, ...others] = countsOf(verdicts);
      if (worst === undefined) return { verdict: 'none', text: nothing, more: '' };
      return {
        verdict: worst.verdict,
        text: `${worst.count} ${worst.verdict}`,
        more: others.map(({ verdict, count }) => `${count} ${verdict}`).join(', '),
      };
    },
    /** Of mutants. */
    ofMutants(verdicts: readonly string[]): Sum {
      const detected = verdicts.filter((verdict) => verdict === 'detected').length;
      const total = verdicts.filter((verdict) => verdict !== 'equivalent').length;
      if (verdicts.length === 0) return { verdict: 'none', text: 'none', more: '' };
      if (total === 0) return { verdict: 'waived', text: 'equivalent', more: '' };
      return { verdict: detected === total ? 'kept' : 'violated', text: `${detected} of ${total}`, more: '' };
    },
    /** What became of a requirement on both sides: waived only where neither shows it. */
    ofBothSides: (server: string, client: string): string =>
      order.find((verdict) => server === verdict || client === verdict) ?? 'none',
  };
}
