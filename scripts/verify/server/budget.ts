import type { Case } from '../../requirements/cases.ts';
import type { Ledger } from '../ledger.ts';
import type { Session } from './session/session.ts';

// So many requests are sent, and so often is a requirement asked of a response, before nothing is tried twice, where
// the run was given no number: each response to a body of hundreds of properties is judged by thousands.
const usual = { requests: 10_000, judgements: 5_000_000 };

/** A case, and whether an earlier one is about the same requirement. */
interface Round {
  one: Case;
  isRepeat: boolean;
}

/** How many requests a run may send: every requirement is reached once before any is reached twice. */
export class Budget {
  /** True once no request was left. */
  isSpent = false;
  readonly #session: Session;
  readonly #requests: number | undefined;
  #hasLeftOut = false;

  constructor(session: Session, requests: number | undefined) {
    this.#session = session;
    this.#requests = requests;
    if (requests !== undefined) session.sender.mostRequests = requests;
  }

  /** Whether what was tried may be tried again. Half of the requests are for what comes after the first cases. */
  hasRepeats(): boolean {
    const { sender, responseChecks } = this.#session;
    const isLeft =
      this.#requests === undefined
        ? sender.requests < usual.requests && responseChecks.judgements < usual.judgements
        : sender.requests < this.#requests / 2;
    this.#hasLeftOut ||= !isLeft;
    return isLeft;
  }

  /** The first case of each requirement before the second of any, where not all of them may be sent. */
  inRounds(cases: readonly Case[]): Round[] {
    const counts = new Map<string, number>();
    const numbered = cases.map((one) => {
      const round = counts.get(one.requirement.id) ?? 0;
      counts.set(one.requirement.id, round + 1);
      return { one, round };
    });
    const ordered = this.#mayBeTooMany(cases) ? numbered.toSorted((a, b) => a.round - b.round) : numbered;
    return ordered.map(({ one, round }) => ({ one, isRepeat: round > 0 }));
  }

  #mayBeTooMany(cases: readonly Case[]): boolean {
    const { sender, responseChecks } = this.#session;
    if (sender.requests + cases.length > (this.#requests ?? usual.requests) / 2) return true;
    const judgements = cases.reduce(
      (sum, { operation }) => sum + responseChecks.countFor(operation),
      responseChecks.judgements,
    );
    return this.#requests === undefined && judgements > usual.judgements / 2;
  }

  /** Waives what was left out; to how many requirements that is. Undefined where nothing was. */
  leaveOut(ledger: Ledger): number | undefined {
    if (!this.isSpent && !this.#hasLeftOut) return undefined;
    const open = ledger.requirements().filter(({ id }) => ledger.isOpen(id));
    const reason = `Not reached within ${this.#session.sender.requests} requests: --requests allows more.`;
    for (const { id } of open) ledger.outOfReach(id, reason);
    return open.length;
  }
}
