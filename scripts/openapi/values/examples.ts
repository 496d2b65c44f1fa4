import type { Exact } from '../../http/exact-json.ts';
import { type Contract, resolvePart } from '../contract.ts';
import { listOf, objectOf, pointerTo } from '../json.ts';
import type { Operation } from '../operation-table.ts';
import { schemaOf } from '../schemas/schema-pointers.ts';
import { type SchemaView, viewSchema } from '../schemas/schema-view.ts';

/** An example that the contract gives, under the name that it has there. */
export interface ContractExample {
  name: string;
  value: Exact;
}

/**
 * The examples of the parameter, header or media type at `pointer`, then those of its schema;
 * whether they are valid is not looked at. Throws ContractError when a reference leads nowhere.
 */
export function examplesAt(contract: Contract, pointer: string): ContractExample[] {
  const holder = objectOf(resolvePart(contract, pointer).value);
  const [mediaType] = Object.keys(objectOf(holder['content']));
  const schema = schemaOf(contract, pointer);
  const ofSchema = schema === undefined ? [] : schemaExamples(viewSchema(contract, schema));
  return [
    ...ownExamplesAt(contract, pointer),
    ...ofSchema.map((value, index) => ({ name: `example${index === 0 ? '' : ` ${index + 1}`} of the schema`, value })),
    // A parameter or header that is one document has its examples there.
    ...(mediaType === undefined ? [] : examplesAt(contract, `${pointer}/content${pointerTo(mediaType)}`)),
  ];
}

/** The examples of the parameter, header or media type at `pointer` alone: `example`, and `examples` by their names. */
export function ownExamplesAt(contract: Contract, pointer: string): ContractExample[] {
  const holder = objectOf(resolvePart(contract, pointer).value);
  const own = holder['example'] === undefined ? [] : [{ name: 'example', value: holder['example'] }];
  const named = Object.keys(objectOf(holder['examples'])).flatMap((name) => {
    const { value } = objectOf(resolvePart(contract, `${pointer}/examples${pointerTo(name)}`).value);
    return value === undefined ? [] : [{ name, value }];
  });
  return [...own, ...named];
}

/** The first example of a request body in a media type. */
export function firstExample(
  contract: Contract,
  { requestBody }: Operation,
  mediaType: string,
): ContractExample | undefined {
  if (requestBody?.mediaTypes.includes(mediaType) !== true) return undefined;
  return ownExamplesAt(contract, `${requestBody.pointer}/content${pointerTo(mediaType)}`)[0];
}

/** The same, where that is a text. */
export function textExample(contract: Contract, operation: Operation, mediaType: string): string | undefined {
  const { value } = firstExample(contract, operation, mediaType) ?? {};
  return typeof value === 'string' ? value : undefined;
}

/** The examples that a schema gives itself. */
export function schemaExamples({ keywords }: SchemaView): Exact[] {
  const example = keywords.get('example')?.value;
  return [...(example === undefined ? [] : [example]), ...listOf(keywords.get('examples')?.value)];
}
