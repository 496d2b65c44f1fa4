import { CannotRun } from '../../cli/problem.ts';
import type { Wrap } from '../../requirements/fault.ts';
import type { Verification } from '../../verify/result.ts';
import { clockOf, newSeed } from '../../verify/server/connect.ts';
import { openReferenceServer, type ReferenceServer } from '../../verify/server/reference-server.ts';
import type { RunnableSpecification } from '../../verify/specification.ts';
import type { Mutant, Trial, TrialOptions } from '../kind.ts';
import { checkUnchanged, oneByOne, type Tried } from '../one-by-one.ts';
import { counted, verifyWrapped, type WrappedOptions } from './wrapped-server.ts';

/** Verifies the reference server, with something before it, in a harness of its own. */
export async function tryWrapped(
  specification: RunnableSpecification,
  server: ReferenceServer,
  wrap: Wrap,
  options: WrappedOptions,
): Promise<Verification> {
  const harness = await server.open();
  try {
    return await verifyWrapped(specification, harness, clockOf(harness), wrap, options);
  } finally {
    await harness.close().catch((error: unknown) => {
      if (!(error instanceof CannotRun)) throw error;
    });
  }
}

/** A server to be tried, by its id: a fault, or a control. */
export interface Candidate extends Mutant {
  wrap: Wrap;
  /** It changes no message. */
  isUnseen?: boolean;
}

/** Starts a reference server, which is then tried with each candidate before it, in a harness of its own. */
export async function openServerTrial(
  specification: RunnableSpecification,
  candidates: readonly Candidate[],
): Promise<Trial> {
  const server = await openReferenceServer();
  try {
    checkUnchanged(
      'server',
      (await tryWrapped(specification, server, (send) => send, { seed: newSeed(), isBrief: true })).requirements,
    );
  } catch (error) {
    await server.stop();
    throw error;
  }
  return oneByOne(
    'server',
    candidates,
    (candidate, options) => triedWith(specification, server, candidate, options),
    () => server.stop(),
  );
}

async function triedWith(
  specification: RunnableSpecification,
  server: ReferenceServer,
  { wrap: own, requirementIds, isUnseen = false }: Candidate,
  { seed, isFull }: TrialOptions,
): Promise<Tried> {
  const { wrap, changes } = counted(own);
  const { requirements } = await tryWrapped(
    specification,
    server,
    wrap,
    isFull ? { seed } : { seed, isBrief: true, first: requirementIds[0] ?? '' },
  );
  return { requirements, isChanged: changes() > 0 || isUnseen };
}
