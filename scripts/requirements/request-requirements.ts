import type { Contract } from '../openapi/contract.ts';
import type { Description } from '../openapi/description.ts';
import type { Operation, Parameter } from '../openapi/operation-table.ts';
import { parameterSchema } from '../openapi/schema-pointers.ts';
import { type SchemaView, viewSchema } from '../openapi/schema-view.ts';
import { requirementsOf, type Specification } from '../verify/server/run.ts';
import { registeredDrafts } from './registered.ts';
import { kindOf } from './registry.ts';
import { bodyRequirements } from './request-body/body-requirements.ts';
import type { RequirementDraft, RequirementSubject } from './requirement.ts';
import { type Aspect, aspectsOf } from './schema/aspects.ts';

/**
 * Everything that a client's request can be held to, in the order of the contract. What servers are held to as well is the
 * same requirement; `hasKey`: there is one key that is right.
 */
export function requestRequirements(specification: Specification, hasKey: boolean): RequirementDraft[] {
  const { description } = specification;
  const ofServers = new Map(requirementsOf(specification).map((draft) => [draft.id, draft]));
  const registered = registeredDrafts(specification, 'client').filter(({ subject }) => isOfRequests(subject, hasKey));
  const own = description.operations.flatMap((operation) => operationRequirements(description, operation));
  const order = [...description.operations.map(({ id }) => id), null];
  const sorted = [...registered, ...own].toSorted(
    (a, b) => order.indexOf(a.operationId) - order.indexOf(b.operationId),
  );
  const all = new Map(sorted.map((draft) => [draft.id, ofServers.get(draft.id) ?? draft]));
  return [...all.values()].map((draft) => ({ ...draft, waiver: null }));
}

function isOfRequests(subject: RequirementSubject, hasKey: boolean): boolean {
  if (subject.kind !== 'registered') return false;
  const reach = kindOf(subject.of).client?.reach;
  return reach?.by === 'routes' || (reach?.by === 'requests' && (hasKey || reach.needsRightKey !== true));
}

function operationRequirements(description: Description, operation: Operation): RequirementDraft[] {
  const { contract } = description;
  const { id, pointer } = operation;
  const draft = (name: string, at: string, statement: string, subject: RequirementSubject): RequirementDraft => ({
    id: `${id}.${name}`,
    operationId: id,
    pointer: at,
    statement,
    subject,
  });
  return [
    ...operation.parameters.flatMap((parameter) => parameterRequirements(contract, operation, parameter)),
    draft('parameters.query.unknown', pointer, 'Every query parameter is described.', {
      kind: 'parameter',
      in: 'query',
      name: 'unknown',
      keyword: 'unknown',
    }),
    ...bodyRequirements(contract, operation),
  ];
}

function parameterRequirements(contract: Contract, operation: Operation, parameter: Parameter): RequirementDraft[] {
  const { in: place, name, pointer } = parameter;
  const draft = (keyword: string, at: string, statement: string): RequirementDraft => ({
    id: `${operation.id}.parameters.${place}.${name}.${keyword}`,
    operationId: operation.id,
    pointer: at,
    statement,
    subject: { kind: 'parameter', in: place, name, keyword },
  });
  const aspects = parameterAspects(contract, parameter).map(({ keyword, pointer: at, value }) =>
    draft(
      keyword,
      at,
      `${name} (${place}) is held to its ${keyword}${value === undefined ? '' : ` ${JSON.stringify(value)}`}.`,
    ),
  );
  const isOne = parameter.mediaType !== null || !['array', 'object'].some((type) => parameter.types.includes(type));
  return [
    ...aspects,
    draft('schema', parameterSchema(parameter), `${name} (${place}) is as its schema and its style say.`),
    ...(place !== 'path' && isOne ? [draft('repeated', pointer, `${name} (${place}) is given once.`)] : []),
  ];
}

/** What is told of a parameter keyword by keyword: of a list, what it says of its items, too. */
export function parameterAspects(contract: Contract, parameter: Parameter): Aspect[] {
  if (parameter.mediaType !== null) return [];
  const view = viewSchema(contract, parameterSchema(parameter));
  const isScalar = (one: SchemaView) => !one.types.includes('array') && !one.types.includes('object');
  // Null has no text, and every text is a list of one.
  const own = aspectsOf(view).filter(
    ({ keyword }) => keyword !== 'null' && (isScalar(view) || !/^(type|surplus|(min|max)Properties)$/.test(keyword)),
  );
  if (view.items === undefined) return own;
  const item = viewSchema(contract, view.items);
  const ofItems = aspectsOf(item).filter(
    ({ keyword }) => keyword !== 'null' && (keyword !== 'type' || !item.types.includes('string')),
  );
  return [
    ...own,
    ...ofItems.map((aspect) => ({
      ...aspect,
      isReachedBy: (value: Parameters<Aspect['isReachedBy']>[0]) =>
        Array.isArray(value) && value.some((one) => aspect.isReachedBy(one)),
    })),
  ];
}
