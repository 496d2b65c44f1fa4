import { hostname } from 'node:os';
import { inspect } from 'node:util';
import type { Log } from '../pipeline.ts';

/** Levels of the log, most severe first. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** As the loggers of Node.js number them. */
const severities = { fatal: 60, error: 50, warn: 40, info: 30, debug: 20, silent: Number.POSITIVE_INFINITY };

/** A log of JSON lines, of those that are at least as severe as `least`. */
export function jsonLog(least: LogLevel, write: (line: string) => void): Log {
  const origin = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`;
  const writeAs = (level: LogLevel) => (fields: object, message: string) => {
    if (severities[level] < severities[least]) return;
    const members = JSON.stringify('err' in fields ? { ...fields, err: describe(fields.err) } : fields).slice(1, -1);
    const start = `"level":${severities[level]},"time":${Date.now()},${origin}`;
    write(`{${start},${members}${members === '' ? '' : ','}"msg":${JSON.stringify(message)}}\n`);
  };
  return { info: writeAs('info'), error: writeAs('error') };
}

/** What was thrown, which may be anything. */
function describe(thrown: unknown): object {
  const named = thrown instanceof Error ? { type: thrown.name, message: thrown.message } : { type: typeof thrown };
  return { ...named, stack: inspect(thrown) };
}
