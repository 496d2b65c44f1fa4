import type { Arbitrary } from 'fast-check';
import type { Exact } from '../http/exact-json.ts';
import type { Answer, HttpRequest } from '../http/exchange.ts';
import type { Operation } from '../openapi/operation-table.ts';
import type { PlanningContext } from './planning-context.ts';
import type { RequestParts } from './request/request-parts.ts';
import type { Requirement } from './requirement.ts';

/** What the contract wants of the answer to a case. */
export type Expectation =
  | { kind: 'accepted' }
  | { kind: 'refused'; with: Statuses }
  /** Where the contract leaves both open. */
  | { kind: 'either'; with: Statuses }
  /** Its status alone shows nothing: the check of the case does, or what every response is checked for. */
  | { kind: 'checked' };

/** The statuses that a refusal may have. */
export interface Statuses {
  text: string;
  has(status: number): boolean;
}

/** One request that shows whether a requirement is kept. */
export interface Case {
  requirement: Requirement;
  operation: Operation;
  title: string;
  expectation: Expectation;
  /** `isFresh`: with a thing of its own, where it may change one. */
  build(context: PlanningContext, isFresh: boolean): Promise<RequestParts>;
  /** What the answer must be besides its status. */
  check?(parts: RequestParts, answer: Answer): { documented: string; received: string } | undefined;
  /** What it creates is not where the run looks for it. */
  isElsewhere?: boolean;
  /** Sent before all others, one after the other. */
  isFirst?: boolean;
}

/**
 * A requirement that no table of cases exhausts:
 * it is tried with generated values, made smaller where they show a violation.
 */
export interface GeneratedRequirement {
  requirement: Requirement;
  operation: Operation;
  /** One request of it; the value decides which. */
  caseFor(value: Exact): Case | undefined;
  values: Arbitrary<Exact>;
}

/** One request that reaches no operation. */
export interface RawCase {
  requirement: Requirement;
  title: string;
  /** The path of the contract that it is to, if the contract has it. */
  path: string | undefined;
  /** Statuses that a server which keeps the contract may answer with. */
  allowed: Statuses;
  build(context: PlanningContext): Promise<HttpRequest>;
}

/**
 * Those of `wanted` that the operation documents. Where it has only a range or a default, any status of the range that
 * is about the request itself. Undefined when it documents no such refusal: then the contract leaves open what happens.
 */
export function refusals({ responses }: Operation, wanted: readonly number[]): Statuses | undefined {
  const documented = wanted.filter((status) => Object.hasOwn(responses, status));
  const isRange = Object.hasOwn(responses, '4XX') || Object.hasOwn(responses, 'default');
  if (documented.length > 0)
    return { text: documented.join(' or '), has: (status) => (isRange ? wanted : documented).includes(status) };
  if (!isRange) return undefined;
  const others = [401, 403, 404, 405, 408, 413, 415, 429, 431].filter((status) => !wanted.includes(status));
  return {
    text: `${wanted.join(' or ')}, or another 4xx`,
    has: (status) => status >= 400 && status < 500 && !others.includes(status),
  };
}

/** Statuses for a request that is not as described. */
export const invalid = [400, 422] as const;

/** For a request that a server may not understand, though the contract allows it. */
export const anyInvalid: Statuses = { text: invalid.join(' or '), has: (status) => status === 400 || status === 422 };

/** The statuses that any of these allow; undefined where there are none. */
export function anyOf(...all: (Statuses | undefined)[]): Statuses | undefined {
  const known = all.filter((one) => one !== undefined);
  return known.length === 0
    ? undefined
    : {
        text: [...new Set(known.flatMap(({ text }) => text.split(' or ')))].join(' or '),
        has: (status) => known.some((one) => one.has(status)),
      };
}

/** The same for a body that is missing or broken: 400 needs no documentation (RFC 9110 section 15.5.1). */
export function orMalformed(statuses: Statuses | undefined): Statuses | undefined {
  return statuses && { text: statuses.text, has: (status) => status === 400 || statuses.has(status) };
}

/** The same for a body of another media type, or none: 415 needs no documentation (RFC 9110 section 15.5.16). */
export function orUnsupported(statuses: Statuses | undefined): Statuses | undefined {
  return statuses && { text: statuses.text, has: (status) => status === 415 || statuses.has(status) };
}
