import { type LogLevel, logLevels } from './monitoring/log.ts';
import { isAddressBlock } from './request/client-address.ts';
import type { Limits } from './socket/load.ts';
import type { Database } from './storage/database-url.ts';

/** Everything that can be set from outside, by environment variables. */
export interface Configuration extends Limits {
  port: number;
  host: string;
  database: Database;
  /** Address of the Redis or Valkey in which several servers count requests. */
  redis: string | 'none';
  logLevel: LogLevel;
  anonymousPerMinute: number;
  banAfterRefusals: number;
  banSeconds: number;
  maximumBodyBytes: number;
  /** Where `/metrics` is: nowhere, on a port of its own, or on that of the server. */
  metricsPort: number | 'none';
  /** Addresses and blocks of addresses. */
  trustedProxies: string[];
  allowedOrigins: string[];
}

/** A variable with a value that cannot be meant; the message names each of them. */
export class ConfigurationError extends Error {}

/** An environment variable: `fallback` is its value where it is not set. */
interface Variable<Value> {
  name: string;
  fallback: string;
  expected: string;
  description: string;
  /** Undefined for a text that cannot be meant. */
  parse(text: string): Value | undefined;
}

const ports = wholeNumber('PORT', 8080, 'port on which the server listens; 0 takes a free one', [0, 65_535]);

const variables = {
  port: ports,
  host: {
    name: 'HOST',
    fallback: '127.0.0.1',
    expected: 'a host name or address',
    description: 'address on which it listens',
    parse: (text) => (/^[\w.:-]+$/.test(text) ? text : undefined),
  },
  database: {
    name: 'DATABASE_URL',
    fallback: 'file:data/adoption.sqlite',
    expected: 'file:PATH, or postgres://USER:PASSWORD@HOST/DATABASE',
    description: 'animals and keys: a SQLite file, or a PostgreSQL that several servers share (postgres://…)',
    parse: database,
  },
  redis: {
    name: 'REDIS_URL',
    fallback: 'none',
    expected: 'none, or redis://HOST:PORT or rediss://HOST:PORT',
    description: 'Redis or Valkey in which several servers count requests; none: in the PostgreSQL, if there is one',
    parse: (text) => (text === 'none' || isAddressOf(text, 'redis:', 'rediss:') ? text : undefined),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    expected: `one of ${logLevels.join(', ')}`,
    description: `least severe line of the log: ${logLevels.join(', ')}`,
    parse: (text) => logLevels.find((level) => level === text),
  },
  anonymousPerMinute: wholeNumber(
    'ANONYMOUS_REQUESTS_PER_MINUTE',
    600,
    'requests without a valid key that an address has in a minute',
  ),
  banAfterRefusals: wholeNumber('BAN_AFTER_REFUSALS', 100, 'refusals in a minute after which a key is banned'),
  // A timer of Node.js cannot wait longer than 24.8 days.
  banSeconds: wholeNumber('BAN_SECONDS', 300, 'length of a ban', [1, 2_000_000]),
  // A body is read as a whole: more than this is no animal.
  maximumBodyBytes: wholeNumber('MAX_BODY_BYTES', 65_536, 'largest body of a request that is read', [1, 2 ** 24]),
  metricsPort: {
    name: 'METRICS_PORT',
    fallback: 'none',
    expected: 'none, or a whole number from 0 to 65535',
    description: 'port of /metrics; 0 takes a free one',
    parse: (text) => (text === 'none' ? text : ports.parse(text)),
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    fallback: '',
    expected: 'addresses or blocks such as 10.0.0.0/8, with commas between them',
    description: 'proxies whose X-Forwarded-For is believed',
    parse: (text) => listOf(text, isAddressBlock),
  },
  allowedOrigins: {
    name: 'CORS_ORIGINS',
    fallback: '',
    expected: 'origins such as https://app.example, with commas between them',
    description: 'origins of pages whose scripts may call the server',
    // An asterisk is a letter of a host name to a URL, and of no page's.
    parse: (text) => listOf(text, (origin) => URL.parse(origin)?.origin === origin && !origin.includes('*')),
  },
  maximumConnections: wholeNumber('MAX_CONNECTIONS', 4096, 'connections at a time'),
  maximumConnectionsPerAddress: wholeNumber('MAX_CONNECTIONS_PER_ADDRESS', 1024, 'connections from one address'),
  maximumEventLoopDelay: wholeNumber(
    'MAX_EVENT_LOOP_DELAY_MS',
    250,
    'milliseconds that requests may wait for their turn; beyond, they are answered 503',
  ),
  maximumBytesInFlight: wholeNumber(
    'MAX_BYTES_IN_FLIGHT',
    2 ** 26,
    'bytes of large responses that clients have not taken yet; beyond, requests are answered 503',
  ),
  maximumBytesInFlightPerAddress: wholeNumber(
    'MAX_BYTES_IN_FLIGHT_PER_ADDRESS',
    2 ** 24,
    'of these, bytes to one address; beyond, its requests are answered 503',
  ),
} satisfies { [Name in keyof Configuration]: Variable<Configuration[Name]> };

/** The one place that reads environment variables. Throws ConfigurationError. */
export function readConfiguration(environment: Record<string, string | undefined> = process.env): Configuration {
  const problems: string[] = [];
  const values = Object.entries(variables).map(([key, { name, fallback, expected, parse }]) => {
    const text = environment[name] || fallback;
    const value = parse(text);
    if (value === undefined) problems.push(`${name} must be ${expected}, not ${JSON.stringify(withoutSecrets(text))}.`);
    return [key, value];
  });
  if (problems.length > 0) throw new ConfigurationError(problems.join('\n'));
  // Of the type of `variables`, and none is undefined.
  return Object.fromEntries(values) as Configuration;
}

/** Every environment variable in a line: its name, what it sets, and its value where it is not set. */
export function describeConfiguration(): string {
  const all = Object.values(variables);
  const width = Math.max(...all.map(({ name }) => name.length));
  const defaultOf = (fallback: unknown) => (fallback === '' ? 'empty' : fallback);
  return all
    .map(
      ({ name, description, fallback }) => `  ${name.padEnd(width)}  ${description} (default ${defaultOf(fallback)})`,
    )
    .join('\n');
}

/** A value as it may be shown: a password may stand in an address, also in one without its slashes. */
function withoutSecrets(text: string): string {
  return text.replace(/(:\/*).*@/, '$1…@');
}

/** The entries of a list with commas; undefined where one is not valid. */
function listOf(text: string, isValid: (entry: string) => boolean): string[] | undefined {
  const entries = text === '' ? [] : text.split(',').map((entry) => entry.trim());
  return entries.every(isValid) ? entries : undefined;
}

function wholeNumber(
  name: string,
  fallback: number,
  description: string,
  [minimum, maximum] = [1, Number.MAX_SAFE_INTEGER],
): Variable<number> {
  return {
    name,
    fallback: String(fallback),
    expected: `a whole number from ${minimum} to ${maximum}`,
    description,
    parse: (text) => {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

/**
 * Takes `file:PATH` and `file:///PATH`; a URL with a host, a query or a fragment would silently be another file, and
 * `:memory:` none at all.
 */
function database(url: string): Database | undefined {
  if (isAddressOf(url, 'postgres:', 'postgresql:')) return { engine: 'PostgreSQL', url };
  const path = /^file:(?:\/\/(?=\/)|(?!\/\/))(?!:memory:$)([^?#]+)$/.exec(url)?.[1];
  return path === undefined ? undefined : { engine: 'SQLite', path };
}

function isAddressOf(text: string, ...protocols: string[]): boolean {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== '';
}
