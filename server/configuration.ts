/** Everything that can be set from outside, by environment variables. */
export interface Configuration {
  port: number;
  host: string;
  /** Path of the SQLite file. */
  databasePath: string;
  logLevel: (typeof logLevels)[number];
  anonymousPerMinute: number;
  banAfterRefusals: number;
  banSeconds: number;
  maximumBodyBytes: number;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** A variable with a value that cannot be meant; the message names each of them. */
export class ConfigurationError extends Error {}

/** The one place that reads environment variables. Throws ConfigurationError. */
export function readConfiguration(environment: Record<string, string | undefined> = process.env): Configuration {
  const problems: string[] = [];
  const read = <Value>(
    name: string,
    fallback: string,
    expected: string,
    parse: (text: string) => Value | undefined,
  ): Value | undefined => {
    const text = environment[name] || fallback;
    const value = parse(text);
    if (value === undefined) problems.push(`${name} must be ${expected}, not ${JSON.stringify(text)}.`);
    return value;
  };
  const count = (name: string, fallback: number, maximum = Number.MAX_SAFE_INTEGER, minimum = 1) =>
    read(name, String(fallback), `a whole number from ${minimum} to ${maximum}`, (text) =>
      wholeNumber(text, minimum, maximum),
    ) ?? fallback;
  const configuration: Configuration = {
    port: count('PORT', 8080, 65_535, 0),
    host:
      read('HOST', '127.0.0.1', 'a host name or address', (text) => (/^[\w.:-]+$/.test(text) ? text : undefined)) ?? '',
    databasePath: read('DATABASE_URL', 'file:data/adoption.sqlite', 'file:PATH', databasePath) ?? '',
    logLevel:
      read('LOG_LEVEL', 'info', `one of ${logLevels.join(', ')}`, (text) =>
        logLevels.find((level) => level === text),
      ) ?? 'info',
    anonymousPerMinute: count('ANONYMOUS_REQUESTS_PER_MINUTE', 600),
    banAfterRefusals: count('BAN_AFTER_REFUSALS', 100),
    // A timer of Node.js cannot wait longer than 24.8 days.
    banSeconds: count('BAN_SECONDS', 300, 2_000_000),
    // A body is read as a whole: more than this is no animal.
    maximumBodyBytes: count('MAX_BODY_BYTES', 65_536, 2 ** 24),
  };
  if (problems.length > 0) throw new ConfigurationError(problems.join('\n'));
  return configuration;
}

function wholeNumber(text: string, minimum: number, maximum: number): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= minimum && value <= maximum ? value : undefined;
}

/**
 * Takes `file:PATH` and `file:///PATH`; a URL with a host, a query or a fragment would silently be another file, and
 * `:memory:` none at all.
 */
function databasePath(url: string): string | undefined {
  return /^file:(?:\/\/(?=\/)|(?!\/\/))(?!:memory:$)([^?#]+)$/.exec(url)?.[1];
}
