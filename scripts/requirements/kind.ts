import type { Arbitrary } from 'fast-check';
import type { Exact } from '../http/exact-json.ts';
import type { Answer, HttpRequest } from '../http/exchange.ts';
import type { RequestText } from '../http/request-text.ts';
import type { Operation } from '../openapi/operation-table.ts';
import type { Route } from '../openapi/router.ts';
import type { Expectation, Statuses } from './cases.ts';
import type { ClientChange } from './client/client-fault.ts';
import type { Behaviour, ObservedCall } from './client/observed-call.ts';
import type { FaultDraft } from './fault.ts';
import type { Judge, Judgement, OutOfReach, Shown, Violation } from './judgement.ts';
import type { Listed } from './listed.ts';
import type { MessageContext } from './message-context.ts';
import type { Keys, PlanningContext } from './planning-context.ts';
import type { LimitObservation } from './rate-limit/limit-observation.ts';
import type { ReadRequest } from './request/read-request.ts';
import type { Stage } from './request/refusal.ts';
import type { RequestParts } from './request/request-parts.ts';
import type { Requirement, Subject } from './requirement.ts';
import type { ItemObservation } from './resource/item/item-observation.ts';
import type { ObservedList } from './resource/list/observed-list.ts';
import type { OutcomeDifference } from './response/outcome-difference.ts';
import type { SeenOutcome } from './response/seen-outcome.ts';
import type { SeenResponse } from './response/seen-response.ts';
import type { ShownResponse } from './response/shown-response.ts';
import type { Side } from './side.ts';

/** One request that shows whether a server keeps a requirement. */
export interface PlannedCase<Id extends string> {
  subject: Subject<Id>;
  title: string;
  expectation: Expectation;
  /** `isFresh`: with an item of its own, where it may change one. */
  build(context: PlanningContext, isFresh: boolean): Promise<RequestParts>;
  /** What the answer must be besides its status. */
  check?(parts: RequestParts, answer: Answer): Violation | undefined;
  /** Under another tenant or the like: what it creates is not where the run looks for it. */
  isElsewhere?: boolean;
  /** Sent before all others, one after the other. */
  isFirst?: boolean;
}

/** One request that reaches no operation. */
export interface PlannedRequest<Id extends string> {
  subject: Subject<Id>;
  title: string;
  /** The path of the contract that it is to, if the contract has it. */
  path: string | undefined;
  /** Statuses that a server which keeps the contract may answer with. */
  allowed: Statuses;
  build(context: PlanningContext): Promise<HttpRequest>;
}

/** What a request may be answered with besides what is documented. */
export interface Allowed {
  /** A refusal for the rate limit is the answer, and not waited out. */
  mayBeLimited?: true;
  /** It has no valid credential: 401 and 403 need not be documented. */
  mayBeRefused?: true;
  /** The contract does not allow it: whatever the server makes of it, but for a failure, is not judged. */
  mayBeInvalid?: true;
}

/** What a probe can do in a run. */
export interface ProbeRun {
  readonly context: PlanningContext;
  /** Sends a request; throws NoResponse. */
  call(parts: RequestParts, allowed?: Allowed): Promise<Answer>;
  wait(milliseconds: number): Promise<void>;
  /** True for an identifier that the server has given to an item of this run. */
  isTaken(id: Exact): boolean;
}

/** An answer to a probe, and what it shows of a requirement. */
export interface Probed<Id extends string> {
  subject: Subject<Id>;
  answer: Answer;
  judgement: 'kept' | Violation | OutOfReach;
}

/** Generated values for a requirement that no table of cases exhausts, made smaller where they show a violation. */
export interface GeneratedCases<Id extends string> {
  subject: Subject<Id>;
  values: Arbitrary<Exact>;
  /** The request for a value; undefined for a value that does not concern the requirement. */
  caseFor(value: Exact): Omit<PlannedCase<Id>, 'subject'> | undefined;
}

/**
 * One request to an operation that shows whether a server keeps a requirement by more than the status of its answer.
 */
export interface JudgedRequest<Id extends string> {
  subject: Subject<Id>;
  build(context: PlanningContext): Promise<RequestParts>;
  judge(answer: Answer): Judgement | OutOfReach;
}

/** When a kind sends its probes. */
export type ProbeStep = 'first probes' | 'probes' | 'comparisons' | 'last probes';

