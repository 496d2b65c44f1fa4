import { type Contract, partAt } from '../../openapi/contract.ts';
import { pointerTo } from '../../openapi/json.ts';
import { jsonTypesOf } from '../../openapi/json-responses.ts';
import type { DocumentedResponse, Operation } from '../../openapi/operation-table.ts';
import { schemaOf } from '../../openapi/schemas/schema-pointers.ts';
import { isWriteOnly, type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { firstOf } from '../../openapi/values/first-of.ts';
import { stepTo } from './body-path.ts';
import type { KeyedResponse } from './response-sets.ts';

/** One thing that a schema says of one part of a body. */
export interface BodyPart {
  /** `''` for the whole body, else as in `.items[].name`. */
  path: string;
  /** An assertion of the schema; or `required`, `surplus` (no other properties), `schema` (all that it says). */
  keyword: string;
  pointer: string;
  value: unknown;
}

// JSON Schema 2020-12, Validation: what a value by itself can violate.
const numberKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const textKeywords = ['minLength', 'maxLength', 'pattern', 'format'];
const sizeKeywords = ['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'];
const assertions = new Set(['type', 'enum', 'const', ...numberKeywords, ...textKeywords, ...sizeKeywords]);
const closings = ['additionalProperties', 'unevaluatedProperties'];
const deepest = 6;

// A schema that holds others many times over has millions: what is beyond, `schema` of the whole body covers.
const most = 3000;

const known = new WeakMap<Contract, Map<string, readonly BodyPart[]>>();

/** Everything that the contract says of the JSON bodies of a documented response, part by part. */
export function bodyPartsOf(contract: Contract, keyed: KeyedResponse): readonly BodyPart[] {
  const ofContract = known.get(contract) ?? new Map<string, readonly BodyPart[]>();
  known.set(contract, ofContract);
  const key = `${keyed.set.operation?.method} ${keyed.response.pointer}`;
  const parts = ofContract.get(key) ?? newParts(contract, keyed);
  ofContract.set(key, parts);
  return parts;
}

/** Pointers of the schemas of its JSON bodies. A response to HEAD has no body, whatever is documented. */
export function bodySchemasOf(contract: Contract, operation: Operation | null, response: DocumentedResponse): string[] {
  if (operation?.method === 'HEAD') return [];
  return jsonTypesOf(contract, response).flatMap(
    (mediaType) => schemaOf(contract, `${response.pointer}/content${pointerTo(mediaType)}`) ?? [],
  );
}

/** What several media types say of the same part counts once, as the first has it. */
function newParts(contract: Contract, keyed: KeyedResponse): readonly BodyPart[] {
  const parts = bodySchemasOf(contract, keyed.set.operation, keyed.response).flatMap((pointer) => [
    ...firstOf(partsBelow(contract, viewSchema(contract, pointer), '', 0), most),
    { path: '', keyword: 'schema', pointer: partAt(contract, pointer).pointer, value: undefined },
  ]);
  return [...Map.groupBy(parts, ({ path, keyword }) => `${path} ${keyword}`).values()].flatMap(
    ([first]) => first ?? [],
  );
}

function* partsBelow(contract: Contract, view: SchemaView, path: string, depth: number): Generator<BodyPart> {
  if (depth > deepest || view.alternatives.length > 0) {
    if (path !== '') yield { path, keyword: 'schema', pointer: view.pointer, value: undefined };
    return;
  }
  yield* ownParts(view, path);
  for (const [name, at] of view.properties) {
    const property = viewSchema(contract, at);
    // What is only sent is in no response.
    if (isWriteOnly(property)) continue;
    yield* requiredPart(view, path + stepTo(name), name);
    yield* partsBelow(contract, property, path + stepTo(name), depth + 1);
  }
  if (view.items !== undefined) yield* partsBelow(contract, viewSchema(contract, view.items), `${path}[]`, depth + 1);
}

/** What a schema itself says of the part at `path`. */
export function ownParts(view: SchemaView, path: string): BodyPart[] {
  return [...view.keywords].flatMap(([keyword, { value, pointer }]) => {
    if (closings.includes(keyword)) return value === false ? [{ path, keyword: 'surplus', pointer, value }] : [];
    const isSaying = assertions.has(keyword) && !(keyword === 'uniqueItems' && value === false);
    return isSaying ? [{ path, keyword, pointer, value }] : [];
  });
}

function requiredPart(holder: SchemaView, path: string, name: string): BodyPart[] {
  const pointer = holder.required.get(name);
  return pointer === undefined ? [] : [{ path, keyword: 'required', pointer, value: true }];
}
