import { type Contract, partAt, referenceOf, resolvePart } from './contract.ts';
import { type Json, type JsonObject, listOf, objectOf, pointerTo, segmentsOf, stringOf } from './json.ts';
import type { Parameter } from './operation-table.ts';

/** Parameters of the path item and of the operation; the operation's win where name and place are the same. */
export function parametersOf(contract: Contract, itemPointer: string, operationPointer: string): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const owner of [itemPointer, operationPointer]) {
    const parameters = listOf(objectOf(resolvePart(contract, owner).value)['parameters']);
    for (const index of parameters.keys()) {
      const parameter = parameterAt(contract, `${owner}/parameters/${index}`);
      // OpenAPI: header parameters of these names are ignored, they are described elsewhere.
      if (parameter.in === 'header' && /^(accept|content-type|authorization)$/i.test(parameter.name)) continue;
      found.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...found.values()];
}

function parameterAt(contract: Contract, pointer: string): Parameter {
  const parameter = objectOf(resolvePart(contract, pointer).value);
  const place = String(parameter['in']);
  const style = stringOf(parameter['style']) ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  const [mediaType = null] = Object.keys(objectOf(parameter['content']));
  const hasSchema = parameter['schema'] !== undefined;
  const schema = hasSchema ? schemaAt(contract, `${pointer}/schema`) : {};
  return {
    name: String(parameter['name']),
    in: place,
    pointer,
    required: parameter['required'] === true,
    style,
    explode: typeof parameter['explode'] === 'boolean' ? parameter['explode'] : style === 'form',
    types: hasSchema ? typesOf(contract, `${pointer}/schema`) : [],
    itemTypes: schema['items'] === undefined ? [] : typesOf(contract, `${pointer}/schema/items`),
    mediaType,
    ...(schema['default'] !== undefined && { default: schema['default'] }),
  };
}

/** The schema at `pointer` with what it refers to. Beside a `$ref` nothing counts in 3.0, everything in 3.1. */
function schemaAt(contract: Contract, pointer: string): JsonObject {
  const { value } = partAt(contract, pointer);
  const reference = referenceOf(value);
  if (reference === undefined) return objectOf(value);
  const target = schemaAt(contract, pointerTo(...segmentsOf(reference)));
  return contract.version === '3.0' ? target : { ...target, ...objectOf(value) };
}

/** The JSON types that the schema at `pointer` allows, from `type`, `enum`, `const` or its alternatives. */
function typesOf(contract: Contract, pointer: string, passed: string[] = []): string[] {
  const schema = schemaAt(contract, pointer);
  if (schema['type'] !== undefined) {
    const types = [schema['type']].flat().map(String);
    return schema['nullable'] === true && contract.version === '3.0' ? [...types, 'null'] : types;
  }
  const values = schema['const'] === undefined ? listOf(schema['enum']) : [schema['const']];
  if (values.length > 0) return [...new Set(values.map(typeOf))];
  const { pointer: at } = resolvePart(contract, pointer);
  // A schema may be an alternative of itself.
  if (passed.includes(at)) return [];
  const branches = ['oneOf', 'anyOf', 'allOf'].flatMap((key) =>
    listOf(schema[key]).map((_, index) => `${pointer}/${key}/${index}`),
  );
  return [...new Set(branches.flatMap((branch) => typesOf(contract, branch, [...passed, at])))];
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
