import { asyncProperty, check } from 'fast-check';
import { excerpt } from '../../../http/excerpt.ts';
import { type Answer, type Exchange, isSuccess } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Case, Expectation, GeneratedRequirement, RawCase } from '../../../requirements/cases.ts';
import { whyAlwaysFails, whyUnservable } from '../../../requirements/operation/unservable.ts';
import { secretStatuses, whySecretRefused } from '../../../requirements/request/given-secrets.ts';
import { mayBeNoPage } from '../../../requirements/request/other-page.ts';
import type { RequestParts } from '../../../requirements/request/request-parts.ts';
import { refusesEntry } from '../../../requirements/resource/bulk-results.ts';
import type { StoredItems } from '../items/stored-items.ts';
import { withUnusedThings } from '../items/unused-things.ts';
import { withoutResponse } from '../lanes.ts';
import { conflicting, noBodyMade, nothingThere, type Session } from '../session/session.ts';
import { namesUnknown, namesUnknownThing } from './references.ts';

/** Sends a case and checks that its response is what the contract requires; what was accepted is then read again. */
export async function runCase(session: Session, stored: readonly StoredItems[], own: Case): Promise<void> {
  const parts = await own.build(session, own.expectation.kind !== 'refused');
  const send = () => session.journal.inTurn(parts, () => sendCase(session, stored, own, parts));
  if (session.isRemovalOfOthers(parts)) session.postponed.push(send);
  else await send();
}

/** Sends what was put off, one request after the other; what may go with what they remove is known before. */
export async function runPostponed(session: Session, stored: readonly StoredItems[]): Promise<void> {
  if (session.postponed.length === 0) return;
  for (const items of stored) await withoutResponse(() => items.adoptMade());
  for (const send of session.postponed.splice(0)) await withoutResponse(send);
}

async function sendCase(
  session: Session,
  stored: readonly StoredItems[],
  own: Case,
  built: RequestParts,
): Promise<void> {
  const { requirement, title, expectation } = own;
  const first = await callCurrent(session, own, built);
  const again = async () => callCurrent(session, own, await own.build(session, true));
  const [parts, answer] = isMeantToBeServed(own) ? await withUnusedThings(session, first, again) : first;
  if (session.isMissing(parts, answer)) return session.ledger.outOfReach(requirement.id, nothingThere);
  if (answer.response.status === 404 && mayBeNoPage(session, parts))
    return session.ledger.outOfReach(requirement.id, noSuchPage);
  const unservable = isSuccess(answer.response)
    ? undefined
    : (whyUnservable(own.operation, session.hasServed(own.operation)) ??
      whyAlwaysFails(session.description.contract, own.operation));
  if (unservable !== undefined) {
    if (isMeantToBeServed(own)) session.noteRefusal(parts, answer);
    return session.ledger.outOfReach(requirement.id, unservable);
  }
  if (answer.response.status === 404 && (await namesUnknown(session, parts)))
    return session.ledger.outOfReach(requirement.id, namesUnknownThing);
  // That no body of the media type is taken has nothing to do with how it was made.
  if (isMeantToBeServed(own) && answer.response.status !== 415 && session.isRefusedAsMade(parts, answer))
    return session.ledger.outOfReach(requirement.id, noBodyMade);
  const secret = expectation.kind === 'refused' ? undefined : whySecretRefused(session, own.operation);
  if (secret !== undefined && secretStatuses.includes(answer.response.status))
    return session.ledger.outOfReach(requirement.id, secret);
  const whyRefused = isMeantToBeServed(own) ? await session.whyRefused(parts, answer) : undefined;
  if (whyRefused !== undefined) {
    if (whyRefused !== conflicting && whyRefused !== nothingThere) session.noteRefusal(parts, answer);
    return session.ledger.outOfReach(requirement.id, whyRefused);
  }
  if (expectation.kind !== 'checked') judge(session, own, expectation, answer);
  const violation = own.check?.(parts, answer);
  const exchange = { title, request: answer.request, response: answer.response };
  if (violation !== undefined) session.ledger.violate(requirement.id, { ...exchange, ...violation });
  else if (expectation.kind === 'checked' && own.check !== undefined) session.ledger.keep(requirement.id, exchange);
  if (isSuccess(answer.response)) for (const items of stored) items.noteRemoval(parts);
  if (own.isElsewhere !== true && parts.method === undefined) await checkAccepted(stored, parts, answer);
}

/** Sends a request; again where its entity tag is older than the item, which another request may have changed. */
async function callCurrent(session: Session, own: Case, parts: RequestParts): Promise<[RequestParts, Answer]> {
  const answer = await session.call(parts);
  const { expectation } = own;
  const isExpected = (expectation.kind === 'refused' || expectation.kind === 'either') && expectation.with.has(412);
  if (answer.response.status !== 412 || isExpected) return [parts, answer];
  const current = await session.source.tags.withCurrentTag(parts);
  return current === parts ? [parts, answer] : [current, await session.call(current)];
}

