import { fileURLToPath } from 'node:url';
import { paths, projectFile } from '../../cli/project.ts';
import { DrivenProcess } from '../../harness/driver.ts';
import {
  advanceServer,
  closeServer,
  type Observations,
  observeServer,
  openServer,
} from '../../harness/server-methods.ts';
import { Spare } from '../../harness/spare.ts';

const program = fileURLToPath(new URL('../../harness/server-process.ts', import.meta.url));

/** A server of its own: no other harness sees what happens in it. */
export interface Harness {
  baseUrl: string;
  key: string;
  /** A key with low limits. */
  limitedKey: string;
  /** A key that the server has served before it was revoked. */
  revokedKey: string;
  /** Keys of plans by their names, which nothing was sent with yet. */
  planKeys: Readonly<Record<string, string>>;
  /** What the server has noticed of itself so far. */
  observations(): Promise<Observations>;
  /** Advances the virtual clock of the server. The Date header of a response shows the real time: Node.js writes it. */
  advance(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** The reference server of this project, in a process of its own. Whoever opens it must stop it. */
export interface ReferenceServer {
  open(): Promise<Harness>;
  /** Ends the process, with all harnesses that are still open. */
  stop(): Promise<void>;
}

const ownModule = projectFile(paths.serverHarness);

const newProcess = (module: string) => ({
  process: new DrivenProcess({ name: 'The reference server', program, programArguments: [module] }),
});

const spare = new Spare(() => newProcess(ownModule));

/** Starts the process of the next reference server, which loads nothing of it before it is opened. */
export function prepareReferenceServer(): void {
  spare.prepare();
}

/**
 * Starts the reference server; `module` exports how to open one.
 * Throws CannotRun, with what it wrote to its standard error, when it does not start.
 */
export async function openReferenceServer({ module = ownModule, startSeconds = 120 } = {}): Promise<ReferenceServer> {
  const { process } = module === ownModule ? spare.take() : newProcess(module);
  await process.started(startSeconds);
  return {
    open: async () => {
      const { harness, ...opened } = await process.request(openServer, null);
      return {
        ...opened,
        observations: () => process.request(observeServer, { harness }),
        advance: async (milliseconds) => void (await process.request(advanceServer, { harness, milliseconds })),
        close: async () => void (await process.request(closeServer, { harness })),
      };
    },
    stop: () => process.stop(),
  };
}
