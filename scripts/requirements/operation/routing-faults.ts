import type { HttpRequest } from '../../http/exchange.ts';
import { splitTarget, withJson } from '../../http/message-changes.ts';
import { templateOf } from '../../openapi/description.ts';
import { answering, type FaultDraft, faultDraft } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import type { RequirementDraft } from '../requirement.ts';

const nowhere = '/no-such-path-of-this-server';

/** An operation that is not there. */
export function operationFaults(context: MessageContext, requirement: RequirementDraft): FaultDraft[] {
  const isAbout = context.isTo(context.operation(requirement.operationId));
  return [
    faultDraft(
      'answers as an unknown path',
      answering(isAbout, (request, send) => send({ ...request, target: nowhere })),
    ),
    faultDraft(
      'answers 501',
      answering(isAbout, async (request, send) => ({ ...(await send(request)), status: 501 })),
    ),
  ];
}

/** A method that a path does not offer, and that works. */
export function methodFaults(
  context: MessageContext,
  { path, method }: { path: string; method: string },
): FaultDraft[] {
  const [offered] = context.description.operations
    .filter((operation) => operation.path === path)
    .toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'));
  const isAbout = (request: HttpRequest) =>
    request.method === method && templateOf(context.description, splitTarget(request.target).path) === path;
  return [
    faultDraft(
      'works',
      answering(isAbout, (request, send) =>
        send({
          ...request,
          method: offered?.method ?? 'GET',
          body: offered?.requestBody == null ? null : request.body,
        }),
      ),
    ),
    faultDraft(
      'answers as an unknown path',
      answering(isAbout, (request, send) => send({ ...request, target: nowhere })),
    ),
  ];
}

/** Paths that the contract does not have, and that answer. */
export function unknownPathFaults(context: MessageContext): FaultDraft[] {
  const isUnknown = ({ target }: HttpRequest) =>
    templateOf(context.description, splitTarget(target).path) === undefined;
  const served = (isAbout: (path: string) => boolean) =>
    answering(
      (request) => isUnknown(request) && isAbout(splitTarget(request.target).path),
      async (request, send) => {
        const response = await send(request);
        return response.status === 401 ? response : withJson({ ...response, status: 200 }, {});
      },
    );
  return [
    faultDraft(
      'every one answers 200',
      served(() => true),
    ),
    faultDraft(
      'a forgotten route answers',
      served((path) => /^\/(admin|debug|health|internal|metrics|search)$/.test(path)),
    ),
    faultDraft(
      'anything below a path answers',
      served((path) => templateOf(context.description, path.replace(/\/[^/]+$/, '')) !== undefined),
    ),
    faultDraft(
      'paths have no case',
      served((path) => templateOf(context.description, path.toLowerCase()) !== undefined),
    ),
    faultDraft(
      'answers 410',
      answering(isUnknown, async (request, send) => {
        const response = await send(request);
        return response.status === 404 ? { ...response, status: 410 } : response;
      }),
    ),
  ];
}
