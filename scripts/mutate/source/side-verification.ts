import { join } from 'node:path';
import { paths } from '../../cli/project.ts';
import type { Side } from '../../requirements/side.ts';
import { verifyClient } from '../../verify/client/client-run.ts';
import { clientSpecificationOf } from '../../verify/client/client-specification.ts';
import { openProjectClient } from '../../verify/client/project-client.ts';
import type { RequirementResult } from '../../verify/result.ts';
import { newSeed } from '../../verify/server/connect.ts';
import { openReferenceServer } from '../../verify/server/reference-server.ts';
import type { RunnableSpecification } from '../../verify/specification.ts';
import { tryWrapped } from '../server/server-trial.ts';
import { beforeDeadline } from './deadline.ts';

/** What verification of a side of a copy of the project reports first; undefined when the side keeps the contract. */
export async function violationIn(
  specification: RunnableSpecification,
  folder: string,
  side: Side,
  seconds: number,
): Promise<string | undefined> {
  const results = await requirementsOf[side](specification, folder, seconds);
  const [reported] = [...results.filter(isViolated), ...results.filter(isUnproven)];
  return (
    reported && `${reported.requirement.id}: ${'violation' in reported ? reported.violation.received : reported.reason}`
  );
}

const requirementsOf = {
  server: async (specification, folder, seconds) => {
    const server = await openReferenceServer({ module: join(folder, paths.serverHarness) });
    const run = tryWrapped(specification, server, (send) => send, { seed: newSeed(), isBrief: true });
    return resultsBefore(run, seconds, () => server.stop());
  },
  client: async (specification, folder, seconds) => {
    const client = await openProjectClient({ module: join(folder, paths.clientHarness) });
    const run = verifyClient(clientSpecificationOf(specification, newSeed()), client, { briefFor: '' });
    return resultsBefore(run, seconds, () => client.stop());
  },
} satisfies Record<
  Side,
  (specification: RunnableSpecification, folder: string, seconds: number) => Promise<readonly RequirementResult[]>
>;

async function resultsBefore(
  run: Promise<{ requirements: readonly RequirementResult[] }>,
  seconds: number,
  stop: () => Promise<void>,
): Promise<readonly RequirementResult[]> {
  try {
    return (await beforeDeadline(run, seconds, stop)).requirements;
  } finally {
    await stop();
  }
}

const isViolated = (result: RequirementResult) => result.verdict === 'violated';
// As `npm run check` does, which also reports what could not be proven.
const isUnproven = (result: RequirementResult) => result.verdict === 'unproven';
