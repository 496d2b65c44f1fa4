import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { timersOf } from '../test/timers.ts';
import { LogDestination } from './log-destination.ts';

const mostWaiting = 2 ** 20;
const retryDelay = 100;
let folder: string;
let descriptor: number;
let destination: LogDestination;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => {
  closeSync(descriptor);
  rmSync(folder, { recursive: true });
});

describe('a file', () => {
  beforeEach(() => {
    descriptor = openSync(join(folder, 'log'), 'w');
    destination = new LogDestination(descriptor);
  });
  const written = () => readFileSync(join(folder, 'log'), 'utf8');

  test('has all lines in their order, once they are flushed', async () => {
    await destination.flush(60_000);
    for (const lines of [['one\n', 'two\n'], ['Zoë\n']]) {
      for (const line of lines) destination.write(line);
      await destination.flush(60_000);
    }
    expect(written()).toBe('one\ntwo\nZoë\n');
  });

  test('that is flushed keeps no process waiting', async () => {
    destination.write('one\n');
    expect(await timersOf(() => destination.flush(60_000))).toEqual({ all: [60_000], left: [] });
  });

  test('has what was written while other lines were', async () => {
    destination.write('one\n');
    const first = destination.flush(60_000);
    await expect.poll(written).toBe('one\n');
    destination.write('two\n');
    await first;
    await destination.flush(60_000);
    expect(written()).toBe('one\ntwo\n');
  });

  test.each([
    [mostWaiting, 0],
    [mostWaiting + 1, 1],
  ])('of lines that wait, %d characters: %d is dropped', async (length, dropped) => {
    destination.write('x'.repeat(600_000));
    destination.write('y'.repeat(length - 600_000));
    expect(destination.dropped).toBe(dropped);
    await destination.flush(60_000);
    expect(written().includes('y')).toBe(dropped === 0);
  });

  test('bounds what waits, and not what was written', async () => {
    for (let count = 0; count < 3; count++) {
      destination.write('x'.repeat(600_000));
      await destination.flush(60_000);
    }
    expect(destination.dropped).toBe(0);
  });
});

describe('a pipe that nobody reads', () => {
  const line = `${'x'.repeat(600_000)}\n`;
  let read: string;
  beforeEach(() => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    destination = new LogDestination(descriptor);
    read = '';
  });
  const buffer = Buffer.alloc(2 ** 16);
  // While the pipe is empty, reading throws.
  const readMore = () => (read += buffer.toString('utf8', 0, readSync(descriptor, buffer)));

  test('gets all once somebody does, and how many lines were dropped meanwhile', async () => {
    destination.write(line);
    await expect.poll(readMore).not.toBe('');
    for (let time = 0; time < 2; time++) destination.write(line);
    expect(destination.dropped).toBe(2);
    await expect.poll(readMore).toContain('\n{');
    const report = read.slice(line.length);
    expect(read.slice(0, line.length)).toBe(line);
    expect(report.split('\n')).toHaveLength(2);
    expect(JSON.parse(report)).toEqual({
      level: 40,
      time: expect.any(Number),
      dropped: 2,
      msg: 'lines of the log were dropped',
    });
    read = '';
    destination.write('after\n');
    await expect.poll(readMore).toBe('after\n');
    expect(destination.dropped).toBe(2);
  });

  test('is not waited for longer than is said, and keeps no process', async () => {
    // More than a pipe holds.
    const length = 100_000;
    const { left } = await timersOf(async () => {
      destination.write('x'.repeat(length));
      await destination.flush(1);
      await expect.poll(() => vi.mocked(setTimeout).mock.calls.map(([, delay]) => delay)).toContain(retryDelay);
    });
    expect(left).not.toContain(retryDelay);
    expect(destination.dropped).toBe(0);
    await expect.poll(readMore).toHaveLength(length);
  });
});
