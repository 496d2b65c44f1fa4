import type { Exact } from '../../http/exact-json.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';

/** True for a header that says which entity tag an item must have (RFC 9110 section 13.1.1). */
export function isPrecondition({ in: place, name }: Pick<Parameter, 'in' | 'name'>): boolean {
  return place === 'header' && /^if-match$/i.test(name);
}

/** True for what must be given: as the contract says of it, or by a 428 (RFC 6585 section 3). */
export function isDemanded({ responses }: Operation, parameter: Parameter): boolean {
  return parameter.required || (isPrecondition(parameter) && Object.hasOwn(responses, '428'));
}

/** True for what makes the item where there is none, and need not say which one it changes. */
export function mayMake({ method, responses }: Operation, { required }: Parameter): boolean {
  return !required && method === 'PUT' && Object.hasOwn(responses, '201');
}

/** What reads the item that an operation changes, with its entity tag. */
export function taggedReader(operations: readonly Operation[], { path }: Operation): Operation | undefined {
  return operations.find((other) => other.path === path && other.method === 'GET' && givesTag(other));
}

/** True for what answers with an entity tag. */
export function givesTag({ responses }: Operation): boolean {
  return Object.entries(responses).some(
    ([status, { headers }]) => /^2/.test(status) && headers.some(({ name }) => name.toLowerCase() === 'etag'),
  );
}

/** A tag as the value of a header, which may be a list of them. */
export function asValue({ types }: Pick<Parameter, 'types'>, tag: string): Exact {
  return types.includes('array') ? [tag] : tag;
}

/** Another tag of the same form. */
export function otherTag(tag: string): string | undefined {
  const other = tag.replace(/[\dA-Za-z](?=[^\dA-Za-z]*$)/, (last) =>
    /\d/.test(last) ? String(9 - Number(last)) : last === 'a' ? 'b' : 'a',
  );
  return other === tag ? undefined : other;
}
