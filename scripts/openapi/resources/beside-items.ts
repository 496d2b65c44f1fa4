import { descriptionAt } from '../contract.ts';
import type { Description } from '../description.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { numberAt, viewSchema } from '../schemas/schema-view.ts';
import { successSchema } from '../success-responses.ts';
import { joinedWords } from './joined-words.ts';
import type { ListOperation } from './resource.ts';

/** What a list has beside its items: a property of the body, or of an object about the page. */
export interface BesideItems {
  path: string[];
  /** The last name of the path. */
  name: string;
  /** Its schema. */
  pointer: string;
}

/** The properties beside the items of a list, and those of objects there, as of `meta`. */
export function besideItems({ contract }: Description, { operation, segments }: ListOperation): BesideItems[] {
  const whole = segments.length === 0 ? undefined : successSchema(contract, operation);
  const beside = whole === undefined ? [] : [...viewSchema(contract, whole).properties];
  return beside.flatMap(([name, pointer]) => [
    { path: [name], name, pointer },
    ...[...viewSchema(contract, pointer).properties].map(([inner, at]) => ({
      path: [name, inner],
      name: inner,
      pointer: at,
    })),
  ]);
}

/** Where a page says whether there is another one, as `has_more`, or that there is none, as `last`. */
export function endsOf(description: Description, list: ListOperation): (BesideItems & { isOfLast: boolean })[] {
  return besideItems(description, list).flatMap((one) => {
    const isOfLast = /^(is_?)?last(_?page)?$/i.test(one.name);
    const isEnd = isOfLast || /^has_?(more|next)(_?(page|items|results))?$/i.test(one.name);
    return isEnd && viewSchema(description.contract, one.pointer).types.includes('boolean')
      ? [{ ...one, isOfLast }]
      : [];
  });
}

/** True for the name of the number of a page beside its items, whatever the parameter for it is called. */
export function isPageNumber(name: string): boolean {
  return /^(current[-_]?)?page([-_]?(number|index))?$|^number$/i.test(name);
}

/** True for `booksCount` or `totalBooks` beside the `books` of one of several pages: everybody can count those. */
function countsItems(
  { contract }: Description,
  { operation, segments }: ListOperation,
  { path, name, pointer }: BesideItems,
): boolean {
  const noun = joinedWords(segments.at(-1) ?? '');
  const isNamed = [`${noun}count`, `${noun.replace(/s$/, '')}count`, `total${noun}`].includes(joinedWords(name));
  const isPaged = operation.parameters.some(({ in: place, name: own }) => place === 'query' && isPlace.test(own));
  const isOfPage = /\bpage\b|\breturned\b|\bhere\b/i.test(descriptionAt(contract, pointer));
  return path.length === 1 && isNamed && isPaged && !isOfPage;
}

const isPlace = /^(offset|skip|page)$/i;

/** `X-Total-Count`, as `X-Pagination-Total`. */
const totalHeader = /^x-(?:(?:pagination|paging|page|list|wp)-)?total(?:-(?:count|items|results|elements))?$/i;

/** Where a list says how many items there are in all: properties beside them, by their paths, and headers. */
export function totalsOf(description: Description, list: ListOperation): { properties: string[][]; headers: string[] } {
  const { operation } = list;
  const headers = Object.entries(operation.responses)
    .flatMap(([status, response]) => (/^2/.test(status) ? response.headers : []))
    .map(({ name }) => name);
  const beside = besideItems(description, list);
  const names = beside.flatMap(({ path, name }) => (path.length === 1 ? [name] : []));
  // Between the addresses of the pages beside it, a count is that of all of them.
  const hasPages = ['next', 'previous'].every((name) => names.includes(name));
  const isOfAll = ({ path, name, pointer }: BesideItems) =>
    hasPages &&
    path.length === 1 &&
    name === 'count' &&
    !/\bpage\b|\breturned\b|\bhere\b/i.test(descriptionAt(description.contract, pointer));
  const said = beside.filter((one) => /^total([-_]?(count|items|results|elements))?$/i.test(one.name) || isOfAll(one));
  const counts = said.length > 0 ? said : beside.filter((one) => countsItems(description, list, one));
  return {
    properties: counts.map(({ path }) => path),
    headers: headers.filter((name) => totalHeader.test(name)),
  };
}

const isPageCount = /^(total|num(ber)?([-_]?of)?)?[-_]?pages$|^pages?[-_]?(count|total)$/i;

/**
 * Where a list says how many pages there are: properties beside the items, by their paths. The number of the last page
 * is that of the pages where they count from 1.
 */
export function pageCountsOf(description: Description, list: ListOperation): string[][] {
  const first = list.operation.parameters.find(({ in: place, name }) => place === 'query' && name === 'page');
  const least = first && numberAt(viewSchema(description.contract, parameterSchema(first)), 'minimum');
  const isFromOne = first !== undefined && (first.default ?? least) === 1 && least !== 0;
  return besideItems(description, list).flatMap(({ path, name, pointer }) =>
    (isPageCount.test(name) || (isFromOne && /^last[-_]?page$/i.test(name))) &&
    viewSchema(description.contract, pointer).types.includes('integer')
      ? [path]
      : [],
  );
}
