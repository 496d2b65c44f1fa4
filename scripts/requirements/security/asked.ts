import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { type Credential, carrierOf, carry, isOpen, noCredential } from '../../openapi/credentials.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { wordsOf } from '../../openapi/resources/name-words.ts';
import { servesOthers } from '../../openapi/resources/shown-to-known.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { isGivenFor, type PlanningContext } from '../planning-context.ts';
import { passwordPlace } from '../request/logins.ts';
import { isSelected } from '../specification.ts';
import { takes } from './credential-faults.ts';
import { contractAdvice, placeOf, section, serverAdvice, singleSchemes, unauthorized } from './operation-security.ts';
import { unknownKeys } from './wrong-credentials.ts';

const id = '{operationId}.security.asked';

/** So many others are asked to see whether the server refuses anybody. */
const mostOthers = 4;

/**
 * A credential is asked for where no refusal is documented, if the server asks for it elsewhere: many contracts
 * document none, and many servers leave that to what stands before them.
 */
export const securityAsked = defineKind({
  id,
  section,
  list: (context, operation) =>
    operation === null || !isProtected(context.description, operation)
      ? []
      : [
          {
            subject: { operationId: operation.id },
            ...placeOf(context, operation),
            statement: 'A credential is needed: whom the server refuses at other operations, it must refuse here.',
          },
        ],
  contractAdvice,
  server: {
    reach: { by: 'first probes', probe: probeRefusal },
    faults: (context, { subject }) => [takes(context, subject, 'no credential', ({ isNone }) => isNone)],
    advice: serverAdvice,
  },
  client: null,
});

/** True where a credential is needed, and no refusal documented. */
function isProtected(description: Description, operation: Operation): boolean {
  if (isOpen(operation) || unauthorized(description, operation) !== undefined) return false;
  return !servesAnybody(description, operation) && !servesOthers(description.contract, operation);
}

/** Contracts with one `security` for all often forget to open these. */
const usuallyOpen = new Set([
  ...['login', 'logout', 'signin', 'signup', 'register', 'registration', 'auth', 'oauth', 'token', 'tokens'],
  ...['session', 'sessions', 'password', 'passwords', 'otp', 'verify', 'confirm', 'public', 'webhook', 'webhooks'],
  ...['callback', 'health', 'healthz', 'ping', 'ready', 'readyz', 'status', 'version', 'docs', 'openapi'],
]);

/** By the words of its path before the first parameter, as `/verify/{code}`, or as it takes the password of a user. */
function servesAnybody({ contract }: Description, operation: Operation): boolean {
  const [fixed = ''] = operation.path.split('{');
  return wordsOf(fixed).some((word) => usuallyOpen.has(word)) || passwordPlace(contract, operation) !== undefined;
}

/** A request without a valid credential, and what it has instead. */
interface Wrong {
  what: string;
  credential: Credential;
  /** That the server refuses one without any shows that it must refuse this one. */
  isCheckedHere: boolean;
}

async function* probeRefusal(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  if (!isProtected(run.context.description, operation)) return;
  const subject = { operationId: operation.id };
  const none: Wrong = { what: 'no credential', credential: noCredential, isCheckedHere: false };
  const bare = await ask(run, operation, none);
  yield { subject, answer: bare, judgement: await judge(run, operation, none, bare) };
  for (const wrong of [...unknownCredentials(run, operation), ...partsOfCredentials(run, operation)]) {
    const answer = await ask(run, operation, wrong);
    const isShown = wrong.isCheckedHere && isRefusal(bare) && isSuccess(answer.response);
    const judgement = isShown ? violation(operation, wrong, bare, answer) : await judge(run, operation, wrong, answer);
    yield { subject, answer, judgement };
  }
}

/** Judges an answer by those that other operations give to the like. */
async function judge(
  run: ProbeRun,
  operation: Operation,
  wrong: Wrong,
  answer: Answer,
): Promise<'kept' | Violation | OutOfReach> {
  if (isRefusal(answer)) return 'kept';
  if (!isSuccess(answer.response)) return { outOfReach: `A request with ${wrong.what} gets another refusal.` };
  for (const other of likeIt(run.context, operation)) {
    const refused = await ask(run, other, wrong);
    if (isRefusal(refused)) return violation(other, wrong, refused, answer);
  }
  return {
    outOfReach: `The server serves requests with ${wrong.what}, and the contract documents no refusal of them.`,
  };
}

function violation({ id: refusing }: Operation, { what }: Wrong, refused: Answer, answer: Answer): Violation {
  return {
    documented: `A refusal of a request with ${what}, as ${refusing} gives one: ${refused.response.status}.`,
    received: `${answer.response.status}, ${excerpt(answer)}`,
  };
}

function isRefusal({ response: { status } }: Answer): boolean {
  return status === 401 || status === 403;
}

/** For each scheme, a key that nobody has. Whose tokens of OAuth and OpenID Connect are, others may know. */
function unknownCredentials({ context }: ProbeRun, operation: Operation): Wrong[] {
  const { service } = context.description;
  return singleSchemes(operation)
    .filter((scheme) => isGivenFor(context.keys, scheme))
    .flatMap((scheme) => {
      const [unknown] = unknownKeys(carrierOf(service, scheme), context.keyOf(scheme));
      const isCheckedHere = ['apiKey', 'http'].includes(String(service.securitySchemes[scheme]?.['type']));
      return unknown === undefined ? [] : [{ what: unknown.title, credential: unknown.credential, isCheckedHere }];
    });
}

/** Of each way that needs several credentials, all but one, where no other way needs less. */
function partsOfCredentials({ context }: ProbeRun, { security }: Operation): Wrong[] {
  const { service } = context.description;
  const ways = security.map((way) => Object.keys(way));
  return ways
    .filter((way) => way.length > 1 && way.every((scheme) => isGivenFor(context.keys, scheme)))
    .flatMap((way) =>
      way.flatMap((left) => {
        const rest = way.filter((scheme) => scheme !== left);
        if (ways.some((other) => other.every((scheme) => rest.includes(scheme)))) return [];
        const all = rest.map((scheme) => carry(carrierOf(service, scheme), context.keyOf(scheme)));
        const credential = {
          headers: all.flatMap(({ headers }) => headers),
          query: all.flatMap(({ query }) => query),
        };
        return [{ what: `all credentials but that of ${left}`, credential, isCheckedHere: true }];
      }),
    );
}

/** Other operations that take a credential of the same scheme and are verified, those that change nothing first. */
function likeIt({ specification }: PlanningContext, operation: Operation): Operation[] {
  const { description } = specification;
  const schemes = new Set(operation.security.flatMap(Object.keys));
  const others = description.operations.filter(
    (other) =>
      other !== operation &&
      isSelected(specification, other) &&
      !isOpen(other) &&
      !servesAnybody(description, other) &&
      other.security.flatMap(Object.keys).some((scheme) => schemes.has(scheme)),
  );
  const isChange = ({ method }: Operation) => Number(method !== 'GET');
  return others.toSorted((one, other) => isChange(one) - isChange(other)).slice(0, mostOthers);
}

async function ask({ context, call }: ProbeRun, operation: Operation, { credential }: Wrong): Promise<Answer> {
  const parts = { ...(await context.source.base(operation, 'all', true)), credential };
  return call(parts, { mayBeRefused: true });
}
