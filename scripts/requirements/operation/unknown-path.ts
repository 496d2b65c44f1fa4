import type { HttpRequest } from '../../http/exchange.ts';
import { splitTarget, withJson } from '../../http/message-changes.ts';
import { answering, type FaultDraft, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { anyCredential } from './any-credential.ts';
import { requestTo, unknownPaths } from './guessed-paths.ts';
import { isKnownMethod } from './requests-with-method.ts';
import { routeAdvice, withPath } from './route-faults.ts';

/** A path that the contract does not have. */
export const unknownPath = defineKind({
  id: 'paths.unknown',
  section: () => 'Paths and methods',
  list: (context, operation) => {
    if (operation !== null) return [];
    return isDocumented(context)
      ? [
          {
            subject: {},
            pointer: '/x-unmatched-responses',
            statement: 'A path that the contract does not have must be answered with 404.',
          },
        ]
      : [{ subject: {}, pointer: '/paths', statement: 'Requests must be to paths of the contract.', side: 'client' }];
  },
  contractAdvice: () => 'describe the path',
  server: {
    reach: {
      by: 'raw requests',
      requests: (context) => {
        if (!isDocumented(context)) return [];
        const credential = anyCredential(context);
        return unknownPaths(context).map((path) => ({
          subject: {},
          title: path,
          path: undefined,
          allowed: { text: '404', has: (status) => status === 404 },
          build: async () => requestTo(path, credential),
        }));
      },
    },
    faults: serverFaults,
    advice: () => 'Answer 404 on a path that the contract does not have.',
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'routes',
      judge: (route, { method, path }) => {
        const received = `${method} ${path}`;
        if (route.kind === 'operation') return 'kept';
        if (route.kind === 'unknown path') return { documented: 'A path of the contract.', received };
        // Of the usual methods, each is a requirement of its own.
        if (isKnownMethod(method)) return undefined;
        const offered = route.operations.map((operation) => operation.method).join(', ');
        return { documented: `${route.path} offers ${offered}.`, received };
      },
    },
    faults: () =>
      [
        { what: 'another path', change: withPath((path) => `${path}/more`) },
        { what: 'a slash at the end of the path', change: withPath((path) => `${path}/`) },
      ].map(({ what, change }) => ({ what, between: (respond) => (request) => respond(change(request)) })),
    advice: routeAdvice,
  },
});

function isDocumented({ unmatched, description: { operations } }: PlanningContext): boolean {
  return Object.hasOwn(unmatched.responses, '404') && operations.length > 0;
}

function serverFaults({ description }: MessageContext): FaultDraft[] {
  const isUnknown = ({ target }: HttpRequest) => description.router.pathOf(splitTarget(target).path) === undefined;
  const serves = (what: string, isServed: (path: string) => boolean) =>
    faultDraft(
      what,
      answering(
        (request) => isUnknown(request) && isServed(splitTarget(request.target).path),
        async (request, send) => {
          const response = await send(request);
          return response.status === 401 ? response : withJson({ ...response, status: 200 }, {});
        },
      ),
    );
  return [
    serves('every one answers 200', () => true),
    serves('a forgotten route answers', (path) => /^\/(admin|debug|health|internal|metrics|search)$/.test(path)),
    serves(
      'anything below a path answers',
      (path) => description.router.pathOf(path.replace(/\/[^/]+$/, '')) !== undefined,
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
