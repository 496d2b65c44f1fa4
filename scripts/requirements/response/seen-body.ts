import type { Exact } from '../../http/exact-json.ts';
import type { Description } from '../../openapi/description.ts';
import type { SchemaViolation } from '../../openapi/schemas/schema-validator.ts';
import { oneForEachPart } from '../../openapi/schemas/schema-violations.ts';
import { bodyPartsOf } from './body-parts.ts';
import type { KeyedResponse } from './response-sets.ts';
import { violatedPart } from './violated-part.ts';

/** The JSON body of a response, and how it violates its schema. */
export class SeenBody {
  readonly value: Exact;
  readonly #violations = new Map<string, SchemaViolation>();

  /** `schema`: the pointer of its schema. */
  constructor({ contract, schemas }: Description, keyed: KeyedResponse, schema: string, value: Exact) {
    this.value = value;
    const violations = schemas.violations('response', schema, value);
    for (const violation of oneForEachPart(violations)) {
      const { path, keyword } = violatedPart(bodyPartsOf(contract, keyed), violation, value);
      const key = keyOf(path, keyword);
      if (!this.#violations.has(key)) this.#violations.set(key, violation);
    }
  }

  get isValid(): boolean {
    return this.#violations.size === 0;
  }

  /** The violation of what a schema says of one part of it. */
  violationOf(path: string, keyword: string): SchemaViolation | undefined {
    return this.#violations.get(keyOf(path, keyword));
  }
}

function keyOf(path: string, keyword: string): string {
  return `${path} ${keyword}`;
}
