import type { Observations } from '../harness/server-methods.ts';
import type { HttpResponse } from '../http/exchange.ts';
import { type Contract, resolvePart } from '../openapi/contract.ts';
import type { Finding } from '../report/check-verdict.ts';
import { type ViolatedRequirement, violatedOf } from '../report/summary.ts';
import type { Requirement } from '../requirements/requirement.ts';
import type { Side } from '../requirements/side.ts';
import type { Verification } from '../verify/result.ts';
import { namedPart } from './named-part.ts';

type Breach = Observations['breaches'][number];

/** What is violated, by what it comes from. */
interface Violations {
  breach: Breach | undefined;
  violated: ViolatedRequirement[];
}

/**
 * The violations of a side, one finding for each cause. The server names the cause itself where it held back an answer
 * that its contract does not allow; all else about the same operation follows from that. Other violations have one
 * cause where they are about one part of the contract, or where one operation fails in one way.
 */
export function violationFindings(
  contract: Contract,
  side: Side,
  { requirements }: Pick<Verification, 'requirements'>,
  breaches: readonly Breach[],
): Finding[] {
  const breached = new Map<string, Violations>();
  const operations = new Map<string, Violations>();
  const others: ViolatedRequirement[] = [];
  const violated = violatedOf(requirements);
  const responses = violated.flatMap(({ violation: { response } }) => response ?? []);
  const unanswered = breaches.filter(({ requestId }) => !responses.some((response) => names(response, requestId)));
  for (const one of violated) {
    const { response } = one.violation;
    const { operationId } = one.requirement;
    const breach =
      response === null
        ? unanswered.find((held) => held.operationId === operationId)
        : breaches.find(({ requestId }) => names(response, requestId));
    if (breach === undefined) {
      others.push(one);
      continue;
    }
    const key = keyOf(breach);
    const group = breached.get(key) ?? { breach, violated: [] };
    group.violated.push(one);
    breached.set(key, group);
    if (operationId !== null && !operations.has(operationId)) operations.set(operationId, group);
  }
  const alike = new Map<string, Violations>();
  for (const one of others) {
    const operation = operationsOf(one.requirement).find((id) => operations.has(id));
    const keys = operation === undefined ? likenessesOf(contract, side, one) : [];
    const key = keys.find((known) => alike.has(known)) ?? '';
    const known = operation === undefined ? alike.get(key) : operations.get(operation);
    const group = known ?? { breach: undefined, violated: [] };
    group.violated.push(one);
    for (const each of keys) if (!alike.has(each)) alike.set(each, group);
  }
  const groups = new Set([...breached.values(), ...alike.values()]);
  return [...groups].flatMap((group) => findingOf(contract, side, group));
}

/** What breaches that have one cause have in common. */
function keyOf({ pointer, message }: Breach): string {
  const said = namedPart(message).text;
  // A header is set for several responses at one place; items of a list are wrong in one way.
  return said.includes(': The header ') ? said : `${pointer} ${said.replaceAll(/\/\d+(?=[\s/])/g, '/-')}`;
}

/** What violations that have one cause have in common: a line, a component, or how an operation fails. */
function likenessesOf(contract: Contract, side: Side, { requirement, violation }: ViolatedRequirement): string[] {
  const { location, pointer, operationId } = requirement;
  const { documented, received, response } = violation;
  const component = resolvedPointer(contract, pointer);
  const isFailure = side === 'server' && response !== null && response.status >= 500;
  // Values that were sent are others in each case.
  const said = [documented, received].map((text) => text.replace(/\{.*\}/, '{}')).join(' ');
  return [
    `${location.file}:${location.line}`,
    ...(component.startsWith('/components/headers/') ? [component] : []),
    ...(operationId === null ? [] : [`${operationId} ${isFailure ? 'fails' : said}`]),
  ];
}

/** Where that really stands which a requirement is about; the requirements of workflows stand in another document. */
function resolvedPointer(contract: Contract, pointer: string): string {
  try {
    return resolvePart(contract, pointer).pointer;
  } catch {
    return '';
  }
}

/** Whether a response names a request by its id, in a header or in its body. */
function names({ headers, body }: HttpResponse, requestId: string): boolean {
  return headers.some(([, value]) => value === requestId) || body.includes(requestId);
}

/** The operations that a requirement is about: its own, and another one that it names. */
function operationsOf({ operationId, subject }: Requirement): string[] {
  return [operationId ?? '', ...Object.values(subject).map(String)];
}

function findingOf(contract: Contract, side: Side, { breach, violated }: Violations): Finding[] {
  const [first, ...more] = violated;
  if (first === undefined) return [];
  const { requirement, violation } = first;
  const { documented, received, request } = violation;
  const detail = `by ${request.method} ${request.target}`;
  const dependents = more.map((one) => one.requirement.id);
  const own = {
    side,
    requirementId: requirement.id,
    operationId: requirement.operationId,
    detail,
    ...(dependents.length > 0 && { dependents }),
  };
  return breach === undefined
    ? [
        {
          location: requirement.location,
          pointer: requirement.pointer,
          message: `${documented} Received: ${received}`,
          ...own,
        },
      ]
    : [
        {
          location: contract.locate(breach.pointer),
          pointer: breach.pointer,
          message: namedPart(breach.message).text,
          ...own,
        },
      ];
}
