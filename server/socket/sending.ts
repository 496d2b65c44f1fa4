import { type ServerResponse, STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type { Reply } from '../response.ts';
import type { Load } from './load.ts';
import type { PollPhase } from './poll-phase.ts';

/** Bytes of a body that are handed over at once: whether a client takes them is seen in pieces of this size. */
const pieceSize = 2 ** 16;

/** Sends a response by the HTTP server of Node.js. */
export function send(outgoing: ServerResponse, { status, headers, body }: Reply, load: Load): void {
  if (body === null) {
    outgoing.writeHead(status, headers).end();
    return;
  }
  const length = Buffer.byteLength(body);
  outgoing.writeHead(status, { ...headers, 'Content-Length': length });
  if (length <= pieceSize) {
    outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
    return;
  }
  // What all responses share is held once, however many of them are on their way.
  const isShared = typeof body !== 'string';
  if (!isShared) countInFlight(outgoing, length, load);
  Readable.from(piecesOf(isShared ? body : Buffer.from(body))).pipe(outgoing);
}

function countInFlight(outgoing: ServerResponse, length: number, load: Load): void {
  load.bytesInFlight += length;
  outgoing.once('close', () => {
    load.bytesInFlight -= length;
  });
}

/** Sends a response once what came with its request is read; a large one at once: it counts from then on. */
export async function sendTogether(outgoing: ServerResponse, reply: Reply, load: Load, phase: PollPhase) {
  if ((reply.body ?? '').length <= pieceSize) await phase.end;
  send(outgoing, reply, load);
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += pieceSize) yield bytes.subarray(start, start + pieceSize);
}

/** The bytes of a response, for where the HTTP server of Node.js has none to write with. */
export function toBytes({ status, headers, body }: Reply): string {
  const all = {
    ...headers,
    'Content-Length': Buffer.byteLength(body ?? ''),
    Connection: 'close',
    Date: new Date().toUTCString(),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body ?? ''}`;
}
