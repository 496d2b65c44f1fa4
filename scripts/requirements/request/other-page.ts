import { descriptionAt } from '../../openapi/contract.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { writeQuery } from '../../openapi/parameters/parameter-codec.ts';
import { firstPageNumber } from '../../openapi/resources/list-parameters.ts';
import { parameterizedLists } from '../resource/list/list-resource.ts';
import type { RequestMaterial } from './request-material.ts';
import type { RequestParts } from './request-parts.ts';

type Known = Pick<RequestMaterial, 'description' | 'resources'>;

/** The parameter of a list that has the number of a page, and the number of the first one. */
export function pageOf(known: Known, operation: Operation): { parameter: Parameter; first: number } | undefined {
  const { contract } = known.description;
  return parameterizedLists(known, operation).flatMap(({ parameters }) =>
    parameters.page === undefined ? [] : [{ parameter: parameters.page, first: firstPageNumber(contract, parameters) }],
  )[0];
}

/** True for a request for another page than the first one, where a 404 may say that there is none. */
export function mayBeNoPage(known: Known, { operation, query }: Pick<RequestParts, 'operation' | 'query'>): boolean {
  const page = saysNoPage(known, operation) ? pageOf(known, operation) : undefined;
  if (page === undefined) return false;
  const asked = query.filter(([name]) => name === page.parameter.name);
  return asked.length > 0 && String(asked) !== String(writeQuery(page.parameter, page.first));
}

/** True where the 404 of an operation is about a page: its path names nothing that may be missing, or it says so. */
function saysNoPage({ description: { contract } }: Known, { responses, parameters }: Operation): boolean {
  const missing = responses['404'];
  if (missing === undefined) return false;
  if (parameters.every(({ in: place }) => place !== 'path')) return true;
  return /\bpage\b/i.test(descriptionAt(contract, missing.pointer));
}
