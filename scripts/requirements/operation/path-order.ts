import type { HttpRequest } from '../../http/exchange.ts';
import { splitTarget } from '../../http/message-changes.ts';
import { noCredential } from '../../openapi/credentials.ts';
import type { Statuses } from '../cases.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind, type PlannedRequest } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { carriedBy } from '../security/carried-credential.ts';
import { contractAdvice, serverAdvice } from '../security/operation-security.ts';
import { anyCredential } from './any-credential.ts';
import { madeUpPath, requestTo } from './guessed-paths.ts';
import { requestsWith, undescribedMethods } from './requests-with-method.ts';

const id = 'paths.{path}.order';

/** The paths that the contract does not have, as one. */
const unknown = 'unknown';

const unauthorized: Statuses = { text: '401', has: (status) => status === 401 };

/** The credential is checked before the path and the method. `path`: one of the contract, or `unknown`. */
export const pathOrder = defineKind({
  id,
  section: () => 'Paths and methods',
  list: (context, operation) =>
    operation !== null
      ? []
      : [...new Set(requestsOf(context).map(({ subject: { path } }) => path))].map((path) => ({
          subject: { path },
          pointer: '/x-unmatched-responses',
          statement: `Without a valid credential, the response must not reveal ${revealedBy(path)}.`,
          alsoAt: ['/components/securitySchemes'],
        })),
  contractAdvice,
  server: {
    reach: { by: 'raw requests', requests: requestsOf },
    faults: (context, { subject: { path } }) => {
      const isAbout = isBeside(context, path);
      return [
        faultDraft(
          'reveals it without a credential',
          answering(
            (request, { key }) => isAbout(request) && carriedBy(context, request, key).isNone,
            (request, send, { key }) => send(context.withKey(request, undefined, key)),
          ),
        ),
      ];
    },
    advice: serverAdvice,
  },
  client: null,
});

/** None where the contract does not document 401 for requests that reach no operation. */
function requestsOf(context: PlanningContext): PlannedRequest<typeof id>[] {
  const { responses } = context.unmatched;
  if (!Object.hasOwn(responses, '401')) return [];
  const ofMethods = undescribedMethods(context.description).flatMap((undescribed) =>
    requestsWith(context, undescribed, true)
      .slice(0, 1)
      .map(({ title, build }) => ({
        subject: { path: undescribed.path },
        title: `${title} without a credential`,
        path: undescribed.path,
        allowed: unauthorized,
        build,
      })),
  );
  const hasUnknown = Object.hasOwn(responses, '404') && anyCredential(context) !== noCredential;
  const ofPaths = {
    subject: { path: unknown },
    title: 'no credential',
    path: undefined,
    allowed: unauthorized,
    build: async (at: PlanningContext) => requestTo(madeUpPath(at), noCredential),
  };
  return hasUnknown ? [...ofMethods, ofPaths] : ofMethods;
}

/** Tests a request for one that is to a path, or to none of the contract, and reaches no operation. */
function isBeside(context: MessageContext, path: string): (request: HttpRequest) => boolean {
  return (request) => {
    const template = context.description.router.pathOf(splitTarget(request.target).path);
    return path === unknown ? template === undefined : template === path && context.operationOf(request) === undefined;
  };
}

function revealedBy(path: string): string {
  return path === unknown ? 'which paths there are' : `the methods of ${path}`;
}
