import { within } from '../../http/exact-json.ts';
import type { Contract } from '../../openapi/contract.ts';
import { pointerTo } from '../../openapi/json.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { ownExamplesAt, schemaExamples } from '../../openapi/values/examples.ts';
import { bodySchemasOf } from './body-parts.ts';
import type { KeyedResponse } from './response-sets.ts';

/**
 * A property of an error body that repeats the HTTP status, as in RFC 9457, and the pointer of the schema of that body.
 */
export interface StatusProperty {
  name: string;
  schema: string;
}

/**
 * The properties that repeat the status of a response: numbers of such a name which the description or the examples say
 * to be it, or the name alone, as `statusCode`.
 */
export function statusPropertiesOf(contract: Contract, keyed: KeyedResponse): StatusProperty[] {
  const { set, status, response } = keyed;
  if (!/^[45]/.test(status) && status !== 'default') return [];
  const found = bodySchemasOf(contract, set.operation, response).flatMap((schema) => {
    const name = ['status', 'statusCode', 'status_code'].find((one) => isStatus(contract, keyed, schema, one));
    return name === undefined ? [] : [{ name, schema }];
  });
  return [...Map.groupBy(found, ({ name }) => name).values()].flatMap(([first]) => first ?? []);
}

function isStatus(contract: Contract, keyed: KeyedResponse, schema: string, name: string): boolean {
  const at = viewSchema(contract, schema).properties.get(name);
  if (at === undefined) return false;
  const { types, keywords } = viewSchema(contract, at);
  const description = String(keywords.get('description')?.value ?? '');
  const isSaid = /http[ -]?status|status code/i.test(description) || schema.includes('problem+json');
  const isNumber = types.includes('integer') || types.includes('number');
  return isNumber && (isSaid || isInExamples(contract, keyed, name, at, description === '' && name !== 'status'));
}

/**
 * Whether the status is what all examples of the response have there, and that of an error what all of the property
 * are: one schema may be that of several responses.
 */
function isInExamples(
  contract: Contract,
  { status, response }: KeyedResponse,
  name: string,
  property: string,
  withoutAny: boolean,
): boolean {
  const found = response.mediaTypes
    .flatMap((mediaType) => ownExamplesAt(contract, `${response.pointer}/content${pointerTo(mediaType)}`))
    .flatMap(({ value }) => within(value, [name]) ?? []);
  const own = schemaExamples(viewSchema(contract, property));
  return (
    (withoutAny || found.length + own.length > 0) &&
    found.every((value) => String(value) === status) &&
    own.every((value) => /^[45]\d\d$/.test(String(value)))
  );
}
