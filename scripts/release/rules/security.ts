import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { securityPointer } from '../../openapi/credentials.ts';
import { type Json, type JsonObject, listOf, objectOf, pointerTo } from '../../openapi/json.ts';
import type { SecurityRequirement } from '../../openapi/operation-table.ts';
import { changedValues } from '../json-diff.ts';
import type { Contracts, Found, Pair } from './found.ts';
import type { OperationPlace } from './operation-places.ts';

interface Protection {
  before: readonly Access[];
  now: readonly Access[];
  places: Pick<Found, 'before' | 'now' | 'holder'>;
  /** The operations that are protected in this way. */
  names: string[];
}

/**
 * What changed in who may call which operation: each way that clients had must still be enough, and what was protected
 * must still be. Schemes are the same where they ask for the same, whatever their names.
 */
export function securityChanges(contracts: Contracts, operations: readonly Pair<OperationPlace>[]): Found[] {
  const all = new Map<string, Protection>();
  for (const { before, now } of operations) {
    const changed = changedScheme(contracts, { before, now });
    const places = changed === undefined ? placesOf(contracts, { before, now }) : placesOfScheme(contracts, changed);
    const ways = { before: waysOf(contracts.before, before, changed), now: waysOf(contracts.now, now, changed) };
    const key = JSON.stringify([places, ...[...ways.before, ...ways.now].map(({ text }) => text)]);
    const known: Protection = all.get(key) ?? { ...ways, places, names: [] };
    known.names.push(now.operation.id);
    all.set(key, known);
  }
  const used = new Set(operations.flatMap(({ before }) => before.operation.security.flatMap(Object.keys)));
  const renamed = renamedSchemes(contracts);
  return [
    ...[...renamed].map(([old, own]) => renamedScheme(old, own)),
    ...[...all.values()].flatMap(changeOf),
    ...[...used].flatMap((old) => scopeChanges(contracts, old, renamed.get(old) ?? old)),
  ];
}

/** The schemes that have another name now, and ask for the same. */
export function renamedSchemes({ before, now }: Contracts): Map<string, string> {
  const namesOf = ({ document }: Contract) =>
    Object.keys(objectOf(objectOf(document['components'])['securitySchemes']));
  const [olds, owns] = [namesOf(before), namesOf(now)];
  const added = owns.filter((own) => !olds.includes(own));
  return new Map(
    olds.flatMap((old) => {
      const same = owns.includes(old)
        ? undefined
        : added.find((own) => accessText(before, old) === accessText(now, own));
      return same === undefined ? [] : [[old, same]];
    }),
  );
}

function renamedScheme(old: string, own: string): Found {
  const schemes = pointerTo('components', 'securitySchemes');
  return {
    impact: 'patch',
    message: `Security scheme \`${old}\` is called \`${own}\` now.`,
    before: schemes + pointerTo(old),
    now: schemes + pointerTo(own),
  };
}

/** What clients may ask for with a token (OpenAPI, OAuth Flow Object), of the ways to get one that are still there. */
function scopeChanges(contracts: Contracts, old: string, name: string): Found[] {
  const flowsAt = (own: string) => pointerTo('components', 'securitySchemes', own, 'flows');
  const olds = objectOf(schemeNamed(contracts.before, old)['flows']);
  const owns = objectOf(schemeNamed(contracts.now, name)['flows']);
  return Object.keys(owns).flatMap((flow): Found[] => {
    if (olds[flow] === undefined) return [];
    const scopesOf = (one: Json | undefined) => Object.keys(objectOf(objectOf(one)['scopes']));
    const [before, now] = [scopesOf(olds[flow]), scopesOf(owns[flow])];
    const scopes = `${flowsAt(name)}/${flow}/scopes`;
    const without = (these: string[], those: string[]) => these.filter((scope) => !those.includes(scope));
    return [
      ...without(before, now).map((scope): Found => {
        return {
          impact: 'major',
          message: `Scope \`${scope}\` of \`${name}\` was removed.`,
          breaks: `clients that ask for \`${scope}\``,
          remedy: `keep \`${scope}\`, though nothing needs it`,
          before: `${flowsAt(old)}/${flow}/scopes${pointerTo(scope)}`,
          holder: scopes,
        };
      }),
      ...without(now, before).map((scope): Found => {
        return {
          impact: 'minor',
          message: `Scope \`${scope}\` of \`${name}\` was added.`,
          now: scopes + pointerTo(scope),
        };
      }),
    ];
  });
}

