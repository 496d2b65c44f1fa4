import type { Observations } from '../harness/server-methods.ts';
import type { HttpResponse } from '../http/exchange.ts';
import type { Contract } from '../openapi/contract.ts';
import { pointerTo, segmentsOf } from '../openapi/json.ts';
import type { Finding } from '../report/check-verdict.ts';
import { type ViolatedRequirement, violatedOf } from '../report/summary.ts';
import type { Side } from '../requirements/side.ts';
import type { Verification } from '../verify/result.ts';
import {
  answers,
  CommonCauses,
  operationsNamedBy,
  refusalsOf,
  replacedIn,
  replacement,
  resolvedPointer,
} from './common-causes.ts';
import { namedPart } from './named-part.ts';

type Breach = Observations['breaches'][number];

/** What is violated, and what it has in common with others of the same cause. */
interface Member {
  one: ViolatedRequirement;
  breach: Breach | undefined;
  /** True where a body that must be refused is answered as if it were valid: the answer shows what is wrong with it. */
  isAccepted: boolean;
  likenesses: readonly string[];
}

/**
 * The violations of a side, one finding for each cause. The server names the cause itself where it held back an answer
 * that its contract does not allow; all else about the same operation follows from that. What other violations have in
 * common, and so come from, CommonCauses knows.
 */
export function violationFindings(
  contract: Contract,
  side: Side,
  { requirements }: Pick<Verification, 'requirements'>,
  breaches: readonly Breach[],
): Finding[] {
  const violated = violatedOf(requirements);
  const breachOf = breachesOf(violated, breaches);
  const held = violated.flatMap((one): Member[] => {
    const breach = breachOf(one);
    if (breach === undefined) return [];
    const isAccepted = acceptsBody(one, breach);
    const accepts = isAccepted ? [`accepts ${one.requirement.operationId}`] : [];
    const replaced = replacementsBy(one, breach);
    return [{ one, breach, isAccepted, likenesses: [likenessOf(contract, breach), ...accepts, ...replaced] }];
  });
  // What was accepted is shown by others afterwards.
  const causesFirst = held.toSorted((a, b) => Number(b.isAccepted) - Number(a.isAccepted));
  const operations = new Map<string, readonly string[]>();
  for (const { one, likenesses } of held) {
    const { operationId } = one.requirement;
    if (operationId !== null && !operations.has(operationId)) operations.set(operationId, likenesses);
  }
  const others = violated.filter((one) => !held.some((member) => member.one === one));
  const causes = new CommonCauses(contract, side, others, requirements);
  const free = others.map((one): Member => {
    const operation = operationsNamedBy(one.requirement).find((id) => operations.has(id)) ?? '';
    return {
      one,
      breach: undefined,
      isAccepted: false,
      likenesses: operations.get(operation) ?? causes.likenessesOf(one),
    };
  });
  return alike([...causesFirst, ...free]).flatMap((group) => findingOf(contract, side, group, causes));
}

/** The answer that the server held back, of one that names its request; without any, one of the same operation. */
function breachesOf(violated: readonly ViolatedRequirement[], breaches: readonly Breach[]) {
  const responses = violated.flatMap(({ violation: { response } }) => response ?? []);
  const unanswered = breaches.filter(({ requestId }) => !responses.some((response) => names(response, requestId)));
  return ({ requirement, violation: { response } }: ViolatedRequirement): Breach | undefined =>
    response === null
      ? unanswered.find(({ operationId }) => operationId === requirement.operationId)
      : breaches.find(({ requestId }) => names(response, requestId));
}

function acceptsBody({ requirement: { kind }, violation }: ViolatedRequirement, { pointer }: Breach): boolean {
  const isRefusal = refusalsOf(violation).length > 0;
  return isRefusal && kind.includes('.requestBody') && /\/responses\/(2..|default)(\/|$)/.test(pointer);
}

/** Those that have something in common, together with all that have something in common with any of them. */
function alike(members: readonly Member[]): Member[][] {
  let groups: { likenesses: Set<string>; members: Member[] }[] = [];
  for (const member of members) {
    const isAlike = (group: { likenesses: Set<string> }) => member.likenesses.some((one) => group.likenesses.has(one));
    const [first = { likenesses: new Set<string>(), members: [] }, ...more] = groups.filter(isAlike);
    if (first.members.length === 0) groups.push(first);
    first.members.push(...more.flatMap((group) => group.members), member);
    for (const one of [...more.flatMap((group) => [...group.likenesses]), ...member.likenesses])
      first.likenesses.add(one);
    groups = groups.filter((group) => !more.includes(group));
  }
  return groups.map((group) => group.members);
}

