import type { Contract } from '../../openapi/contract.ts';
import { serviceOf } from '../../openapi/service.ts';
import { callerChanges } from './callers.ts';
import { deprecationChanges } from './extensions.ts';
import type { Contracts, Found, Pair } from './found.ts';
import { callOf, idAt, subjectOf, titleOf } from './operation-names.ts';
import type { OperationPlace } from './operation-places.ts';
import { parameterChanges } from './parameters.ts';
import { counterpartOf, removedOperations } from './removed-operations.ts';
import { requestBodyChanges } from './request-body.ts';
import { responseChanges } from './responses.ts';
import { SchemaComparison } from './schemas.ts';
import { securityChanges } from './security.ts';
import { serverChanges } from './servers.ts';

/** What changed in the operations of a contract: which there are, and how each is called. */
export function operationChanges(contracts: Contracts, places: Pair<readonly OperationPlace[]>): Found[] {
  const schemas = new SchemaComparison(contracts);
  const kept = operationsInBoth(places);
  const known = new Set(kept.map(({ before }) => before.key));
  const removed = places.before.filter(({ key }) => !known.has(key));
  const others = places.now.filter(({ key }) => !known.has(key));
  const moved = new Map(removed.map((before) => [before, counterpartOf(before, removed, others)]));
  const pairs = [
    ...kept,
    ...[...moved].flatMap(([before, now]) => (now === undefined ? [] : [movedPair(before, now)])),
  ];
  // Who calls a webhook, and where it is, its receiver says.
  const called = pairs.filter(({ before }) => before.request === 'sent');
  const added = others.filter((own) => ![...moved.values()].includes(own));
  return [
    ...removedOperations(
      contracts.before,
      [...moved].filter(([before]) => !removed.some((holder) => isCallbackOf(before, holder))),
    ),
    ...added
      .filter((own) => !others.some((holder) => isCallbackOf(own, holder)))
      .map((own) => addedOperation(contracts.now, own)),
    ...pairs.flatMap((pair) => changesWithin(contracts, schemas, pair)),
    ...unmatchedChanges(contracts, schemas),
    ...securityChanges(contracts, called),
    ...callerChanges(contracts, pairs),
    ...serverChanges(contracts, called),
  ];
}

/** An operation in two places: the variables of its path changed with that. */
function movedPair(before: OperationPlace, now: OperationPlace): Pair<OperationPlace> {
  const withoutVariables = (place: OperationPlace): OperationPlace => ({
    ...place,
    operation: { ...place.operation, parameters: place.operation.parameters.filter((one) => one.in !== 'path') },
  });
  return { before: withoutVariables(before), now: withoutVariables(now) };
}

/** What changed in an operation that both contracts have. */
function changesWithin(contracts: Contracts, schemas: SchemaComparison, pair: Pair<OperationPlace>): Found[] {
  const found = [
    ...renamed(contracts, pair),
    ...deprecationChanges(contracts, pair),
    ...parameterChanges(contracts, schemas, pair),
    ...requestBodyChanges(contracts, schemas, pair),
    ...responseChanges(contracts, schemas, responsesOf(contracts.now, pair), {
      flow: pair.before.response,
      message: 'response',
    }),
  ];
  return found.map((one) => ({ ...one, operations: [pair.now.operation.id] }));
}

/** The operations that both contracts have, by method and path. */
export function operationsInBoth(places: Pair<readonly OperationPlace[]>): Pair<OperationPlace>[] {
  const owns = new Map(places.now.map((own) => [own.key, own]));
  return places.before.flatMap((before) => {
    const now = owns.get(before.key);
    return now === undefined ? [] : [{ before, now }];
  });
}

/** True of a callback that comes and goes with the operation that has it. */
function isCallbackOf({ pointer }: OperationPlace, holder: OperationPlace): boolean {
  return pointer.startsWith(`${holder.pointer}/callbacks/`);
}

function addedOperation(contract: Contract, place: OperationPlace): Found {
  const call = callOf(place.operation);
  const isNamed = titleOf(contract, place) === call || place.pointer.startsWith('/webhooks/');
  const where = isNamed ? '' : `: ${call}`;
  return { impact: 'minor', message: `${subjectOf(contract, place)} was added${where}.`, now: place.pointer };
}

/** Code names an operation by its id. */
function renamed(contracts: Contracts, { before, now }: Pair<OperationPlace>): Found[] {
  const [old, own] = [idAt(contracts.before, before.pointer), idAt(contracts.now, now.pointer)];
  if (old === own) return [];
  if (old === undefined)
    return [
      { impact: 'minor', message: `${callOf(now.operation)} is called ${own} now.`, now: `${now.pointer}/operationId` },
    ];
  return [
    {
      impact: 'major',
      message: `Operation ${old} is ${own === undefined ? 'without a name' : `called ${own}`} now.`,
      breaks: `consumers whose code names ${old}`,
      remedy: `keep the operationId ${old}`,
      before: `${before.pointer}/operationId`,
      ...(own === undefined ? { holder: now.pointer } : { now: `${now.pointer}/operationId` }),
    },
  ];
}

function responsesOf(contract: Contract, { before, now }: Pair<OperationPlace>) {
  return {
    before: before.operation.responses,
    now: now.operation.responses,
    holder: `${now.pointer}/responses`,
    name: titleOf(contract, now),
  };
}

/** Requests that reach no operation are answered as well (`x-unmatched-responses`). */
function unmatchedChanges(contracts: Contracts, schemas: SchemaComparison): Found[] {
  const name = 'requests that reach no operation';
  const responses = {
    before: serviceOf(contracts.before).unmatchedResponses,
    now: serviceOf(contracts.now).unmatchedResponses,
  };
  return responseChanges(
    contracts,
    schemas,
    { ...responses, holder: '/x-unmatched-responses', name },
    { flow: 'read', message: 'response' },
  );
}
