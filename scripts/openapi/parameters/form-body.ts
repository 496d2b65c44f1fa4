import { type Exact, isExactObject, writeExact } from '../../http/exact-json.ts';
import { type Pair, splitTarget } from '../../http/message-changes.ts';
import { ownValue } from '../../http/own-value.ts';
import { decodeQuery } from '../../http/percent-encoding.ts';
import { type Contract, resolvePart } from '../contract.ts';
import { objectOf, stringOf } from '../json.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { readQuery } from './parameter-codec.ts';
import { textOf } from './scalar-text.ts';
import { type ParameterShape, schemaShape } from './shape.ts';

/**
 * A form (HTML, application/x-www-form-urlencoded) that says an object:
 * a list as one pair for each item, objects as JSON.
 */
export function writeForm(value: Exact): string {
  const pairs = Object.entries(isExactObject(value) ? value : {}).flatMap(([name, own]) =>
    [own].flat().map((one): [string, string] => [name, typeof one === 'object' ? writeExact(one) : textOf(one)]),
  );
  return new URLSearchParams(pairs).toString();
}

/** The object that a form stands for, by the schema of the body and the `encoding` beside it. */
export function readForm(contract: Contract, schema: string | undefined, text: string): Exact {
  const pairs = splitTarget(`?${text}`).pairs.filter(([name, value]) => name !== '' || value !== '');
  const byName = Map.groupBy(pairs, ([name]) => decodeQuery(name));
  const entries = [...byName].map(([name, own]): [string, Exact] => [name, fieldOf(contract, schema, name, own)]);
  return Object.fromEntries(entries);
}

function fieldOf(contract: Contract, schema: string | undefined, name: string, own: readonly Pair[]): Exact {
  const texts = own.map(([, value]) => decodeQuery(value));
  const [first = ''] = texts;
  const shape = schema === undefined ? undefined : shapeOfProperty(contract, schema, name);
  if (shape === undefined) return own.length > 1 ? texts : first;
  const { readings, isRepeated } = readQuery(shape, own);
  return isRepeated ? texts : (readings[0] ?? first);
}

/** OpenAPI, Encoding Object: as parameters are written in a query; objects are JSON. */
function shapeOfProperty(contract: Contract, schema: string, name: string): ParameterShape | undefined {
  const pointer = propertyOf(contract, schema, name);
  if (pointer === undefined) return undefined;
  const media = objectOf(resolvePart(contract, schema.replace(/\/schema$/, '')).value);
  const encoding = objectOf(ownValue(objectOf(media['encoding']), name));
  const style = stringOf(encoding['style']) ?? 'form';
  const shape = schemaShape(contract, pointer);
  return {
    name,
    style,
    explode: typeof encoding['explode'] === 'boolean' ? encoding['explode'] : style === 'form',
    mediaType: shape.kinds.includes('object') ? 'application/json' : null,
    ...shape,
  };
}

/** The schema of a property, of the first alternative that has it where the schema itself has not. */
function propertyOf(contract: Contract, schema: string, name: string, passed = new Set<string>()): string | undefined {
  const { pointer, properties, alternatives } = viewSchema(contract, schema);
  // A schema may be an alternative of itself.
  if (properties.has(name) || passed.has(pointer)) return properties.get(name);
  passed.add(pointer);
  return alternatives.map((one) => propertyOf(contract, one, name, passed)).find((one) => one !== undefined);
}
