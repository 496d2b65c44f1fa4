import { type Exact, isExactObject } from '../../http/exact-json.ts';
import type { Contract } from '../contract.ts';
import type { Operation } from '../operation-table.ts';
import { typesOf, viewSchema } from '../schemas/schema-view.ts';
import { successSchema } from '../success-responses.ts';
import { continuing } from './page-parameters.ts';

// Read for each body that is made of an operation.
const known = new WeakMap<Operation, ReadonlyMap<string, readonly string[]>>();

/**
 * The properties of a body by which a search continues where its last page ended, as `cursor`: only the server has
 * values for them, so that any other may be refused. None where a page says nothing of another one.
 */
export function bodyCursors(contract: Contract, operation: Operation, schema: string): readonly string[] {
  const found = known.get(operation)?.get(schema) ?? findCursors(contract, operation, schema);
  known.set(operation, new Map([...(known.get(operation) ?? []), [schema, found]]));
  return found;
}

function findCursors(contract: Contract, operation: Operation, schema: string): string[] {
  const answered = successSchema(contract, operation);
  const beside = answered === undefined ? [] : [...viewSchema(contract, answered).properties.keys()];
  const isPaged = beside.some((name) => /^next([-_]?|$)|^has_?more|cursor|continuation/i.test(name));
  const { properties, required } = viewSchema(contract, schema);
  return !isPaged
    ? []
    : [...properties].flatMap(([name, at]) =>
        continuing.test(name) && !required.has(name) && typesOf(contract, viewSchema(contract, at)).includes('string')
          ? [name]
          : [],
      );
}

/** The body without them: it asks for the first page. */
export function withoutCursors(contract: Contract, operation: Operation, schema: string, body: Exact): Exact {
  const names = bodyCursors(contract, operation, schema);
  if (names.length === 0 || !isExactObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
