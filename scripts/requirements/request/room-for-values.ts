import { type Exact, isExactObject } from '../../http/exact-json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { wordsOf } from '../../openapi/resources/name-words.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { numberAt, type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { isBeneath } from './actions.ts';
import { requestProperty } from './referenced-resource.ts';
import type { RequestMaterial } from './request-material.ts';

/**
 * The body of a creation with as much room as its schema allows for what is sent to the thing afterwards: no more than
 * the `maxPoints` of a submission are given as `points` to it, and no schema says so.
 */
export function withRoom(material: RequestMaterial, create: Operation, mediaType: string, body: Exact): Exact {
  if (!isExactObject(body)) return body;
  const entries = Object.entries(body).map(([name, value]): [string, Exact] => {
    const bounded = typeof value === 'number' ? boundedBy(material, create, name) : undefined;
    const own = bounded && requestProperty(material.description.contract, create, mediaType, name);
    const most = bounded && own && (numberAt(own, 'maximum') ?? numberAt(bounded, 'maximum'));
    const isAllowed = own !== undefined && most !== undefined && material.isValid('request', own.pointer, most);
    return [name, isAllowed ? most : value];
  });
  return Object.fromEntries(entries);
}

/** What requests to a new thing send that is at most what a property of it says: `points`, of `maxPoints`. */
function boundedBy({ description, resources }: RequestMaterial, create: Operation, name: string) {
  const [first = '', ...bounded] = wordsOf(name);
  const resource = resources.find((one) => one.create === create);
  if (!/^max(?:imum)?$/.test(first) || resource === undefined) return undefined;
  const later = description.operations.filter((one) => isBeneath(one, resource));
  return later.flatMap((one) => sentAs(description.contract, one, bounded.join(' ')))[0];
}

/** The property of a body that has these words. */
function sentAs(contract: RequestMaterial['description']['contract'], operation: Operation, words: string) {
  const schema = jsonBodySchema(contract, operation);
  const properties = schema === undefined ? [] : [...viewSchema(contract, schema).properties];
  return properties.flatMap(([name, pointer]): SchemaView[] =>
    wordsOf(name).join(' ') === words ? [viewSchema(contract, pointer)] : [],
  );
}
