import { describe, expect, test } from 'vitest';
import { type Configuration, ConfigurationError, describeConfiguration, readConfiguration } from './configuration.ts';

const defaults: Configuration = {
  port: 8080,
  host: '127.0.0.1',
  database: { engine: 'SQLite', path: 'data/adoption.sqlite' },
  redis: 'none',
  logLevel: 'info',
  anonymousPerMinute: 600,
  banAfterRefusals: 100,
  banSeconds: 300,
  maximumBodyBytes: 65_536,
  metricsPort: 'none',
  trustedProxies: [],
  allowedOrigins: [],
  maximumConnections: 4096,
  maximumConnectionsPerAddress: 1024,
  maximumEventLoopDelay: 250,
  maximumBytesInFlight: 67_108_864,
  maximumBytesInFlightPerAddress: 16_777_216,
};

const variables = {
  port: 'PORT',
  host: 'HOST',
  database: 'DATABASE_URL',
  redis: 'REDIS_URL',
  logLevel: 'LOG_LEVEL',
  anonymousPerMinute: 'ANONYMOUS_REQUESTS_PER_MINUTE',
  banAfterRefusals: 'BAN_AFTER_REFUSALS',
  banSeconds: 'BAN_SECONDS',
  maximumBodyBytes: 'MAX_BODY_BYTES',
  metricsPort: 'METRICS_PORT',
  trustedProxies: 'TRUSTED_PROXIES',
  allowedOrigins: 'CORS_ORIGINS',
  maximumConnections: 'MAX_CONNECTIONS',
  maximumConnectionsPerAddress: 'MAX_CONNECTIONS_PER_ADDRESS',
  maximumEventLoopDelay: 'MAX_EVENT_LOOP_DELAY_MS',
  maximumBytesInFlight: 'MAX_BYTES_IN_FLIGHT',
  maximumBytesInFlightPerAddress: 'MAX_BYTES_IN_FLIGHT_PER_ADDRESS',
} satisfies Record<keyof Configuration, string>;

const good: Record<keyof Configuration, [text: string, value: unknown][]> = {
  port: [
    ['0', 0],
    ['1', 1],
    ['3000', 3000],
    ['65535', 65_535],
  ],
  host: [
    ['0.0.0.0', '0.0.0.0'],
    ['::', '::'],
    ['::1', '::1'],
    ['localhost', 'localhost'],
    ['adoption-1.example', 'adoption-1.example'],
  ],
  database: [
    ...Object.entries({
      'file:adoption.sqlite': 'adoption.sqlite',
      'file:./data/adoption.sqlite': './data/adoption.sqlite',
      'file:../my data/é.sqlite': '../my data/é.sqlite',
      'file:/var/lib/adoption.sqlite': '/var/lib/adoption.sqlite',
      'file:///var/lib/adoption.sqlite': '/var/lib/adoption.sqlite',
    }).map(([text, path]): [string, unknown] => [text, { engine: 'SQLite', path }]),
    ...['postgres://localhost/adoption', 'postgresql://user:secret@db.example:5433/adoption?sslmode=require'].map(
      (url): [string, unknown] => [url, { engine: 'PostgreSQL', url }],
    ),
  ],
  redis: [
    ['none', 'none'],
    ['redis://localhost', 'redis://localhost'],
    ['rediss://user:secret@cache.example:6380/1', 'rediss://user:secret@cache.example:6380/1'],
  ],
  logLevel: [
    ['fatal', 'fatal'],
    ['error', 'error'],
    ['warn', 'warn'],
    ['info', 'info'],
    ['debug', 'debug'],
    ['silent', 'silent'],
  ],
  anonymousPerMinute: [
    ['1', 1],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ],
  banAfterRefusals: [
    ['1', 1],
    ['1000', 1000],
  ],
  banSeconds: [
    ['1', 1],
    ['2000000', 2_000_000],
  ],
  maximumBodyBytes: [
    ['1', 1],
    ['16777216', 2 ** 24],
  ],
  metricsPort: [
    ['none', 'none'],
    ['0', 0],
    ['9464', 9464],
  ],
  trustedProxies: [
    ['192.0.2.1', ['192.0.2.1']],
    ['10.0.0.0/8, ::1,2001:db8::/32', ['10.0.0.0/8', '::1', '2001:db8::/32']],
  ],
  allowedOrigins: [['https://app.example, http://localhost:3000', ['https://app.example', 'http://localhost:3000']]],
  maximumConnections: [['1', 1]],
  maximumConnectionsPerAddress: [['1', 1]],
  maximumEventLoopDelay: [['1', 1]],
  maximumBytesInFlight: [['1', 1]],
  maximumBytesInFlightPerAddress: [['1', 1]],
};

const noCount = ['-1', '1.5', '1e3', '0x10', ' 1', 'many', '9007199254740992'];
const bad: Record<keyof Configuration, string[]> = {
  port: [...noCount, '65536', '8080/'],
  host: ['http://localhost', 'local host', 'localhost/', ' '],
  database: [
    'adoption.sqlite',
    '/var/lib/adoption.sqlite',
    'file:',
    'file://',
    'file://adoption.sqlite',
    'file://elsewhere/adoption.sqlite',
    'file:adoption.sqlite?mode=ro',
    'file:adoption.sqlite#1',
    'postgres:adoption',
    'postgres:///adoption',
    'mysql://localhost/adoption',
    'sqlite:adoption.sqlite',
    'file::memory:',
  ],
  redis: ['None', 'localhost:6379', 'redis:localhost', 'http://localhost:6379'],
  logLevel: ['INFO', 'verbose', 'infos', 'constructor'],
  anonymousPerMinute: [...noCount, '0'],
  banAfterRefusals: [...noCount, '0'],
  banSeconds: [...noCount, '0', '2000001'],
  maximumBodyBytes: [...noCount, '0', '16777217'],
  metricsPort: [...noCount, '65536', 'None'],
  trustedProxies: ['proxy.example', '192.0.2.1/33', '192.0.2.1/', '192.0.2.1/8/8', '192.0.2.1/8.0', '192.0.2.1,', '*'],
  allowedOrigins: [
    '*',
    'https://*.example',
    'app.example',
    'https://app.example/',
    'https://app.example/path',
    'https://app.example,',
  ],
  maximumConnections: [...noCount, '0'],
  maximumConnectionsPerAddress: [...noCount, '0'],
  maximumEventLoopDelay: [...noCount, '0'],
  maximumBytesInFlight: [...noCount, '0'],
  maximumBytesInFlightPerAddress: [...noCount, '0'],
};

