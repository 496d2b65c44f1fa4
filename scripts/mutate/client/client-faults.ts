import type { Operation } from '../../contract/operation-table.ts';
import type { Respond } from '../../stub/stub-server.ts';
import type { CallResult } from '../../verify/client/calls.ts';
import type { ClientWorld } from '../../verify/client/client-run.ts';
import { headerOf } from '../../verify/exchange.ts';
import type { FactDraft } from '../../verify/facts.ts';
import type { Proof } from '../../verify/run.ts';
import { outcomeFaults, retryFaults } from './client-behaviour-faults.ts';
import { bodyFaults, parameterFaults, routeFaults, securityFaults } from './client-request-faults.ts';
import { altering, type Departing, departing, type Wrap } from '../server/fault.ts';
import { headerFaults } from '../server/header-faults.ts';
import { withHeader } from '../../verify/message-changes.ts';
import { responseBodyFaults } from '../server/response-body-faults.ts';
import { contentFaults, statusFaults } from '../server/status-faults.ts';
import { Wire } from '../server/wire.ts';

/** What a client does otherwise: with its requests on their way, with responses on theirs, or in what it makes of them. */
export interface ClientChange {
  what: string;
  between?: (respond: Respond, world: ClientWorld) => Respond;
  view?: (result: CallResult, operation: Operation) => CallResult;
}

/** A client that departs from one fact of its contract. */
export interface ClientFault extends ClientChange {
  /** The fact, and what is done to it. */
  id: string;
  factId: string;
}

/** Clients that depart from the contract, each in one of these facts. */
export function clientFaults(proof: Proof, facts: readonly FactDraft[]): ClientFault[] {
  const wire = new Wire(proof);
  return facts.flatMap((fact) => changesFor(wire, fact).map((change) => ({ ...change, id: `${fact.id}: ${change.what}`, factId: fact.id })));
}

function changesFor(wire: Wire, fact: FactDraft): ClientChange[] {
  const { subject } = fact;
  switch (subject.kind) {
    case 'operation':
    case 'method':
    case 'unknownPath':
      return routeFaults(wire, fact);
    case 'parameter':
      return parameterFaults(wire, fact, subject);
    case 'requestBody':
      return bodyFaults(wire, fact, subject);
    case 'security':
    case 'request':
      return securityFaults(wire, fact);
    case 'status':
      return subject.status === 'undocumented' || subject.status === 'failure' ? outcomeFaults(wire, fact, subject.status) : statusFaults(wire, fact, subject.status).filter(({ what }) => !(what === 'a failure' && subject.status === '500')).map(seen);
    case 'content':
      return contentFaults(wire, fact, subject.status).filter(({ what }) => isToBeTold(what)).map(seen);
    case 'header':
      return subject.aspect === 'present' ? headerFaults(wire, fact, subject).map(seen) : [seen(departing('another value', altering((response, request) => (wire.isOf(fact, subject.status)(request, response) && headerOf(response, subject.name) !== undefined ? withHeader(response, subject.name, `${headerOf(response, subject.name)}1`) : response))))];
    case 'responseBody':
      return responseBodyFaults(wire, fact, subject).map(seen);
    case 'client':
      return retryFaults(wire, fact);
    case 'rateLimit':
    case 'relation':
    case 'rule':
      return [];
  }
}

/** A charset and a byte order mark change nothing of what a client makes of JSON (RFC 8259 section 8.1). */
function isToBeTold(what: string): boolean {
  return what !== 'another charset' && what !== 'a byte order mark';
}

/** A departure of a server, as what the client sees of one that keeps the contract. */
function seen({ what, wrap }: Departing): ClientChange {
  return { what, between: (respond, { key }) => asRespond(wrap, respond, key) };
}

function asRespond(wrap: Wrap, respond: Respond, key: string): Respond {
  return wrap(respond, { key, limitedKey: key, now: Date.now, doing: () => '' });
}
