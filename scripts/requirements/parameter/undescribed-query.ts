import { shortened } from '../../cli/text.ts';
import { joinTarget, splitTarget } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { invalid, refusals } from '../cases.ts';
import { requestFault } from '../client/request-fault.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { type MessageContext, operationOf } from '../message-context.ts';
import { answeringWith, failing } from './faulty-answers.ts';
import { changedQuery } from './parameter-changes.ts';

// No contract has a parameter of this name, or it is a described one.
const undescribed = 'undescribed';

/** What a query has besides the parameters of the operation. */
export const undescribedQuery = defineKind({
  id: '{operationId}.parameters.query.unknown',
  section: () => 'Parameters',
  list: (_, operation) => {
    if (operation === null) return [];
    const own = {
      subject: { operationId: operation.id },
      pointer: operation.pointer,
      statement: 'A query parameter that is not described has no meaning: it is ignored, or refused as documented.',
    };
    // Where no refusal is documented, the contract says neither.
    return [refusals(operation, invalid) === undefined ? { ...own, side: 'client' as const } : own];
  },
  contractAdvice: () => 'describe the parameter',
  server: {
    reach: {
      by: 'cases',
      cases: (_, operation) => {
        const refused = refusals(operation, invalid);
        if (refused === undefined) return [];
        return [
          {
            subject: { operationId: operation.id },
            title: `${undescribed}=1`,
            expectation: { kind: 'either', with: refused },
            build: async ({ source }) => {
              const parts = await source.base(operation);
              return { ...parts, query: [...parts.query, [undescribed, '1']] };
            },
          },
        ];
      },
    },
    faults: (context, { subject }) => {
      const isAbout = isWithUndescribed(context, operationOf(context, subject));
      return [
        failing(context, 'fails with it', isAbout),
        answeringWith(418, 'an undocumented refusal', isAbout),
        faultDraft(
          'answers with an empty object',
          answering(isAbout, async (request, send) => {
            const response = await send({ ...request, target: joinTarget(splitTarget(request.target).path, []) });
            return { ...response, body: Buffer.from('{}') };
          }),
        ),
      ];
    },
    advice: () => 'Ignore what the query has besides its described parameters, or refuse it as documented.',
  },
  client: {
    callerValue: () => ({ kind: 'parameter', in: 'query', name: null }),
    reach: {
      by: 'requests',
      refusedAt: () => undefined,
      judge: ({ operation, parameters, credential: { elsewhere } }) => {
        // A pair with the key in it is reported as a leaked key.
        const pairs = parameters.undescribed.filter((pair) => pair !== elsewhere?.pair);
        if (pairs.length === 0) return 'kept';
        const received = shortened(pairs.map(({ pair }) => pair.join('=')).join('&'), 200);
        return { documented: describedNames(operation), received };
      },
    },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      const change = (what: string, alter: Parameters<typeof changedQuery>[0]) =>
        requestFault(context, operation, what, changedQuery(alter));
      const capitals = change('the parameters in capitals', (pairs) =>
        pairs.map(([name, value]) => [name.toUpperCase(), value]),
      );
      return [
        change('adds a parameter of its own', (pairs) => [...pairs, [undescribed, '1']]),
        ...(queryNames(operation).length > 0 ? [capitals] : []),
      ];
    },
    advice: () => 'Send the described query parameters alone, by their names.',
  },
});

function isWithUndescribed(context: MessageContext, operation: Operation) {
  const isTo = context.isTo(operation);
  const names = queryNames(operation);
  return (request: Parameters<typeof isTo>[0]): boolean =>
    isTo(request) && splitTarget(request.target).pairs.some(([name]) => name === undescribed && !names.includes(name));
}

function queryNames({ parameters }: Operation): string[] {
  return parameters.filter((one) => one.in === 'query').map(({ name }) => name);
}

function describedNames(operation: Operation): string {
  const names = queryNames(operation);
  return names.length === 0
    ? 'No query parameter is described.'
    : `The described query parameters are ${names.join(', ')}.`;
}
