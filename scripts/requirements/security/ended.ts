import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { type Contract, textsAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { sentencesOf } from '../../openapi/sentences.ts';
import { faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { accountsOf, beginSession, givesToken, keysIn, withToken } from '../request/accounts.ts';
import { endsSession } from '../request/session-ends.ts';
import { tokenReaders } from '../request/token-readers.ts';
import { contractAdvice, section } from './operation-security.ts';
import { takesEndedTokens } from './token-faults.ts';

const id = '{operationId}.security.ended';

/** The token of a session that a request has ended, where its description says that it is no longer good. */
export const securityEnded = defineKind({
  id,
  section,
  list: (context, operation) =>
    operation === null || !isShown(context, operation)
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: operation.pointer,
            statement: 'The token of a session that was ended must be refused.',
          },
        ],
  contractAdvice,
  server: {
    reach: { by: 'last probes', probe: probeEnd },
    faults: (context, { subject }) => [
      faultDraft('the token is taken on', takesEndedTokens(context, operationOf(context, subject))),
    ],
    advice: () => 'Forget the token that the request carries, and answer 401 to it from then on.',
  },
  client: null,
});

const end = '(?:invalidat|revok|terminat|destroy|expir|end|delet|clos)(?:e|s|es|ed|ing)?';
const session = '(?:session|token|credential|jwt)s?';
const forms = [
  new RegExp(`\\b${end} (?:[\\w']+ ){0,4}${session}\\b`, 'i'),
  new RegExp(`\\b${session} (?:\\w+ ){0,4}(?:${end}|invalid|no longer)\\b`, 'i'),
];

/** What is said of the client, of a second token, or of a condition says nothing of the token that is sent. */
const ofOther = /\b(?:client|browser|cookie|refresh|other|if|when|unless|may|after|not)\b/i;

function saysEnd(contract: Contract, { pointer }: Operation): boolean {
  const sentences = textsAt(contract, pointer).flatMap(sentencesOf);
  return sentences.some((one) => !ofOther.test(one) && forms.some((form) => form.test(one)));
}

function isShown(context: PlanningContext, operation: Operation): boolean {
  const { contract } = context.description;
  const isSaid = endsSession(operation) && saysEnd(contract, operation);
  const canBegin = () => accountsOf(context).some(({ login }) => givesToken(contract, login));
  return isSaid && canBegin() && tokenReaders(context).length > 0;
}

async function* probeEnd({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  if (!isShown(context, operation)) return;
  const subject = { operationId: operation.id };
  const token = await beginSession(context, call);
  if (token === undefined) return;
  const send = async (to: Operation): Promise<Answer> => {
    const parts = await context.source.base(to);
    return call(withToken(parts, keysIn(context, parts), token), { mayBeRefused: true });
  };
  for (const reader of tokenReaders(context)) {
    if (!isSuccess((await send(reader)).response)) continue;
    const ended = await send(operation);
    if (!isSuccess(ended.response)) return;
    const answer = await send(reader);
    yield { subject, answer, judgement: judge(reader, answer) };
    return;
  }
}

function judge({ id: reader }: Operation, answer: Answer): 'kept' | Violation | OutOfReach {
  const { status } = answer.response;
  if (status === 401 || status === 403) return 'kept';
  const documented = `401 to ${reader} with the token of the session that was ended.`;
  if (isSuccess(answer.response)) return { documented, received: `${status}, ${excerpt(answer)}` };
  return { outOfReach: 'No request was served with the token before, and answered otherwise afterwards.' };
}
