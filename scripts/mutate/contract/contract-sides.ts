import { openHttpClient } from '../../http/http-client.ts';
import { requirementId } from '../../requirements/requirement.ts';
import { workflow } from '../../requirements/workflow/workflow.ts';
import { describeUnmet, runWorkflow } from '../../verify/arazzo/workflows.ts';
import { verifyClient } from '../../verify/client/client-run.ts';
import { clientSpecificationOf } from '../../verify/client/client-specification.ts';
import { openProjectClient } from '../../verify/client/project-client.ts';
import type { Verification } from '../../verify/result.ts';
import { openReferenceServer, type ReferenceServer } from '../../verify/server/reference-server.ts';
import type { Specification } from '../../verify/specification.ts';
import type { TrialOptions } from '../kind.ts';
import { tryWrapped } from '../server/server-trial.ts';
import type { Detection } from './contract-detection.ts';

/** A side of the project as it is, to be verified against other contracts. */
export interface VerifiedSide {
  name: 'server' | 'client';
  /** What the side breaks of another contract; `requirementIds` are what that is likely to be. */
  detect(
    specification: Specification,
    options: TrialOptions,
    requirementIds: readonly string[],
  ): Promise<Detection | undefined>;
  /** The same of some workflows beside the contract alone; a side that none of them is about does without it. */
  detectByWorkflows?(specification: Specification, requirementIds: readonly string[]): Promise<Detection | undefined>;
  close(): Promise<void>;
}

/** The reference server: each contract in a harness of its own. */
export async function openServerSide(): Promise<VerifiedSide> {
  const server = await openReferenceServer();
  return {
    name: 'server',
    detect: async (specification, { seed, isFull }) =>
      detectionBy('server', await tryWrapped(specification, server, (send) => send, { seed, isBrief: !isFull }), true),
    detectByWorkflows: (specification, requirementIds) => detectionByWorkflows(specification, server, requirementIds),
    close: () => server.stop(),
  };
}

/** The client of this project: each contract at a stub that is made from it. What no requirement says of, it is asked in a full run alone. */
export async function openClientSide(): Promise<VerifiedSide> {
  const client = await openProjectClient();
  return {
    name: 'client',
    detect: async (specification, { seed, isFull }, requirementIds) => {
      const own = clientSpecificationOf(specification, seed);
      const briefFor = nearest(
        own.requirements.map(({ id }) => id),
        requirementIds[0] ?? '',
      );
      return detectionBy(
        'client',
        await verifyClient(own, client, isFull ? {} : { briefFor, endsThere: true }),
        isFull,
      );
    },
    close: () => client.stop(),
  };
}

/** What is broken, and in a whole run what could not be seen. */
function detectionBy(
  check: VerifiedSide['name'],
  { requirements }: Verification,
  isWhole: boolean,
): Detection | undefined {
  const detections = ['violated', ...(isWhole ? ['unproven'] : [])].flatMap((verdict) =>
    requirements.filter((result) => result.verdict === verdict),
  );
  const [first] = detections;
  if (first === undefined) return undefined;
  const message =
    first.verdict === 'violated'
      ? `${first.violation.documented} Received: ${first.violation.received}`
      : `unproven: ${first.requirement.statement}`;
  return { check, message, places: detections.map(({ requirement }) => requirement.location) };
}

/** The id that is most like another one: a change of the contract may have taken that itself away. */
function nearest(ids: readonly string[], wanted: string): string {
  const shared = (id: string) => id.split('.').findIndex((part, index) => part !== wanted.split('.')[index]);
  if (ids.includes(wanted)) return wanted;
  return ids.toSorted((a, b) => shared(b) - shared(a))[0] ?? wanted;
}

async function detectionByWorkflows(
  { workflows }: Specification,
  server: ReferenceServer,
  requirementIds: readonly string[],
): Promise<Detection | undefined> {
  const harness = await server.open();
  const client = openHttpClient(harness.baseUrl, 1, Date.now);
  try {
    if (workflows === undefined) return undefined;
    for (const one of workflows.list) {
      if (!requirementIds.includes(requirementId(workflow.id, { workflowId: one.id }))) continue;
      const outcome = await runWorkflow(
        workflows,
        one,
        { key: harness.key, limitedKey: harness.limitedKey },
        (request) => client.send(request),
      );
      if (outcome.verdict === 'violated')
        return {
          check: 'server',
          message: `${describeUnmet(outcome)} Received: ${outcome.received}`,
          places: [one.location, outcome.location],
        };
    }
    return undefined;
  } finally {
    client.close();
    await harness.close();
  }
}
