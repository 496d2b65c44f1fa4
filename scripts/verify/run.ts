import type { Contract } from '../contract/contract.ts';
import { CannotRun } from '../contract/problem.ts';
import { bodyCases } from './body-cases.ts';
import { holdAccepted, inLanes, runCase, withoutResponse } from './case-runner.ts';
import type { Case } from './cases.ts';
import { isOpen } from './credentials.ts';
import { describe, type Description } from './description.ts';
import { type Exchange, NoResponse, type Send } from './exchange.ts';
import type { FactDraft } from './facts.ts';
import { firstLookAt } from './first-look.ts';
import { generatedFacts, type GeneratedFact, runGenerated } from './generated-cases.ts';
import { Ledger } from './ledger.ts';
import { createSome, holdRemoved, holdUnknown, moreThanAPage, probeStatuses, unknownFacts } from './lifecycles.ts';
import { LimitCheck } from './limits.ts';
import { ListCheck } from './lists.ts';
import { holdMediaTypes, mediaTypeFacts } from './media-types.ts';
import { type OtherCase, otherCases, runOtherCase } from './other-requests.ts';
import { parameterCases } from './parameter-cases.ts';
import { Relations } from './relations.ts';
import { responseFacts } from './response-facts.ts';
import { assemble, withoutCredential } from './request-parts.ts';
import type { Verification } from './result.ts';
import { describeUnmet, readRules, rulesBeside, runRule, type Rule, type Rules } from './rules.ts';
import { securityCases } from './security-cases.ts';
import { type Clock, Interrupted, isSuccess, type Keys, Session } from './session.ts';
import type { Operation } from '../contract/operation-table.ts';

/** A contract with its rules, ready to hold servers against. */
export interface Proof {
  description: Description;
  rules: Rules | undefined;
}

export interface RunOptions {
  baseUrl: string;
  keys: Keys;
  send: Send;
  clock: Clock;
  seed: number;
  /** Called as the run goes on, with what it does now. */
  progress?: (doing: string, requests: number) => void;
  /** Ends the run at the first breach. */
  isBrief?: boolean;
  /** The id of a fact: what is likely to show a departure from it comes before all else, and once more in its turn. */
  first?: string;
}

/** Reads the rules beside a contract: `rules.arazzo.yaml`. Throws ContractError for what cannot be understood. */
export function prepare(contract: Contract): Proof {
  const description = describe(contract);
  const file = rulesBeside(contract.file);
  return { description, rules: file === undefined ? undefined : readRules(file, description.operations) };
}

/** Holds a server against a contract. Throws CannotRun when the server cannot be reached, or refuses the key everywhere. */
export async function verify(proof: Proof, options: RunOptions): Promise<Verification> {
  return new VerificationRun(proof, options).run();
}

/** Every fact of a contract and its rules, before anything is held against them. */
export function factsOf(proof: Proof): FactDraft[] {
  const unused = async () => Promise.reject(new Error('Nothing is sent.'));
  return new VerificationRun(proof, { baseUrl: 'http://localhost', keys: { key: 'unused', limitedKey: 'unused, too' }, send: unused, clock: { now: Date.now, wait: async () => undefined }, seed: 2 ** 30 }).facts();
}

class Enough extends Error {}

class VerificationRun {
  readonly #proof: Proof;
  readonly #options: RunOptions;
  readonly #ledger: Ledger;
  readonly #session: Session;
  readonly #relations: Relations[];
  readonly #limits: LimitCheck;
  readonly #cases: Case[];
  readonly #generated: GeneratedFact[];
  readonly #others: OtherCase[];