function changeOf({ before, now, places, names }: Protection): Found[] {
  const [wasOpen, isOpen] = [before.some(isFree), now.some(isFree)];
  if (wasOpen && isOpen) return [];
  const name = names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
  if (isOpen)
    return [
      {
        ...places,
        impact: 'major',
        message: `No credential is needed any more to call ${name}.`,
        breaks: `those who rely on every caller having ${describe(before)}`,
        remedy: 'leave `security` as it was, and offer what is for everyone as another operation',
      },
    ];
  const lost = before.filter((old) => !now.some((own) => isEnough(old, own)));
  const found = now.filter((own) => !before.some((old) => isEnough(own, old) && isEnough(old, own)));
  // A scheme that keeps its name and asks for something else is described by what it asks for.
  const isDetailed = before.some((old) => now.some((own) => own.names === old.names && own.kinds !== old.kinds));
  const all = (ways: readonly Access[]) => describe(ways, isDetailed);
  const enough = wasOpen ? 'no credential was needed before' : `${all(lost)} was enough`;
  if (lost.length > 0)
    return [
      {
        ...places,
        impact: 'major',
        message: `To call ${name}, ${all(now)} is needed: ${enough}.`,
        breaks: wasOpen ? 'clients that send no credential' : `clients that send ${all(lost)}`,
        remedy: wasOpen ? 'leave it open' : `accept ${all(lost)} as before, beside what is new`,
      },
    ];
  if (found.length === 0) return [];
  const isSameWay = (own: Access) =>
    before.some((old) => own.names === old.names && own.kinds === old.kinds && isEnough(old, own));
  const message = found.every(isSameWay)
    ? `To call ${name}, fewer scopes are needed: ${all(found)} is enough.`
    : `${name} may also be called with ${all(found)}.`;
  return [{ ...places, impact: 'minor', message }];
}

/** What one way to call an operation asks for: each scheme by its text, with the scopes that are needed. */
interface Access {
  label: string;
  /** The same with what each scheme is. */
  details: string;
  names: string;
  /** What the schemes are, and the ways to get a token for each. */
  kinds: string;
  text: string;
  schemes: ReadonlyMap<string, Needed>;
}

/** What is needed of one scheme, and the ways to get a token for it. */
interface Needed {
  scopes: readonly string[];
  flows: readonly string[];
}

/** Where a scheme has changed: without what is not concerned, which are the scopes and the ways without it. */
function waysOf(contract: Contract, { operation }: OperationPlace, changed: string | undefined): Access[] {
  if (operation.security.length === 0) return [accessOf(contract, {})];
  if (changed === undefined) return operation.security.map((requirement) => accessOf(contract, requirement));
  const isConcerned = (requirement: SecurityRequirement) =>
    requirement[changed] !== undefined || Object.keys(requirement).length === 0;
  return operation.security.filter(isConcerned).map((requirement) => accessOf(contract, withoutScopes(requirement)));
}

function withoutScopes(requirement: SecurityRequirement): SecurityRequirement {
  return Object.fromEntries(Object.keys(requirement).map((name) => [name, []]));
}

function accessOf(contract: Contract, requirement: SecurityRequirement): Access {
  const schemes = Object.entries(requirement).map(
    ([name, scopes]) => [schemeText(contract, name), { scopes, flows: flowsOf(contract, name) }] as const,
  );
  const labels = (withKind: boolean) =>
    Object.entries(requirement)
      .map(([name, scopes]) => {
        const remarks = [...(withKind ? [schemeKind(contract, name)] : []), ...scopes];
        return `\`${name}\`${remarks.length > 0 ? ` (${remarks.join(', ')})` : ''}`;
      })
      .join(' and ') || 'nothing';
  return {
    label: labels(false),
    details: labels(true),
    names: Object.keys(requirement).join(),
    kinds: JSON.stringify(schemes.map(([text, { flows }]) => [text, flows])),
    text: JSON.stringify(schemes),
    schemes: new Map(schemes),
  };
}

/** What a scheme is, in a few words: `http basic`, `apiKey in header X-Key`. */
function schemeKind(contract: Contract, name: string): string {
  const { type, scheme, in: place, name: field, openIdConnectUrl } = schemeNamed(contract, name);
  const flows = flowsOf(contract, name).map((flow) => {
    const [way, ...addresses] = listOf(JSON.parse(flow) as Json).filter(Boolean);
    return [way, addresses.join(' and ')].filter(Boolean).join(' at ');
  });
  const where = place === undefined ? [] : ['in', place, field];
  return [type, scheme, ...where, openIdConnectUrl, flows.join(' or ') || undefined]
    .filter((word) => word !== undefined)
    .join(' ');
}

