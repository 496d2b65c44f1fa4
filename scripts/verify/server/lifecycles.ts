import { type Exact, isSame } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { isSuccess } from '../../http/exchange.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { writePath } from '../../openapi/parameters/parameter-codec.ts';
import { enumOf, textAt, viewSchema } from '../../openapi/schema-view.ts';
import type { RequirementDraft } from '../../requirements/requirement.ts';
import type { Session } from './session.ts';

/** What a path names must be there: 404 for each of its parameters, where the contract has that. */
export function unknownRequirements(operation: Operation): RequirementDraft[] {
  if (!Object.hasOwn(operation.responses, '404')) return [];
  return operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => ({
      id: unknownId(operation, name),
      operationId: operation.id,
      pointer: `${operation.pointer}/responses/404`,
      statement: `A ${name} that nothing has is answered with 404.`,
      subject: { kind: 'parameter', in: 'path', name, keyword: 'unknown' },
    }));
}

const unknownId = (operation: Operation, name: string) => `${operation.id}.parameters.path.${name}.unknown`;

/** Identifiers that the schema allows and nothing has, and those of things that are there, written otherwise. */
export async function checkUnknown(session: Session, operation: Operation): Promise<void> {
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'path' || !Object.hasOwn(operation.responses, '404')) continue;
    const isMaker =
      operation.path.endsWith(`{${parameter.name}}`) &&
      operation.method === 'PUT' &&
      session.source.resourceOf(operation, parameter.name)?.create === undefined;
    for (const { id, isAllowed } of await unknownIds(session, operation, parameter)) {
      const answer = await session.call(
        await session.source.base(operation, 'all', false, { [parameter.name]: writePath(parameter, id) }),
      );
      const { status } = answer.response;
      // Where nothing else makes things, PUT does (RFC 9110 section 9.3.4).
      const isKept =
        status === 404 ||
        (isAllowed && isMaker && isSuccess(answer.response)) ||
        (!isAllowed && !isSuccess(answer.response));
      if (isKept) session.ledger.keep(unknownId(operation, parameter.name), answer);
      else
        session.ledger.violate(unknownId(operation, parameter.name), {
          ...answer,
          documented: `404: nothing has this ${parameter.name}.`,
          received: `${status}, ${excerpt(answer)}`,
        });
    }
  }
}

async function unknownIds(
  session: Session,
  operation: Operation,
  parameter: Parameter,
): Promise<{ id: Exact; isAllowed: boolean }[]> {
  const schema = `${parameter.pointer}/schema`;
  const view = viewSchema(session.description.contract, schema);
  const resource = session.source.resourceOf(operation, parameter.name);
  if (enumOf(view) !== undefined || (resource === undefined && !parameter.types.includes('integer'))) return [];
  const number = Date.now() % 1_000_000_000;
  const made: Exact = parameter.types.includes('integer')
    ? textAt(view, 'format') === 'int32'
      ? 2_100_000_000 + (number % 40_000_000)
      : 8_123_456_000_000_000 + number
    : session.values.textOf(view);
  const allowed = session.isValid('request', schema, made) ? [{ id: made, isAllowed: true }] : [];
  const own = resource === undefined ? undefined : await session.source.existing(resource);
  // The same number to a reader that has fewer bits.
  if (typeof own === 'number' || typeof own === 'bigint')
    return [
      ...allowed,
      ...[BigInt(own) + 2n ** 32n, BigInt(own) + 2n ** 52n]
        .filter((id) => session.isValid('request', schema, id) && !session.acknowledged.has(String(id)))
        .map((id) => ({ id, isAllowed: true })),
    ];
  if (typeof own !== 'string') return allowed;
  const near = [own.toLowerCase(), own.toUpperCase(), `${own}x`, `${own} `, own.slice(0, -1)].filter(
    (text) => text !== own && text !== '' && !session.isValid('request', schema, text),
  );
  // A UUID has no case (RFC 9562 section 4).
  return [...allowed, ...near.filter((text) => !isSame(text, own)).map((id) => ({ id, isAllowed: false }))];
}
