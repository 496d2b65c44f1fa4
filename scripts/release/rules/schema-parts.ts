import { type Contract, partAt, referenceOf, resolvePart } from '../../openapi/contract.ts';
import { isObject, type Json, listOf, objectOf, pointerTo, segmentsOf } from '../../openapi/json.ts';
import type { Keyword } from '../../openapi/schemas/schema-merge.ts';
import { type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';

/** What each part of a schema has for a keyword: all of it holds. */
export function keywordsOf({ parts }: SchemaView, keyword: string): Keyword[] {
  return parts.flatMap(({ pointer, value }) => {
    const own = objectOf(value)[keyword];
    return own === undefined ? [] : [{ value: own, pointer: `${pointer}/${keyword}` }];
  });
}

/** A property, as all parts of the schema describe it. */
export function propertyOf(contract: Contract, view: SchemaView, name: string): SchemaView | undefined {
  const pointers = keywordsOf(view, 'properties').flatMap(({ value, pointer }) =>
    Object.hasOwn(objectOf(value), name) ? [pointer + pointerTo(name)] : [],
  );
  return together(contract, view, pointers);
}

/** One item of a list, as all parts of the schema describe it: in its place, or among all that have none. */
export function itemOf(contract: Contract, view: SchemaView, index: number): SchemaView | undefined {
  const pointers = view.parts.flatMap(({ pointer, value }) => {
    const { prefixItems, items } = objectOf(value);
    if (index < listOf(prefixItems).length) return [`${pointer}/prefixItems/${index}`];
    return isObject(items) || items === false ? [`${pointer}/items`] : [];
  });
  return together(contract, view, pointers);
}

/** How many items have a schema of their own. */
export function placedItems(view: SchemaView): number {
  return Math.max(0, ...keywordsOf(view, 'prefixItems').map(({ value }) => listOf(value).length));
}

/** The schemas at these pointers as one, which is called by the one that is written where the whole schema is. */
function together(
  contract: Contract,
  { pointer: whole }: SchemaView,
  pointers: readonly string[],
): SchemaView | undefined {
  const written = pointers.filter((pointer) => !isReference(contract, pointer));
  const place =
    written.find((pointer) => pointer.startsWith(`${itself(contract, whole)}/`)) ?? written.at(-1) ?? pointers[0];
  const others = pointers.filter((pointer) => pointer !== place);
  return place === undefined ? undefined : viewSchema(contract, place, others);
}

/** True for a schema that is nothing but a reference. */
function isReference(contract: Contract, pointer: string): boolean {
  const { value } = partAt(contract, pointer);
  return referenceOf(value) !== undefined && (contract.version === '3.0' || Object.keys(objectOf(value)).length === 1);
}

/**
 * Where a schema stands that is nothing but a reference: the same for all who refer to it. A reference beside which
 * something is said is a schema of its own.
 */
export function itself(contract: Contract, pointer: string): string {
  const { pointer: place, value } = partAt(contract, pointer);
  const reference = referenceOf(value);
  if (reference === undefined || !isReference(contract, place)) return place;
  // Throws where references lead in a circle.
  resolvePart(contract, place);
  return itself(contract, pointerTo(...segmentsOf(reference)));
}

/** True where no value matches: `false`, `not: {}`, or types that have none in common. */
export function isNever(view: SchemaView): boolean {
  const isRefused = view.parts.some(({ value }) => value === false || isAnything(objectOf(value)['not']));
  return isRefused || (view.types.length === 0 && keywordsOf(view, 'type').length > 0);
}

function isAnything(schema: Json | undefined): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).every(isAnnotation));
}

/** True of a schema without alternatives that any value matches. */
export function isAny({ parts }: SchemaView): boolean {
  return parts.every(({ value }) => value !== false && Object.keys(objectOf(value)).every(isNoAssertion));
}

/** True of a schema that lists its values and says nothing else of them. */
export function isListAlone({ parts }: SchemaView): boolean {
  const isOfList = (keyword: string) => ['type', 'format', 'nullable', 'enum', 'const'].includes(keyword);
  return parts.every(({ value }) => Object.keys(objectOf(value)).every((key) => isOfList(key) || isNoAssertion(key)));
}

// Formats of OpenAPI 3.0 (Data Types), and what 3.1 has in their place (Considerations for File Uploads).
const contents = [
  { format: 'byte', keyword: 'contentEncoding', value: 'base64' },
  { format: 'base64url', keyword: 'contentEncoding', value: 'base64url' },
  { format: 'binary', keyword: 'contentMediaType', value: 'application/octet-stream' },
];

/** True where a schema says the same of what a text holds by another keyword, a format in place of it or the like. */
export function isContentOf(other: SchemaView, keyword: string, { value }: Keyword): boolean {
  return contents.some((content) => {
    const isFormat = keyword === 'format' && value === content.format;
    const [name, same] = isFormat ? [content.keyword, content.value] : ['format', content.format];
    const isMeant = isFormat || (keyword === content.keyword && value === content.value);
    return isMeant && keywordsOf(other, name).some((own) => own.value === same);
  });
}

// What refers to schemas that are parts themselves.
const compositions = ['$ref', 'allOf', 'oneOf', 'anyOf', 'discriminator'];

function isNoAssertion(keyword: string): boolean {
  return compositions.includes(keyword) || isAnnotation(keyword);
}

const annotations = [
  ...['title', 'description', 'example', 'examples', '$comment', 'deprecated', 'externalDocs', 'default'],
  ...['readOnly', 'writeOnly'],
];

/** True for a keyword that says nothing of a value. */
export function isAnnotation(keyword: string): boolean {
  return annotations.includes(keyword) || keyword.startsWith('x-');
}
