import { connect } from 'node:net';
import { percentileOf } from './statistics.ts';

/** What a process that runs this file is told by a message; it answers with a LoadReport. */
export interface Load {
  port: number;
  request: string;
  /** Of every response. */
  status: number;
  connections: number;
  /** Seconds that are not measured, and then those that are. */
  warmUp: number;
  duration: number;
}

export interface LoadReport {
  /** What was wrong with a response. */
  problem?: string;
  /** Responses, those while it was not measured included. */
  total: number;
  perSecond: number;
  /** Milliseconds. */
  latency: { p50: number; p99: number };
  /** Share of the measured time in which this process was busy. */
  busy: number;
}

/** Milliseconds. */
const longestAnswer = 10_000;

process.on('message', async (load: Load) => process.send?.(await generate(load)));
process.on('disconnect', () => process.exit());

/** Sends the request on every connection, and again as soon as its response is there. */
async function generate({ port, request, status, connections, warmUp, duration }: Load): Promise<LoadReport> {
  const started = performance.now();
  const [from, until] = [started + warmUp * 1000, started + (warmUp + duration) * 1000];
  const latencies: number[] = [];
  let total = 0;
  let cpu: NodeJS.CpuUsage | undefined;
  const isToGoOn = (sentAt: number, now: number) => {
    total += 1;
    if (now >= from && now < until) latencies.push(now - sentAt);
    if (now >= from) cpu ??= process.cpuUsage();
    return now < until;
  };
  const patience = (warmUp + duration) * 1000 + longestAnswer;
  const ended = Array.from({ length: connections }, () => converse({ port, request, status, patience, isToGoOn }));
  const problem = (await Promise.all(ended)).find((one) => one !== undefined);
  const { user, system } = process.cpuUsage(cpu);
  return {
    ...(problem !== undefined && { problem }),
    total,
    perSecond: latencies.length / duration,
    latency: { p50: percentileOf(latencies, 0.5), p99: percentileOf(latencies, 0.99) },
    busy: (user + system) / 1e6 / duration,
  };
}

interface Conversation extends Pick<Load, 'port' | 'request' | 'status'> {
  /** Milliseconds after which it is over in any case. */
  patience: number;
  /** Whether another request is sent, now that one is answered. */
  isToGoOn: (sentAt: number, now: number) => boolean;
}

/** Resolves when a connection is over, with what was wrong with a response. */
function converse({ port, request, status, patience, isToGoOn }: Conversation): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let missing = 0;
    const end = (problem?: string) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(problem);
    };
    const timer = setTimeout(() => end('The server does not answer.'), patience);
    const send = () => {
      sentAt = performance.now();
      socket.write(request, 'latin1');
    };
    socket.on('connect', send);
    socket.on('error', ({ message }) => end(message));
    socket.on('close', () => end('The server has closed a connection.'));
    socket.on('data', (chunk: Buffer) => {
      if (missing === 0) {
        const head = readHead(chunk);
        if (head?.status !== status) return end(`The response begins with ${chunk.toString('latin1', 0, 200)}`);
        missing = head.length;
      }
      missing -= chunk.length;
      if (missing > 0) return;
      if (isToGoOn(sentAt, performance.now())) send();
      else end();
    });
  });
}

/** The status and the whole length of the response that begins with a chunk. */
function readHead(chunk: Buffer): { status: number; length: number } | undefined {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end + 2);
  const [, length] = /\r\ncontent-length: *(\d+)\r\n/i.exec(head) ?? [];
  if (end < 0 || length === undefined) return undefined;
  return { status: Number(head.slice(9, 12)), length: end + 4 + Number(length) };
}
