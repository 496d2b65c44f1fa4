import type { HttpRequest } from '../../http/exchange.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { callerValueOf } from '../../requirements/caller-value.ts';
import type { Case, GeneratedRequirement } from '../../requirements/cases.ts';
import { catalogueOf } from '../../requirements/catalogue.ts';
import { planCases } from '../../requirements/planned-cases.ts';
import { RequestCheck } from '../../requirements/request/request-check.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import type { ResponseSet } from '../../requirements/response/response-sets.ts';
import { shownBy } from '../../requirements/response/shown-requirements.ts';
import { shownResponse } from '../../requirements/response/shown-response.ts';
import { documentedResponses } from '../../stub/responses/documented-responses.ts';
import type { DocumentedStubResponse } from '../../stub/responses/response.ts';
import { type UndocumentedStubResponse, undocumentedResponses } from '../../stub/responses/undocumented-responses.ts';
import { Ledger } from '../ledger.ts';
import { Session } from '../server/session/session.ts';
import type { RunnableSpecification } from '../specification.ts';

/** The key of the client that is verified: it opens nothing but the stub. */
export const stubKey = 'key-of-the-client-that-is-verified';

/** A response that leads nowhere. */
export const gone: ScriptedResponse = { status: 410, headers: [], body: Buffer.alloc(0), receivedAt: 0 };

/** A documented response, and the ids of the requirements that it shows to a client. */
export interface ShownStubResponse extends DocumentedStubResponse {
  requirementIds: readonly string[];
}

/** What one operation is tried with. */
export interface ClientOperation {
  operation: Operation;
  /** The case table that servers are verified with, too. */
  cases: readonly Case[];
  generated: readonly GeneratedRequirement[];
  documented: readonly ShownStubResponse[];
  undocumented: readonly UndocumentedStubResponse[];
}

/** What is tried. */
export interface ClientSelection {
  /** Ids of operations, and null for what is about none; undefined for all. */
  selection?: ReadonlySet<string | null> | undefined;
  /** Those of them whose requests alone are tried, and not what the client makes of responses. */
  requestsOnly?: ReadonlySet<string> | undefined;
}

/** A contract with all that a client is tried with, ready to verify clients against. */
export interface ClientSpecification extends ClientSelection {
  specification: RunnableSpecification;
  seed: number;
  check: RequestCheck;
  /** Makes the requests of cases. What it has to create for them, it creates nowhere. */
  session: Session;
  /** Those whose calls are tried. */
  operations: readonly ClientOperation[];
  /** In the order of the contract. */
  requirements: readonly Requirement[];
  /** Ids of those that are about values which the caller gives. */
  callerRequirements: ReadonlySet<string>;
}

/** Prepares a contract for clients; the seed decides which values are generated. Without a selection all is tried. */
export function clientSpecificationOf(
  specification: RunnableSpecification,
  seed: number,
  { selection, requestsOnly }: ClientSelection = {},
): ClientSpecification {
  const check = new RequestCheck(specification, stubKey);
  const { description } = specification;
  const source = { description, seed };
  const successes = new Map<Operation, ScriptedResponse>();
  const session: Session = caseSession(specification, seed, (request) => {
    const { operation } = check.check(request);
    if (operation === undefined) return gone;
    const success = successes.get(operation) ?? successOf(documentedResponses(source, session.setOf(operation)));
    successes.set(operation, success);
    return success;
  });
  const catalogue = catalogueOf(specification, 'client');
  const planned = planCases(session, 'client');
  const tried = description.operations.filter(({ id }) => selection?.has(id) !== false);
  const operations = tried.map((operation): ClientOperation => {
    const set = session.setOf(operation);
    const requirements = catalogue.filter(({ operationId }) => operationId === operation.id);
    const documented = documentedResponses(source, set);
    successes.set(operation, successOf(documented));
    return {
      operation,
      // Other cases are about what a caller cannot say.
      cases: planned.cases.filter((one) => one.operation === operation && callerValueOf(one.requirement) !== null),
      generated: planned.generated.filter((one) => one.operation === operation),
      documented: documented.map((response) => withShown(response, set, requirements)),
      undocumented: undocumentedResponses(description, set, documented),
    };
  });
  return {
    specification,
    seed,
    check,
    session,
    operations,
    selection,
    requestsOnly,
    requirements: catalogue,
    callerRequirements: new Set(catalogue.filter((one) => callerValueOf(one) !== null).map(({ id }) => id)),
  };
}

function withShown(
  one: DocumentedStubResponse,
  set: ResponseSet,
  requirements: readonly Requirement[],
): ShownStubResponse {
  const { statusKey: status, documented, response } = one;
  const shown = shownBy(shownResponse({ set, status, response: documented }, response), requirements);
  return { ...one, requirementIds: shown.map(({ id }) => id) };
}

/** What a success of an operation looks like. */
export function successOf(documented: readonly DocumentedStubResponse[]): ScriptedResponse {
  return documented.find(({ status }) => status < 300)?.response ?? gone;
}

function caseSession(
  specification: RunnableSpecification,
  seed: number,
  answer: (request: HttpRequest) => ScriptedResponse,
): Session {
  const ledger = new Ledger('server');
  for (const requirement of catalogueOf(specification, 'server')) ledger.add(requirement);
  return new Session(
    specification,
    ledger,
    async (request) => answer(request),
    { key: stubKey, limitedKey: undefined },
    { now: Date.now, wait: async () => undefined },
    seed,
  );
}
