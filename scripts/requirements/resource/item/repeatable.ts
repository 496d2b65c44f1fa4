import { type Exact, isExactObject } from '../../../http/exact-json.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';

/** True for a creation that makes another item each time that it is sent, as far as the contract shows. */
export function isRepeatable({ create, idProperty }: Resource, body: Exact | undefined): boolean {
  if (create === undefined || idProperty === undefined || isContentName(idProperty)) return false;
  const required = create.parameters.filter((parameter) => parameter.required && parameter.in !== 'path');
  const names = [...required.map(({ name }) => name), ...(isExactObject(body) ? Object.keys(body) : [])];
  return !names.some((name) => name === idProperty || isRequestName(name));
}

/** True for a name that is made of what an item holds: what holds the same has the same. */
function isContentName(property: string): boolean {
  return /(sha-?\d*|md5|hash|digest|checksum|fingerprint|slug|name|handle|key|path|ur[il]|email)$/i.test(property);
}

/** True for what tells a request that is sent again from another one. */
function isRequestName(name: string): boolean {
  return /idempoten|dedup|nonce|(request|transaction|correlation|message|client|external)[-_]?(id|key|token|ref)/i.test(
    name,
  );
}
