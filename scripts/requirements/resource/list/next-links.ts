import { type Exact, within } from '../../../http/exact-json.ts';
import { type Answer, headerOf } from '../../../http/exchange.ts';
import { type Contract, descriptionAt } from '../../../openapi/contract.ts';
import type { Description } from '../../../openapi/description.ts';
import { besideItems } from '../../../openapi/resources/beside-items.ts';
import type { ListParameters } from '../../../openapi/resources/list-parameters.ts';
import type { ListOperation } from '../../../openapi/resources/resource.ts';
import { typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { linksIn } from '../../response/links.ts';

/** Where a page has the link to the one after it: a header, or a property beside its items. */
export interface NextLink {
  name: string;
  pointer: string;
  /** The path in the body; undefined for a header. */
  path: readonly string[] | undefined;
  /** True where the schema has a way to say that there is no next page. */
  isNullable: boolean;
  /** True where the description says that there is none on the last page. */
  isLeftOut: boolean;
}

/** The links that a list in pages has. */
export function nextLinks(description: Description, list: ListOperation, parameters: ListParameters): NextLink[] {
  const { size, cursor, offset, page } = parameters;
  const hasCursor = list.operation.parameters.some(({ in: place, name }) => place === 'query' && /cursor/i.test(name));
  const isPaged = hasCursor || [size, cursor, offset, page].some((parameter) => parameter !== undefined);
  return isPaged ? [...linkHeaders(description, list), ...linksBeside(description, list, cursor?.path)] : [];
}

// "Left out on the last page", "next: if there is one", "as far as there are such", "only where more pages follow".
const ways = [
  String.raw`\b(absent|missing|left out|not (there|present|sent)|no|without|except|all but)\b[^.;]*\blast page\b`,
  String.raw`\blast page\b[^.;]*\b(no|without|not|absent|missing|omitted|lacks)\b`,
  String.raw`\b(if|when|where|as far as|as long as) (there (is|are)|(any|more|another|further|a next)\b)`,
];
const leftOut = new RegExp(ways.join('|'), 'i');

/** The `Link` of a list, where it is none to what replaces a deprecated operation. */
function linkHeaders({ contract }: Description, { operation }: ListOperation): NextLink[] {
  if (operation.deprecation?.replacement != null) return [];
  return Object.entries(operation.responses).flatMap(([status, { headers }]) =>
    /^2/.test(status)
      ? headers
          .filter(({ name }) => name.toLowerCase() === 'link')
          .map(({ name, pointer }) => {
            const isLeftOut = leftOut.test(descriptionAt(contract, pointer));
            return { name, pointer, path: undefined, isNullable: false, isLeftOut };
          })
      : [],
  );
}

const linkNames = /^next[-_]?(page[-_]?)?(link|ur[il]|href)$/i;

/** `next`, `links.next` or `paging.next_url`, and `_links.next.href`; not what is a token for a parameter. */
function linksBeside(description: Description, list: ListOperation, cursor: readonly string[] | undefined): NextLink[] {
  const { contract } = description;
  return besideItems(description, list).flatMap(({ path, name, pointer }): NextLink[] => {
    if (!linkNames.test(name) && name !== 'next') return [];
    const [isLink, isNullable] = [isLinkAt(contract, pointer, path, name), isNullableAt(contract, pointer)];
    const said = viewSchema(contract, pointer).keywords.get('description')?.value;
    const isLeftOut = leftOut.test(String(said ?? ''));
    const isToken = path.join('.') === cursor?.join('.') && !hasFormat(contract, pointer);
    if (isLink) return isToken ? [] : [{ name: path.join('.'), pointer, path, isNullable, isLeftOut }];
    const at = viewSchema(contract, pointer).properties.get('href');
    const own = [...path, 'href'];
    return at === undefined ? [] : [{ name: own.join('.'), pointer: at, path: own, isNullable: false, isLeftOut }];
  });
}

function isLinkAt(contract: Contract, pointer: string, path: readonly string[], name: string): boolean {
  const isText = typesOf(contract, viewSchema(contract, pointer)).includes('string');
  return isText && (path.length > 1 || linkNames.test(name) || hasFormat(contract, pointer));
}

function isNullableAt(contract: Contract, pointer: string): boolean {
  const view = viewSchema(contract, pointer);
  return view.isNullable || typesOf(contract, view).includes('null');
}

/** True for what is said to be an address. */
function hasFormat(contract: Contract, pointer: string): boolean {
  const { keywords, alternatives } = viewSchema(contract, pointer);
  const formats = [keywords, ...alternatives.map((at) => viewSchema(contract, at).keywords)];
  return formats.some((own) => /^(uri|iri|url)/.test(String(own.get('format')?.value)));
}

/** The link in a page; null where the page says that there is none, undefined where it says nothing. */
export function linkIn({ name, path }: NextLink, { response, body }: Answer): string | null | undefined {
  if (path === undefined) return nextIn(headerOf(response, name) ?? '');
  const found: Exact | undefined = within(body, path);
  // A token is no link.
  return found === null || (typeof found === 'string' && /[/?]/.test(found)) ? found : undefined;
}

/** The address of the next page in a `Link` header (RFC 8288). */
export function nextIn(value: string): string | undefined {
  return linksIn(value).find(({ relations }) => relations.includes('next'))?.link;
}
