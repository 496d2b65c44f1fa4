import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { invalid, refusals } from '../cases.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { PlanningContext } from '../planning-context.ts';
import { passwordPlace } from '../request/logins.ts';
import type { RequestParts } from '../request/request-parts.ts';
import { isSelected } from '../specification.ts';
import { jsonTaker, takingRequests } from './whole-body.ts';
import { malformed, mayBeWrong, type WrongRequest, wrongRequests } from './wrong-requests.ts';

const id = '{operationId}.checked';

/** So many others are asked to see whether the server refuses anything of the kind. */
const mostOthers = 3;

/**
 * What the schemas do not allow is refused where no refusal is documented, if the server refuses the like: many
 * contracts document none, and their servers check what they are sent all the same.
 */
export const requestChecked = defineKind({
  id,
  section: () => 'Requests',
  list: ({ description }, operation) =>
    operation === null || !isUnsaid(description, operation)
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: operation.pointer,
            statement: 'What the schemas do not allow must be refused, where the server refuses the like.',
          },
        ],
  contractAdvice: () => 'change the schemas of its request',
  server: {
    reach: { by: 'last probes', probe: probeChecks },
    faults: (context, { subject }) => {
      const taker = jsonTaker(context, subject);
      if (taker === undefined) return [];
      const lacking = (text: string) => {
        const body = jsonIn(Buffer.from(text));
        const wrong = body === undefined ? [] : context.violations('request', taker.schema, body);
        return wrong.flatMap(({ path, keyword, property }) =>
          keyword === 'required' && path.length === 0 ? (property ?? []) : [],
        );
      };
      const all = lacking('{}');
      const [first] = all;
      if (first === undefined || all.length < 2) return [];
      return [
        takingRequests(taker, `takes a body without ${first}`, (_, text) => {
          const [missing, ...others] = lacking(text);
          return missing === first && others.length === 0;
        }),
      ];
    },
    advice: () => 'Check each part of a request as its schema says.',
  },
  client: null,
});

/** True where something may be wrong with a request, and no refusal of it is documented. */
function isUnsaid(description: Description, operation: Operation): boolean {
  const { contract } = description;
  const isLike = ['GET', 'POST', 'PUT', 'PATCH'].includes(operation.method);
  if (!isLike || refusals(operation, invalid) !== undefined) return false;
  return mayBeWrong(contract, operation) && passwordPlace(contract, operation) === undefined;
}

interface Tried {
  wrong: WrongRequest;
  answer: Answer;
}

async function* probeChecks(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { description, source } = run.context;
  if (!isUnsaid(description, operation)) return;
  const subject = { operationId: operation.id };
  const base = await source.base(operation, 'all', true);
  const cut = malformed(description.contract, base);
  // It is not to fail, whatever else it does.
  if (cut !== undefined) await ask(run, cut);
  const elsewhere = new Map<string, Promise<string | undefined>>();
  const refusedLike = (wrong: WrongRequest) => {
    const refused = elsewhere.get(wrong.group) ?? refusedElsewhere(run, operation, wrong);
    elsewhere.set(wrong.group, refused);
    return refused;
  };
  const tried: Tried[] = [];
  for (const wrong of wrongRequests(run.context, base)) {
    const answer = await ask(run, wrong.parts);
    tried.push({ wrong, answer });
    // A server that looks at nothing is not sent more of what it would store.
    const isBlind = tried.length > 1 && tried.every((one) => isSuccess(one.answer.response));
    if (isBlind && (await refusedLike(wrong)) === undefined) break;
  }
  if (tried.length === 0) {
    const judgement = { outOfReach: 'No request could be made that the schemas do not allow.' };
    yield { subject, answer: await run.call(base), judgement };
  }
  for (const one of tried) yield { subject, answer: one.answer, judgement: await judge(one, tried, refusedLike) };
}

async function judge(
  one: Tried,
  tried: readonly Tried[],
  refusedLike: (wrong: WrongRequest) => Promise<string | undefined>,
): Promise<'kept' | Violation | OutOfReach> {
  const { wrong, answer } = one;
  if (isRefused(one)) return 'kept';
  if (!isSuccess(answer.response)) return { outOfReach: `A request with ${wrong.what} gets another refusal.` };
  const own = tried.find((other) => other.wrong.group === wrong.group && isRefused(other));
  const like = own === undefined ? await refusedLike(wrong) : `${own.wrong.what} here`;
  if (like === undefined)
    return { outOfReach: `The server serves a request with ${wrong.what}, and the contract documents no refusal.` };
  return {
    documented: `A refusal of a request with ${wrong.what}, as of one with ${like}.`,
    received: `${answer.response.status}, ${excerpt(answer)}`,
  };
}

function isRefused({ answer }: Pick<Tried, 'answer'>): boolean {
  return answer.response.status === 400 || answer.response.status === 422;
}

/** What the server refuses of the like, and where. Undefined where it serves all else that is right or refuses it. */
async function refusedElsewhere(
  run: ProbeRun,
  operation: Operation,
  { group }: WrongRequest,
): Promise<string | undefined> {
  let asked = 0;
  for (const other of othersThan(run.context, operation)) {
    const base = await run.context.source.base(other, 'all', true);
    const like = wrongRequests(run.context, base).find((wrong) => wrong.group === group);
    if (like === undefined) continue;
    const isServed = async () => isSuccess((await run.call(base)).response);
    if (isRefused({ answer: await ask(run, like.parts) }) && (await isServed())) return `${like.what} at ${other.id}`;
    asked += 1;
    if (asked === mostOthers) return undefined;
  }
  return undefined;
}

/** Those of which no refusal is documented either, and that change nothing first. */
function othersThan({ specification }: PlanningContext, operation: Operation): Operation[] {
  const { description } = specification;
  const isChange = ({ method }: Operation) => Number(method !== 'GET');
  return description.operations
    .filter((other) => other !== operation && isSelected(specification, other) && isUnsaid(description, other))
    .toSorted((one, other) => isChange(one) - isChange(other))
    .slice(0, 12);
}

function ask({ call }: ProbeRun, parts: RequestParts): Promise<Answer> {
  return call(parts, { mayBeInvalid: true });
}
