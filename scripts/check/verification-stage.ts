import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { CannotRun, ContractError, type Location, OutOfTime } from '../cli/problem.ts';
import { countOf } from '../cli/text.ts';
import type { Observations } from '../harness/server-methods.ts';
import type { Contract } from '../openapi/contract.ts';
import type { Finding, Outcome } from '../report/check-verdict.ts';
import { type PublicVerification, withoutKeys } from '../report/redact.ts';
import { type Reasoned, unprovenOf, verdictLine } from '../report/summary.ts';
import { catalogueOf } from '../requirements/catalogue.ts';
import type { Side } from '../requirements/side.ts';
import { startProjectClient } from '../verify/client/connect.ts';
import { newSeed, startReferenceServer } from '../verify/server/connect.ts';
import { type RunnableSpecification, specificationOf } from '../verify/specification.ts';
import type { OperationDigests } from './contract-parts.ts';
import { namedPart } from './named-part.ts';
import { changedSince, type KeptVerification, mergeVerifications } from './partial-verification.ts';
import { findingOf } from './problem-finding.ts';
import { sideOf } from './side-of.ts';
import { violationFindings } from './violation-findings.ts';

/** What the verification of a side found, and its result; undefined when the side could not be verified. */
export interface VerificationOutcome extends Outcome {
  verified: PublicVerification | undefined;
  /** Ids of the operations that were not verified again. */
  unchanged?: readonly string[];
}

/** What was kept of an earlier verification, and the operations as they are now. */
interface Before {
  kept: KeptVerification;
  operations: Readonly<Record<string, OperationDigests>>;
}

// What is worked out of a contract serves both sides.
const known = new WeakMap<Contract, RunnableSpecification>();

const starters = { server: startReferenceServer, client: startProjectClient } satisfies Record<Side, unknown>;

/**
 * Verifies one side, over a socket, against every requirement of the contract that binds it; the server against the
 * workflows as well. Of a contract that was verified before, the operations that have changed since are verified.
 */
export async function verificationStage(
  contract: Contract,
  side: Side,
  { before, start = starters[side] }: { before?: Before | undefined; start?: (typeof starters)[Side] } = {},
): Promise<VerificationOutcome> {
  const started = start();
  try {
    // The process of the other side starts as well before this one is busy.
    await setImmediate();
    const specification = known.get(contract) ?? specificationOf(contract);
    known.set(contract, specification);
    const catalogue = catalogueOf(specification, side);
    const changes = before && changedSince(before.kept, before.operations, catalogue, side);
    const { selection } = changes ?? {};
    const { verification, keys, observations } = await started.verify(specification, { seed: newSeed(), ...changes });
    const fresh = withoutKeys(verification, keys);
    const isPart = before !== undefined && selection !== undefined;
    const verified = isPart ? mergeVerifications(before.kept.verified, fresh, catalogue) : fresh;
    const unchanged = specification.description.operations.filter(({ id }) => selection?.has(id) === false);
    return {
      ...verificationOutcome(specification, side, verified, observations, selection),
      verified,
      unchanged: unchanged.map(({ id }) => id),
    };
  } catch (error) {
    if (error instanceof ContractError)
      return { summary: '', findings: error.problems.map(findingOf), verified: undefined };
    if (error instanceof OutOfTime)
      return { summary: error.message, findings: [], notRun: 'prevented', verified: undefined };
    if (!(error instanceof CannotRun)) throw error;
    return { summary: '', findings: [prevented(contract, side, error)], verified: undefined };
  } finally {
    await started.stop();
  }
}

/** Why a side could not be verified: at the part of the contract that is named, else at the line of its code. */
function prevented(contract: Contract, side: Side, { message }: CannotRun): Finding {
  const { pointer, text } = namedPart(message);
  const reason = withoutStack(text).replace(
    / cannot handle open: (?:\w*Error: )?/,
    ' does not start with this contract: ',
  );
  const own = pointer === undefined ? placesIn(text).find(({ file }) => sideOf(file) === side) : undefined;
  return { location: own ?? contract.locate(pointer ?? ''), side, message: reason };
}

