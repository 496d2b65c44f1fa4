import type { CommandDescription } from '../../cli/command-help.ts';
import { keyIn, UsageError, wholeNumber } from '../../cli/command-line.ts';
import type { Description } from '../../openapi/description.ts';
import type { Keys } from '../../requirements/planning-context.ts';
import type { GivenKeys } from './connect.ts';
import { selected } from './selection.ts';

/** Where a server is, and the keys that it takes. */
export const addressOptions = {
  'base-url': { type: 'string', value: 'URL', description: 'address of the server' },
  key: { type: 'string', value: 'KEY', description: 'a key with a generous limit (default CONTRACT_KEY)' },
  'limited-key': {
    type: 'string',
    value: 'KEY',
    description: 'a key with a small limit, which the run spends (default CONTRACT_LIMITED_KEY)',
  },
  'limited-plan': {
    type: 'string',
    value: 'NAME',
    description: 'the plan of x-rate-limit-plans that the limited key has',
  },
  'revoked-key': {
    type: 'string',
    value: 'KEY',
    description: 'a key that was valid and is revoked (default CONTRACT_REVOKED_KEY)',
  },
} as const satisfies CommandDescription['options'];

/** What of a contract need not be kept. */
export const waiverOptions = {
  waivers: {
    type: 'string',
    value: 'FILE',
    description: 'the requirements that need not be kept, each with a reason',
  },
} as const satisfies CommandDescription['options'];

/** What requests carry besides a key. */
export const identityOptions = {
  credential: {
    type: 'string',
    value: 'NAME=VALUE',
    multiple: true,
    description: 'the credential of a security scheme, in place of a key: a token, USER:PASSWORD, an API key',
  },
  header: {
    type: 'string',
    value: "'NAME: VALUE'",
    multiple: true,
    description: 'a header field of every request',
  },
} as const satisfies CommandDescription['options'];

/** How much of a contract is verified, and how. */
export const extentOptions = {
  operation: {
    type: 'string',
    value: 'NAME',
    multiple: true,
    description: "verifies this operation alone: an operationId or 'GET /path', * for anything",
  },
  tag: { type: 'string', value: 'NAME', multiple: true, description: 'verifies the operations with this tag alone' },
  exclude: { type: 'string', value: 'NAME', multiple: true, description: 'leaves out this operation' },
  requests: { type: 'string', value: 'NUMBER', description: 'sends so many requests at most' },
  'requests-per-second': { type: 'string', value: 'NUMBER', description: 'sends so many requests a second at most' },
  'clean-up': {
    type: 'boolean',
    default: false,
    description: 'removes at the end what the run has created, by the DELETE of the contract',
  },
} as const satisfies CommandDescription['options'];

/** The options that only a server elsewhere can be given. */
export const serverOptions = [
  'credential',
  'header',
  'operation',
  'tag',
  'exclude',
  'requests',
  'requests-per-second',
  'clean-up',
] as const satisfies (keyof typeof identityOptions | keyof typeof extentOptions)[];

/** Their values, as far as they are given. */
export interface GivenOptions {
  key?: string | undefined;
  'limited-key'?: string | undefined;
  'limited-plan'?: string | undefined;
  'revoked-key'?: string | undefined;
  credential?: string[] | undefined;
  header?: string[] | undefined;
  operation?: string[] | undefined;
  tag?: string[] | undefined;
  exclude?: string[] | undefined;
  requests?: string | undefined;
  'requests-per-second'?: string | undefined;
  'clean-up'?: boolean | undefined;
}

/** A server elsewhere, and what it is called with. */
export interface GivenServer {
  baseUrl: string;
  keys: GivenKeys;
}

/** The server at an address, with the keys of the options, or else of the environment. Throws UsageError. */
export function readServer(baseUrl: string, given: GivenOptions): GivenServer {
  const { key, 'limited-key': limitedKey, 'limited-plan': limitedPlan, 'revoked-key': revokedKey } = given;
  if (!(URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol)))
    throw new UsageError(
      `--base-url must be an address such as http://localhost:8080/v1, not ${JSON.stringify(baseUrl)}.`,
    );
  const limited = limitedKey ?? keyIn('CONTRACT_LIMITED_KEY');
  if (limitedPlan !== undefined && limited === undefined)
    throw new UsageError('--limited-plan is the plan of the limited key: give --limited-key too.');
  const keys = {
    key: key ?? keyIn('CONTRACT_KEY'),
    limitedKey: limited,
    revokedKey: revokedKey ?? keyIn('CONTRACT_REVOKED_KEY'),
    ...readIdentity(given),
    ...(limitedPlan !== undefined && limited !== undefined && { planKeys: { [limitedPlan]: limited } }),
  };
  return { baseUrl, keys };
}

/** What requests carry besides a key. Throws UsageError. */
function readIdentity({ credential, header }: GivenOptions): Pick<Keys, 'credentials' | 'headers'> {
  return {
    ...(credential !== undefined && {
      credentials: Object.fromEntries(credential.map((one) => readPair('credential', one, '='))),
    }),
    ...(header !== undefined && { headers: header.map((one) => readPair('header', one, ':')) }),
  };
}

/** How much of a contract is verified at a server, and with how many requests. Throws CannotRun. */
export function readExtent(given: GivenOptions, description: Description) {
  const { operation = [], tag = [], exclude = [], requests } = given;
  const perSecond = given['requests-per-second'];
  const bounds = { least: 1, most: 999_999_999 };
  return {
    selection: selected(description, { operations: operation, tags: tag, excluded: exclude }),
    ...(requests !== undefined && { requests: wholeNumber('requests', requests, bounds) }),
    ...(perSecond !== undefined && { requestsPerSecond: wholeNumber('requests-per-second', perSecond, bounds) }),
    cleanUp: given['clean-up'] === true,
  };
}

/** `NAME=VALUE` or `NAME: VALUE`, in two. Throws UsageError; the value is not repeated, as it may be secret. */
function readPair(option: string, text: string, separator: '=' | ':'): [name: string, value: string] {
  const at = text.indexOf(separator);
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 1 || !/^[\w.!#$%&'*+^`|~-]+$/.test(name) || /[\r\n]/.test(value))
    throw new UsageError(`--${option} must be ${separator === '=' ? 'NAME=VALUE' : "'NAME: VALUE'"}.`);
  return [name, value];
}
