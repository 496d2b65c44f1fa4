import { type HttpResponse, headerOf } from '../http/exchange.ts';
import { splitTarget } from '../http/message-changes.ts';
import { type Contract, resolvePart } from '../openapi/contract.ts';
import { operationsOf } from '../openapi/operations.ts';
import { Router } from '../openapi/router.ts';
import type { ViolatedRequirement } from '../report/summary.ts';
import { operationExists } from '../requirements/operation/exists.ts';
import { requestEncoding } from '../requirements/operation/request-encoding.ts';
import { unknownPath } from '../requirements/operation/unknown-path.ts';
import { rateLimitPartsOf } from '../requirements/rate-limit/rate-limit-headers.ts';
import { rateLimitRetryAfter } from '../requirements/rate-limit/retry-after.ts';
import type { Requirement } from '../requirements/requirement.ts';
import { itemKept } from '../requirements/resource/item/kept.ts';
import { bodyKeyword } from '../requirements/response/body-keyword.ts';
import { headerMeaning } from '../requirements/response/header-meaning.ts';
import { undocumentedResponse } from '../requirements/response/undocumented.ts';
import type { Side } from '../requirements/side.ts';
import { workflow } from '../requirements/workflow/workflow.ts';
import type { Verification } from '../verify/result.ts';

/** Of fewer documented statuses in the place of which another one comes, each may have a cause of its own. */
const manyStatuses = 3;

const rateLimit = 'Rate limit';

/** What the violations of a side have in common, beside what the side says of itself. */
export class CommonCauses {
  readonly #contract: Contract;
  readonly #side: Side;
  /** The documented statuses of refusals, by the one that came in their place. */
  readonly #replaced: ReadonlyMap<number, ReadonlySet<number>>;
  /**
   * The operations whose successes are not as documented, and the requests that show it, with the names of the
   * properties whose values are wrong; undefined where more than that is wrong.
   */
  readonly #bodies: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  readonly #requirements: Verification['requirements'];
  readonly #router: Router;

