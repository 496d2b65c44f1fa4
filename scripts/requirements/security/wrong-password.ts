import { within } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type HttpResponse, isSuccess } from '../../http/exchange.ts';
import { withPart } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { faultDraft, type Wrap } from '../fault.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { accountSource, passwordPlace, sentSchema, wrongPasswordStatuses } from '../request/logins.ts';
import { encodeBody, sentBody } from '../request/request-parts.ts';
import { documentedStatus, responsesTo } from '../response/response-sets.ts';
import { contractAdvice, section } from './operation-security.ts';

const id = '{operationId}.security.password';

/** A login of somebody who is known, with the password of nobody. */
export const wrongPassword = defineKind({
  id,
  section,
  list: (context, operation) =>
    operation === null || passwordOf(context, operation) === undefined
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: operation.pointer,
            statement: 'A login with another password than that of the account must be refused.',
          },
        ],
  contractAdvice,
  server: {
    reach: { by: 'probes', probe: probePassword },
    faults: (context, { subject: { operationId } }) => [
      faultDraft('any is taken', anyPassword(context, context.operation(operationId))),
    ],
    advice: () => 'Compare the password with that of the account.',
  },
  client: null,
});

/** Where a login has its password, which somebody can be made known with. */
function passwordOf(
  { description, resources }: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation,
): string[] | undefined {
  const isRefusable = wrongPasswordStatuses.some(
    (status) => documentedStatus(responsesTo(operation), status) !== undefined,
  );
  const isKnown = isRefusable && accountSource(description, resources, operation) !== undefined;
  return isKnown ? passwordPlace(description.contract, operation) : undefined;
}

async function* probePassword({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const path = passwordOf(context, operation);
  const schema = sentSchema(context.description.contract, operation);
  if (path === undefined || schema === undefined) return;
  const parts = await context.source.base(operation);
  const sent = sentBody(parts);
  const password = String(within(sent, path) ?? '');
  const wrong = withPart(sent, path, `${password.slice(0, -1)}${password.endsWith('x') ? 'y' : 'x'}`);
  const subject = { operationId: operation.id };
  const right = await call(parts);
  if (!isSuccess(right.response) || !context.isValid('request', schema, wrong)) {
    yield { subject, answer: right, judgement: { outOfReach: 'No login was served whose password is known.' } };
    return;
  }
  const answer = await call({ ...parts, body: encodeBody(parts.body?.mediaType ?? '', wrong) });
  const received = `${answer.response.status}, ${excerpt(answer)}`;
  const isServed = isSuccess(answer.response);
  yield { subject, answer, judgement: isServed ? { documented: 'A refusal of a wrong password.', received } : 'kept' };
}

/** Lets in with whatever password, once somebody was let in. */
function anyPassword(context: MessageContext, operation: Operation | undefined): Wrap {
  const isAsked = context.isTo(operation);
  return (send) => {
    let last: HttpResponse | undefined;
    return async (request) => {
      const response = await send(request);
      if (!isAsked(request)) return response;
      if (response.status < 300) last = response;
      return response.status === 401 || response.status === 403 ? (last ?? response) : response;
    };
  };
}
