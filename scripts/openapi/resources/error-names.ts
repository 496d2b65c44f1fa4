import { type Exact, isExactObject } from '../../http/exact-json.ts';
import type { Contract } from '../contract.ts';
import { nearestPlaces } from '../schemas/nearest-places.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { joinedWords } from './joined-words.ts';

// What errors call the part of a request that is invalid, as joined words.
const naming = new Set([
  'attribute',
  'field',
  'fieldname',
  'loc',
  'param',
  'parameter',
  'parametername',
  'paramname',
  'pointer',
  'property',
  'propertyname',
  'propertypath',
]);
const deepest = 5;

function isNaming(name: string): boolean {
  return naming.has(joinedWords(name));
}

/** Pointer of the first property in the schema of an error that names the part of a request which is invalid. */
export function namingProperty(contract: Contract, pointer: string): string | undefined {
  const schemas = nearestPlaces(pointer, deepest, (at) => {
    const { properties, items, alternatives } = viewSchema(contract, at);
    return [...properties.values(), ...(items === undefined ? [] : [items]), ...alternatives];
  });
  const found = schemas
    .flatMap((at) => [...viewSchema(contract, at).properties])
    .find(([name, at]) => isNaming(name) && isOfTexts(contract, at));
  return found?.[1];
}

function isOfTexts(contract: Contract, pointer: string): boolean {
  const { types } = viewSchema(contract, pointer);
  return types.includes('string') || types.includes('array');
}

/** What an error names as invalid: `/data/name`, `lines[0].sku`, or `["body", "name"]` as one text. */
export function namesIn(error: Exact): string[] {
  if (Array.isArray(error)) return error.flatMap(namesIn);
  if (!isExactObject(error)) return [];
  return Object.entries(error).flatMap(([name, value]) => {
    if (!isNaming(name)) return namesIn(value);
    const texts = [value].flat().filter((one) => typeof one === 'string' || typeof one === 'number');
    return texts.length === 0 ? [] : [texts.join('.')];
  });
}

/** True where a name that an error gives is that of a property, in any spelling, or of something in it. */
export function isNameOf(name: string, property: string): boolean {
  return name
    .split(/[./[\]]/)
    .map(joinedWords)
    .includes(joinedWords(property));
}

/** The same error, naming the property at the end of the steps. */
export function namingIn(error: Exact, steps: readonly string[]): Exact {
  if (Array.isArray(error)) return error.map((one) => namingIn(one, steps));
  if (!isExactObject(error)) return error;
  return Object.fromEntries(
    Object.entries(error).map(([name, value]) => {
      if (!isNaming(name)) return [name, namingIn(value, steps)];
      if (Array.isArray(value)) return [name, [...steps]];
      return [name, typeof value === 'string' ? nameOf(name, steps) : value];
    }),
  );
}

/** A `pointer` is a JSON Pointer (RFC 6901). */
function nameOf(name: string, steps: readonly string[]): string {
  return joinedWords(name) === 'pointer' ? steps.map((step) => `/${step}`).join('') : steps.join('.');
}
