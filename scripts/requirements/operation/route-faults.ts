import type { HttpRequest } from '../../http/exchange.ts';
import { joinTarget, splitTarget } from '../../http/message-changes.ts';

/** A path that no server has. */
export const nowhere = '/no-such-path-of-this-server';

/** What clients do about requests that reach no operation. */
export const routeAdvice = () => 'Send the method and the path of an operation.';

/** A client that sends its requests to another path. */
export function withPath(change: (path: string) => string): (request: HttpRequest) => HttpRequest {
  return (request) => {
    const { path, pairs } = splitTarget(request.target);
    return { ...request, target: joinTarget(change(path), pairs) };
  };
}
