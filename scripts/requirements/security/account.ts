import type { ExactObject } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { ownValue } from '../../http/own-value.ts';
import { type Contract, textsAt } from '../../openapi/contract.ts';
import { isOpen } from '../../openapi/credentials.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { literalPattern } from '../../openapi/patterns/regular-expression.ts';
import { listOperation } from '../../openapi/resources/list-operation.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import {
  type Account,
  accountsOf,
  answersWith,
  beginAs,
  givesToken,
  keysIn,
  textIn,
  withToken,
} from '../request/accounts.ts';
import { credentialsPlace, isPassword } from '../request/logins.ts';
import { contractAdvice, section } from './operation-security.ts';
import { showsFirst } from './token-faults.ts';

const id = '{operationId}.security.account';

/** What shows an account to itself shows that whose token is sent. */
export const securityAccount = defineKind({
  id,
  section,
  list: (context, operation) =>
    operation === null || accountShownBy(context, operation) === undefined
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: operation.pointer,
            statement: 'The account of whoever sends the request must be shown.',
          },
        ],
  contractAdvice,
  server: {
    reach: { by: 'last probes', probe: probeAccount },
    faults: (context, { subject }) => [
      faultDraft('the first one is shown to all', showsFirst(context, operationOf(context, subject))),
    ],
    advice: () => 'Look the account up by the token of the request.',
  },
  client: null,
});

const ofCaller = /^(?:me|self|myself|whoami|profile)$/i;
const kindOfCaller = '(?:[\\w-]+ ){0,2}(?:user|account|profile|customer|member)';
const saysCaller = new RegExp(`\\b(?:current(?:ly)?|authenticated|logged[ -]in|signed[ -]in) ${kindOfCaller}\\b`, 'i');

/** True for what shows one account, and not which: that of whoever asks. */
export function showsCaller(contract: Contract, operation: Operation): boolean {
  const { method, path, pointer } = operation;
  if (method !== 'GET' || path.includes('{') || isOpen(operation)) return false;
  if (listOperation(contract, operation) !== undefined) return false;
  const isCalledSo = ofCaller.test(path.split('/').at(-1) ?? '');
  return isCalledSo || textsAt(contract, pointer).some((text) => saysCaller.test(text));
}

/** Whose account an operation shows, and the names of what is sent to make it and may be shown. */
function accountShownBy(
  context: PlanningContext,
  operation: Operation,
): { account: Account; names: string[] } | undefined {
  const { contract } = context.description;
  if (!showsCaller(contract, operation)) return undefined;
  return accountsOf(context)
    .filter(({ login }) => givesToken(contract, login))
    .map((account) => ({ account, names: namesSent(contract, account.signUp) }))
    .map(({ account, names }) => ({
      account,
      names: names.filter((name) => answersWith(contract, operation, exactly(name))),
    }))
    .find(({ names }) => names.length > 0);
}

function namesSent(contract: Contract, signUp: Operation): string[] {
  const place = credentialsPlace(contract, signUp);
  const properties = place === undefined ? [] : [...viewSchema(contract, place.pointer).properties];
  return properties.filter(([name, pointer]) => !isPassword(contract, name, pointer)).map(([name]) => name);
}

const exactly = (name: string) => new RegExp(`^${literalPattern(name)}$`);

async function* probeAccount({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const shown = accountShownBy(context, operation);
  if (shown === undefined) return;
  const subject = { operationId: operation.id };
  const accounts = [await beginAs(context, call, shown.account, {}), await beginAs(context, call, shown.account, {})];
  for (const { token, sent } of accounts) {
    if (token === undefined) continue;
    const parts = await context.source.base(operation);
    const answer = await call(withToken(parts, keysIn(context, parts), token), { mayBeRefused: true });
    yield { subject, answer, judgement: judge(answer, sent, shown.names) };
  }
}

/** What was sent may be shown in another form: an account of which nothing is shown is another one. */
function judge(answer: Answer, sent: ExactObject, names: readonly string[]): 'kept' | Violation | OutOfReach {
  const texts = names.flatMap((name) => {
    const [own, shown] = [ownValue(sent, name), textIn(answer.body, exactly(name))];
    return typeof own === 'string' && shown !== undefined ? [{ name, own, shown }] : [];
  });
  const [first] = texts;
  if (!isSuccess(answer.response) || first === undefined)
    return { outOfReach: 'No account that was made for it was shown with anything that was sent of it.' };
  if (texts.some(({ own, shown }) => plain(own) === plain(shown))) return 'kept';
  return {
    documented: `The account whose token is sent: its ${first.name} is ${JSON.stringify(first.own)}.`,
    received: `${answer.response.status}, ${excerpt(answer)}`,
  };
}

const plain = (text: string) => text.trim().toLowerCase();
