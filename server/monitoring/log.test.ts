import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { jsonLog, type LogLevel } from './log.ts';

function linesOf(least: LogLevel): { lines: string[]; log: ReturnType<typeof jsonLog> } {
  const lines: string[] = [];
  return { lines, log: jsonLog(least, (line) => lines.push(line)) };
}

const parsed = (lines: string[]) => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a line of the log', () => {
  test('is JSON, with when it was written, by whom, and how severe it is', () => {
    const { lines, log } = linesOf('info');
    const before = Date.now();
    log.info({ address: '192.0.2.1', code: undefined }, 'a "request"');
    log.error({}, 'it failed');
    const origin = { pid: process.pid, hostname: hostname(), time: expect.any(Number) };
    expect(parsed(lines)).toEqual([
      { ...origin, level: 30, address: '192.0.2.1', msg: 'a "request"' },
      { ...origin, level: 50, msg: 'it failed' },
    ]);
    expect(Number(parsed(lines)[0]?.['time'])).toBeGreaterThanOrEqual(before);
    for (const line of lines) expect(line).toMatch(/^[^\n]+\n$/);
  });

  test('says where an error was thrown, also after a refusal, which says no place', () => {
    const refusal = new Refusal(404, 'not_found', 'It could not be found.');
    const { lines, log } = linesOf('info');
    for (const err of [refusal, new Error('no')]) log.error({ err }, 'it failed');
    const places = parsed(lines).map(({ err }) => String(Object(err).stack).includes('log.test.ts'));
    expect(places).toEqual([false, true]);
  });

  test.each<[LogLevel, number[]]>([
    ['debug', [30, 50]],
    ['info', [30, 50]],
    ['warn', [50]],
    ['error', [50]],
    ['fatal', []],
    ['silent', []],
  ])('is written where it is severe enough for %s', (least, written) => {
    const { lines, log } = linesOf(least);
    log.info({}, 'a request');
    log.error({}, 'it failed');
    expect(parsed(lines).map(({ level }) => level)).toEqual(written);
  });

  const circular: Record<string, unknown> = {};
  circular['itself'] = circular;
  test.each<[what: string, thrown: unknown, named: object, text: string]>([
    [
      'an error and its cause',
      new TypeError('the first', { cause: new Error('the second') }),
      { type: 'TypeError', message: 'the first' },
      'the second',
    ],
    ['a text', 'disk full', { type: 'string' }, 'disk full'],
    ['nothing', undefined, { type: 'undefined' }, 'undefined'],
    ['what has no text', Object.create(null), { type: 'object' }, '{}'],
    ['what JSON cannot hold', circular, { type: 'object' }, 'Circular'],
    ['an integer beyond JSON', 12n, { type: 'bigint' }, '12n'],
  ])('says what was thrown: %s', (_, thrown, named, text) => {
    const { lines, log } = linesOf('info');
    log.error({ err: thrown }, 'it failed');
    expect(parsed(lines).map(({ err }) => err)).toEqual([{ ...named, stack: expect.stringContaining(text) }]);
  });
});
