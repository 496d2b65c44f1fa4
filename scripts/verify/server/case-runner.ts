import { isSame, within, writeExact } from '../../http/exact-json.ts';
import { NoResponse } from '../../http/exchange.ts';
import type { Case } from '../../requirements/cases.ts';
import type { RequestParts } from '../../requirements/request-parts.ts';
import { excerpt } from '../../requirements/response/response-checks.ts';
import { idOf } from './lifecycles.ts';
import { type Relations, sentBody } from './relations.ts';
import { type Answer, isSuccess, type Session } from './session.ts';

/** How many requests are under way at once. */
const lanes = 8;

/** Runs jobs a few at a time. One that gets no response ends there; the responseChecks have noted it. */
export async function inLanes(jobs: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = jobs[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (const job of waiting) await withoutResponse(job);
  };
  await Promise.all(Array.from({ length: lanes }, work));
}

/** Runs a job that may get no response. */
export async function withoutResponse(job: () => Promise<unknown>): Promise<void> {
  try {
    await job();
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
  }
}

/** Sends a case and holds the answer against what the contract wants of it; what was accepted is then read again. */
export async function runCase(
  session: Session,
  relations: readonly Relations[],
  { requirement, title, expectation, build }: Case,
): Promise<void> {
  const parts = await build(session, expectation.kind !== 'refused');
  const answer = await session.call(parts);
  judge(session, requirement, title, expectation, answer);
  if (requirement.subject.kind === 'requestBody' && requirement.subject.keyword === 'readOnly')
    checkReadOnly(session, requirement, title, parts, answer);
  // Under another tenant or the like, a thing is not where this run looks for it.
  const isElsewhere =
    requirement.subject.kind === 'parameter' &&
    (requirement.subject.in === 'header' || requirement.subject.in === 'cookie');
  if (!isElsewhere) await checkAccepted(relations, parts, answer);
}

/** What only the server sets is not what the client has sent. */
function checkReadOnly(
  session: Session,
  { id, statement }: Case['requirement'],
  title: string,
  parts: RequestParts,
  answer: Answer,
): void {
  const name = /\.([^.]+)\.readOnly$/.exec(id)?.[1] ?? '';
  const [sent, received] = [within(sentBody(parts), [name]), within(answer.body, [name])];
  if (!isSuccess(answer.response) || sent === undefined || received === undefined || !isSame(sent, received)) return;
  session.ledger.violate(id, {
    title,
    request: answer.request,
    response: answer.response,
    documented: statement,
    received: `${name}: ${writeExact(received)}, as it was sent`,
  });
}

function judge(
  session: Session,
  { id, statement }: Case['requirement'],
  title: string,
  expectation: Case['expectation'],
  answer: Answer,
): void {
  const { status } = answer.response;
  const isAccepted = isSuccess(answer.response);
  const received = `${status}, ${excerpt(answer)}`;
  const exchange = { title, request: answer.request, response: answer.response };
  const evidence = { ...exchange, received };
  // What is refused for the limit, after all waiting, says nothing of the request itself.
  if (status === 429) return;
  if (expectation.kind === 'accepted') {
    // Nor does a conflict with what is there already.
    if (status === 409) return;
    if (isAccepted) session.ledger.keep(id, exchange);
    else
      session.ledger.violate(id, {
        ...evidence,
        documented: `A request that the contract allows is served. ${statement}`,
      });
    return;
  }
  const isRefused = expectation.with.has(status);
  if (isRefused || (expectation.kind === 'either' && (isAccepted || status === 409))) session.ledger.keep(id, exchange);
  else
    session.ledger.violate(id, {
      ...evidence,
      documented: `${expectation.kind === 'either' ? 'A response as documented, or ' : ''}${expectation.with.text}. ${statement}`,
    });
}

/** What a server has accepted must be there as it was sent. */
export async function checkAccepted(
  relations: readonly Relations[],
  parts: RequestParts,
  answer: Answer,
): Promise<void> {
  if (!isSuccess(answer.response)) return;
  for (const own of relations) {
    const { create, read, replace, merge, parameter } = own.resource;
    if (read === parts.operation) own.checkIdentity(answer, idOf(own.resource, parts));
    if (create === parts.operation) await own.checkCreated(parts, answer);
    if ((replace === parts.operation || merge === parts.operation) && parameter !== undefined)
      await own.checkChanged(parts, answer, idOf(own.resource, parts));
  }
}
