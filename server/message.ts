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

/** A request on a socket, without the detour by an object of the Fetch API. */
export function messageOn(incoming: IncomingMessage): Message {
  const header = (name: string) => headerOf(incoming, name);
  return {
    header,
    readBody: (maximum) =>
      Number(header('content-length')) > maximum ? Promise.resolve(undefined) : readIncoming(incoming, maximum),
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
  const chunks: Uint8Array[] = [];
  let length = 0;
  incoming.on('data', (chunk: Uint8Array) => {
    length += chunk.length;
    // What comes after that is discarded.
    if (length > maximum) resolve(undefined);
    else chunks.push(chunk);
  });
  incoming.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
  incoming.on('error', reject);
  return promise;
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
