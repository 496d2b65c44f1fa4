import type { Exact } from '../http/exact-json.ts';
import { splitTarget } from '../http/message-changes.ts';
import { decodeQuery } from '../http/percent-encoding.ts';
import { type Contract, resolvePart } from './contract.ts';
import { objectOf, stringOf } from './json.ts';
import { type ParameterShape, readQuery, schemaShape } from './parameter-values.ts';
import { viewSchema } from './schema-view.ts';

/** The object that a form stands for, by the schema of the body and the `encoding` beside it. */
export function readForm(contract: Contract, schema: string | undefined, text: string): Exact {
  const { pairs } = splitTarget(`?${text}`);
  const byName = Map.groupBy(
    pairs.filter(([name, value]) => name !== '' || value !== ''),
    ([name]) => decodeQuery(name),
  );
  const entries = [...byName].map(([name, own]): [string, Exact] => {
    const [first = ''] = own.map(([, value]) => decodeQuery(value));
    const shape = schema === undefined ? undefined : shapeOfProperty(contract, schema, name);
    if (shape === undefined) return [name, own.length > 1 ? own.map(([, value]) => decodeQuery(value)) : first];
    const { readings, isRepeated } = readQuery(shape, own);
    return [name, isRepeated ? own.map(([, value]) => decodeQuery(value)) : (readings[0] ?? first)];
  });
  return Object.fromEntries(entries);
}

/** OpenAPI, Encoding Object: as parameters are written in a query; objects are JSON. */
function shapeOfProperty(contract: Contract, schema: string, name: string): ParameterShape | undefined {
  const pointer = viewSchema(contract, schema).properties.get(name);
  if (pointer === undefined) return undefined;
  const media = objectOf(resolvePart(contract, schema.replace(/\/schema$/, '')).value);
  const encoding = objectOf(objectOf(media['encoding'])[name]);
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