/** How a requirement is reached on a server. */
export type ServerReach<Id extends string> =
  /** By requests of its own to an operation, each judged by the status of its answer. */
  | { by: 'cases'; cases(context: PlanningContext, operation: Operation): PlannedCase<Id>[] }
  /** By requests with generated values. */
  | { by: 'generated cases'; generate(context: PlanningContext, operation: Operation): GeneratedCases<Id>[] }
  /** By what a run creates, reads, changes and removes: each observation by itself. */
  | { by: 'items'; check(context: PlanningContext, item: ItemObservation, judge: Judge<Id>): void }
  /** By requests to a list, in several states of the server. */
  | { by: 'lists'; check(context: PlanningContext, list: ObservedList, judge: Judge<Id>): Promise<void> | void }
  /**
   * By requests that are made from earlier answers, each judged by the kind itself. `first probes`: sent before cases,
   * after which a server may be in another state. `comparisons`: answers are held against each other, so that nothing
   * else is sent meanwhile. `last probes`: sent once all lists were looked at, since they may leave anything behind.
   */
  | { by: ProbeStep; probe(run: ProbeRun, operation: Operation): AsyncIterable<Probed<Id>> }
  /** By the calls of a workflow (Arazzo), each judged by the criteria of its step. */
  | { by: 'workflows' }
  /** By requests with a key whose limit is spent on purpose, a few or all that it has, or with a key of a plan. */
  | { by: 'limits'; spends: 'a few' | 'all' | 'plans'; judge(seen: LimitObservation, subject: Subject<Id>): Shown }
  /** By requests that reach no operation, each judged by the status of its answer. */
  | { by: 'raw requests'; requests(context: PlanningContext): PlannedRequest<Id>[] }
  /** By requests of its own to an operation, each judged by the whole answer. */
  | { by: 'answers'; requests(context: PlanningContext, operation: Operation): JudgedRequest<Id>[] }
  /**
   * By every response to the operation, whatever it was sent for; without an operation, by every one to a request that
   * reaches none. `whenUnanswered`: what it shows that no whole response came, for `reason`.
   */
  | {
      by: 'responses';
      judge(response: SeenResponse, subject: Subject<Id>): Judgement | OutOfReach;
      whenUnanswered?(reason: string): Violation;
    };

/** What shows whether a client keeps a requirement. */
export type ClientReach<Id extends string> =
  /**
   * Each of its requests by itself. `refusedAt`: where on its way a server refuses one that violates it, if it does.
   */
  | {
      by: 'requests';
      refusedAt(subject: Subject<Id>, request: ReadRequest): Stage | undefined;
      judge(request: ReadRequest, subject: Subject<Id>): Judgement;
      /** It can be judged only where one key is known to be right. */
      needsRightKey?: true;
      /** Why a client need not send any request that shows it. */
      mayBeMissing?: string;
    }
  /** Where each of its requests leads: to an operation, or to none. */
  | { by: 'routes'; judge(route: Route, request: RequestText, subject: Subject<Id>): Judgement }
  /** Calls made of the cases for servers: their values arrive as the caller gave them. */
  | { by: 'calls' }
  /** How it behaves in whole calls, whose requests and responses are seen together. */
  | { by: Behaviour; judge(call: ObservedCall, subject: Subject<Id>): Shown[] }
  /** What it makes of each response, documented or not. */
  | { by: 'outcomes'; judge(outcome: SeenOutcome, subject: Subject<Id>): Judgement }
  /**
   * What it makes of documented responses: one that arrives as it was sent shows that it keeps every requirement that
   * the response shows; one that does not violates the nearest of them, by the highest number. Undefined: the
   * difference is not about it.
   */
  | {
      by: 'documented responses';
      isShownBy(response: ShownResponse, subject: Subject<Id>): boolean;
      nearness(difference: OutcomeDifference, subject: Subject<Id>): number | undefined;
    };

/** What a kind of requirement means for one side. */
interface Part<Id extends string, Reach, Fault> {
  reach: Reach;
  /** Faults that violate a requirement on purpose, for mutation testing. */
  faults(context: MessageContext, requirement: Requirement<Id>): Fault[];
  /** What to do on this side about a violation, as a sentence. */
  advice(subject: Subject<Id>): string;
}

export interface ServerPart<Id extends string> extends Part<Id, ServerReach<Id>, FaultDraft> {
  /** Why a run with these keys cannot show it, and what to give; undefined where it can. */
  outOfReach?(keys: Keys, subject: Subject<Id>): string | undefined;
}

/**
 * A value that the caller of a client gives.
 * `name` is null for all parameters of a place; `path` is '' for the whole body.
 */
export type CallerValue = { kind: 'parameter'; in: string; name: string | null } | { kind: 'body'; path: string };

export interface ClientPart<Id extends string> extends Part<Id, ClientReach<Id>, ClientChange> {
  /**
   * The value that it is about: what the caller gives against the contract, the client need not correct.
   * Null: the client's own doing.
   */
  callerValue(subject: Subject<Id>): CallerValue | null;
}

/** Everything that the toolchain knows of one kind of requirement. */
export interface Kind<Id extends string = string> {
  /** The ids of its requirements, with what differs in braces: `{operationId}.exists`. It names the kind as well. */
  readonly id: Id;
  /** The group in which a report shows it. */
  section(subject: Subject<Id>): string;
  /**
   * What a contract requires of this kind: of an operation, or with null of what concerns none. Only what binds `side`
   * is of use: what takes long to find for the other one may be left out.
   */
  list(context: PlanningContext, operation: Operation | null, side: Side): Listed<Id>[];
  /**
   * What to change in the contract where the side is right: `change the header`. Null where no contract can allow it.
   */
  contractAdvice(subject: Subject<Id>): string | null;
  /** Null: it does not bind servers. */
  readonly server: ServerPart<Id> | null;
  /** Null: it does not bind clients. */
  readonly client: ClientPart<Id> | null;
}

/** A kind with its id as a literal: the type of its subjects follows from that. */
export function defineKind<const Id extends string>(kind: Kind<Id>): Kind<Id> {
  return kind;
}
