import type { Case } from '../../requirements/cases.ts';
import type { Ledger } from '../ledger.ts';
import type { Session } from './session/session.ts';

// So many requests are sent before nothing is tried twice, where the run was given no number.
const usual = 10_000;

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
    const most = this.#requests === undefined ? usual : this.#requests / 2;
    const isLeft = this.#session.sender.requests < most;
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
    const isMany = this.#session.sender.requests + cases.length > (this.#requests ?? usual) / 2;
    const ordered = isMany ? numbered.toSorted((a, b) => a.round - b.round) : numbered;
    return ordered.map(({ one, round }) => ({ one, isRepeat: round > 0 }));
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
