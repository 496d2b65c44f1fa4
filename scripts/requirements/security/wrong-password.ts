import { within } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type HttpResponse, isSuccess } from '../../http/exchange.ts';
import { withPart } from '../../http/message-changes.ts';
import { decodeQuery, encode } from '../../http/percent-encoding.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { faultDraft, type Wrap } from '../fault.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { placeText } from '../parameter/place-value.ts';
import type { PlanningContext } from '../planning-context.ts';
import {
  accountSource,
  passwordParameter,
  passwordPlace,
  sentSchema,
  wrongPasswordStatuses,
} from '../request/logins.ts';
import { encodeBody, type RequestParts, sentBody } from '../request/request-parts.ts';
import { documentedStatus, responsesTo } from '../response/response-sets.ts';
import { contractAdvice, section } from './operation-security.ts';

const id = '{operationId}.security.password';

/** A login of somebody who is known, with the password of nobody. */
export const wrongPassword = defineKind({
  id,
  section,
  list: (context, operation) =>
    operation === null || !takesPassword(context, operation)
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

/** True for a login that is given a password with which somebody can be made known. */
function takesPassword(
  { description, resources }: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation,
): boolean {
  const { contract } = description;
  const isRefusable = wrongPasswordStatuses.some(
    (status) => documentedStatus(responsesTo(operation), status) !== undefined,
  );
  const isKnown = isRefusable && accountSource(description, resources, operation) !== undefined;
  return isKnown && (passwordPlace(contract, operation) ?? passwordParameter(contract, operation)) !== undefined;
}

async function* probePassword({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  if (!takesPassword(context, operation)) return;
  const parts = await context.source.base(operation);
  const wrong = withWrongPassword(context, parts);
  const subject = { operationId: operation.id };
  const right = await call(parts);
  if (!isSuccess(right.response) || wrong === undefined) {
    yield { subject, answer: right, judgement: { outOfReach: 'No login was served whose password is known.' } };
    return;
  }
  const answer = await call(wrong);
  const received = `${answer.response.status}, ${excerpt(answer)}`;
  const isServed = isSuccess(answer.response);
  yield { subject, answer, judgement: isServed ? { documented: 'A refusal of a wrong password.', received } : 'kept' };
}

/** The same login with another password; undefined where none is sent, or no other is allowed. */
function withWrongPassword(context: PlanningContext, parts: RequestParts): RequestParts | undefined {
  const { operation } = parts;
  const { contract } = context.description;
  const parameter = passwordParameter(contract, operation);
  if (parameter !== undefined) {
    const [, own] = parts.query.find(([name]) => name === encode(parameter.name)) ?? [];
    const other = own === undefined ? undefined : otherPassword(decodeQuery(own));
    const isAllowed = other !== undefined && context.isValid('request', parameterSchema(parameter), other);
    return isAllowed ? placeText(parts, parameter, other) : undefined;
  }
  const [path, schema] = [passwordPlace(contract, operation), sentSchema(contract, operation)];
  if (path === undefined || schema === undefined) return undefined;
  const sent = sentBody(parts);
  const body = withPart(sent, path, otherPassword(String(within(sent, path) ?? '')));
  if (!context.isValid('request', schema, body)) return undefined;
  return { ...parts, body: encodeBody(parts.body?.mediaType ?? '', body) };
}

function otherPassword(password: string): string {
  return `${password.slice(0, -1)}${password.endsWith('x') ? 'y' : 'x'}`;
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
      return wrongPasswordStatuses.includes(response.status) ? (last ?? response) : response;
    };
  };
}
