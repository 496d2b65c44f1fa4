import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network that can be cut. */
export interface Proxy {
  port: number;
  /** From now on nothing comes through, and nobody is told; connections can still be made. */
  cut(): void;
  /** New connections lead to the target again. What was there before the cut stays silent. */
  mend(): void;
  close(): Promise<void>;
}

export async function openProxy(target: number): Promise<Proxy> {
  let isCut = false;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    open.add(near);
    near.on('error', () => undefined).on('close', () => open.delete(near));
    if (isCut) return;
    const far = connect(target, '127.0.0.1');
    open.add(far);
    far
      .on('error', () => near.destroy())
      .on('close', () => {
        open.delete(far);
        if (!silent.has(near)) near.destroy();
      });
    near.on('close', () => far.destroy());
    near.on('data', (bytes) => silent.has(near) || far.write(bytes));
    far.on('data', (bytes) => silent.has(near) || near.write(bytes));
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
    mend: () => {
      isCut = false;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