/** The status that a response has and its operation does not document, as the server logged it. */
function undocumentedStatus({ message }: Breach): number | undefined {
  const [, status] = /: The status ([45]\d\d) is not documented\.$/.exec(namedPart(message).text) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** Where the status is documented, the same refusal is answered by it. */
function replacementsBy({ violation }: ViolatedRequirement, breach: Breach): string[] {
  const received = undocumentedStatus(breach);
  return received === undefined ? [] : refusalsOf(violation).map((documented) => replacement(documented, received));
}

/** What breaches that have one cause have in common. */
function likenessOf(contract: Contract, breach: Breach): string {
  const { pointer, message } = breach;
  const said = namedPart(message).text;
  const status = undocumentedStatus(breach);
  if (status !== undefined) return answers(status);
  // A header is set for several responses at one place.
  if (said.includes(': The header ')) return said;
  return schemaBreach(contract, pointer, said.replaceAll(/\/\d+(?=[\s/])/g, '/-'));
}

/** Items of a list are wrong in one way; what is of one schema is wrong in one way, whichever response it is in. */
function schemaBreach(contract: Contract, pointer: string, said: string): string {
  const schema = resolvedPointer(contract, pointer);
  const item = said.replace(/(: The body)(?: at \/-(?=\s)|( at )\/-(?=\/))/, '$1$2');
  const isList = item !== said && resolvedPointer(contract, `${schema}/items`) !== '';
  return isList ? schemaBreach(contract, `${schema}/items`, item) : `${schema || pointer} ${said}`;
}

/** The part of a component that a held back body violates; undefined where its schema stands in the response. */
function schemaPartOf(contract: Contract, { pointer, message }: Breach): string | undefined {
  const said = /: The body(?: at (?<place>\/\S*))? must (?:have required property '(?<missing>.+)')?/;
  const { place, missing } = said.exec(namedPart(message).text)?.groups ?? {};
  const names = [...segmentsOf(place ?? ''), ...(missing === undefined ? [] : [missing])];
  let part = pointer;
  for (const name of names) {
    const next = resolvedPointer(contract, part) + (/^\d+$/.test(name) ? '/items' : `/properties${pointerTo(name)}`);
    if (resolvedPointer(contract, next) === '') break;
    part = next;
  }
  return part.startsWith('/components/schemas/') ? part : undefined;
}

/** Whether a response names a request by its id, in a header or in its body. */
function names({ headers, body }: HttpResponse, requestId: string): boolean {
  return headers.some(([, value]) => value === requestId) || body.includes(requestId);
}

/** Where a breach is: of several responses that have one schema, that. */
function placeOf(contract: Contract, { pointer }: Breach, group: readonly Member[]): string {
  const schemas = new Set(
    group.flatMap(({ breach }) => breach?.pointer ?? []).filter((one) => one.endsWith('/schema')),
  );
  return schemas.size > 1 ? resolvedPointer(contract, pointer) || pointer : pointer;
}

function findingOf(contract: Contract, side: Side, group: readonly Member[], causes: CommonCauses): Finding[] {
  const [first] = group;
  if (first === undefined) return [];
  const replaced = group.map(({ one }) => replacedIn(one)?.received ?? 0);
  const status = replaced.find((one) => causes.replacedBy(one).length > 0);
  const [own = first] = status === undefined ? causeFirst(group) : group.filter(({ breach }) => breach === undefined);
  const { requirement, violation } = own.one;
  const { documented, received, request } = violation;
  const what = own.breach === undefined ? received : namedPart(own.breach.message).text;
  const held = own.isAccepted ? undefined : own.breach;
  const pointer = held === undefined ? requirement.pointer : placeOf(contract, held, group);
  const said = held === undefined ? `Documented: ${documented} Received: ${what}` : what;
  const schemaPointer = held && schemaPartOf(contract, held);
  const dependents = group.filter((member) => member !== own).map(({ one }) => one.requirement.id);
  const by = `by ${request.method} ${request.target}`;
  const part = (held === undefined && causes.operation(contradicted(group))) || { ...requirement, pointer };
  return [
    {
      location: held === undefined ? part.location : contract.locate(pointer),
      pointer: part.pointer,
      message: status === undefined ? said : replacedMessage(status, causes.replacedBy(status)),
      side,
      requirementId: requirement.id,
      operationId: part.operationId,
      ...(schemaPointer !== undefined && { schemaPointer }),
      detail: held === undefined ? by : `${by}; ${heldBack(held)}`,
      ...(dependents.length > 0 && { dependents }),
    },
  ];
}

/** What an answer violates that does not arrive, nobody sees. */
function heldBack({ operationId }: Breach): string {
  return `held back by the server: other violations of ${operationId ?? 'it'} may show once this is mended`;
}

/** Where others show it otherwise than an operation has answered, what is said of that operation itself comes first. */
function causeFirst(group: readonly Member[]): readonly Member[] {
  const named = new Set(group.map(({ one }) => one.requirement.subject['other']));
  const isOfNamed = ({ one: { requirement } }: Member) => named.has(requirement.operationId ?? '');
  return group.some(({ breach }) => breach)
    ? group
    : group.toSorted((a, b) => Number(isOfNamed(b)) - Number(isOfNamed(a)));
}

/** The operation that answers otherwise than all others show it, where several do. */
function contradicted(group: readonly Member[]): string | undefined {
  const [other, ...more] = new Set(group.map(({ one }) => one.requirement.subject['other']));
  const showing = new Set(group.map(({ one }) => one.requirement.operationId));
  return more.length === 0 && showing.size > 1 ? other : undefined;
}

function replacedMessage(status: number, documented: readonly number[]): string {
  return `${status} is answered where ${documented.slice(0, -1).join(', ')} and ${documented.at(-1)} are documented.`;
}