/** The places in code that an error names: of a module that cannot be read, in it, or else what loads it. */
function placesIn(text: string): Location[] {
  const places =
    /^(?: *at .*?(?:file:\/\/)?|file:\/\/)(\/[^\s():]+):(\d+)(?::(\d+))?\)?$| '(\S+)' imported from (\/\S+)$/gm;
  return [...text.matchAll(places)].map(([, thrower, line = '1', column = '1', missing = '', loader = '']) =>
    thrower === undefined ? importIn(loader, missing) : { file: thrower, line: Number(line), column: Number(column) },
  );
}

/** Where a file imports a module by a relative path; else its beginning. */
function importIn(file: string, missing: string): Location {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const name = basename(missing);
  const index = lines.findIndex((line) => line.includes(`/${name}'`) || line.includes(`/${name}"`));
  return { file, line: Math.max(index, 0) + 1, column: 1 };
}

/** What went wrong in a process, without where in its code. */
function withoutStack(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  // Of an error that ends a process, Node.js shows its own code as well, and what the error has.
  const [reason = ''] = lines;
  const error = / has ended \(/.test(reason) && lines.find((line) => /^\w*Error(?: \[\w+\])?: /.test(line));
  if (error) return `${reason} ${error.replaceAll(resolve('.') + sep, '')}`;
  return lines.filter((line) => line !== '' && !/^at .*:\d+:\d+\)?$/.test(line)).join(' ');
}

/**
 * What a verification has found: violations, else what it could not prove; and the parameters that no handler reads, of
 * operations that keep everything else.
 */
export function verificationOutcome(
  { description }: RunnableSpecification,
  side: Side,
  verification: PublicVerification,
  observations?: Observations,
  selection?: ReadonlySet<string | null>,
): Outcome {
  const { contract } = description;
  const violations = violationFindings(contract, side, verification, observations?.breaches ?? []);
  const unproven = unprovenOf(verification.requirements);
  const violated = verification.requirements.filter(({ verdict }) => verdict === 'violated');
  const broken = new Set(violated.map(({ requirement }) => requirement.operationId));
  const unread = unreadParameters(description, observations, (id) => selection?.has(id) !== false && !broken.has(id));
  if (violations.length > 0)
    // What could not be seen beside a violation may be seen without it.
    return {
      summary: unproven.length > 0 ? `${countOf(unproven.length, 'other requirement')} could not be verified` : '',
      findings: [...violations, ...unread],
    };
  const findings = [...unprovenFindings(unproven, side), ...unread];
  return { summary: findings.length === 0 ? verdictLine(verification) : '', findings };
}

/** What could not be proven: one finding for what an operation, or the requests that reach none, leave open alike. */
function unprovenFindings(unproven: readonly Reasoned[], side: Side): Finding[] {
  // Moments are others in each run.
  const keyOf = ({ requirement: { operationId }, reason }: Reasoned) =>
    `${operationId} ${reason.replaceAll(/\d+/g, '0')}`;
  return [...Map.groupBy(unproven, keyOf).values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const { id, operationId, pointer, location, statement } = first.requirement;
    const message = `unproven: ${statement} (${first.reason})`;
    const dependents = more.map(({ requirement }) => requirement.id);
    const found = { location, pointer, side, message, requirementId: id, operationId };
    return [{ ...found, ...(dependents.length > 0 && { dependents }) }];
  });
}

/** Parameters that no handler has read, of operations whose handlers were called. */
function unreadParameters(
  { contract, operations }: RunnableSpecification['description'],
  observations: Observations | undefined,
  isLookedAt: (operationId: string) => boolean,
): Finding[] {
  if (observations === undefined) return [];
  const read = new Set(observations.readParameters);
  return operations
    .filter(({ id }) => observations.handledOperations.includes(id) && isLookedAt(id))
    .flatMap(({ id, parameters }) =>
      parameters
        .filter((parameter) => !read.has(`${id} ${parameter.in}.${parameter.name}`))
        .map(({ name, in: place, pointer }) => ({
          location: contract.locate(pointer),
          pointer,
          side: 'server',
          message: `No handler reads the ${place} parameter ${name} of ${id}: use it, or remove it from the contract.`,
        })),
    );
}
