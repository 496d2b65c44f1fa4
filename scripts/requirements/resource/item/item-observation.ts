import type { Exact, ExactObject } from '../../../http/exact-json.ts';
import type { Answer } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import type { RequestParts } from '../../request/request-parts.ts';
import type { AcknowledgedItem } from './acknowledged-item.ts';

/** A success of an operation that changes an item. */
export interface Change {
  parts: RequestParts;
  /** The item as it was known before. */
  before: Exact;
  /** The body of the request that made or changed the item before, if it is known. */
  sentBefore?: Exact | undefined;
  /** An item of which only what is required was sent, if one is known. */
  preset?: Exact | undefined;
  answer: Answer;
}

/** What a run has seen of one item of a resource. */
export type ItemObservation = {
  resource: Resource;
} /**
 * It was created. `isTaken`: its identifier is one that was given to another item. `others`: what was created before.
 */ & (
  | {
      of: 'creation';
      parts: RequestParts;
      answer: Answer;
      id: Exact | undefined;
      isTaken: boolean;
      others: readonly Exact[];
    }
  /** What created it under an identifier of the client was sent once more, byte for byte. */
  | { of: 'repetition'; parts: RequestParts; answer: Answer }
  /** It was replaced, or changed in part. */
  | ({ of: 'change' } & Change)
  /**
   * It was changed in part: how it was read directly before and after that, or answered where nothing reads it.
   * `change`: the answer to the change itself.
   */
  | { of: 'partial change'; parts: RequestParts; before: ExactObject; change?: Answer; answer: Answer }
  /** It was read after an operation had created or changed it. `change`: directly after that. */
  | { of: 'reading'; read: Operation; known: AcknowledgedItem; after: Operation; change?: Change; answer: Answer }
  /** It was asked for by an identifier that it has. */
  | { of: 'lookup'; read: Operation; asked: Exact; answer: Answer }
  /** It was read, or removed once more, after its removal. `before`, `after`: how it was read, where it can be. */
  | {
      of: 'removal';
      by: Operation;
      remove: Operation;
      before: Answer | undefined;
      removal: Answer;
      after: Answer | undefined;
      answer: Answer;
    }
);
