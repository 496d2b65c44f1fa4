import type { Operation, Parameter } from './operation-table.ts';
import { wordsOf } from './resources/name-words.ts';

const ofCredentials = new Set([
  ...['token', 'accesstoken', 'authtoken', 'usertoken', 'authorization', 'auth', 'authentication', 'bearer', 'jwt'],
  ...['apikey', 'apitoken', 'appkey', 'credential', 'credentials', 'password', 'secret', 'session', 'sessionid'],
]);

/** Words of keys that show nobody, as one against forged requests, or that of the next page. */
const ofOthers = new Set([
  ...['csrf', 'xsrf', 'idempotency', 'idempotent', 'request', 'page', 'next', 'continuation', 'cursor', 'sync'],
  ...['device', 'push', 'fcm', 'apns', 'captcha', 'recaptcha', 'refresh', 'reset', 'verification', 'invitation'],
]);

/** True for a header or a query parameter whose name says that it shows who sends a request, as `X-User-Token`. */
export function isCredential({ in: place, name }: Pick<Parameter, 'in' | 'name'>): boolean {
  if (place !== 'header' && place !== 'query') return false;
  const words = wordsOf(name);
  const isKey = words.some(
    (word, index) => word === 'key' && ['api', 'access', 'app'].includes(words[index - 1] ?? ''),
  );
  return (isKey || words.some((word) => ofCredentials.has(word))) && !words.some((word) => ofOthers.has(word));
}

/**
 * True for what an operation is given by a parameter, in place of a security scheme, to know who sends a request: its
 * credential, and a header beside one that must be there, as `X-User-Email`.
 */
export function showsSender({ parameters }: Operation, parameter: Parameter): boolean {
  const isBeside = (one: Parameter) => one.required && one.in === 'header' && isCredential(one);
  return isCredential(parameter) || (parameter.in === 'header' && parameters.some(isBeside));
}
