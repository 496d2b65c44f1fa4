import { CannotRun } from '../../cli/problem.ts';
import { paths, projectFile } from '../../cli/project.ts';
import { ForkedProgram } from '../../harness/program.ts';

/** A server of its own: what happens in one harness is not seen in another. */
export interface Harness {
  baseUrl: string;
  key: string;
  /** A key that is soon spent. */
  limitedKey: string;
  /** Moves the clock of the server on. The Date header of a response stays as it is: Node.js writes that. */
  advance(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** The reference server of this project, in a process of its own. Whoever opens it must stop it. */
export interface ReferenceServer {
  open(): Promise<Harness>;
  /** Ends the process, with all harnesses that are still open. */
  stop(): Promise<void>;
}

/** Starts the reference server. Throws CannotRun, with what it wrote to its standard error, when it does not start. */
export async function openReferenceServer({
  program = projectFile(paths.serverHarness),
  startSeconds = 30,
} = {}): Promise<ReferenceServer> {
  const process = new ForkedProgram(program, 'The reference server');
  await process.started(startSeconds);
  return {
    open: async () => {
      const { id, reply } = process.ask({ type: 'open' }, 'opened');
      const { baseUrl, key, limitedKey } = await reply;
      if (typeof baseUrl !== 'string' || typeof key !== 'string' || typeof limitedKey !== 'string')
        throw new CannotRun('The reference server has opened a harness and not said where.');
      return {
        baseUrl,
        key,
        limitedKey,
        advance: async (milliseconds) =>
          void (await process.ask({ type: 'advance', harness: id, milliseconds }, 'advanced').reply),
        close: async () => void (await process.ask({ type: 'close', harness: id }, 'closed').reply),
      };
    },
    stop: () => process.stop(),
  };
}
