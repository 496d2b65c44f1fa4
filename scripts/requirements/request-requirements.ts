import type { Contract } from '../openapi/contract.ts';
import { carrierOf, isOpen } from '../openapi/credentials.ts';
import type { Description } from '../openapi/description.ts';
import type { Operation, Parameter } from '../openapi/operation-table.ts';
import { parameterSchema } from '../openapi/schema-pointers.ts';
import { type SchemaView, viewSchema } from '../openapi/schema-view.ts';
import { successTypes } from '../openapi/success-responses.ts';
import { requirementsOf, type Specification } from '../verify/server/run.ts';
import { registeredDrafts } from './registered.ts';
import { kindOf } from './registry.ts';
import { bodyRequirements } from './request-body/body-requirements.ts';
import type { RequirementDraft, RequirementSubject } from './requirement.ts';
import { type Aspect, aspectsOf } from './schema/aspects.ts';
import { securityPointer } from './security/security-cases.ts';

/**
 * Everything that a client's request can be held to, in the order of the contract. What servers are held to as well is the
 * same requirement; `hasKey`: there is one key that is right.
 */
export function requestRequirements(specification: Specification, hasKey: boolean): RequirementDraft[] {
  const { description } = specification;
  const ofServers = new Map(requirementsOf(specification).map((draft) => [draft.id, draft]));
  const registered = registeredDrafts(specification, 'client').filter(({ subject }) => isOfRequests(subject));
  const own = description.operations.flatMap((operation) => operationRequirements(description, operation, hasKey));
  const methods = [...ofServers.values()].filter(({ subject }) => subject.kind === 'method');
  const unknown: RequirementDraft = {
    id: 'paths.unknown',
    operationId: null,
    pointer: '/paths',
    statement: 'Requests are to paths of the contract.',
    subject: { kind: 'unknownPath' },
  };
  const order = [...description.operations.map(({ id }) => id), null];
  const sorted = [...own, ...registered, ...methods, unknown].toSorted(
    (a, b) => order.indexOf(a.operationId) - order.indexOf(b.operationId),
  );
  const all = new Map(sorted.map((draft) => [draft.id, ofServers.get(draft.id) ?? draft]));
  return [...all.values()].map((draft) => ({ ...draft, waiver: null }));
}

function isOfRequests(subject: RequirementSubject): boolean {
  return subject.kind === 'registered' && kindOf(subject.of).client?.reach.by === 'requests';
}

function operationRequirements(description: Description, operation: Operation, hasKey: boolean): RequirementDraft[] {
  const { contract } = description;
  const { id, method, path, pointer } = operation;
  const draft = (name: string, at: string, statement: string, subject: RequirementSubject): RequirementDraft => ({
    id: `${id}.${name}`,
    operationId: id,
    pointer: at,
    statement,
    subject,
  });
  return [
    draft('exists', pointer, `${method} ${path} is there.`, { kind: 'operation' }),
    ...operation.parameters.flatMap((parameter) => parameterRequirements(contract, operation, parameter)),
    draft('parameters.query.unknown', pointer, 'Every query parameter is described.', {
      kind: 'parameter',
      in: 'query',
      name: 'unknown',
      keyword: 'unknown',
    }),
    ...bodyRequirements(contract, operation),
    ...securityRequirements(description, operation, hasKey),
    draft('request.encoding', pointer, 'Path and query are percent-encoded UTF-8 (RFC 3986).', {
      kind: 'request',
      aspect: 'encoding',
    }),
    ...(successTypes(operation).length === 0
      ? []
      : [
          draft(
            'request.accept',
            `${pointer}/responses`,
            `If there is an Accept, it allows ${successTypes(operation).join(' or ')}.`,
            { kind: 'request', aspect: 'accept' },
          ),
        ]),
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

function securityRequirements(
  { contract, service }: Description,
  operation: Operation,
  hasKey: boolean,
): RequirementDraft[] {
  const pointer = securityPointer(contract, operation);
  const draft = (
    aspect: string,
    statement: string,
    subject: RequirementSubject = { kind: 'security', aspect },
  ): RequirementDraft => ({
    id: `${operation.id}.security.${aspect}`,
    operationId: operation.id,
    pointer,
    statement,
    subject,
  });
  const place =
    Object.keys(service.securitySchemes).length === 0
      ? []
      : [draft('place', 'The key is nowhere but where the contract has it.', { kind: 'request', aspect: 'place' })];
  if (isOpen(operation)) return [draft('open', 'Everybody may call it, without a credential.'), ...place];
  const carriers = operation.security.flatMap((alternative) =>
    Object.keys(alternative).map((name) => carrierOf(service, name).kind),
  );
  return [
    ...operation.security
      .map((alternative) => Object.keys(alternative).join(' and '))
      .map((names) => draft(`accepts.${names}`, `A valid credential for ${names} is accepted.`)),
    draft('none', 'There is a credential.'),
    ...(hasKey
      ? [
          draft('unknown', 'The key is one that somebody has.'),
          draft('altered', 'The key is the one that was given, to the letter.'),
        ]
      : []),
    draft('empty', 'The credential is not empty.'),
    ...(carriers.some((kind) => kind === 'bearer' || kind === 'basic')
      ? [draft('scheme', 'The key is sent with its own scheme alone.')]
      : []),
    ...place,
  ];
}
