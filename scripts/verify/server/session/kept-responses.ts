import { type HttpResponse, NoResponse } from '../../../http/exchange.ts';
import type { FaultHarness, Wrap } from '../../../requirements/fault.ts';
import type { ServerReach } from '../../../requirements/kind.ts';
import { MessageContext } from '../../../requirements/message-context.ts';
import { RateLimitConsistency } from '../../../requirements/rate-limit/rate-limit-consistency.ts';
import { rateLimitHeaderOf } from '../../../requirements/rate-limit/rate-limit-headers.ts';
import { kindOf } from '../../../requirements/registry.ts';
import type { Requirement } from '../../../requirements/requirement.ts';
import { headerMeaning } from '../../../requirements/response/header-meaning.ts';
import { SeenResponse } from '../../../requirements/response/seen-response.ts';
import type { Specification } from '../../../requirements/specification.ts';

type Reach = Extract<ServerReach<string>, { by: 'responses' }>;

// Some faults show in every fortieth response only.
const leastTried = 40;

/**
 * The responses of a run, and which requirements they keep. The faults of a requirement, put into its responses in
 * memory, show whether one of them could have violated it: otherwise the run has proven nothing of it.
 */
export class KeptResponses {
  readonly #context: MessageContext;
  readonly #kept = new Map<Requirement, SeenResponse[]>();
  /** In the order in which they came. */
  readonly #all: SeenResponse[] = [];

  constructor(specification: Specification) {
    this.#context = new MessageContext(specification);
  }

  /** Takes in a response, and the requirements that it keeps. */
  add(response: SeenResponse, kept: readonly Requirement[]): void {
    this.#all.push(response);
    for (const requirement of kept) {
      const known = this.#kept.get(requirement);
      if (known === undefined) this.#kept.set(requirement, [response]);
      else known.push(response);
    }
  }

  /** The requirements that responses keep, and that they would keep with every fault as well. */
  async withoutProof(harness: FaultHarness): Promise<Requirement[]> {
    const found: Requirement[] = [];
    for (const [requirement, responses] of this.#kept) {
      if (!(await this.#isProven(requirement, responses, harness))) found.push(requirement);
    }
    return found;
  }

  async #isProven(
    requirement: Requirement,
    responses: readonly SeenResponse[],
    harness: FaultHarness,
  ): Promise<boolean> {
    const { server } = kindOf(requirement);
    if (server?.reach.by !== 'responses') return true;
    const faults = server.faults(this.#context, requirement);
    for (const { wrap } of faults) {
      if (await isNoticed(requirement, server.reach, responses, changedBy(wrap, harness))) return true;
    }
    for (const { wrap } of isCompared(requirement) ? faults : []) {
      if (await this.#isInconsistent(requirement, changedBy(wrap, harness))) return true;
    }
    return false;
  }

  /** Whether a fault shows when the rate-limit headers of all responses are compared with each other. */
  async #isInconsistent({ id }: Requirement, changed: Change): Promise<boolean> {
    let isViolated = false;
    const consistency = new RateLimitConsistency({
      has: (own) => own === id,
      keep: () => undefined,
      violate: () => (isViolated = true),
      outOfReach: () => undefined,
    });
    const { contract } = this.#context.description;
    for (const seen of this.#all) {
      const response = await changed(seen);
      if (response === undefined || seen.keyed === undefined) continue;
      consistency.record(contract, seen.keyed, { request: seen.request, response });
    }
    consistency.conclude();
    return isViolated;
  }
}

function isCompared({ kind, subject }: Requirement): boolean {
  return kind === headerMeaning.id && rateLimitHeaderOf(subject['name'] ?? '') !== undefined;
}

/** A response as a server with a fault would have given it; undefined: it would have given none. */
type Change = (seen: SeenResponse) => Promise<HttpResponse | undefined>;

/** What a fault makes of one response after the other, as they came. */
function changedBy(wrap: Wrap, harness: FaultHarness): Change {
  let current: HttpResponse | undefined;
  const send = wrap(async (request) => {
    if (current === undefined) throw new NoResponse(request, 'it has not come');
    return current;
  }, harness);
  return async ({ request, response }) => {
    current = response;
    try {
      return await send(request);
    } catch (error) {
      if (error instanceof NoResponse) return undefined;
      throw error;
    }
  };
}

/** Whether one of the responses no longer keeps the requirement when it is changed. */
async function isNoticed(
  { subject }: Requirement,
  { judge, whenUnanswered }: Reach,
  responses: readonly SeenResponse[],
  changed: Change,
): Promise<boolean> {
  const rounds = Math.ceil(leastTried / responses.length);
  for (const seen of Array.from({ length: rounds }, () => responses).flat()) {
    const response = await changed(seen);
    if (response === undefined && whenUnanswered !== undefined) return true;
    if (response === undefined || response === seen.response) continue;
    const { description, set, request, path } = seen;
    const judgement = judge(new SeenResponse(description, set, { request, response }, path), subject);
    if (judgement === undefined || (judgement !== 'kept' && 'received' in judgement)) return true;
  }
  return false;
}
