import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Reply } from '../response.ts';
import type { PollPhase } from './poll-phase.ts';

/** Bytes of a body that are handed over at once: whether a client takes them is seen in pieces of this size. */
const pieceSize = 2 ** 16;

/** Counts bytes that are on their way to the client; what it gives counts them no more. */
export type CountBytes = (length: number) => () => void;

/** Sends a response by the HTTP server of Node.js. */
export function send(outgoing: ServerResponse, { status, headers, body }: Reply, countBytes: CountBytes): void {
  // What a client takes no more would be on its way for ever. A response whose turn never came has no socket.
  if (outgoing.destroyed || outgoing.socket === null) return;
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
  if (!isShared) outgoing.once('close', countBytes(length));
  sendPieces(outgoing, isShared ? body : Buffer.from(body));
}

/** Sends a response once what came with its request is read; a large one at once: it counts from then on. */
export async function sendTogether(outgoing: ServerResponse, reply: Reply, countBytes: CountBytes, phase: PollPhase) {
  if ((reply.body ?? '').length <= pieceSize) await phase.end;
  send(outgoing, reply, countBytes);
}

/** Hands a piece over once there is room for it. */
function sendPieces(outgoing: ServerResponse, bytes: Buffer): void {
  if (outgoing.destroyed) return;
  for (let start = 0; start < bytes.length; start += pieceSize) {
    const hasRoom = outgoing.write(bytes.subarray(start, start + pieceSize));
    const rest = bytes.subarray(start + pieceSize);
    if (hasRoom || rest.length === 0) continue;
    // Of a connection on which CONNECT has come, the HTTP server tells no response that there is room again.
    outgoing.socket?.once('drain', () => sendPieces(outgoing, rest));
    return;
  }
  outgoing.end();
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
