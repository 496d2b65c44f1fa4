import { type Exact, within } from '../../../http/exact-json.ts';
import { isJsonPatch } from '../../../http/media-types.ts';
import { descriptionAt } from '../../../openapi/contract.ts';
import { writeQuery } from '../../../openapi/parameters/parameter-codec.ts';
import { isFieldFilter } from '../../../openapi/resources/field-filters.ts';
import { fitsAny, patchOf } from '../../../openapi/resources/json-patch.ts';
import { risingNumbers } from '../../../openapi/resources/rising-numbers.ts';
import { neededSometimes } from '../../../openapi/resources/said-needs.ts';
import { tiedProperties } from '../../../openapi/resources/said-ties.ts';
import { isFreeSort } from '../../../openapi/resources/sort-orders.ts';
import { type RequestParts, sentBody } from '../../../requirements/request/request-parts.ts';
import type { Session } from './session.ts';

const lowered = 'The number that was sent may be lower than the one before, which a description says it cannot be.';
const sortedByAnyText = 'The text by which things are to be sorted may have to name one of their properties.';
export const filteredByAnyText =
  'The text by which things are to be filtered may have to name one of their properties.';
const lacking = 'The body lacks what a description says must be given in some cases.';
const tied = 'The body has a value that must agree with others, by a description.';

/** Why a request that its schemas allow may be refused with a status for what descriptions and names say alone. */
export function whyRuleRefuses(session: Session, parts: RequestParts, status: number): string | undefined {
  if (session.hasServed(parts.operation) && mayLower(session, parts)) return lowered;
  if (status === 409) return undefined;
  if (isSortedByAnyText(session, parts)) return sortedByAnyText;
  if (lacksNeeded(session, parts)) return lacking;
  if (hasTied(session, parts)) return tied;
  return isFilteredByAnyText(session, parts) ? filteredByAnyText : undefined;
}

/** True where a request asks for an order by a text that may name nothing by which things are sorted. */
function isSortedByAnyText({ description, source }: Session, { operation, query }: RequestParts): boolean {
  return operation.parameters.some((parameter) => {
    const asked = query.filter(([name]) => name === parameter.name);
    if (asked.length === 0 || !isFreeSort(description.contract, parameter)) return false;
    const order = source.parameters.orderFor(parameter);
    return order === undefined || String(asked) !== String(writeQuery(parameter, order));
  });
}

/** True where a body has nothing for a property that a description says must be given in some cases. */
function lacksNeeded(session: Session, parts: RequestParts): boolean {
  const sent = sentBody(parts);
  const schema = session.sentSchema(parts);
  if (sent === undefined || schema === undefined) return false;
  const nothing = (value: Exact | undefined) =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  const names = neededSometimes(session.description.contract, parts.operation, schema);
  return names.some((name) => nothing(within(sent, [name])));
}

/** True where a body has a value that has to agree with what is elsewhere. */
function hasTied(session: Session, parts: RequestParts): boolean {
  const schema = session.sentSchema(parts);
  const names = schema === undefined ? [] : tiedProperties(session.description.contract, schema);
  return names.some((name) => within(sentBody(parts), [name]) !== undefined);
}

/**
 * True where a request has a text that may name no field by which things are filtered, or none where the description
 * of the operation speaks of it.
 */
function isFilteredByAnyText({ description: { contract } }: Session, { operation, query }: RequestParts): boolean {
  return operation.parameters.some((parameter) => {
    const isSent = query.some(([name]) => name === parameter.name);
    const isSaid = descriptionAt(contract, operation.pointer).includes(`\`${parameter.name}\``);
    return (isSent || isSaid) && isFieldFilter(contract, parameter);
  });
}

/** True for a change with a number that a description says none may lower. */
function mayLower(session: Session, parts: RequestParts): boolean {
  const sent = sentBody(parts);
  const schema = session.sentSchema(parts);
  if (sent === undefined || schema === undefined || !/^(PUT|PATCH)$/.test(parts.operation.method)) return false;
  return risingNumbers(session.description.contract, schema).some((name) => within(sent, [name]) !== undefined);
}

/** True for a JSON Patch that need not fit the item, whatever its own schema says. */
export function mayNotApply(session: Session, { operation, body }: RequestParts): boolean {
  if (!isJsonPatch(body?.mediaType ?? '')) return false;
  const patch = patchOf(session, operation);
  return patch === undefined || !fitsAny(session.description, patch, sentBody({ body }) ?? null);
}
