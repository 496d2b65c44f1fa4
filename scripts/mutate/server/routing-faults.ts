import type { FactDraft } from '../../verify/facts.ts';
import type { HttpRequest } from '../../verify/exchange.ts';
import { templateOf } from '../../verify/description.ts';
import { answering, type Departing, departing } from './fault.ts';
import { splitTarget, withJson } from '../../verify/message-changes.ts';
import type { Wire } from './wire.ts';

const nowhere = '/no-such-path-of-this-server';

/** An operation that is not there. */
export function operationFaults(wire: Wire, fact: FactDraft): Departing[] {
  const isAbout = wire.isTo(wire.operation(fact.operationId));
  return [
    departing('answers as an unknown path', answering(isAbout, (request, send) => send({ ...request, target: nowhere }))),
    departing('answers 501', answering(isAbout, async (request, send) => ({ ...(await send(request)), status: 501 }))),
  ];
}

/** A method that a path does not offer, and that works. */
export function methodFaults(wire: Wire, { path, method }: { path: string; method: string }): Departing[] {
  const [offered] = wire.description.operations.filter((operation) => operation.path === path).toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'));
  const isAbout = (request: HttpRequest) => request.method === method && templateOf(wire.description, splitTarget(request.target).path) === path;
  return [
    departing('works', answering(isAbout, (request, send) => send({ ...request, method: offered?.method ?? 'GET', body: offered?.requestBody == null ? null : request.body }))),
    departing('answers as an unknown path', answering(isAbout, (request, send) => send({ ...request, target: nowhere }))),
  ];
}

/** Paths that the contract does not have, and that answer. */
export function unknownPathFaults(wire: Wire): Departing[] {
  const isUnknown = ({ target }: HttpRequest) => templateOf(wire.description, splitTarget(target).path) === undefined;
  const served = (isAbout: (path: string) => boolean) => answering(
    (request) => isUnknown(request) && isAbout(splitTarget(request.target).path),
    async (request, send) => {
      const response = await send(request);
      return response.status === 401 ? response : withJson({ ...response, status: 200 }, {});
    },
  );
  return [
    departing('every one answers 200', served(() => true)),
    departing('a forgotten route answers', served((path) => /^\/(admin|debug|health|internal|metrics|search)$/.test(path))),
    departing('anything below a path answers', served((path) => templateOf(wire.description, path.replace(/\/[^/]+$/, '')) !== undefined)),
    departing('paths have no case', served((path) => templateOf(wire.description, path.toLowerCase()) !== undefined)),
    departing('answers 410', answering(isUnknown, async (request, send) => {
      const response = await send(request);
      return response.status === 404 ? { ...response, status: 410 } : response;
    })),
  ];
}