const noSuchPage = 'By the documented 404, the list may have no such page.';

function isMeantToBeServed({ expectation: { kind }, check }: Case): boolean {
  return kind === 'accepted' || (kind === 'checked' && check !== undefined);
}

// Why a refusal does not show that a requirement is kept.
const likeAllowed = 'What is allowed is refused in the same way, since something is there already.';
const neverServed = 'The operation has served no request, so that a refusal shows nothing.';

/** Takes a refusal for a proof once the operation has served a request: that may be the last that is sent. */
export function keepOnceServed(session: Session, operation: Operation, id: string, exchange: Exchange): void {
  session.conclusions.push(() => {
    if (session.hasServed(operation)) session.ledger.keep(id, exchange);
    else session.ledger.unproven(id, neverServed);
  });
}

function judge(
  session: Session,
  { requirement: { id, statement, subject }, operation, title }: Case,
  expectation: Exclude<Expectation, { kind: 'checked' }>,
  answer: Answer,
): void {
  const { status } = answer.response;
  // Where it is documented, a redirection serves the request as well.
  const isServed = isSuccess(answer.response) || (status >= 300 && status < 400);
  const exchange = { title, request: answer.request, response: answer.response };
  const violate = (documented: string) =>
    session.ledger.violate(id, { ...exchange, documented, received: `${status}, ${excerpt(answer)}` });
  // What is refused for the limit, after all waiting, says nothing of the request itself.
  if (status === 429) return;
  if (expectation.kind === 'accepted') {
    // Nor does a conflict with what is there already.
    if (status === 409) return session.ledger.outOfReach(id, conflicting);
    if (isServed) session.ledger.keep(id, exchange);
    else violate(`A request that the contract allows is served. ${statement}`);
    return;
  }
  // What a path names may be in a state, or of somebody, so that a policy does not allow it.
  const isForbidden = status === 403 && Object.hasOwn(operation.responses, '403') && subject['in'] === 'path';
  const isRefused = expectation.with.has(status) || refusesEntry(session, operation, answer);
  if (isRefused && !session.hasServed(operation) && session.whyUnserved(operation) === undefined)
    keepOnceServed(session, operation, id, exchange);
  else if (isRefused && session.refusesAllowed(operation, answer)) session.ledger.outOfReach(id, likeAllowed);
  else if (isRefused || (expectation.kind === 'either' && (isServed || status === 409 || isForbidden)))
    session.ledger.keep(id, exchange);
  else {
    const either = expectation.kind === 'either' ? 'A response as documented, or ' : '';
    violate(`${either}${expectation.with.text}. ${statement}`);
  }
}

/** What a server has accepted must be there as it was sent. */
async function checkAccepted(stored: readonly StoredItems[], parts: RequestParts, answer: Answer): Promise<void> {
  for (const own of stored) await own.accept(parts, answer);
}

/** Sends a request that reaches no operation, and compares the status of its answer with those that are allowed. */
export async function runRawCase(
  session: Session,
  { requirement, title, allowed, path, build }: RawCase,
): Promise<Answer> {
  const request = await build(session);
  const answer = await session.sender.send(request, session.unmatched, path);
  if (allowed.has(answer.response.status))
    session.ledger.keep(requirement.id, { title, request, response: answer.response });
  else
    session.ledger.violate(requirement.id, {
      title,
      request,
      response: answer.response,
      documented: `${allowed.text}: ${requirement.statement}`,
      received: `${answer.response.status}, ${excerpt(answer)}`,
    });
  return answer;
}

/** Cases that are sent at most, with those that make a violation smaller. */
const mostGenerated = 200;
const usualRuns = 15;

/** Runs so many generated cases of one requirement, in an order that the seed replays. */
export async function runGenerated(
  session: Session,
  stored: readonly StoredItems[],
  { requirement, values, caseFor }: GeneratedRequirement,
  seed: number,
  runs = usualRuns,
): Promise<void> {
  let sent = 0;
  const atFirst = session.ledger.violations;
  // fast-check wraps what a property throws: what ends the run is kept here.
  let stopped: { by: unknown } | undefined;
  const property = asyncProperty(values, async (value) => {
    const own = caseFor(value);
    if (own === undefined || sent === mostGenerated || stopped !== undefined) return true;
    const before = session.ledger.violations;
    if (sent >= runs && before === atFirst) return true;
    sent += 1;
    try {
      await withoutResponse(() => runCase(session, stored, own));
    } catch (by) {
      stopped = { by };
    }
    return session.ledger.violations === before;
  });
  // The ledger has the smallest request that showed a violation; what fast-check says of it is not needed.
  // Of few runs none may be of a value that can be sent: others are made then.
  await check(property, { seed, numRuns: Math.max(runs, usualRuns), endOnFailure: false });
  if (stopped !== undefined) throw stopped.by;
  if (sent === 0) session.ledger.outOfReach(requirement.id, 'No value could be generated that the schema allows.');
}
