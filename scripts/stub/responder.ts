import { STATUS_CODES } from 'node:http';
import { type HttpRequest, headerOf } from '../http/exchange.ts';
import { splitTarget } from '../http/message-changes.ts';
import type { ScriptedResponse } from '../http/scripted-response.ts';
import type { CheckedRequest } from '../requirements/request/request-check.ts';
import { allowedMethods } from '../requirements/response/header-meanings/allow.ts';
import {
  documentedStatus,
  type ResponseSet,
  responsesTo,
  unmatchedResponses,
} from '../requirements/response/response-sets.ts';
import { type Reason, withReason } from './error-text.ts';
import { GivenBack } from './given-back.ts';
import { HeaderValues } from './header-values.ts';
import { asMayBeSeen } from './known-callers.ts';
import { preferenceOf } from './preference.ts';
import { plainResponse, preferredResponse } from './preferred-response.ts';
import { type TurnOptions, Turns } from './response-cycle.ts';
import { type ResponseSource, responseWith } from './responses/response.ts';
import { Sessions } from './sessions.ts';
import { StateResponses } from './state/state-responses.ts';
import { UsualResponses } from './usual-responses.ts';

/** How the response to an allowed request is chosen: from what clients have made, or by turns. */
export type Choice = { kind: 'state' } | ({ kind: 'turns' } & TurnOptions);

/** A response, and what it is for people. */
export interface Chosen {
  title: string;
  response: ScriptedResponse;
}

/** Where a request has led. */
interface Asked {
  request: HttpRequest;
  set: ResponseSet;
  /** Path of the contract, if it has it. */
  path: string | undefined;
}

/** Chooses the response to each request. */
export class Responder {
  readonly #source: ResponseSource;
  readonly #usual: UsualResponses;
  readonly #state: StateResponses;
  readonly #turns: Turns | undefined;
  readonly #isFaulty: boolean;
  readonly #headers: HeaderValues;
  readonly #given: GivenBack;
  readonly #sessions: Sessions;

  /** `now` gives milliseconds since the epoch. `givenKeys`: takes those of sessions that are begun here. */
  constructor(source: ResponseSource, choice: Choice, now: () => number, givenKeys: Set<string>) {
    this.#source = source;
    this.#usual = new UsualResponses(source);
    this.#state = new StateResponses(source, this.#usual, now);
    this.#turns = choice.kind === 'state' ? undefined : new Turns(source, choice);
    this.#isFaulty = choice.kind === 'turns' && choice.isFaulty;
    this.#headers = new HeaderValues(source.description, now);
    this.#given = new GivenBack(source.description);
    this.#sessions = new Sessions(source.description, givenKeys);
  }

  /** `reasonFor`: what is wrong with the request, for a refusal with a status. */
  choose(
    request: HttpRequest,
    { operation, sent, key, refusal }: CheckedRequest,
    reasonFor: (status: number) => Reason,
  ): Chosen {
    const { description } = this.#source;
    this.#headers.window.count();
    const set = operation === undefined ? unmatchedResponses(description) : responsesTo(operation);
    const asked: Asked = {
      request,
      set,
      path: operation?.path ?? description.router.pathOf(splitTarget(request.target).path),
    };
    const preference = preferenceOf(request);
    if (preference !== undefined && Object.keys(set.responses).length > 0) {
      const preferred = preferredResponse(this.#source, this.#usual, set, preference, this.#isFaulty);
      return preferred.kind === 'documented'
        ? { title: preferred.title, response: this.#true(asked, preferred.statusKey, preferred.response) }
        : preferred;
    }
    if (refusal !== undefined || operation === undefined || sent === undefined)
      return this.#refuse(asked, refusal ?? 404, reasonFor(refusal ?? 404));
    const turn = this.#turns?.next(set);
    if (turn !== undefined)
      return {
        title: turn.title,
        response: this.#headers.withShortWait(turn.response, { set, statusKey: turn.statusKey }),
      };
    if (key !== undefined && this.#sessions.isBarred(operation, key))
      return this.#refuse(asked, 403, { text: 'The account has not the role that the operation is for.', part: [] });
    const served = this.#state.respond(request, operation, sent);
    if (served === undefined) return { title: '204', response: responseWith(204, [], undefined) };
    if (served.kind === 'refused') return this.#refuse(asked, served.status, { text: served.reason, part: [] });
    const own = this.#given.withWhatWasSent(operation, request, served.response);
    const ofAccount = this.#sessions.serve(operation, sent, key, own);
    const response = asMayBeSeen(description, operation, request, ofAccount);
    return {
      title: String(served.response.status),
      response: this.#true(asked, served.statusKey, response, served.known),
    };
  }

  #true(
    { request: { method }, set, path }: Asked,
    statusKey: string,
    response: ScriptedResponse,
    known: Readonly<Record<string, string>> = {},
  ): ScriptedResponse {
    return this.#headers.withTruth(response, { set, statusKey, path, method, known });
  }

  /**
   * As the operation documents it, else as the contract does for requests that reach none,
   * else as plain as HTTP has it.
   */
  #refuse(asked: Asked, status: number, reason: Reason): Chosen {
    const { description } = this.#source;
    const title = String(status);
    const allow =
      status === 405 && asked.path !== undefined ? [['Allow', allowedMethods(description, asked.path)] as const] : [];
    const set = [asked.set, unmatchedResponses(description)].find((one) => documentedStatus(one, status) !== undefined);
    const statusKey = set === undefined ? undefined : documentedStatus(set, status);
    if (set === undefined || statusKey === undefined)
      return { title, response: plainResponse(status, `${STATUS_CODES[status] ?? status}: ${reason.text}`, allow) };
    const explained = withReason(description, set.responses[statusKey], this.#usual.of(set, statusKey, status), reason);
    const response = this.#true({ ...asked, set }, statusKey, explained);
    return {
      title,
      response:
        headerOf(response, 'Allow') === undefined
          ? { ...response, headers: [...response.headers, ...allow] }
          : response,
    };
  }
}