const count = 'a whole number from 1 to 9007199254740991';
/** What is said of a variable where its value is wrong, and in the help. */
const said: Record<keyof Configuration, [expected: string, help: string]> = {
  port: ['a whole number from 0 to 65535', 'port on which the server listens; 0 takes a free one (default 8080)'],
  host: ['a host name or address', 'address on which it listens (default 127.0.0.1)'],
  database: [
    'file:PATH, or postgres://USER:PASSWORD@HOST/DATABASE',
    'animals and keys: a SQLite file, or a PostgreSQL that several servers share (postgres://…) ' +
      '(default file:data/adoption.sqlite)',
  ],
  redis: [
    'none, or redis://HOST:PORT or rediss://HOST:PORT',
    'Redis or Valkey in which several servers count requests; none: in the PostgreSQL, if there is one (default none)',
  ],
  logLevel: [
    'one of fatal, error, warn, info, debug, silent',
    'least severe line of the log: fatal, error, warn, info, debug, silent (default info)',
  ],
  anonymousPerMinute: [count, 'requests without a valid key that an address has in a minute (default 600)'],
  banAfterRefusals: [count, 'refusals in a minute after which a key is banned (default 100)'],
  banSeconds: ['a whole number from 1 to 2000000', 'length of a ban (default 300)'],
  maximumBodyBytes: ['a whole number from 1 to 16777216', 'largest body of a request that is read (default 65536)'],
  metricsPort: ['none, or a whole number from 0 to 65535', 'port of /metrics; 0 takes a free one (default none)'],
  trustedProxies: [
    'addresses or blocks such as 10.0.0.0/8, with commas between them',
    'proxies whose X-Forwarded-For is believed (default empty)',
  ],
  allowedOrigins: [
    'origins such as https://app.example, with commas between them',
    'origins of pages whose scripts may call the server (default empty)',
  ],
  maximumConnections: [count, 'connections at a time (default 4096)'],
  maximumConnectionsPerAddress: [count, 'connections from one address (default 1024)'],
  maximumEventLoopDelay: [
    count,
    'milliseconds that requests may wait for their turn; beyond, they are answered 503 (default 250)',
  ],
  maximumBytesInFlight: [
    count,
    'bytes of large responses that clients have not taken yet; beyond, requests are answered 503 (default 67108864)',
  ],
  maximumBytesInFlightPerAddress: [
    count,
    'of these, bytes to one address; beyond, its requests are answered 503 (default 16777216)',
  ],
};

const keys = Object.keys(variables) as (keyof Configuration)[];

test('everything has a default', () => {
  expect(readConfiguration({})).toEqual(defaults);
});

test('a variable that is empty is not set', () => {
  expect(readConfiguration(Object.fromEntries(Object.values(variables).map((name) => [name, ''])))).toEqual(defaults);
});

test('a variable that is not one of these changes nothing', () => {
  expect(readConfiguration({ PORTS: 'x', port: 'x' })).toEqual(defaults);
});

describe.each(keys)('%s', (key) => {
  const name = variables[key];

  test.each(good[key])(`${name}=%s`, (text, value) => {
    expect(readConfiguration({ [name]: text })).toEqual({ ...defaults, [key]: value });
  });

  test.each(bad[key])(`${name}=%s is refused in one line`, (text) => {
    const read = () => readConfiguration({ [name]: text });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(new Error(`${name} must be ${said[key][0]}, not ${JSON.stringify(text)}.`));
  });
});

test.each(['user:secret', 'user:se@cret', ':secret', 'secret'])('the password in //%s@ is not shown', (credential) => {
  const read = () => readConfiguration({ DATABASE_URL: `mysql://${credential}@db.example/adoption` });
  expect(read).toThrow(/, not "mysql:\/\/…@db\.example\/adoption"\.$/);
});

test('nor is one in an address whose slashes are missing', () => {
  const read = () => readConfiguration({ DATABASE_URL: 'postgres:user:secret@db.example/adoption' });
  expect(read).toThrow(/, not "postgres:…@db\.example\/adoption"\.$/);
});

test('all that is wrong is said at once, a line each', () => {
  const wrong = Object.fromEntries(keys.map((key) => [variables[key], bad[key][0]]));
  const lines = keys.map((key) => expect.stringMatching(new RegExp(`^${variables[key]} must be `)));
  try {
    readConfiguration(wrong);
    expect.fail('It was not refused.');
  } catch (error) {
    expect(error instanceof ConfigurationError && error.message.split('\n')).toEqual(lines);
  }
});

test('each variable is explained in a line, with its default', () => {
  const width = 'MAX_BYTES_IN_FLIGHT_PER_ADDRESS'.length;
  const lines = keys.map((key) => `  ${variables[key].padEnd(width)}  ${said[key][1]}`);
  expect(describeConfiguration().split('\n')).toEqual(lines);
});
