import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources.ts';

/** True for a header that says which entity tag an item must have (RFC 9110 section 13.1.1). */
export function isPrecondition({ in: place, name }: Parameter): boolean {
  return place === 'header' && /^if-match$/i.test(name);
}

/** What reads the item that an operation changes, with its entity tag. */
export function taggedReader(resources: readonly Resource[], operation: Operation): Operation | undefined {
  const { read } = resources.find(({ replace, merge, remove }) => [replace, merge, remove].includes(operation)) ?? {};
  const isTagged = Object.entries(read?.responses ?? {}).some(
    ([status, { headers }]) => /^2/.test(status) && headers.some(({ name }) => name.toLowerCase() === 'etag'),
  );
  return isTagged ? read : undefined;
}
