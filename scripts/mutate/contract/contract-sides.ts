import { catalogueOf } from '../../requirements/catalogue.ts';
import { verifyClient } from '../../verify/client/client-run.ts';
import { clientSpecificationOf } from '../../verify/client/client-specification.ts';
import { openProjectClient } from '../../verify/client/project-client.ts';
import type { Verification } from '../../verify/result.ts';
import { openReferenceServer } from '../../verify/server/reference-server.ts';
import type { RunnableSpecification } from '../../verify/specification.ts';
import type { TrialOptions } from '../kind.ts';
import { tryWrapped } from '../server/server-trial.ts';
import type { Detection } from './contract-detection.ts';
import { nearestRequirement } from './nearest-requirement.ts';

/** A side of the project as it is, to be verified against other contracts. */
export interface VerifiedSide {
  name: 'server' | 'client';
  /** What the side breaks of another contract; `requirementIds` are what that is likely to be. */
  detect(
    specification: RunnableSpecification,
    options: TrialOptions,
    requirementIds: readonly string[],
  ): Promise<Detection | undefined>;
  close(): Promise<void>;
}

/** The reference server: each contract in a harness of its own. */
export async function openServerSide(): Promise<VerifiedSide> {
  const server = await openReferenceServer();
  return {
    name: 'server',
    detect: async (specification, { seed, isFull }) =>
      detectionBy('server', await tryWrapped(specification, server, (send) => send, { seed, isBrief: !isFull }), true),
    close: () => server.stop(),
  };
}

/**
 * The client of this project: each contract at a stub that is made from it, against the requirement that is most like
 * the one of `original` which was changed. What no requirement says of, it is asked in a full run alone.
 */
export async function openClientSide(original: RunnableSpecification): Promise<VerifiedSide> {
  const client = await openProjectClient();
  const before = catalogueOf(original, 'server');
  return {
    name: 'client',
    detect: async (specification, { seed, isFull }, requirementIds) => {
      const own = clientSpecificationOf(specification, seed);
      const wanted = before.find(({ id }) => id === requirementIds[0]);
      const nearest = wanted === undefined ? own.requirements[0] : nearestRequirement(own.requirements, wanted);
      const briefFor = nearest?.id ?? '';
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
