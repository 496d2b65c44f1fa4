import { type HttpRequest, isSuccess } from '../../http/exchange.ts';
import { type Credential, credentialFor, noCredential } from '../../openapi/credentials.ts';
import type { ClientChange } from '../client/client-fault.ts';
import { requestFault } from '../client/request-fault.ts';
import { answering, type FaultDraft, type FaultHarness, faultDraft, type Wrap } from '../fault.ts';
import { type MessageContext, operationOf } from '../message-context.ts';
import { type CarriedCredential, carriedBy } from './carried-credential.ts';
import { namesOf, type SecuritySubject } from './operation-security.ts';

export type TestRequest = (request: HttpRequest, harness: FaultHarness) => boolean;

/** A server that takes some credentials for the valid one. */
export function takes(
  context: MessageContext,
  subject: SecuritySubject,
  what: string,
  isTaken: (carried: CarriedCredential, key: string) => boolean,
): FaultDraft {
  const operation = operationOf(context, subject);
  const isTo = context.isTo(operation);
  const isAbout: TestRequest = (request, { key }) => isTo(request) && isTaken(carriedBy(context, request, key), key);
  const answer = answering(isAbout, (request, send, { key }) => send(context.withKey(request, operation, key)));
  return faultDraft(`takes ${what}`, answer);
}

/**
 * A server that takes some keys for the valid one: those that stand where the contract has the key, and are another.
 */
export function takesKey(
  context: MessageContext,
  subject: SecuritySubject,
  what: string,
  isTaken: (sent: string, key: string) => boolean,
): FaultDraft {
  return takes(
    context,
    subject,
    what,
    ({ key: sent }, key) => sent !== undefined && sent !== key && isTaken(sent, key),
  );
}

/** Servers that refuse what they must accept: all of it, or some. */
export function refuses(context: MessageContext, isAbout: TestRequest): FaultDraft[] {
  const refuse = (isRefused: TestRequest): Wrap =>
    answering(isRefused, async (request, send) => {
      const response = await send(context.withoutKey(request));
      return isSuccess(response) ? { ...response, status: 401 } : response;
    });
  return [
    faultDraft('refuses every one', refuse(isAbout)),
    faultDraft('refuses some', (send, harness) => refuse(everyNinth(isAbout))(send, harness)),
  ];
}

/** Letters that both keys have in the same place. */
export function sharedLetters(one: string, other: string): number {
  return [...one].filter((letter, index) => letter === other[index]).length;
}

/** Counts anew for each server. */
function everyNinth(isAbout: TestRequest): TestRequest {
  let seen = 0;
  return (request, harness) => {
    if (!isAbout(request, harness)) return false;
    seen += 1;
    return seen % 9 === 0;
  };
}

/** A client that sends another key, by those schemes or by the first that the operation has. */
export function sendsKey(
  context: MessageContext,
  subject: SecuritySubject,
  what: string,
  other: (key: string) => string,
  schemes?: string,
): ClientChange {
  const { security } = operationOf(context, subject);
  const alternative = security.find((one) => schemes === undefined || namesOf(one) === schemes) ?? {};
  return sendsCredential(context, subject, what, (key) =>
    credentialFor(context.description.service, alternative, other(key)),
  );
}

/** A client that sends no key to an operation. */
export function sendsNoKey(context: MessageContext, subject: SecuritySubject): ClientChange {
  return sendsCredential(context, subject, 'no credential', () => noCredential);
}

/** A client that sends another credential to an operation than it has to. */
export function sendsCredential(
  context: MessageContext,
  subject: SecuritySubject,
  what: string,
  credentialOf: (key: string) => Credential,
): ClientChange {
  return requestFault(context, operationOf(context, subject), what, (request, key) =>
    context.withCredential(request, credentialOf(key)),
  );
}
