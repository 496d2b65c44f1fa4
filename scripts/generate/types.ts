import type { Contract } from '../openapi/contract.ts';
import { schemaNames } from './schema-names.ts';
import { openapiTypescript } from './types/openapi-typescript.ts';
import { ownTypes } from './types/own-types.ts';
import { withRecursiveTypes } from './types/recursive-types.ts';

/** What makes TypeScript types of every path, operation and component. */
interface TypeGenerator {
  /** Loads what it needs, which takes long: it can be done while Redocly is at work. */
  load(): Promise<unknown>;
  /** Throws ContractError for a document that it does not manage. */
  typesOf(contract: Contract): string | Promise<string>;
}

/** Each gives types that fit those of the other: a test compares them. */
export const typeGenerators = { openapiTypescript, own: ownTypes } satisfies Record<string, TypeGenerator>;

/** The one in use. */
const generator: TypeGenerator = typeGenerators.openapiTypescript;

export const loadTypeGenerator = () => generator.load();

/** The types of a contract, and of each schema by its name. Throws ContractError for one that the generator refuses. */
export async function generateTypes(contract: Contract): Promise<string> {
  return (await withRecursiveTypes(contract, await generator.typesOf(contract))) + schemaNames(contract);
}
