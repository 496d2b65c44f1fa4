import { Connection, type Handler, handler, type Method, startMethod } from './protocol.ts';

/** The process that has started this one. */
export interface Driver {
  /** Resolves to the result of one of its methods. */
  request<Params, Result>(method: Method<Params, Result>, params: Params): Promise<Result>;
}

/**
 * Handles the requests of the process that has started this one, until that one ends. Nothing of a process outlives it,
 * so `end`, unless given, ends it without closing anything. A message that is no request of the protocol ends it too:
 * it would go unanswered.
 */
export function serveRequests(
  handlersFor: (driver: Driver) => readonly Handler[],
  end: () => void = () => process.exit(),
): void {
  const driver: Driver = { request: (method, params) => connection.request(method, params) };
  const connection = new Connection('The driver', (message) => void process.send?.(message), [
    handler(startMethod, () => null),
    ...handlersFor(driver),
  ]);
  process.on('message', (message) => connection.receive(message));
  process.on('disconnect', end);
}
