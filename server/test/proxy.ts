import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network that can be cut. */
export interface Proxy {
  port: number;
  /** From now on nothing comes through, and nobody is told; connections can still be made. */
  cut(): void;
  /** Resolves when someone tries to connect. */
  attempt(): Promise<unknown>;
  /** New connections lead to the target again. What was there before the cut stays silent. */
  mend(): void;
  /** New connections lead to another port. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/** What is sent arrives so many milliseconds later. */
export async function openProxy(target: number, delay = 0): Promise<Proxy> {
  let isCut = false;
  let destination = target;
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    open.add(near);
    near.on('error', () => undefined).on('close', () => open.delete(near));
    if (isCut) return;
    const far = connect({ port: destination, host: '127.0.0.1', noDelay: true });
    open.add(far);
    far
      .on('error', () => near.destroy())
      .on('close', () => {
        open.delete(far);
        if (!silent.has(near)) near.destroy();
      });
    near.on('close', () => far.destroy());
    const pass = (bytes: Buffer, to: Socket) => {
      const send = () => silent.has(near) || to.write(bytes);
      if (delay === 0) send();
      else setTimeout(send, delay);
    };
    near.on('data', (bytes) => pass(bytes, far));
    far.on('data', (bytes) => pass(bytes, near));
  });
  const silent = new WeakSet<Socket>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo; only one on a pipe has a string.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut: () => {
      isCut = true;
      for (const socket of open) silent.add(socket);
    },
    attempt: () => once(server, 'connection'),
    mend: () => {
      isCut = false;
    },
    leadTo: (port) => {
      destination = port;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
