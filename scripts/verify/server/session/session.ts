import type { Clock } from '../../../http/clock.ts';
import { type Answer, isSuccess, type Send } from '../../../http/exchange.ts';
import { documentedType } from '../../../http/media-types.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { queryValues } from '../../../openapi/parameters/request-parameters.ts';
import { makerOf, type Resource } from '../../../openapi/resources/resource.ts';
import { mayBeInvalidInPath } from '../../../openapi/resources/said-invalid.ts';
import { bodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { documentsMissing, documentsSuccess } from '../../../openapi/success-responses.ts';
import type { Allowed } from '../../../requirements/kind.ts';
import {
  isSentAsDocumented,
  whyAlwaysFails,
  whyFileRefused,
  whyNeedsFile,
  whyUnservable,
} from '../../../requirements/operation/unservable.ts';
import { type Keys, PlanningContext } from '../../../requirements/planning-context.ts';
import { whySecretRefused } from '../../../requirements/request/given-secrets.ts';
import { movedTo } from '../../../requirements/request/moved-item.ts';
import {
  assemble,
  pathValue,
  pathWithValues,
  type RequestParts,
  sentBody,
} from '../../../requirements/request/request-parts.ts';
import { forOtherRole, mayBeForRole } from '../../../requirements/request/roles.ts';
import { endsTheSession } from '../../../requirements/request/session-ends.ts';
import type { Specification } from '../../../requirements/specification.ts';
import type { Ledger } from '../../ledger.ts';
import { ItemJournal } from './item-journal.ts';
import { OwnSessions } from './own-sessions.ts';
import { RefusalProbes } from './refusal-probes.ts';
import { RequestSender } from './request-sender.ts';
import { ResponseChecks } from './response-checks.ts';
import { mayNotApply, rulesOfAll, whyRuleRefuses } from './rules-of-prose.ts';
import { TakenTexts } from './taken-texts.ts';

/** Talks to the server, and knows what it has served and refused so far. */
export class Session extends PlanningContext {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly responseChecks: ResponseChecks;
  readonly sender: RequestSender;
  readonly journal = new ItemJournal(this);
  readonly #served = new Set<Operation>();
  readonly #servedParts = new WeakSet<RequestParts>();
  /** By operation and path, the first request that was served. */
  readonly #servedAt = new Map<string, RequestParts>();
  /** Those that were served twice at one path, by PUT. */
  readonly #replaced = new Set<Operation>();
  readonly #goneWith = new WeakMap<RequestParts, ReadonlySet<Resource>>();
  readonly #taken = new TakenTexts();
  readonly #missed = new Set<Operation>();
  readonly #unmade = new Set<Operation>();
  readonly #conflicted = new Set<Operation>();
  /** Those that have refused the key, and every other that could be had, with 403. */
  readonly #forbidden = new Set<Operation>();
  /** By operation, how it has refused what is allowed, since something is there already. */
  readonly #inTheWay = new Map<Operation, Set<string>>();
  /** By operation, the rule of prose by which it may refuse all that is sent. */
  readonly #ruled = new Map<Operation, string>();
  /** By operation, the status of the first refusal of a body that was of its media type. */
  readonly #refused = new Map<Operation, number>();
  readonly #refusals = new RefusalProbes(this);
  readonly #own = new OwnSessions(this);
  /** Requests that wait until no others depend on what they remove. */
  readonly postponed: (() => Promise<void>)[] = [];
  /** What is judged once all is sent. */
  readonly conclusions: (() => void)[] = [];

  constructor(specification: Specification, ledger: Ledger, send: Send, keys: Keys, clock: Clock, seed: number) {
    super(specification, keys, seed, (parts) => this.call(parts));
    this.ledger = ledger;
    this.clock = clock;
    this.responseChecks = new ResponseChecks(specification, ledger);
    this.sender = new RequestSender(send, clock, this.responseChecks, keys.headers ?? []);
  }

  /** Sends a request to an operation. A 429 is waited out, unless that is allowed. */
  async call(parts: RequestParts, allowed?: Allowed): Promise<Answer> {
    const { operation } = parts;
    const set = this.setOf(operation);
    const send = (sent: RequestParts) => this.sender.send(assemble(sent), set, operation.path, allowed);
    const own = await this.#own.inOwn(parts, send);
    if (parts.method === 'HEAD') return this.sender.sendHead(assemble(own), set, operation.path);
    const answer = await this.journal.change(parts, async () => this.#inRole(own, await send(own), send));
    // What was served is in its own way when it is sent once more: that says nothing of others.
    if (!this.#servedParts.has(parts)) {
      if (this.isConflict(parts, answer)) this.#conflicted.add(operation);
      if (answer.response.status === 409) {
        this.source.bodyReferences.noteConflict(parts);
        this.source.items.noteConflict(parts);
      }
    }
    if (answer.response.status < 400) this.#noteServed(parts);
    if (this.isMissing(parts, answer)) this.#missed.add(operation);
    if (isSuccess(answer.response)) {
      this.journal.noteSuccess(parts, answer);
      this.source.qualifiers.note(parts, answer);
      this.source.sentNames.note(parts);
      await this.#forget(parts, answer);
    }
    return answer;
  }

  /** The answer to somebody in another role, where the key is refused for what it is, and there is such a role. */
  async #inRole(parts: RequestParts, answer: Answer, send: (sent: RequestParts) => Promise<Answer>): Promise<Answer> {
    const { operation } = parts;
    const { contract, operations } = this.description;
    if (answer.response.status !== 403 || this.#served.has(operation)) return answer;
    if (!mayBeForRole(contract, operation, operations)) return answer;
    const other = await this.#own.inRole(parts, send);
    if (other === undefined) this.#forbidden.add(operation);
    return other === undefined ? answer : send(other);
  }

  /** True once a request to the operation was served: as long as it refuses all of them, a refusal shows nothing. */
  hasServed(operation: Operation): boolean {
    return this.#served.has(operation);
  }

  /** True once PUT has replaced what it had put there before. */
  hasReplaced(operation: Operation): boolean {
    return this.#replaced.has(operation);
  }

  /** True once nothing was where a request to the operation guessed that something is. */
  hasMissed(operation: Operation): boolean {
    return this.#missed.has(operation);
  }

  /** True for the answer that nothing is where the request guessed that something is. */
  isMissing(parts: RequestParts, { response: { status } }: Answer): boolean {
    const { isGuess, operation } = parts;
    if (isGuess !== true && !this.source.newItems.isShared(parts)) return false;
    if (status === 404 || status === 410) return true;
    // Where neither is documented, another refusal stands for it, but where something has shown to be there.
    const isFound = this.#servedAt.has(placeOf(parts));
    if (isFound || ![400, 403, 422].includes(status)) return false;
    return !documentsMissing(operation) || (status !== 403 && this.#isInvalidPath(operation));
  }

  /** True where the contract says that what a path names may be invalid, and not what is. */
  #isInvalidPath(operation: Operation): boolean {
    const names = operation.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);
    return names.some((name) => mayBeInvalidInPath(this.description, operation, name));
  }

  #noteServed(parts: RequestParts): void {
    const { operation } = parts;
    this.#served.add(operation);
    this.#servedParts.add(parts);
    this.#refusals.noteServed(parts);
    const isFirst = !this.#servedAt.has(placeOf(parts));
    if (isFirst) this.#servedAt.set(placeOf(parts), parts);
    else if (operation.method === 'PUT') this.#replaced.add(operation);
    // PUT makes a thing once at each place.
    const isMaking =
      operation.method === 'POST' || (isFirst && this.resources.some((resource) => makerOf(resource) === operation));
    // Who sends a secret sends what is there on purpose.
    if (whySecretRefused(this, operation) === undefined) this.#taken.note(isMaking, sentBody(parts) ?? null);
  }

  /**
   * Why the refusal of a request that the contract allows has to do with what is there. Where other requests have had
   * the same text, it may have to be unique. Where nothing makes another item, what was served before is tried again:
   * the same refusal shows that no change is possible any more.
   */
  async whyRefused(parts: RequestParts, answer: Answer): Promise<string | undefined> {
    const { operation } = parts;
    const { status } = answer.response;
    if (this.isConflict(parts, answer)) return conflicting;
    const ofFile = this.hasServed(operation) ? undefined : whyFileRefused(operation);
    if (ofFile !== undefined && [400, 415, 422].includes(status)) return ofFile;
    if (![400, 403, 409, 422].includes(status) || !Object.hasOwn(operation.responses, String(status))) return undefined;
    const withoutFile = whyNeedsFile(operation, sentBody(parts) ?? null);
    if (withoutFile !== undefined && [400, 422].includes(status)) return withoutFile;
    if (status === 403 && this.#forbidden.has(operation) && !this.#served.has(operation)) return forOtherRole;
    if (mayNotApply(this, parts)) return unfitting;
    if (await this.#isTaken(parts, answer)) return conflicting;
    return (await this.#whyRuled(parts, answer)) ?? (await this.#whyNothingChanges(parts, answer));
  }

  /** True where what a request asks for has been given away, or is no more there in this number. Takes note of that. */
  async #isTaken(parts: RequestParts, answer: Answer): Promise<boolean> {
    const { status } = answer.response;
    if (this.#taken.hasOne(sentBody(parts) ?? null)) return true;
    if (status === 409 && (await this.#refusals.servesAnother(parts.operation))) return true;
    if (await this.#refusals.mayBeTooMuch(parts, answer)) {
      this.source.items.noteConflict(parts);
      return true;
    }
    const isUsedUp = status !== 409 && (await this.#refusals.isUsedUp(parts, answer));
    if (isUsedUp) this.source.bodyReferences.noteConflict(parts);
    return isUsedUp;
  }

  /** Why a rule may refuse a request that the schemas allow: one that a description has, or that examples keep. */
  async #whyRuled(parts: RequestParts, answer: Answer): Promise<string | undefined> {
    const { operation } = parts;
    const { status } = answer.response;
    const ofRange = await this.#refusals.whyRangeRefused(parts, queryValues(answer.request, operation));
    if (ofRange !== undefined) return ofRange;
    const ofRule = whyRuleRefuses(this, {
      parts,
      status,
      schema: this.sentSchema(parts),
      hasServed: this.hasServed(operation),
    });
    if (ofRule !== undefined && rulesOfAll.includes(ofRule)) this.#ruled.set(operation, ofRule);
    if (ofRule !== undefined) return ofRule;
    if (status === 422 && this.#refusals.isBesideExample(parts)) return besideExample;
    if (status === 422 && (await this.#refusals.hasOther(parts))) return beyondSchema;
    return undefined;
  }

  /** Why a request changes nothing: nothing is there, or what was served there before is refused as well by now. */
  async #whyNothingChanges(parts: RequestParts, answer: Answer): Promise<string | undefined> {
    const { operation, isGuess } = parts;
    const { status } = answer.response;
    const before = this.#servedAt.get(placeOf(parts));
    // What is done with an item without a body, as to cancel it, may be done once.
    const isAgain = [400, 422].includes(status) && operation.requestBody === null && before !== undefined;
    if (isGuess !== true && !isAgain) return undefined;
    // Without a 404, these say that nothing is there.
    if (before === undefined)
      return [403, 422].includes(status) && !documentsMissing(operation) ? nothingThere : undefined;
    if (['GET', 'HEAD', 'OPTIONS'].includes(operation.method)) return undefined;
    if ((await this.call(before)).response.status !== status) return undefined;
    this.#conflicted.add(operation);
    this.#inTheWay.set(operation, (this.#inTheWay.get(operation) ?? new Set()).add(refusalOf(answer)));
    return conflicting;
  }

  /** True where the state of an item is in the way of a request that names it, as the contract says that it may be. */
  isConflict({ operation, body }: RequestParts, { response: { status } }: Answer): boolean {
    const { parameters, responses } = operation;
    if (status !== 409 || !Object.hasOwn(responses, '409')) return false;
    return (
      parameters.some(({ in: place }) => place === 'path') ||
      this.source.references.isNamedIn(operation, sentBody({ body }) ?? null)
    );
  }

  /** True once the state of an item was in the way of a request to the operation. */
  hasConflicted(operation: Operation): boolean {
    return this.#conflicted.has(operation);
  }

  /** True for a refusal that allowed requests have got as well: it shows nothing of what is wrong with others. */
  refusesAllowed(operation: Operation, answer: Answer): boolean {
    return this.#inTheWay.get(operation)?.has(refusalOf(answer)) === true;
  }

  /** True once no request to the operation could be made whose body is allowed. */
  hasUnmade(operation: Operation): boolean {
    return this.#unmade.has(operation);
  }

  /** Why the operation has served no request, where that is for the contract and not for the server. */
  whyUnserved(operation: Operation): string | undefined {
    if (this.#served.has(operation)) return undefined;
    if (this.#missed.has(operation)) return nothingThere;
    if (this.#unmade.has(operation)) return noBodyMade;
    if (this.#own.isSpared(operation)) return endsTheSession;
    if (this.#forbidden.has(operation)) return forOtherRole;
    if (this.#conflicted.has(operation)) return conflicting;
    return (
      this.#ruled.get(operation) ??
      whySecretRefused(this, operation) ??
      whyUnservable(operation) ??
      whyAlwaysFails(this.description.contract, operation) ??
      whyFileRefused(operation)
    );
  }

  /** Takes note of the refusal of a request that the contract allows, where nothing but its body can be the reason. */
  noteRefusal({ operation }: RequestParts, { response: { status } }: Answer): void {
    const isOfBody = [400, 405, 409, 413, 415, 422].includes(status);
    if (isOfBody && !this.#refused.has(operation) && isSentAsDocumented(this.description.contract, operation))
      this.#refused.set(operation, status);
  }

  /** The first such status, where the operation documents a success and has served nothing. */
  refusalOfAll(operation: Operation): number | undefined {
    const isOfOther = [this.#missed, this.#unmade, this.#conflicted, this.#served].some((all) => all.has(operation));
    return isOfOther || whySecretRefused(this, operation) !== undefined || !documentsSuccess(operation)
      ? undefined
      : this.#refused.get(operation);
  }

  /**
   * True where a request was refused whose body is not allowed: of alternatives that are too much alike, or texts alone
   * in a form, none is made that is. Takes note of that.
   */
  isRefusedAsMade(parts: RequestParts, { response: { status } }: Answer): boolean {
    const schema = this.sentSchema(parts);
    const sent = sentBody(parts);
    if (status < 400 || status >= 500 || schema === undefined || sent === undefined) return false;
    const isUnmade = !this.isValid('request', schema, sent);
    if (isUnmade) this.#unmade.add(parts.operation);
    return isUnmade;
  }

  /** The schema of the body of a request, by its media type, with parameters or without. */
  sentSchema({ operation, body }: RequestParts): string | undefined {
    const mediaType = documentedType(body?.mediaType ?? '', operation.requestBody?.mediaTypes ?? []);
    return mediaType === undefined ? undefined : bodySchema(this.description.contract, operation, mediaType);
  }

  /** True for a request that may remove what others are sent to: it was made for no item of its own. */
  isRemovalOfOthers(parts: RequestParts): boolean {
    return this.resources.some(({ remove }) => remove === parts.operation) && !this.source.paths.isOfOwn(parts);
  }

  /** Lets no other request be sent to what this one has removed, or given another identifier. */
  async #forget(parts: RequestParts, answer: Answer): Promise<void> {
    const { operation } = parts;
    const resource = this.resources.find(
      (one) => one.remove === operation || movedTo(this, one, parts, answer) !== undefined,
    );
    const id = resource?.parameter && pathValue(this.description.contract, parts, resource.parameter);
    if (resource === undefined || id === undefined) return;
    this.#goneWith.set(parts, await this.source.items.forget(resource, id));
  }

  /** The resources of what others are sent to and was beneath what a request has removed. */
  goneWith(parts: RequestParts): ReadonlySet<Resource> {
    return this.#goneWith.get(parts) ?? new Set();
  }
}

/** Names an operation at one path. */
function placeOf(parts: RequestParts): string {
  return `${parts.operation.id} ${pathWithValues(parts)}`;
}

/** Why a 404 shows nothing of a requirement. */
export const nothingThere =
  'Nothing is known to be at this path, and the contract has no way to create or find something there.';

/** Why a refusal of a body that the schema does not allow shows nothing. */
export const noBodyMade = 'No request body could be made that its schema allows.';

/** A refusal by its status and its body. */
function refusalOf({ response: { status, body } }: Answer): string {
  return `${status} ${body.toString()}`;
}

/** Why a 409 shows nothing of a requirement. */
export const conflicting = 'What was sent conflicts with what is there.';

/** Why a refusal of a body that the schema allows may be right all the same. */
const unfitting = 'A JSON Patch that does not fit the item may be refused, whatever its schema says (RFC 6902).';
const besideExample =
  'The value of an example is taken where others are refused: there may be a rule that the schema does not state.';
const beyondSchema =
  'Bodies that the schema forbids are refused with 400, so 422 may be for a rule that the schema does not state. ' +
  'An example that keeps it would be sent.';
