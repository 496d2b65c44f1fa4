import { isObject } from '../contract/json.ts';
import { readContract } from '../contract/contract.ts';
import { CannotRun } from '../contract/problem.ts';
import { openReferenceServer, type ReferenceServer } from '../verify/reference-server.ts';
import { prepare, type Proof } from '../verify/run.ts';
import { serverControls } from './controls.ts';
import type { Wrap } from './fault.ts';
import { serverFaults } from './server-faults.ts';
import { counted, type Outcome, outcomeOf, tryWrapped } from './trial.ts';

/** One trial: of a fault by its id, or of a control by its name. */
export interface Job {
  kind: 'fault' | 'control';
  id: string;
  seed: number;
  isBrief: boolean;
}

/** What a lane says: that it can begin, or what came of its job. */
export type LaneMessage = { type: 'ready' } | { type: 'outcome'; outcome: Outcome } | { type: 'failed'; message: string };

interface Candidate {
  wrap: Wrap;
  withoutRules: boolean;
  isUnseen: boolean;
}

async function runJob(proof: Proof, server: ReferenceServer, candidates: ReadonlyMap<string, Candidate>, { kind, id, seed, isBrief }: Job): Promise<Outcome> {
  const candidate = candidates.get(`${kind} ${id}`);
  if (candidate === undefined) throw new CannotRun(`There is no ${kind} ${id}.`);
  try {
    const held = candidate.withoutRules ? { ...proof, rules: undefined } : proof;
    const { wrap, changes } = counted(candidate.wrap);
    const outcome = outcomeOf(id, await tryWrapped(held, server, wrap, { seed, isBrief }));
    return outcome.verdict === 'survived' && changes() === 0 && !candidate.isUnseen ? { ...outcome, verdict: 'idle' } : outcome;
  } catch (error) {
    // A fault that cannot be made is told as one that survived, with the reason: the others are tried all the same.
    const message = error instanceof CannotRun ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { id, verdict: 'refused', broken: [], unproven: [], message, seconds: 0, requests: 0 };
  }
}

function isJob(message: unknown): message is Job {
  return isObject(message) && typeof message['id'] === 'string' && typeof message['seed'] === 'number' && typeof message['isBrief'] === 'boolean';
}

/** Runs the jobs that the process which has forked this one sends, one after the other, until that one ends. */
async function serveJobs(spec: string): Promise<void> {
  const say = (message: LaneMessage) => void process.send?.(message);
  process.on('disconnect', () => process.exit());
  try {
    const proof = prepare(await readContract(spec));
    const server = await openReferenceServer();
    const faults = serverFaults(proof).map(({ id, wrap }) => [`fault ${id}`, { wrap, withoutRules: false, isUnseen: false }] as const);
    const controls = serverControls(proof).map(({ name, wrap, withoutRules = false, isUnseen = false }) => [`control ${name}`, { wrap, withoutRules, isUnseen }] as const);
    const candidates = new Map<string, Candidate>([...faults, ...controls]);
    process.on('message', (message) => {
      if (!isJob(message)) return say({ type: 'failed', message: `This is no job: ${JSON.stringify(message)}` });
      runJob(proof, server, candidates, message).then((outcome) => say({ type: 'outcome', outcome }), (error: unknown) => say({ type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }));
    });
    say({ type: 'ready' });
  } catch (error) {
    say({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

if (import.meta.main) await serveJobs(process.argv[2] ?? '');
