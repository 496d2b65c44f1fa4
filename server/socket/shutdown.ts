import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Connections } from './connections.ts';

/** Milliseconds of a stop. Together they are less than what those who stop a process wait before they kill it. */
export interface ShutdownTimes {
  /** For which connections are still taken, so that whoever distributes requests can learn that this server stops. */
  lameDuck: number;
  /** For which no connection must have come before none is taken any more. */
  quiet: number;
  /** After which requests that are still not answered are cut off. */
  unanswered: number;
}

const mostWaits = 10;

/** Answers what is sent, each time as the last answer of its connection, and ends without resetting a connection. */
export async function shutDown(server: Server, connections: Connections, times: ShutdownTimes): Promise<void> {
  const closed = once(server, 'close');
  connections.announceClose();
  await sleep(times.lameDuck);
  await stopAccepting(server, connections, times.quiet);
  connections.close();
  const deadline = setTimeout(() => server.closeAllConnections(), times.unanswered);
  await closed;
  clearTimeout(deadline);
  server.close();
}

/**
 * Closing the socket that listens resets what the system has taken for it and this process has not. So answers wait
 * until no connection has come for a moment: clients that wait for an answer open no other connection.
 */
async function stopAccepting(server: Server, connections: Connections, quiet: number): Promise<void> {
  let accepted = 0;
  server.on('connection', () => (accepted += 1));
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  connections.hold(stopped);
  for (let waited = 0, before = -1; waited < mostWaits && before !== accepted; waited++) {
    before = accepted;
    await sleep(quiet);
    // A process that had to wait for a processor runs its timers first, and takes connections after them.
    await turn();
  }
  // The one of the HTTP server would also cut off responses that are still being sent,
  // and no longer time requests out.
  NetServer.prototype.close.call(server);
  resolve();
}
