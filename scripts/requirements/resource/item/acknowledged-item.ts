import type { Exact } from '../../../http/exact-json.ts';
import type { Exchange } from '../../../http/exchange.ts';

/** An item that the server says it has created or changed. */
export interface AcknowledgedItem {
  id: Exact;
  /** As the response to its creation had it, or later the response to its change. */
  item: Exact;
  /** False as long as only what was sent is known: the server may have added to it. */
  isAnswered: boolean;
  exchange: Exchange;
}
