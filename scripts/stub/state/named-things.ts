import { type Exact, isExactObject, isSame } from '../../http/exact-json.ts';
import { isJson } from '../../http/media-types.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import { pointerTo } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { examplesAt, schemaExamples } from '../../openapi/values/examples.ts';
import type { NamedThing } from '../../requirements/request/named-things.ts';
import { propertyAt, stepsOf } from '../../requirements/response/body-path.ts';
import type { Collections } from './collections.ts';

/** True where a body names a thing that is not there. What an example of the contract names is. */
export function isNowhere(
  collections: Collections,
  operation: Operation,
  named: NamedThing,
  body: Exact | undefined,
): boolean {
  const kind = collections.kinds.find(({ resource }) => resource === named.resource);
  const ids = body === undefined ? [] : valuesAt(body, stepsOf(named.path)).filter((id) => id !== null);
  if (kind === undefined || ids.length === 0) return false;
  const missing = ids.filter((id) => collections.find(kind, {}, kind.identifiers.read(id)) === undefined);
  if (missing.length === 0) return false;
  const shown = exampleIds(collections.known.description.contract, operation, named);
  return missing.some((id) => !shown.some((one) => isSame(one, id)));
}

function exampleIds(contract: Contract, { requestBody }: Operation, { path, pointer }: NamedThing): Exact[] {
  const bodies = (requestBody?.mediaTypes ?? [])
    .filter(isJson)
    .flatMap((mediaType) => examplesAt(contract, `${requestBody?.pointer}/content${pointerTo(mediaType)}`));
  return [
    ...bodies.flatMap(({ value }) => valuesAt(value, stepsOf(path))),
    ...schemaExamples(viewSchema(contract, pointer)),
  ];
}

/** What a body has at the end of the steps, in each item of a list on the way. */
function valuesAt(value: Exact, [step, ...rest]: readonly string[]): Exact[] {
  if (step === undefined) return [value];
  if (step === '[]') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  const own = isExactObject(value) ? ownValue(value, propertyAt(step)) : undefined;
  return own === undefined ? [] : valuesAt(own, rest);
}
