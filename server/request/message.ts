import type { IncomingMessage } from 'node:http';

/** What a request says, whichever way it has come. */
export interface Message {
  /** The value of a header field; those of a name that is given several times are joined with commas. */
  header(name: string): string | null;
  /** The body; undefined where it has more bytes than `maximum`. Rejects when the client hangs up. */
  readBody(maximum: number): Promise<Uint8Array | undefined>;
}

/** A request of the Fetch API. */
export function messageOf(request: Request): Message {
  const header = (name: string) => request.headers.get(name);
  return { header, readBody: (maximum) => readRequest(request, maximum) };
}

/** A request on a socket, without the detour by an object of the Fetch API. Before it reads a body, it asks for it. */
export function messageOn(incoming: IncomingMessage, askForBody: () => void): Message {
  const header = (name: string) => headerOf(incoming, name);
  return {
    header,
    async readBody(maximum) {
      if (Number(header('content-length')) > maximum) return undefined;
      askForBody();
      return readIncoming(incoming, maximum);
    },
  };
}

/** The value of a header field as Message has it; Node.js would leave all but the first of some names away. */
export function headerOf({ rawHeaders }: IncomingMessage, name: string): string | null {
  const lowerCase = name.toLowerCase();
  let value: string | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const other = rawHeaders[index];
    if (other?.length !== lowerCase.length || other.toLowerCase() !== lowerCase) continue;
    value = value === null ? (rawHeaders[index + 1] ?? '') : `${value}, ${rawHeaders[index + 1]}`;
  }
  return value;
}

function readIncoming(incoming: IncomingMessage, maximum: number): Promise<Uint8Array | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | undefined>();
  let body: Uint8Array = Buffer.alloc(0);
  let length = 0;
  incoming.on('data', (chunk: Uint8Array) => {
    // What comes after that is discarded.
    if (length + chunk.length > maximum) resolve(undefined);
    else body = append(body, length, chunk);
    length += chunk.length;
  });
  incoming.on('end', () => resolve(body.subarray(0, length)));
  incoming.on('error', reject);
  return promise;
}

/**
 * The bytes with a piece behind the first `length` of them. However small the pieces are, together they take little
 * more memory than what is in them.
 */
function append(bytes: Uint8Array, length: number, piece: Uint8Array): Uint8Array {
  if (length === 0) return piece;
  const total = length + piece.length;
  const larger = total > bytes.length ? Buffer.concat([bytes.subarray(0, length)], 2 * total) : bytes;
  larger.set(piece, length);
  return larger;
}

async function readRequest(request: Request, maximum: number): Promise<Uint8Array | undefined> {
  const announced = Number(request.headers.get('content-length'));
  if (announced > maximum) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    length += part.value.length;
    // The rest is left unread: cancelling would wait for whoever else reads the stream.
    if (length > maximum) return undefined;
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}
