import { StillClock } from '../../../http/test/still-clock.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import type { RequirementResult, Verification } from '../../../verify/result.ts';
import { verify } from '../../../verify/server/run.ts';
import { type BookServerFaults, bookServer } from '../../../verify/test/book-server.ts';
import type { ReportInput } from '../contract-report.ts';

export const key = 'right-key';

/** A run against a server of books, which takes what it should refuse, and does otherwise than it says. */
export async function bookRun(
  faults: BookServerFaults = {},
): Promise<{ contract: ReportInput['contract']; verification: Verification }> {
  const { description, send } = bookServer('cursor', faults);
  const verification = await verify(withoutWorkflows(description), {
    baseUrl: 'http://localhost:8080/v1',
    keys: { key, limitedKey: undefined },
    send,
    clock: new StillClock(),
    seed: 2 ** 30,
  });
  return { contract: description.contract, verification };
}

/** The same, had every requirement been kept. */
export function asKept({
  contract,
  verification,
}: Awaited<ReturnType<typeof bookRun>>): Awaited<ReturnType<typeof bookRun>> {
  const requirements = verification.requirements.map(
    ({ requirement, cases, samples }): RequirementResult => ({
      requirement,
      cases,
      samples: samples.filter(({ isKept }) => isKept),
      verdict: 'kept',
    }),
  );
  return { contract, verification: { ...verification, requirements } };
}