  constructor(proof: Proof, options: RunOptions) {
    const { description } = proof;
    this.#proof = proof;
    this.#options = options;
    this.#ledger = new Ledger(description.contract, () => {
      if (options.isBrief === true) throw new Enough();
    });
    this.#session = new Session(description, this.#ledger, options.send, options.keys, options.clock, options.seed);
    this.#relations = this.#session.resources.map((resource) => new Relations(this.#session, resource));
    this.#limits = new LimitCheck(this.#session);
    this.#cases = description.operations.flatMap((operation) => [parameterCases, bodyCases, securityCases].flatMap((make) => make(this.#session, operation)));
    this.#generated = description.operations.flatMap((operation) => generatedFacts(this.#session, operation));
    this.#others = otherCases(this.#session);
    this.#addFacts();
  }

  /** In the order of the contract: operation by operation, then what concerns none, then the rules. */
  #addFacts(): void {
    const sets = this.#session.responseSets();
    const responses = sets.flatMap((set) => responseFacts(this.#proof.description, set));
    const relations = this.#relations.flatMap((own) => own.facts());
    const others = this.#others.map(({ fact }) => fact);
    const rules = this.#proof.rules?.list.map(ruleFact) ?? [];
    const all = [...this.#cases.map(({ fact }) => fact), ...this.#proof.description.operations.flatMap((operation) => [...unknownFacts(operation), ...mediaTypeFacts(operation)]), ...this.#generated.map(({ fact }) => fact), ...responses, ...relations, ...this.#limits.facts(), ...others];
    for (const operation of this.#proof.description.operations) {
      this.#ledger.add(operationFact(operation));
      for (const fact of all) if (fact.operationId === operation.id) this.#ledger.add(fact);
      this.#ledger.add(failureFact(operation.id, operation.id, operation.pointer));
    }
    for (const fact of all) if (fact.operationId === null) this.#ledger.add(fact);
    if (sets.some(({ operation }) => operation === null)) this.#ledger.add(failureFact('unmatched', null, '/x-unmatched-responses'));
    for (const fact of rules) this.#ledger.add(fact);
  }

  facts(): FactDraft[] {
    return this.#ledger.drafts();
  }

  async run(): Promise<Verification> {
    const started = performance.now();
    try {
      await this.#reach();
      await this.#lookAt(this.#options.first);
      for (const [doing, step] of this.#steps()) {
        this.#options.progress?.(doing, this.#session.requests);
        await step();
      }
      this.#session.laws.rateLimit.conclude();
    } catch (error) {
      if (!(error instanceof Enough || error instanceof Interrupted)) throw error;
      if (error instanceof Interrupted) this.#interrupt(error);
    }
    const { contract, service } = this.#proof.description;
    return {
      contract: { file: contract.file, title: service.title, version: service.version },
      baseUrl: this.#options.baseUrl,
      seed: this.#options.seed,
      seconds: (performance.now() - started) / 1000,
      requests: this.#session.requests,
      facts: this.#ledger.results(this.#options.baseUrl),
    };
  }

  /** Without a breach, nothing can be said of a server that could not be asked. */
  #interrupt(error: Interrupted): void {
    if (this.#ledger.breaches === 0) throw new CannotRun(error.message);
    for (const { id } of this.#ledger.drafts()) this.#ledger.unproven(id, error.message);
  }

  async #lookAt(id: string | undefined): Promise<void> {
    const fact = id === undefined ? undefined : this.facts().find((one) => one.id === id);
    if (fact === undefined) return;
    const rule = this.#proof.rules?.list.find((one) => ruleFact(one).id === id);
    if (rule !== undefined) await withoutResponse(() => this.#runRule(this.#proof.rules, rule));
    const { cases, others, limits } = firstLookAt(fact, this.#cases, this.#others);
    await inLanes([...cases.map((one) => () => runCase(this.#session, this.#relations, one)), ...others.map((one) => () => runOtherCase(this.#session, one))]);
    if (limits === 'none') return;
    await withoutResponse(() => this.#limits.countDown());
    if (limits === 'reached') await withoutResponse(() => this.#limits.exhaust());
    this.#session.laws.rateLimit.conclude();
  }

  #steps(): [doing: string, step: () => Promise<unknown>][] {
    const lists = (state: string): [string, () => Promise<unknown>][] => this.#relations.flatMap((own) => {
      const { list } = own.resource;
      return list === undefined ? [] : [[`lists ${state}`, () => withoutResponse(() => new ListCheck(this.#session, own, list).run())] as [string, () => Promise<unknown>]];
    });
    const each = (work: (own: Relations) => Promise<unknown>) => async () => {
      for (const own of this.#relations) await withoutResponse(() => work(own));
    };
    const { keys } = this.#session;
    const isLimitedApart = keys.limitedKey !== undefined;
    const limits = (doing: string, work: () => Promise<unknown>): [string, () => Promise<unknown>] => [doing, () => withoutResponse(work)];
    const countDown = limits('the limit counts down', () => this.#limits.countDown());
    const exhaust = limits('the limit is reached', () => this.#limits.exhaust());
    return [
      ...lists('as they are'),
      ['operations', () => this.#exist()],
      ...(isLimitedApart ? [countDown] : []),
      ['a few things', each((own) => createSome(this.#session, own, 4))],
      ...lists('of a few things'),
      ['cases', () => this.#runCases()],
      ...lists('after refusals'),
      ...(isLimitedApart ? [exhaust] : []),
      ['more than a page', each((own) => createSome(this.#session, own, Math.max(0, moreThanAPage(this.#session, own) - own.created.length)))],
      ...lists('of more than a page'),
      ['one case of each fact once more', () => this.#runOneOfEach()],
      ['everything once more', each((own) => this.#readAgain(own))],
      ['media types', () => inLanes(this.#proof.description.operations.map((operation) => () => holdMediaTypes(this.#session, operation)))],
      ['unknown identifiers', () => inLanes(this.#proof.description.operations.map((operation) => () => holdUnknown(this.#session, operation)))],
      ['generated cases', () => this.#runGenerated()],
      ['removals', each((own) => holdRemoved(this.#session, own))],
      ['rarer statuses', () => inLanes(this.#proof.description.operations.map((operation) => () => probeStatuses(this.#session, operation)))],
      ...lists('in the end'),
      ['rules', () => this.#runRules()],
      ...(isLimitedApart ? [] : [countDown, exhaust]),
      limits('the limit resets', () => this.#limits.holdReset()),
    ];
  }

  /** The first request: whether there is a server, and whether it takes the key for anything at all. */
  async #reach(): Promise<void> {
    const { operations } = this.#proof.description;
    const simple = operations.toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET') || a.path.split('{').length - b.path.split('{').length);
    let refused: number | undefined;
    for (const operation of simple) {
      try {
        const { response } = await this.#session.call(await this.#session.source.base(operation));
        if (response.status !== 401 && response.status !== 403) return await this.#reachWithLimitedKey(operation);
        refused = response.status;
      } catch (error) {
        if (!(error instanceof NoResponse)) throw error;
        if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CERT|SSL|TLS|no answer within/.test(`${error.message} ${String(error.cause)}`)) throw new CannotRun(`${this.#options.baseUrl} cannot be reached: ${error.message}.`, { cause: error });
      }
    }
    if (refused !== undefined) throw new CannotRun(`The server refuses the key for every operation (${refused}): give a key that it knows.`);
  }

  async #reachWithLimitedKey(operation: Operation): Promise<void> {
    const { limitedKey } = this.#session.keys;
    if (limitedKey === undefined || isOpen(operation)) return;
    const { response } = await this.#session.call({ ...(await this.#session.source.base(operation)), credential: this.#session.credentialOf(operation, limitedKey) }, true);
    if (response.status === 401 || response.status === 403) throw new CannotRun(`The server refuses the limited key (${response.status}): give one that it knows.`);
  }

  /** Each operation once, as the contract allows it. */
  async #exist(): Promise<void> {
    for (const operation of this.#proof.description.operations) {
      await withoutResponse(async () => {
        const parts = await this.#session.source.base(operation);
        const answer = await this.#session.call(parts);
        await holdAccepted(this.#relations, parts, answer);
        const id = `${operation.id}.exists`;
        if (isSuccess(answer.response) || (answer.response.status >= 300 && answer.response.status < 400)) this.#ledger.keep(id, answer);
        else this.#ledger.breach(id, { ...answer, documented: 'A request that the contract allows is served.', received: `${answer.response.status}, ${answer.response.body.toString().slice(0, 200)}` });
      });
    }
  }

  async #runCases(): Promise<void> {
    const cases = this.#cases.map((one) => () => runCase(this.#session, this.#relations, one));
    const others = this.#others.map((one) => () => runOtherCase(this.#session, one));
    // HEAD is not described; where it is offered, it has the headers that GET has (RFC 9110 section 9.3.2).
    const heads = this.#proof.description.operations.filter(({ method }) => method === 'GET').map((operation) => () => this.#holdHead(operation));
    await inLanes(spread(cases, [...others, ...heads]));
    for (const own of this.#relations) await withoutResponse(() => this.#holdExisting(own));
  }

  /** What all cases were sent to is still there: a refused method has not done its work. */
  async #holdExisting(own: Relations): Promise<void> {
    const { resource, maker } = own;
    const { read } = resource;
    const id = await this.#session.source.existing(resource);
    if (read === undefined || maker === undefined || id === undefined) return;
    const answer = await this.#session.call(await this.#session.source.at(read, resource, id));
    own.judge(own.id(read, 'returns', maker), answer, isSuccess(answer.response) ? undefined : { documented: 'What was created, as long as nothing removes it.', received: `${answer.response.status}` });
  }

  /** With more things there than before, faults may show that did not: a case of each fact about requests is sent again. */
  async #runOneOfEach(): Promise<void> {
    const about = this.#cases.filter(({ fact }) => fact.subject.kind === 'parameter' || fact.subject.kind === 'requestBody');
    const firsts = [...Map.groupBy(about, ({ fact }) => fact.id).values()].flatMap(([first]) => first ?? []);
    await inLanes(firsts.map((one) => () => runCase(this.#session, this.#relations, one)));
  }

  async #holdHead(operation: Operation): Promise<void> {
    const request = { ...assemble(await this.#session.source.base(operation)), method: 'HEAD' };
    await this.#session.sendHead(request, operation);
    const id = `${operation.id}.security.none`;
    if (!this.#ledger.has(id)) return;
    const anonymous = { ...assemble(withoutCredential(await this.#session.source.base(operation))), method: 'HEAD' };
    const response = await this.#session.sendHead(anonymous, operation);
    if (isSuccess(response)) this.#ledger.breach(id, { request: anonymous, response, documented: 'Without a credential it is refused.', received: `${response.status} to HEAD` });
  }

  /** Everything that was created, read once more: it must still be the same. */
  async #readAgain(own: Relations): Promise<void> {
    const { create } = own.resource;
    if (create !== undefined) await inLanes(own.present.slice(0, 130).map((created) => () => own.holdRead(created, create)));
  }

  async #runGenerated(): Promise<void> {
    for (const fact of this.#generated) await withoutResponse(() => runGenerated(this.#session, this.#relations, fact, this.#options.seed));
  }

  async #runRules(): Promise<void> {
    const { rules } = this.#proof;
    for (const rule of rules?.list ?? []) await withoutResponse(() => this.#runRule(rules, rule));
  }

  async #runRule(rules: Rules | undefined, rule: Rule): Promise<void> {
    this.#options.progress?.(`rule ${rule.id}`, this.#session.requests);
    const { key, limitedKey } = this.#session.keys;
    const inputs = { key, ...(limitedKey !== undefined && { limitedKey }) };
    const missing = rule.inputs.filter((name) => !Object.hasOwn(inputs, name));
    const { id } = ruleFact(rule);
    if (rules === undefined || missing.length > 0) return this.#ledger.unproven(id, `it needs ${missing.join(' and ')}, which was not given`);
    const mayBeLimited = rule.inputs.includes('limitedKey');
    const exchanges: (Exchange & { title: string })[] = [];
    const outcome = await runRule(rules, rule, inputs, async (request, operation) => {
      const { response } = await this.#session.send(request, this.#session.setOf(operation), operation.path, mayBeLimited);
      exchanges.push({ title: operation.id, request, response });
      return response;
    });
    if (outcome.verdict === 'kept') return this.#ledger.keep(id, ...exchanges);
    if (outcome.isRefusedForRate || outcome.exchange === null) return this.#ledger.unproven(id, `step ${outcome.step} was not reached: ${outcome.received}`);
    this.#ledger.breach(id, { ...outcome.exchange, documented: describeUnmet(outcome), received: outcome.received });
  }
}

/** Both lists as one, the items of the second evenly among those of the first: what only shows over time then does. */
function spread<Item>(many: readonly Item[], few: readonly Item[]): Item[] {
  const step = (many.length + 1) / (few.length + 1);
  const placed = [...many.map((item, index) => ({ item, at: index })), ...few.map((item, index) => ({ item, at: (index + 1) * step - 0.5 }))];
  return placed.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}

function operationFact({ id, method, path, pointer }: Operation): FactDraft {
  return { id: `${id}.exists`, operationId: id, pointer, statement: `${method} ${path} is there.`, subject: { kind: 'operation' } };
}

function failureFact(name: string, operationId: string | null, pointer: string): FactDraft {
  return { id: `${name}.responses.failure`, operationId, pointer, statement: 'Every request gets a whole response, and none makes the server fail.', subject: { kind: 'status', status: 'failure' } };
}

function ruleFact({ id, pointer, location, summary }: Rule): FactDraft {
  return { id: `rules.${id}`, operationId: null, pointer, location, statement: summary, subject: { kind: 'rule' } };
}
