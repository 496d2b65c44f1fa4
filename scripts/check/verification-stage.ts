import { CannotRun, ContractError, OutOfTime } from '../cli/problem.ts';
import type { Contract } from '../openapi/contract.ts';
import type { Finding, Outcome } from '../report/check-verdict.ts';
import { verdictLine } from '../report/summary.ts';
import type { Side } from '../requirements/side.ts';
import { verifyProjectClient } from '../verify/client/connect.ts';
import type { RequirementResult } from '../verify/result.ts';
import { newSeed, type Verified, verifyReferenceServer } from '../verify/server/connect.ts';
import { specificationOf } from '../verify/specification.ts';
import { namedPart } from './named-part.ts';
import { findingOf } from './problem-finding.ts';

/** What the verification of a side found, and its result; undefined when the side could not be verified. */
export interface VerificationOutcome extends Outcome {
  verified: Verified | undefined;
}

const verifiers = { server: verifyReferenceServer, client: verifyProjectClient } satisfies Record<Side, unknown>;

/**
 * Verifies one side, over a socket, against every requirement of the contract that binds it;
 * the server against the workflows as well.
 */
export async function verificationStage(
  contract: Contract,
  side: Side,
  verify: (typeof verifiers)[Side] = verifiers[side],
): Promise<VerificationOutcome> {
  try {
    const verified = await verify(specificationOf(contract), { seed: newSeed() });
    const findings = verified.verification.requirements.flatMap((result) => verificationFinding(result, side));
    return { summary: findings.length === 0 ? verdictLine(verified.verification) : '', findings, verified };
  } catch (error) {
    if (error instanceof ContractError)
      return { summary: '', findings: error.problems.map(findingOf), verified: undefined };
    if (error instanceof OutOfTime)
      return { summary: error.message, findings: [], notRun: 'prevented', verified: undefined };
    if (!(error instanceof CannotRun)) throw error;
    const { pointer = '', text } = namedPart(error.message);
    return {
      summary: '',
      findings: [{ location: contract.locate(pointer), side, message: text.replaceAll(/\s*\n\s*/g, ' ') }],
      verified: undefined,
    };
  }
}

function verificationFinding(result: RequirementResult, side: Side): Finding[] {
  const { requirement, verdict } = result;
  if (verdict === 'unproven')
    return [
      {
        location: requirement.location,
        side,
        message: `unproven: ${requirement.statement} (${result.reason})`,
        requirementId: requirement.id,
      },
    ];
  if (verdict !== 'violated') return [];
  const { documented, received, request } = result.violation;
  return [
    {
      location: requirement.location,
      side,
      message: `${documented} Received: ${received}`,
      requirementId: requirement.id,
      detail: `by ${request.method} ${request.target}`,
    },
  ];
}