  constructor(
    contract: Contract,
    side: Side,
    violated: readonly ViolatedRequirement[],
    requirements: Verification['requirements'],
  ) {
    this.#requirements = requirements;
    this.#contract = contract;
    this.#router = new Router(operationsOf(contract));
    this.#side = side;
    const refusals = violated.flatMap((one) => replacedIn(one) ?? []);
    this.#replaced = new Map(
      [...Map.groupBy(refusals, ({ received }) => received)].map(([received, all]) => [
        received,
        new Set(all.map(({ documented }) => documented)),
      ]),
    );
    this.#bodies = wrongBodies(violated.filter(isOfSuccessBody));
  }

  /** The documented statuses, where one status comes in the place of many. */
  replacedBy(status: number): number[] {
    const documented = [...(this.#replaced.get(status) ?? [])];
    return documented.length < manyStatuses ? [] : documented.toSorted((a, b) => a - b);
  }

  /** What requires that an operation is there. */
  operation(id: string | undefined): Requirement | undefined {
    const isOfOperation = ({ requirement }: { requirement: Requirement }) =>
      requirement.operationId === id && requirement.kind === operationExists.id;
    return id === undefined ? undefined : this.#requirements.find(isOfOperation)?.requirement;
  }

  /** Texts that it shares with another violation where both have one cause. */
  likenessesOf(one: ViolatedRequirement): string[] {
    const { requirement, violation } = one;
    const { location, pointer, operationId } = requirement;
    const { documented, received, response } = violation;
    const component = resolvedPointer(this.#contract, pointer);
    const isFailure = this.#side === 'server' && response !== null && response.status >= 500;
    // Values that were sent are others in each case.
    const said = [documented, received].map(withoutValues).join(' ');
    return [
      // All that is seen of limits stands at one line.
      ...(requirement.section === rateLimit ? [] : [`${location.file}:${location.line}`]),
      ...(component.startsWith('/components/headers/') ? [component] : []),
      ...(isFailure ? [`${this.#calledBy(one) ?? operationId} fails`, `${callOf(one)} fails`] : []),
      ...(isFailure || operationId === null ? [] : [`${operationId} ${said}`]),
      // Two handlers may fail each for a reason of its own.
      ...(isFailure && response.status === 500 ? [] : [said]),
      ...(this.#side === 'server' ? this.#ofServer(one) : ofClient(one)),
    ];
  }

  /** The id of the operation that the request is to, which need not be the one that the requirement is about. */
  #calledBy({ violation: { request } }: ViolatedRequirement): string | undefined {
    return this.#router.operationAt(request.method, splitTarget(request.target).path)?.id;
  }

  /** Whether it may follow from what is wrong in the bodies of an operation. */
  #followsFromBody(name: string, { requirement: { kind, subject }, violation }: ViolatedRequirement): boolean {
    if (!this.#bodies.has(name)) return false;
    if (!isOfContents({ kind, subject })) return true;
    // Whether something is there, no value in it says.
    if (/^\d{3}\b/.test(violation.documented)) return false;
    const wrong = this.#bodies.get(name);
    const named = subject['property'] ?? subject['parameter'];
    return wrong === undefined || named === undefined || wrong.has(named);
  }

  #ofServer(one: ViolatedRequirement): string[] {
    const { requirement, violation } = one;
    const status = replacedIn(one);
    const isMany = status !== undefined && this.replacedBy(status.received).length > 0;
    const isOpen = violation.documented.startsWith('401') && headerOf(violation.request, 'authorization') === undefined;
    const isAnswered = violation.response !== null && violation.response.status < 500;
    const names = requirement.kind === workflow.id ? [] : operationsNamedBy(requirement);
    const bodies = [...names, ...(isOfContents(requirement) && names.length > 0 ? [] : [callOf(one)])];
    return [
      ...(status === undefined
        ? []
        : [isMany ? answers(status.received) : replacement(status.documented, status.received)]),
      ...(isOpen && isAnswered ? ['no credential'] : []),
      ...(isOfSuccessBody(one) || isOfContents(requirement)
        ? bodies.filter((name) => this.#followsFromBody(name, one)).map((name) => `body ${name}`)
        : []),
      ...typeOfBody(one),
      ...rateLimits(one),
      // The same is missing wherever the thing is shown.
      ...('other' in requirement.subject
        ? [`${requirement.subject['other']} ${withoutValues(violation.received)}`]
        : []),
      // What was answered to the creation is another value than the one that was sent, and is shown.
      ...(requirement.kind === itemKept.id
        ? [`${requirement.operationId} another ${requirement.subject['property']}: {}`]
        : []),
    ];
  }
}

/** What a client writes into the path, or into the body of an operation, is wrong in several ways at once. */
function ofClient({ requirement: { kind, operationId, subject }, violation }: ViolatedRequirement): string[] {
  const { documented, received } = violation;
  const isOfPath = kind === unknownPath.id || kind === requestEncoding.id || subject['in'] === 'path';
  const isOfBody = kind.includes('.requestBody{path}') || (kind === operationExists.id && received.startsWith('{'));
  const isNoError = documented.startsWith('error as it was sent') && received === 'nothing';
  const isAsData = kind === undocumentedResponse.id && / as data\b/.test(received);
  const isOfError = /^error\.\S+ as it was sent/.test(documented);
  // A success without its data is, to the caller, like one that the contract does not have.
  const [, given] = /^(\d+) as data undefined/.exec(received) ?? [];
  const isNoData = documented.startsWith('data as it was sent') && received === 'nothing';
  const noDataOf = given ?? (isNoData ? subject['status'] : undefined);
  // Why a call rejects is said with its operation.
  const [, reason] = /^the call rejects: (.*)$/.exec(received) ?? [];
  const why = reason?.replaceAll(/\b[A-Z]+ \/\S*|\d+/g, '…');
  return [
    ...(isOfPath ? ['path'] : []),
    ...(isNoError || isAsData ? ['no error'] : []),
    ...(noDataOf === undefined ? [] : [`${operationId} no data ${noDataOf}`]),
    // An error that is not handed on is another one in each of its fields.
    ...(isOfError ? [`${operationId} error ${subject['status']}`] : []),
    ...(isOfBody ? [`${operationId} body`] : []),
    ...(why === undefined ? [] : [`rejects: ${why}`]),
  ];
}

/** What is said, without the values that are said to be or not to be there. */
function withoutValues(text: string): string {
  return text.replace(/\{.*\}/, '{}').replace(/(?<=: )(".*"|-?\d[\d.e+-]*|true|false|null|\[.*\])$/, '{}');
}

/** The likeness of whatever is answered by a status that is not documented there. */
export function answers(status: number): string {
  return `answers ${status}`;
}

/** The operations that a requirement is about: its own, and another one that it names. */
export function operationsNamedBy({ operationId, subject }: Requirement): string[] {
  return [operationId ?? '', ...Object.values(subject).map(String)];
}

/** Where that really stands which a requirement is about; the requirements of workflows stand in another document. */
export function resolvedPointer(contract: Contract, pointer: string): string {
  try {
    return resolvePart(contract, pointer).pointer;
  } catch {
    return '';
  }
}

/** The likeness of a refusal in the place of another one. */
export function replacement(documented: number, received: number): string {
  return `${documented} ${received}`;
}

/** The statuses by one of which a request must be refused. */
export function refusalsOf({ documented }: ViolatedRequirement['violation']): number[] {
  const [, statuses = ''] = /^(4\d\d(?: or 4\d\d)*)[.:,]/.exec(documented) ?? [];
  return statuses.split(' or ').filter(Boolean).map(Number);
}

/** A refusal in the place of another one. */
export function replacedIn({ violation }: ViolatedRequirement) {
  const { response } = violation;
  const [documented] = refusalsOf(violation);
  const isRefusal = response !== null && response.status >= 400 && response.status < 500;
  return documented !== undefined && isRefusal && documented !== response.status
    ? { documented, received: response.status }
    : undefined;
}

/** Its method and path, as one text. */
function callOf({ violation: { request } }: ViolatedRequirement): string {
  return `${request.method} ${request.target.split('?')[0]}`;
}

function isOfSuccessBody({ requirement: { kind, subject, operationId }, violation }: ViolatedRequirement): boolean {
  const { status = '' } = subject;
  return operationId !== null && kind.includes('.body{path}') && isSuccessOf(status, violation.response);
}

// Of a value whose type is right.
const boundsOfValues = /^(?:maximum|minimum|exclusiveM\w+|multipleOf|m\w+Length|pattern|format|enum|range)$/;

function wrongBodies(violated: readonly ViolatedRequirement[]): Map<string, ReadonlySet<string> | undefined> {
  const bodies = new Map<string, ReadonlySet<string> | undefined>();
  for (const one of violated) {
    const { keyword = '', path = '' } = one.requirement.subject;
    const [property] = path
      .split(/[.[\]]+/)
      .filter(Boolean)
      .slice(-1);
    for (const name of [one.requirement.operationId ?? '', callOf(one)]) {
      const known = bodies.has(name) ? bodies.get(name) : new Set<string>();
      const isOfValue = boundsOfValues.test(keyword) && property !== undefined;
      bodies.set(name, isOfValue && known !== undefined ? new Set([...known, property]) : undefined);
    }
  }
  return bodies;
}

function isSuccessOf(status: string, response: HttpResponse | null): boolean {
  return status.startsWith('2') || (status === 'default' && response !== null && response.status < 300);
}

/** What is said of things, by what bodies say of them. */
function isOfContents({ kind, subject }: Pick<Requirement, 'kind' | 'subject'>): boolean {
  const isOfThings = ['other', 'property', 'parameter'].some((name) => name in subject);
  return kind === workflow.id || (isOfThings && !('status' in subject));
}

/** A body that is something else altogether, such as a list in the place of its only item, mostly is so everywhere. */
function typeOfBody({ requirement: { kind, subject }, violation: { documented } }: ViolatedRequirement): string[] {
  const { keyword, path = '' } = subject;
  const isWhole = kind === bodyKeyword.id && keyword === 'type' && /^(\[\])?$/.test(path);
  return isWhole ? [`whole: ${documented.replace(/^\[\d*\]/, 'The body')}`] : [];
}

/** What is announced of a limit by one header, and what is seen of it: the moments, or the numbers of requests. */
function rateLimits({ requirement, violation }: ViolatedRequirement): string[] {
  const { kind, subject, section } = requirement;
  if (kind === rateLimitRetryAfter.id || (kind === headerMeaning.id && /^retry-after$/i.test(subject['name'] ?? '')))
    return ['rate limit: wait'];
  if (kind === headerMeaning.id) {
    const parts = rateLimitPartsOf(subject['name'] ?? '').map((part) => (part === 'reset' ? 'moment' : 'number'));
    return [...new Set(parts)].map((part) => `rate limit: ${part}`);
  }
  if (section !== rateLimit) return [];
  // What a body says has no part in it.
  const said = `${violation.documented} ${withoutValues(violation.received)}`;
  return [`rate limit: ${/\bseconds?\b|\breset\b/.test(said) ? 'moment' : 'number'}`];
}
