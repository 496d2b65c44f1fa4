import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { faultDraft } from '../fault.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { accountsOf, givesToken, keysIn, tokenOf, withToken } from '../request/accounts.ts';
import { tokenReaders } from '../request/token-readers.ts';
import { contractAdvice, section } from './operation-security.ts';
import { refusesTokensOf } from './token-faults.ts';

const id = '{operationId}.security.token';

/** The token that a login answers with is that of somebody who is known. */
export const securityToken = defineKind({
  id,
  section,
  list: (context, operation) =>
    operation === null || !isShown(context, operation)
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: operation.pointer,
            statement: 'The token that this login answers with must be taken.',
          },
        ],
  contractAdvice,
  server: {
    reach: { by: 'first probes', probe: probeToken },
    faults: (context, { subject }) => [
      faultDraft('its token is not taken', refusesTokensOf(context, operationOf(context, subject))),
    ],
    advice: () => 'Take the token that the login answers with as the credential of whoever has logged in.',
  },
  client: null,
});

function isShown(context: PlanningContext, operation: Operation): boolean {
  const isLogin = accountsOf(context).some(({ login }) => login === operation);
  return isLogin && givesToken(context.description.contract, operation) && tokenReaders(context).length > 0;
}

async function* probeToken({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  if (!isShown(context, operation)) return;
  const subject = { operationId: operation.id };
  const login = await call(await context.source.base(operation));
  const token = tokenOf(login);
  if (token === undefined) {
    yield { subject, answer: login, judgement: { outOfReach: 'No login was answered with a token.' } };
    return;
  }
  const readers = tokenReaders(context);
  const refused: { reader: Operation; answer: Answer }[] = [];
  for (const reader of readers) {
    const parts = await context.source.base(reader);
    const answer = await call(withToken(parts, keysIn(context, parts), token), { mayBeRefused: true });
    if (isSuccess(answer.response)) {
      yield { subject, answer, judgement: 'kept' };
      return;
    }
    if (answer.response.status === 401 && isSuccess((await call(parts)).response)) refused.push({ reader, answer });
  }
  const [first] = refused;
  // One of several may be for somebody else.
  if (first === undefined || refused.length < readers.length) {
    yield { subject, answer: login, judgement: { outOfReach: 'No request has shown whether the token is taken.' } };
    return;
  }
  const documented = `${first.reader.id} is served with the token that the login has answered with.`;
  const received = `${first.answer.response.status}, ${excerpt(first.answer)}`;
  yield { subject, answer: first.answer, judgement: { documented, received } };
}
