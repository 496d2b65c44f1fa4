import { headerOf } from '../../http/exchange.ts';
import { withHeader } from '../../http/message-changes.ts';
import { altering, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';

/** Headers that announce the end of an operation: RFC 9745 and RFC 8594. */
const announcements = ['Deprecation', 'Sunset'];

/** An operation that the contract does not deprecate: no server announces its end, and no client reports it. */
export const operationNotDeprecated = defineKind({
  id: '{operationId}.deprecation.absent',
  section: () => 'Deprecation',
  list: (_, operation) => {
    if (operation === null || operation.deprecation !== null) return [];
    const listed = {
      subject: { operationId: operation.id },
      pointer: operation.pointer,
      statement: 'The operation must not be announced or reported as deprecated.',
    };
    const headers = Object.values(operation.responses).flatMap((response) => response.headers);
    const isDocumented = headers.some(({ name }) => /^(deprecation|sunset)$/i.test(name));
    return [isDocumented ? { ...listed, side: 'client' } : listed];
  },
  contractAdvice: () => 'deprecate the operation',
  server: {
    reach: {
      by: 'responses',
      judge: ({ response }) => {
        const announced = announcements.flatMap((name) => {
          const text = headerOf(response, name);
          return text === undefined ? [] : [`${name}: ${text}`];
        });
        return announced.length === 0 ? 'kept' : { documented, received: announced.join(', ') };
      },
    },
    faults: (context, { subject: { operationId } }) => {
      const announcing = (name: string, text: string) =>
        faultDraft(
          `announces ${name}`,
          altering((response, request) =>
            context.setOf(request).operation?.id === operationId ? withHeader(response, name, text) : response,
          ),
        );
      return [announcing('Deprecation', '@1893456000'), announcing('Sunset', 'Tue, 01 Jan 2030 00:00:00 GMT')];
    },
    advice: () => 'Announce the deprecation of deprecated operations only.',
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'notices',
      judge: ({ arrivals: [first], notices }) =>
        notices.length === 0
          ? [{ kept: [first] }]
          : [{ violation: { documented, received: JSON.stringify(notices) }, by: first }],
    },
    faults: (context, { subject: { operationId } }) => {
      const notice = { operationId, since: null, sunset: null, replacement: null };
      return [
        {
          what: 'reports a deprecation',
          view: (result, called) =>
            called === context.operation(operationId) ? { ...result, notices: [notice] } : result,
        },
      ];
    },
    advice: () => 'Report the deprecation of deprecated operations only.',
  },
});

const documented = 'No deprecation and no removal: the operation is not deprecated.';
