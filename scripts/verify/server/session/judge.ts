import type { Judge } from '../../../requirements/judgement.ts';
import type { Kind } from '../../../requirements/kind.ts';
import { requirementId } from '../../../requirements/requirement.ts';
import type { Ledger } from '../../ledger.ts';

/** Takes what exchanges show of the requirements of a kind into a ledger; those that it does not have are left out. */
export function judgeFor(ledger: Ledger, kind: Kind): Judge<string> {
  return (subject, { request, response }, shown) => {
    const id = requirementId(kind.id, subject);
    if (!ledger.has(id)) return;
    if (shown === 'kept') ledger.keep(id, { request, response });
    else if ('outOfReach' in shown) ledger.outOfReach(id, shown.outOfReach);
    else ledger.violate(id, { ...shown, request, response });
  };
}