function isFree({ schemes }: Access): boolean {
  return schemes.size === 0;
}

/** True when what the first way has satisfies the second, however its token was got. */
function isEnough({ schemes }: Access, { schemes: needed }: Access): boolean {
  return [...needed].every(([scheme, { scopes, flows }]) => {
    const own = schemes.get(scheme);
    const isGranted = scopes.every((scope) => own?.scopes.includes(scope));
    return own !== undefined && isGranted && own.flows.every((flow) => flows.includes(flow));
  });
}

function describe(ways: readonly Access[], isDetailed = false): string {
  return ways.map(({ label, details }) => (isDetailed ? details : label)).join(' or ');
}

/** The ways to get a token of OAuth (OpenAPI, OAuth Flows Object). */
function flowsOf(contract: Contract, name: string): string[] {
  return Object.entries(objectOf(schemeNamed(contract, name)['flows'])).map(([flow, one]) => {
    const { authorizationUrl = null, tokenUrl = null } = objectOf(one);
    return JSON.stringify([flow, authorizationUrl, tokenUrl]);
  });
}

function schemeNamed(contract: Contract, name: string): JsonObject {
  const schemes = objectOf(objectOf(contract.document['components'])['securitySchemes']);
  const pointer = pointerTo('components', 'securitySchemes', name);
  return schemes[name] === undefined ? {} : objectOf(resolvePart(contract, pointer).value);
}

/** What a scheme asks of a client (OpenAPI, Security Scheme Object), without remarks and what only its server knows. */
function schemeText(contract: Contract, name: string): string {
  const scheme = schemeNamed(contract, name);
  if (scheme['type'] === undefined) return name;
  const lower = (value: Json | undefined) => (typeof value === 'string' ? value.toLowerCase() : null);
  const isHeader = scheme['in'] === 'header';
  return JSON.stringify([
    ...[scheme['type'] ?? null, lower(scheme['scheme']), scheme['in'] ?? null, scheme['openIdConnectUrl'] ?? null],
    isHeader ? lower(scheme['name']) : (scheme['name'] ?? null),
  ]);
}

/** The scheme that asks for something else, where the security of an operation is the same. */
function changedScheme(contracts: Contracts, { before, now }: Pair<OperationPlace>): string | undefined {
  const [olds, owns] = [before.operation.security, now.operation.security];
  if (JSON.stringify(olds) !== JSON.stringify(owns)) return undefined;
  return owns
    .flatMap((one) => Object.keys(one))
    .find((name) => accessText(contracts.before, name) !== accessText(contracts.now, name));
}

/** Where a scheme stands, and the first field of it that clients see. */
function placesOfScheme({ before, now }: Contracts, name: string): Pair<string> {
  const scheme = pointerTo('components', 'securitySchemes', name);
  const changed = changedValues(schemeNamed(before, name), schemeNamed(now, name)).find(
    ({ pointer, now: own }) => own !== undefined && !/^\/(description|bearerFormat|x-)/.test(pointer),
  );
  return { before: scheme, now: scheme + (changed?.pointer ?? '') };
}

/** Where the security of an operation stands, and what of it is new. */
function placesOf(contracts: Contracts, { before, now }: Pair<OperationPlace>): Protection['places'] {
  const [released, list] = [securityPointer(contracts.before, before), securityPointer(contracts.now, now)];
  // An operation that has none of its own any more has that of the document.
  if (released !== '/security' && list === '/security') return { before: released, holder: now.pointer };
  const [olds, owns] = [before.operation.security, now.operation.security];
  const isOld = (one: SecurityRequirement) => olds.some((other) => JSON.stringify(other) === JSON.stringify(one));
  const index = owns.findIndex((one) => !isOld(one));
  const own = index === -1 ? '' : `/${index}${newPart(olds[index] ?? {}, owns[index] ?? {})}`;
  return { before: released, now: list + own };
}

/** The scheme, or the scope of one, that one requirement alone has. */
function newPart(old: SecurityRequirement, own: SecurityRequirement): string {
  const name = Object.keys(own).find((one) => JSON.stringify(own[one]) !== JSON.stringify(old[one]));
  if (name === undefined) return '';
  const scope = (own[name] ?? []).findIndex((one) => old[name]?.includes(one) === false);
  return pointerTo(name, ...(scope === -1 ? [] : [String(scope)]));
}

function accessText(contract: Contract, name: string): string {
  return schemeText(contract, name) + flowsOf(contract, name).join('');
}
