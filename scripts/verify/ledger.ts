import { type Contract, partAt, referenceOf } from '../contract/contract.ts';
import { childOf, type Json, pointerTo, segmentsOf, stringOf } from '../contract/json.ts';
import { adviceFor, type Side } from './advice.ts';
import type { Exchange, HttpRequest, HttpResponse } from './exchange.ts';
import type { FactDraft } from './facts.ts';
import { curlOf } from './report/curl.ts';
import type { Breach, Fact, FactResult } from './result.ts';
import { Samples } from './samples.ts';

/** What one case showed against a fact. */
export interface Evidence {
  documented: string;
  received: string;
  request: HttpRequest;
  response: HttpResponse | null;
  /** What the case tries, for people. */
  title?: string | undefined;
}

interface Entry {
  fact: Fact;
  draft: FactDraft;
  cases: number;
  breaches: number;
  samples: Samples;
  shortest: Evidence | undefined;
  reason: string | undefined;
  outOfReach: string | undefined;
}

/** Keeps, for every fact of a contract, what the cases showed. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  readonly #contract: Contract;
  /** How many cases have shown a breach so far. */
  breaches = 0;
  readonly #onBreach: () => void;
  readonly #side: Side;

  constructor(contract: Contract, onBreach: () => void = () => undefined, side: Side = 'server') {
    this.#contract = contract;
    this.#onBreach = onBreach;
    this.#side = side;
  }

  /** Takes in a fact to be proven; one that is known already stays as it is. */
  add(draft: FactDraft): void {
    if (this.#entries.has(draft.id)) return;
    const { id, operationId, pointer, statement } = draft;
    const location = draft.location ?? this.#contract.locate(pointer);
    const fact = { id, operationId, pointer, location, statement, waiver: draft.waiver === undefined ? waiverOf(this.#contract, draft) : draft.waiver };
    this.#entries.set(id, { fact, draft, cases: 0, breaches: 0, samples: new Samples(draft.subject.kind === 'rule'), shortest: undefined, reason: undefined, outOfReach: undefined });
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  drafts(): FactDraft[] {
    return [...this.#entries.values()].map(({ draft }) => draft);
  }

  /** A fact that was taken in. */
  fact(id: string): Fact {
    return this.#entry(id).fact;
  }

  /** A case was held against the fact, and the fact was kept; `exchanges` are those that show it. */
  keep(id: string, ...exchanges: (Exchange & { title?: string | undefined })[]): void {
    const entry = this.#entry(id);
    entry.cases += 1;
    for (const { title, request, response } of exchanges) entry.samples.add({ title, isKept: true, request, response });
  }

  /** A case was held against the fact, and the fact was not kept. */
  breach(id: string, evidence: Evidence): void {
    const entry = this.#entry(id);
    entry.cases += 1;
    entry.breaches += 1;
    this.breaches += 1;
    const { title, request, response } = evidence;
    entry.samples.add({ title, isKept: false, request, response });
    if (entry.shortest === undefined || lengthOf(evidence.request) < lengthOf(entry.shortest.request)) entry.shortest = evidence;
    this.#onBreach();
  }

  /** Says why no case could be held against the fact; of several reasons the first counts. */
  unproven(id: string, reason: string): void {
    this.#entry(id).reason ??= reason;
  }

  /** Says why the contract itself gives no way to hold a case against the fact, as the server is now. */
  outOfReach(id: string, reason: string): void {
    this.#entry(id).outOfReach = reason;
  }

  isProven(id: string): boolean {
    return this.#entry(id).cases > 0;
  }

  /** Every fact and what became of it, in the order in which they were added. */
  results(baseUrl: string): FactResult[] {
    return [...this.#entries.values()].map(({ fact, draft, cases, breaches, samples, shortest, reason, outOfReach }) => {
      const held = { fact, cases, samples: samples.list() };
      if (shortest !== undefined) {
        const { documented, received, request, response } = shortest;
        const breach: Breach = { documented, received, request, response, curl: curlOf(baseUrl, request), advice: adviceFor(fact, draft.subject, this.#side), count: breaches };
        return { ...held, verdict: 'broken', breach };
      }
      if (cases > 0) return { ...held, verdict: 'kept' };
      const waiver = fact.waiver ?? outOfReach;
      return waiver === undefined ? { ...held, verdict: 'unproven', reason: reason ?? 'no case reached it' } : { ...held, verdict: 'waived', reason: waiver };
    });
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new Error(`There is no fact ${id}.`);
    return entry;
  }
}

function lengthOf({ target, headers, body, method }: HttpRequest): number {
  return method.length + target.length + (body?.length ?? 0) + headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}

function waiverOf(contract: Contract, { location, under, pointer }: FactDraft): string | null {
  return location === undefined ? (waiverAt(contract, under ?? pointer) ?? waiverAt(contract, pointer)) : null;
}

/** The reason that `x-unverifiable` gives at a part of the contract, or at one that it belongs to. */
function waiverAt(contract: Contract, pointer: string): string | null {
  let found: string | null = null;
  let value: Json | undefined = contract.document;
  for (const segment of ['', ...segmentsOf(pointer)]) {
    if (segment !== '') value = childOf(value, segment);
    for (let reference = referenceOf(value ?? null); reference !== undefined; reference = referenceOf(value ?? null)) {
      value = partAt(contract, pointerTo(...segmentsOf(reference))).value;
    }
    found = stringOf(childOf(value, 'x-unverifiable')) ?? found;
  }
  return found;
}
