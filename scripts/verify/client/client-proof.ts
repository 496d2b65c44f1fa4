import type { Operation } from '../../contract/operation-table.ts';
import { documentedResponses } from '../../stub/responses/documented-responses.ts';
import { RequestCheck } from '../../stub/request/request-check.ts';
import type { DocumentedStubResponse, StubResponse } from '../../stub/responses/response.ts';
import { type UndocumentedStubResponse, undocumentedResponses } from '../../stub/responses/undocumented-responses.ts';
import { bodyCases } from '../body-cases.ts';
import type { Case } from '../cases.ts';
import type { FactDraft } from '../facts.ts';
import { type GeneratedFact, generatedFacts } from '../generated-cases.ts';
import { Ledger } from '../ledger.ts';
import { parameterCases } from '../parameter-cases.ts';
import { responseFacts } from '../response-facts.ts';
import { factsOf, type Proof } from '../run.ts';
import { Session } from '../session.ts';
import { clientFacts } from './client-facts.ts';

/** The key of the client that is held: it opens nothing but the stub. */
export const stubKey = 'key-of-the-client-that-is-verified';

/** A response that leads nowhere. */
export const gone: StubResponse = { status: 410, headers: [], body: Buffer.alloc(0), receivedAt: 0 };

/** What one operation is tried with. */
export interface ClientOperation {
  operation: Operation;
  /** The case table that servers are held with, too. */
  cases: readonly Case[];
  generated: readonly GeneratedFact[];
  documented: readonly DocumentedStubResponse[];
  undocumented: readonly UndocumentedStubResponse[];
}

/** A contract with all that a client is tried with, ready to hold clients against. */
export interface ClientProof {
  proof: Proof;
  seed: number;
  check: RequestCheck;
  /** Makes the requests of cases. What it has to create for them, it creates nowhere. */
  session: Session;
  operations: readonly ClientOperation[];
  /** In the order of the contract. */
  facts: readonly FactDraft[];
}

/** Prepares a contract for clients; the seed decides which values are generated. */
export function prepareForClients(proof: Proof, seed: number): ClientProof {
  const check = new RequestCheck(proof, stubKey);
  const { description } = proof;
  const documented = new Map<string, DocumentedStubResponse[]>();
  const session = caseSession(proof, seed, (request) => successOf(documented.get(check.check(request).operation?.id ?? '') ?? []));
  const operations = description.operations.map((operation): ClientOperation => {
    const [source, set] = [{ description, seed }, session.setOf(operation)];
    const own = documentedResponses(source, set);
    documented.set(operation.id, own);
    const cases = [parameterCases, bodyCases].flatMap((make) => make(session, operation));
    return { operation, cases, generated: generatedFacts(session, operation), documented: own, undocumented: undocumentedResponses(source, set) };
  });
  return { proof, seed, check, session, operations, facts: factsFor(proof, session, check, operations) };
}

/** What a success of an operation looks like. */
export function successOf(documented: readonly DocumentedStubResponse[]): StubResponse {
  return documented.find(({ status }) => status < 300)?.response ?? gone;
}

function caseSession(proof: Proof, seed: number, answer: (request: Parameters<Session['send']>[0]) => StubResponse): Session {
  const { description } = proof;
  const ledger = new Ledger(description.contract);
  for (const fact of factsOf(proof)) ledger.add(fact);
  return new Session(description, ledger, async (request) => answer(request), { key: stubKey, limitedKey: undefined }, { now: Date.now, wait: async () => undefined }, seed);
}

/** What the contract waives, because no request reaches it on a server, a stub can show to a client: nothing is waived here. */
function factsFor({ description }: Proof, session: Session, check: RequestCheck, operations: readonly ClientOperation[]): FactDraft[] {
  const requestFacts = check.facts();
  const all = operations.flatMap(({ operation, cases, generated }) => [
    ...requestFacts.filter(({ operationId }) => operationId === operation.id),
    ...[...cases, ...generated].map(({ fact }) => fact),
    ...responseFacts(description, session.setOf(operation)).filter((fact) => !isMeaning(fact)),
    failureFact(operation),
    ...clientFacts(description, operation),
  ]);
  const others = requestFacts.filter(({ operationId }) => operationId === null);
  const unique = new Map([...all, ...others].map((fact) => [fact.id, fact]));
  return [...unique.values()].map((fact) => ({ ...fact, waiver: null }));
}

/** Whether what a response says is true, only its server knows. */
function isMeaning({ subject }: FactDraft): boolean {
  return (subject.kind === 'header' && subject.aspect === 'meaning') || (subject.kind === 'responseBody' && subject.keyword === 'meaning');
}

function failureFact({ id, pointer }: Operation): FactDraft {
  return { id: `${id}.responses.failure`, operationId: id, pointer, statement: 'Every call ends with an answer, a typed error, or a rejection.', subject: { kind: 'status', status: 'failure' } };
}
