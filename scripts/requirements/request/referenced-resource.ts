import type { Exact } from '../../http/exact-json.ts';
import { isJson } from '../../http/media-types.ts';
import { type Contract, descriptionAt, resolvePart } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { writePath } from '../../openapi/parameters/parameter-codec.ts';
import { joinedWords } from '../../openapi/resources/joined-words.ts';
import { isPluralOf } from '../../openapi/resources/plural.ts';
import { isMark, makerOf, type Resource } from '../../openapi/resources/resource.ts';
import { bodySchema, isOfOwnKind, jsonBodySchema, parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { type SchemaView, typesOf, viewSchema } from '../../openapi/schemas/schema-view.ts';

interface Known {
  readonly description: Description;
  readonly resources: readonly Resource[];
}

/** The resource of which a property of a body holds an identifier, by its name, its name and form, or its schema. */
export function referencedResource(known: Known, operation: Operation, property: string): Resource | undefined {
  const others = othersThan(known, operation, property);
  return (
    others.find(({ parameter }) => parameter?.name === property) ??
    others.find((one) => isNamedAfter(property, one)) ??
    others.find((one) => isOneOf(property, one) && isAlike(known.description.contract, operation, property, one)) ??
    ofSameSchema(known.description.contract, operation, property, others)
  );
}

/** The one whose identifiers have the same component of the document for their schema: `target` is an IssueNumber. */
function ofSameSchema(
  contract: Contract,
  operation: Operation,
  property: string,
  others: readonly Resource[],
): Resource | undefined {
  const own = jsonProperty(contract, operation, property);
  return own && withSameComponent(contract, own, others);
}

function withSameComponent(contract: Contract, own: SchemaView, others: readonly Resource[]): Resource | undefined {
  const components = new Set(own.parts.map(({ pointer }) => pointer));
  const [found, ...more] = others.filter(({ parameter }) => {
    const component = parameter && resolvePart(contract, parameterSchema(parameter)).pointer;
    return component !== undefined && /^\/components\/schemas\/[^/]+$/.test(component) && components.has(component);
  });
  return more.length === 0 ? found : undefined;
}

/** The resource of whose things a property of a body has a list: `moduleIds`, or what its schema says is one. */
export function listedResource(known: Known, operation: Operation, property: string): Resource | undefined {
  const { contract } = known.description;
  const { items } = jsonProperty(contract, operation, property) ?? {};
  const view = items === undefined ? undefined : viewSchema(contract, items);
  if (view === undefined || view.types.some((type) => type === 'object' || type === 'array')) return undefined;
  const one = property.replace(/s$/i, '');
  const named = one === property ? undefined : namedResource(known, operation, one);
  return named ?? withSameComponent(contract, view, othersThan(known, operation, property));
}

const identifiers = /\b(?:ids?|identifiers?|uuids?|guids?)\b/i;

/** The resource whose things a body is a list of, by what is said of it and its path: `PUT /items/state/{state}`. */
export function listedByBody(known: Known, operation: Operation): Resource | undefined {
  const { contract } = known.description;
  const schema = jsonBodySchema(contract, operation);
  const { items } = schema === undefined ? {} : viewSchema(contract, schema);
  if (schema === undefined || items === undefined || operation.requestBody === null) return undefined;
  const types = typesOf(contract, viewSchema(contract, items));
  const isOfIds = [operation.requestBody.pointer, schema, items].some((at) =>
    identifiers.test(descriptionAt(contract, at)),
  );
  if (!isOfIds || types.length === 0 || types.some((type) => type === 'object' || type === 'array')) return undefined;
  return known.resources
    .filter(({ collectionPath, read }) => read !== undefined && isBehind(operation, collectionPath))
    .toSorted((one, other) => other.collectionPath.length - one.collectionPath.length)[0];
}

/** True for what is at the path of a collection, or behind it by a name: of `/items/{id}/tags`, not of `/items`. */
function isBehind({ path }: Operation, collectionPath: string): boolean {
  return (
    path === collectionPath ||
    (path.startsWith(collectionPath) && /^[/:][^/{}]/.test(path.slice(collectionPath.length)))
  );
}

/**
 * The resource whose items a path parameter names: those at this place, else those that it is called after. At
 * `/tasks/{projectId}`, which makes and lists tasks, a project is named.
 */
export function resourceOfPath(
  { resources }: Pick<Known, 'resources'>,
  { path }: Pick<Operation, 'path'>,
  parameter: string,
): Resource | undefined {
  const [before = ''] = path.split(`/{${parameter}}`);
  const here = resources.find(({ itemsPath, parameter: own }) => own !== undefined && itemsPath === before);
  if (here !== undefined && isChangedOrListed(here)) return here;
  const others = resources.filter(
    (one) =>
      one.parameter !== undefined &&
      isChangedOrListed(one) &&
      (isNamedAfter(parameter, one) || isKnownBy(parameter, one)),
  );
  return others.find((one) => one.parameter?.name === parameter) ?? others[0] ?? here;
}

/** True for what another path names by the same word: `bookId` of `/covers/{bookId}`, where `/stock/{bookId}` is. */
function isKnownBy(parameter: string, { parameter: own }: Resource): boolean {
  return own?.name === parameter && identifierName.test(parameter);
}

const identifierName = /.(?:_id|Id|ID|_uuid|Uuid)$/;

/** False for what is only read, as the list of all that is of one project. */
function isChangedOrListed({ create, list, replace, merge, remove }: Resource): boolean {
  return [create, list, replace, merge, remove].some((one) => one !== undefined);
}

/** The path parameter of an operation that names an item, whatever it is called there. */
export function pathTo(known: Pick<Known, 'resources'>, operation: Operation, resource: Resource, id: Exact) {
  const parameter = operation.parameters.find(
    ({ in: place, name }) => place === 'path' && resourceOfPath(known, operation, name) === resource,
  );
  return parameter === undefined ? {} : { [parameter.name]: writePath(parameter, id) };
}

/** The resource of which a property anywhere in a request body holds an identifier, by its name alone. */
export function namedResource(known: Known, operation: Operation, property: string): Resource | undefined {
  return othersThan(known, operation, property).find((one) => isNamedAfter(property, one));
}

/** The other resource whose things a property is called after, `part` of what is at `/parts`: it may hold anything. */
export function calledAfter(known: Known, operation: Operation, property: string): Resource | undefined {
  return othersThan(known, operation, property).find((one) => isOneOf(property, one));
}

/**
 * The resource of which an operation makes or changes an item, where a property of its body has another such thing: the
 * `parent` of an organization is an organization. It may have to be there, with its identifier.
 */
export function ownKindIn(known: Known, operation: Operation, property: string): Resource | undefined {
  const { contract } = known.description;
  const schema = jsonBodySchema(contract, operation);
  const held = schema === undefined ? undefined : viewSchema(contract, schema).properties.get(property);
  if (schema === undefined || held === undefined || !isOfOwnKind(contract, schema, held)) return undefined;
  return known.resources.find(
    ({ create, replace, merge, idProperty }) =>
      idProperty !== undefined && [create, replace, merge].includes(operation),
  );
}

/** The resource that JSON:API calls so in `{ "type": "tags", "id": "1" }`: what is at `/tags`. */
export function resourceOfType(known: Known, operation: Operation, type: string): Resource | undefined {
  const others = othersThan(known, operation, `${type}Id`).filter(({ parameter }) => parameter !== undefined);
  const whole = joinedWords(type);
  return others.find((one) => wordsOf(one).collection === whole) ?? others.find((one) => isOneOf(type, one));
}

/**
 * The other resource whose identifiers its items have: that of `/products`, of `/basket/{productId}`. What PUT only
 * sets there may be called alike, as the `/labels/{labelId}` of an item are those of `/labels`, or otherwise, where its
 * schema says what it is: `/courses/{courseId}/prerequisites/{prerequisiteId}`.
 */
export function keyedBy({ description, resources }: Known, resource: Resource): Resource | undefined {
  const { parameter, idProperty } = resource;
  const names = [parameter?.name, idProperty].filter((name) => name !== undefined);
  if (!isMark(resource) && names.some((name) => isNamedAfter(name, resource))) return undefined;
  const others = resources.filter(
    (one) => one !== resource && !isMark(one) && (makerOf(one) ?? one.list) !== undefined,
  );
  const named = others.find((one) => names.some((name) => isNamedAfter(name, one)));
  if (named !== undefined || parameter === undefined || !isMark(resource)) return named;
  const { contract } = description;
  return withSameComponent(contract, viewSchema(contract, parameterSchema(parameter)), others);
}

/**
 * The resources that a body may name: those of which an item is made or found, but for its own. What PUT makes may be
 * there under the identifier of another thing, unless it shows one.
 */
function othersThan({ resources }: Known, operation: Operation, property: string): Resource[] {
  return resources.filter(
    (resource) =>
      ![resource.create, resource.replace, resource.merge].includes(operation) &&
      (resource.create ?? resource.list ?? (resource.idProperty && makerOf(resource))) !== undefined &&
      // That of its own is called `id` by many things.
      (property !== resource.idProperty || /.(?:_id|Id|ID)$/.test(property)),
  );
}

/** What the schema of a request body says of one of its properties. */
export function requestProperty(
  contract: Contract,
  operation: Operation,
  mediaType: string,
  property: string,
): SchemaView | undefined {
  const schema = bodySchema(contract, operation, mediaType);
  const pointer = schema === undefined ? undefined : viewSchema(contract, schema).properties.get(property);
  return pointer === undefined ? undefined : viewSchema(contract, pointer);
}

function jsonProperty(contract: Contract, operation: Operation, property: string): SchemaView | undefined {
  const mediaType = operation.requestBody?.mediaTypes.find(isJson);
  return mediaType === undefined ? undefined : requestProperty(contract, operation, mediaType, property);
}

/** True where the schema of a property says of a text what that of an identifier in a path says. */
function isAlike(contract: Contract, operation: Operation, property: string, { parameter }: Resource): boolean {
  const own = jsonProperty(contract, operation, property);
  if (own === undefined || parameter === undefined) return false;
  const identifier = viewSchema(contract, parameterSchema(parameter));
  const formOf = ({ keywords }: SchemaView) => ['pattern', 'format'].map((name) => keywords.get(name)?.value);
  const [form, other] = [formOf(own), formOf(identifier)];
  return form.some((value) => value !== undefined) && form.every((value, index) => value === other[index]);
}

/** `trip_id` and `tripId` hold an identifier of what is at `/trips`, as `tripCode` does for `/trips/{code}`. */
function isNamedAfter(property: string, resource: Resource): boolean {
  const [, thing] = /^(.+?)_?(?:id|Id|ID)$/.exec(property) ?? [];
  if (thing !== undefined && isOneOf(thing, resource)) return true;
  const whole = joinedWords(property);
  const { parameter: last } = wordsOf(resource);
  const isWithLast = last !== '' && whole.length > last.length && whole.endsWith(last);
  return isWithLast && isOneOf(whole.slice(0, -last.length), resource);
}

/** True for a property that has, by its name, what a path names one of these with: no `orderId` is a `number`. */
export function isIdentifierOf(property: string, resource: Resource): boolean {
  const { parameter, idProperty } = resource;
  if (!identifierName.test(property)) return isNamedAfter(property, resource);
  if (property === parameter?.name) return true;
  const names = ['id', property].map(joinedWords);
  return isNamedAfter(property, resource) && idProperty !== undefined && names.includes(joinedWords(idProperty));
}

/** `trip` is one of what is at `/trips`. */
function isOneOf(thing: string, resource: Resource): boolean {
  return isPluralOf(wordsOf(resource).collection, joinedWords(thing));
}

interface Words {
  collection: string;
  parameter: string;
}

const words = new WeakMap<Resource, Words>();

function wordsOf(resource: Resource): Words {
  const { collectionPath, parameter } = resource;
  const known = words.get(resource) ?? {
    collection: joinedWords(collectionPath.split('/').at(-1) ?? ''),
    parameter: joinedWords(parameter?.name ?? ''),
  };
  words.set(resource, known);
  return known;
}
