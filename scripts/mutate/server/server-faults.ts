import type { FactDraft } from '../../verify/facts.ts';
import { Ledger } from '../../verify/ledger.ts';
import type { Fact } from '../../verify/result.ts';
import { factsOf, type Proof } from '../../verify/run.ts';
import { type Departing, faultOf, type ServerFault } from './fault.ts';
import { headerFaults } from './header-faults.ts';
import { limitFaults } from './limit-faults.ts';
import { parameterFaults } from './parameter-faults.ts';
import { relationFaults } from './relation-faults.ts';
import { requestBodyFaults } from './request-body-faults.ts';
import { responseBodyFaults } from './response-body-faults.ts';
import { methodFaults, operationFaults, unknownPathFaults } from './routing-faults.ts';
import { ruleFaults } from './rule-faults.ts';
import { securityFaults } from './security-faults.ts';
import { contentFaults, statusFaults } from './status-faults.ts';
import { Wire } from './wire.ts';

/** Servers that depart from the contract of a proof, each in one fact: what is waived is left out. */
export function serverFaults(proof: Proof): ServerFault[] {
  const wire = new Wire(proof);
  return heldFacts(proof).flatMap(({ draft }) => departuresFrom(wire, draft).map((one) => faultOf(draft, one)));
}

/** The facts that a server is held to, as they are known before a run and with their place in the file. */
export function heldFacts(proof: Proof): { draft: FactDraft; fact: Fact }[] {
  const drafts = factsOf(proof);
  const ledger = new Ledger(proof.description.contract);
  for (const draft of drafts) ledger.add(draft);
  const facts = new Map(ledger.results('http://localhost').map(({ fact }) => [fact.id, fact]));
  return drafts.flatMap((draft) => {
    const fact = facts.get(draft.id);
    return fact === undefined || fact.waiver !== null ? [] : [{ draft, fact }];
  });
}

function departuresFrom(wire: Wire, fact: FactDraft): Departing[] {
  const { subject } = fact;
  switch (subject.kind) {
    case 'operation':
      return operationFaults(wire, fact);
    case 'method':
      return methodFaults(wire, subject);
    case 'unknownPath':
      return unknownPathFaults(wire);
    case 'parameter':
      return parameterFaults(wire, fact, subject);
    case 'requestBody':
      return requestBodyFaults(wire, fact, subject);
    case 'status':
      return statusFaults(wire, fact, subject.status);
    case 'content':
      return contentFaults(wire, fact, subject.status);
    case 'header':
      return headerFaults(wire, fact, subject);
    case 'responseBody':
      return responseBodyFaults(wire, fact, subject);
    case 'security':
      return securityFaults(wire, fact, subject);
    case 'rateLimit':
      return limitFaults(wire, fact, subject);
    case 'relation':
      return relationFaults(wire, fact, subject);
    case 'rule':
      return ruleFaults(wire, fact);
    case 'request':
    case 'client':
      return [];
  }
}
