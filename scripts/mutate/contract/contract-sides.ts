import { prepareForClients } from '../../verify/client/client-proof.ts';
import { holdClient } from '../../verify/client/client-run.ts';
import { openProjectClient } from '../../verify/client/project-client.ts';
import { openHttpClient } from '../../verify/http-client.ts';
import { openReferenceServer, type ReferenceServer } from '../../verify/reference-server.ts';
import type { Verification } from '../../verify/result.ts';
import { describeUnmet, runRule } from '../../verify/rules.ts';
import type { Proof } from '../../verify/run.ts';
import type { Told } from './contract-told.ts';
import type { TrialOptions } from '../kind.ts';
import { tryWrapped } from '../server/server-trial.ts';

/** A side of the project as it is, to be held against other contracts. */
export interface HeldSide {
  name: 'server' | 'client';
  /** What the side breaks of another contract; `factIds` are what that is likely to be. */
  told(proof: Proof, options: TrialOptions, factIds: readonly string[]): Promise<Told | undefined>;
  /** The same of some rules of the contract alone; a side that has no rules to keep does without it. */
  toldOfRules?(proof: Proof, factIds: readonly string[]): Promise<Told | undefined>;
  close(): Promise<void>;
}

/** The reference server: each contract in a world of its own. */
export async function openServerSide(): Promise<HeldSide> {
  const server = await openReferenceServer();
  return {
    name: 'server',
    told: async (proof, { seed, isFull }) => toldBy('server', await tryWrapped(proof, server, (send) => send, { seed, isBrief: !isFull }), true),
    toldOfRules: (proof, factIds) => toldByRules(proof, server, factIds),
    close: () => server.stop(),
  };
}

/** The client of this project: each contract at a stub that is made from it. What no fact says of, it is asked in a full run alone. */
export async function openClientSide(): Promise<HeldSide> {
  const client = await openProjectClient();
  return {
    name: 'client',
    told: async (proof, { seed, isFull }, factIds) => {
      const own = prepareForClients(proof, seed);
      const briefFor = nearest(own.facts.map(({ id }) => id), factIds[0] ?? '');
      return toldBy('client', await holdClient(own, client, isFull ? {} : { briefFor, endsThere: true }), isFull);
    },
    close: () => client.stop(),
  };
}

/** What is broken, and in a whole run what could not be seen. */
function toldBy(check: HeldSide['name'], { facts }: Verification, isWhole: boolean): Told | undefined {
  const told = ['broken', ...(isWhole ? ['unproven'] : [])].flatMap((verdict) => facts.filter((result) => result.verdict === verdict));
  const [first] = told;
  if (first === undefined) return undefined;
  const message = first.verdict === 'broken' ? `${first.breach.documented} Received: ${first.breach.received}` : `unproven: ${first.fact.statement}`;
  return { check, message, places: told.map(({ fact }) => fact.location) };
}

/** The id that is most like another one: a change of the contract may have taken that itself away. */
function nearest(ids: readonly string[], wanted: string): string {
  const shared = (id: string) => id.split('.').findIndex((part, index) => part !== wanted.split('.')[index]);
  if (ids.includes(wanted)) return wanted;
  return ids.toSorted((a, b) => shared(b) - shared(a))[0] ?? wanted;
}

async function toldByRules({ rules }: Proof, server: ReferenceServer, factIds: readonly string[]): Promise<Told | undefined> {
  const world = await server.open();
  const client = openHttpClient(world.baseUrl, 1, Date.now);
  try {
    if (rules === undefined) return undefined;
    for (const rule of rules.list) {
      if (!factIds.includes(`rules.${rule.id}`)) continue;
      const outcome = await runRule(rules, rule, { key: world.key, limitedKey: world.limitedKey }, (request) => client.send(request));
      if (outcome.verdict === 'broken') return { check: 'server', message: `${describeUnmet(outcome)} Received: ${outcome.received}`, places: [rule.location, outcome.location] };
    }
    return undefined;
  } finally {
    client.close();
    await world.close();
  }
}
