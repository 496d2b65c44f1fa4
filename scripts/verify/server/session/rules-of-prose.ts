import { type Exact, within } from '../../../http/exact-json.ts';
import { isJsonPatch } from '../../../http/media-types.ts';
import { type Contract, descriptionAt } from '../../../openapi/contract.ts';
import { writeQuery } from '../../../openapi/parameters/parameter-codec.ts';
import { isFieldFilter } from '../../../openapi/resources/field-filters.ts';
import { fitsAny, patchOf } from '../../../openapi/resources/json-patch.ts';
import { risingNumbers } from '../../../openapi/resources/rising-numbers.ts';
import { saidChoices } from '../../../openapi/resources/said-choices.ts';
import { mayBeInvalid } from '../../../openapi/resources/said-invalid.ts';
import { neededSometimes } from '../../../openapi/resources/said-needs.ts';
import { tiedProperties } from '../../../openapi/resources/said-ties.ts';
import { isFreeSort } from '../../../openapi/resources/sort-orders.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import type { PlanningContext } from '../../../requirements/planning-context.ts';
import { type RequestParts, sentBody } from '../../../requirements/request/request-parts.ts';

const lowered = 'The number that was sent may be lower than the one before, which a description says it cannot be.';
const sortedByAnyText = 'The text by which things are to be sorted may have to name one of their properties.';
const filteredByAnyText = 'The text by which things are to be filtered may have to name one of their properties.';
const lacking = 'The body lacks what a description says must be given in some cases.';
const saidInvalid = 'A description says that a text which was sent may be invalid, and not which texts are not.';
const notChosen = 'A description says that one of several is to be given, and what is named by it may not be there.';
const tied = 'The body has a value that must agree with others, by a description.';

/** Those by which an operation may refuse all that is sent. */
export const rulesOfAll: readonly string[] = [filteredByAnyText, notChosen, saidInvalid];

/** A request that was refused. */
interface Refused {
  parts: RequestParts;
  status: number;
  /** The schema of its body. */
  schema: string | undefined;
  /** True once the operation has served another request. */
  hasServed: boolean;
}

/** Why a request that its schemas allow may be refused for what descriptions and names say alone. */
export function whyRuleRefuses(
  context: PlanningContext,
  { parts, status, schema, hasServed }: Refused,
): string | undefined {
  const { contract } = context.description;
  if (hasServed && schema !== undefined && mayLower(contract, schema, parts)) return lowered;
  if (status === 409) return undefined;
  if (isSortedByAnyText(context, parts)) return sortedByAnyText;
  if (schema !== undefined && lacksNeeded(contract, schema, parts)) return lacking;
  if (!hasServed && schema !== undefined && hasInvalid(contract, schema, parts)) return saidInvalid;
  if (isNotChosen(contract, parts)) return notChosen;
  if (schema !== undefined && hasTied(contract, schema, parts)) return tied;
  return isFilteredByAnyText(contract, parts) ? filteredByAnyText : undefined;
}

/** True where a request asks for an order by a text that may name nothing by which things are sorted. */
function isSortedByAnyText({ description, source }: PlanningContext, { operation, query }: RequestParts): boolean {
  return operation.parameters.some((parameter) => {
    const asked = query.filter(([name]) => name === parameter.name);
    if (asked.length === 0 || !isFreeSort(description.contract, parameter)) return false;
    const order = source.parameters.orderFor(parameter);
    return order === undefined || String(asked) !== String(writeQuery(parameter, order));
  });
}

/** True where a body has nothing for a property that a description says must be given in some cases. */
function lacksNeeded(contract: Contract, schema: string, parts: RequestParts): boolean {
  const sent = sentBody(parts);
  if (sent === undefined) return false;
  const nothing = (value: Exact | undefined) =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return neededSometimes(contract, parts.operation, schema).some((name) => nothing(within(sent, [name])));
}

/** True where a body has a text of which the contract says that it may be invalid, and not when it is. */
function hasInvalid(contract: Contract, schema: string, parts: RequestParts): boolean {
  const sent = sentBody(parts);
  const isOpen = (pointer: string) => {
    const { types, keywords } = viewSchema(contract, pointer);
    return types.includes('string') && !['enum', 'const', 'pattern', 'format'].some((one) => keywords.has(one));
  };
  return [...viewSchema(contract, schema).properties].some(
    ([name, at]) =>
      typeof within(sent, [name]) === 'string' && isOpen(at) && mayBeInvalid(contract, parts.operation, name),
  );
}

/** True where a request has none or several of what a description says is a choice, or that may name nobody. */
function isNotChosen(contract: Contract, parts: RequestParts): boolean {
  const sent = sentBody(parts);
  const isGiven = (name: string) =>
    parts.query.some(([own]) => own === name) || (within(sent, [name]) ?? null) !== null;
  return saidChoices(contract, parts.operation).some(
    ({ names, isIdentity }) => isIdentity || names.filter(isGiven).length !== 1,
  );
}

/** True where a body has a value that has to agree with what is elsewhere. */
function hasTied(contract: Contract, schema: string, parts: RequestParts): boolean {
  return tiedProperties(contract, schema).some((name) => within(sentBody(parts), [name]) !== undefined);
}

/**
 * True where a request has a text that may name no field by which things are filtered, or none where the description
 * of the operation speaks of it.
 */
function isFilteredByAnyText(contract: Contract, { operation, query }: RequestParts): boolean {
  return operation.parameters.some((parameter) => {
    const isSent = query.some(([name]) => name === parameter.name);
    const isSaid = descriptionAt(contract, operation.pointer).includes(`\`${parameter.name}\``);
    return (isSent || isSaid) && isFieldFilter(contract, parameter);
  });
}

/** True for a change with a number that a description says none may lower. */
function mayLower(contract: Contract, schema: string, parts: RequestParts): boolean {
  const sent = sentBody(parts);
  if (sent === undefined || !/^(PUT|PATCH)$/.test(parts.operation.method)) return false;
  return risingNumbers(contract, schema).some((name) => within(sent, [name]) !== undefined);
}

/** True for a JSON Patch that need not fit the item, whatever its own schema says. */
export function mayNotApply(context: PlanningContext, { operation, body }: RequestParts): boolean {
  if (!isJsonPatch(body?.mediaType ?? '')) return false;
  const patch = patchOf(context, operation);
  return patch === undefined || !fitsAny(context.description, patch, sentBody({ body }) ?? null);
}
