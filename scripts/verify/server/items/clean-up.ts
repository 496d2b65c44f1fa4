import { isSuccess, NoResponse } from '../../../http/exchange.ts';
import { writePath } from '../../../openapi/parameters/parameter-codec.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { Interrupted } from '../session/request-sender.ts';
import type { Session } from '../session/session.ts';

/** What came of the removal of what a run has created: how much, and the paths of what is still there. */
export interface CleanedUp {
  removed: number;
  left: string[];
}

/** Removes what the run has created, by the operations of the contract, the last first: it may be a part of another. */
export async function cleanUp(session: Session): Promise<CleanedUp> {
  const cleaned: CleanedUp = { removed: 0, left: [] };
  for (const { remove, resource, id, path } of [...session.journal.undoable.values()].toReversed()) {
    const { parameter } = resource;
    if (parameter === undefined) continue;
    try {
      const given = { ...path, [parameter.name]: writePath(parameter, id) };
      const { response } = await session.call(await session.source.base(remove, 'required', false, given));
      // What is no longer there need not be removed.
      if (isSuccess(response) || [404, 410].includes(response.status)) cleaned.removed += 1;
      else cleaned.left.push(`${resource.itemsPath}/${textOf(id)}`);
    } catch (error) {
      if (!(error instanceof NoResponse || error instanceof Interrupted)) throw error;
      cleaned.left.push(`${resource.itemsPath}/${textOf(id)}`);
    }
  }
  return cleaned;
}
