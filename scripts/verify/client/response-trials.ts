import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { Call } from '../../requirements/client/calls.ts';
import { assemble } from '../../requirements/request/request-parts.ts';
import { callFor } from './call-conversion.ts';
import {
  type ClientOperation,
  type ClientSpecification,
  gone,
  type ShownStubResponse,
} from './client-specification.ts';
import type { ClientTrial, PlannedTrial, Script } from './client-trial.ts';
import { type Reach, requirementsReachedBy } from './reached-requirements.ts';
import { retryScripts } from './retry-scripts.ts';

/** Plans trials that differ in their responses alone: each makes the same call, with what is required. */
export class ResponseTrials {
  readonly #own: ClientSpecification;
  readonly #operation: ClientOperation;
  readonly #call: Promise<Call | undefined>;

  constructor(own: ClientSpecification, operation: ClientOperation) {
    this.#own = own;
    this.#operation = operation;
    this.#call = Promise.resolve().then(() => this.#plainCall());
  }

  firstCall(): PlannedTrial {
    const success = this.#operation.documented.find(({ status }) => status < 300);
    return this.#planned(this.#idsReachedBy('notices'), 'the first call', {
      script: () => success?.response ?? gone,
      ending: 'documented',
      requirementIds: success?.requirementIds ?? [],
      besides: ['notices'],
    });
  }

  /** Each documented response, and one in several writes. */
  documented(): PlannedTrial[] {
    const { documented } = this.#operation;
    const inPieces = documented.slice(0, 1).map((one): ShownStubResponse => {
      const response: ScriptedResponse = { ...one.response, delivery: { kind: 'pieces' } };
      return { ...one, title: `${one.title}, in pieces`, response };
    });
    return [...documented, ...inPieces].map(({ title, response, requirementIds }) =>
      this.#planned(requirementIds, title, { script: () => response, ending: 'documented', requirementIds }),
    );
  }

  undocumented(): PlannedTrial[] {
    const ids = this.#idsReachedBy('outcomes');
    return this.#operation.undocumented.map(({ title, kind, response }) => {
      // Where the body is as documented, a client may hand it on.
      const isBodyIntact = kind === 'missing header' || kind === 'null body';
      const ending = isBodyIntact ? 'undocumented with a documented body' : 'undocumented';
      return this.#planned(ids, title, { script: () => response, ending });
    });
  }

  /** Responses that may lead a client to send again. */
  retries(): PlannedTrial[] {
    const { operation, documented } = this.#operation;
    const ids = this.#idsReachedBy('retries');
    return retryScripts(operation, documented).map(({ title, script }) =>
      this.#planned(ids, title, { script, ending: 'undocumented with a documented body' }),
    );
  }

  /** Redirects to another server. */
  redirects(): PlannedTrial[] {
    const ids = this.#idsReachedBy('redirects');
    const { path } = this.#operation.operation;
    return [301, 302, 303, 307, 308].map((status) => {
      const script: Script = (_, { elsewhere }) => ({
        status,
        headers: [['Location', `${elsewhere}${path}`]],
        body: Buffer.alloc(0),
        receivedAt: 0,
      });
      const title = `a ${status} that leads to another server`;
      return this.#planned(ids, title, { script, ending: 'undocumented', besides: ['redirects'] });
    });
  }

  #idsReachedBy(reach: Reach): string[] {
    const { id } = this.#operation.operation;
    return requirementsReachedBy(this.#own.requirements, id, [reach]).map((requirement) => requirement.id);
  }

  #planned(
    requirementIds: readonly string[],
    title: string,
    rest: Pick<ClientTrial, 'script' | 'ending'> & Partial<ClientTrial>,
  ): PlannedTrial {
    const make = async (): Promise<ClientTrial | undefined> => {
      const call = await this.#call;
      const usual = { isAllowed: true, requirement: undefined, requirementIds: [], besides: [] };
      return call && { title, call, ...usual, ...rest };
    };
    return { requirementIds, make };
  }

  /** A call with what is required; undefined where that is more than a call can say. */
  async #plainCall(): Promise<Call | undefined> {
    const { session, check } = this.#own;
    const parts = await session.source.base(this.#operation.operation, 'required', false);
    return callFor(parts, check.check(assemble(parts)));
  }
}
