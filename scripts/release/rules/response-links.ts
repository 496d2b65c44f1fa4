import { isSame } from '../../http/exact-json.ts';
import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { type Json, type JsonObject, objectOf, pointerTo, segmentsOf, stringOf } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { operationsOf } from '../../openapi/operations.ts';
import { byReference } from './changed-reference.ts';
import { type Contracts, type Found, keysOf, type Pair, type Way } from './found.ts';
import { renamedVariables, withoutNames } from './operation-places.ts';
import { capital, nameOf } from './part-names.ts';

/**
 * What changed in the links of a response (OpenAPI, Link Object). Clients read which operation comes next, and which
 * values it takes; those that send a response follow none.
 */
export function linkChanges(contracts: Contracts, { before, now }: Pair<string>, { flow }: Way): Found[] {
  if (flow === 'sent') return [];
  const [olds, owns] = [linksOf(contracts.before, before), linksOf(contracts.now, now)];
  const kept = Object.keys(olds).flatMap((name): readonly Found[] => {
    const places = { before: `${before}/links${pointerTo(name)}`, now: `${now}/links${pointerTo(name)}` };
    if (owns[name] !== undefined) return byReference(contracts, places, keptLink(contracts, places, name));
    const lost = lostTarget(contracts, resolvePart(contracts.before, places.before).pointer);
    if (lost !== undefined)
      return [
        {
          impact: 'patch',
          message: `Link \`${name}\` of ${nameOf(contracts.before, before)} was removed with ${lost}.`,
          before: places.before,
          holder: now,
        },
      ];
    return [
      {
        impact: 'major',
        flow,
        message: `Link \`${name}\` of ${nameOf(contracts.before, before)} was removed.`,
        breaks: `clients that follow \`${name}\``,
        remedy: 'keep it until the next major version',
        before: places.before,
        holder: Object.keys(owns).length > 0 ? `${now}/links` : now,
      },
    ];
  });
  const added = Object.keys(owns).filter((name) => olds[name] === undefined);
  return [
    ...kept,
    ...added.map((name): Found => {
      const message = `Link \`${name}\` of ${nameOf(contracts.now, now)} was added.`;
      return { impact: 'minor', flow, message, now: `${now}/links${pointerTo(name)}` };
    }),
  ];
}

function linksOf(contract: Contract, response: string): JsonObject {
  return objectOf(objectOf(resolvePart(contract, response).value)['links']);
}

/** Where it leads, and what it gives to the operation there. */
function keptLink(contracts: Contracts, { before, now }: Pair<string>, name: string): Found[] {
  const places = {
    before: resolvePart(contracts.before, before).pointer,
    now: resolvePart(contracts.now, now).pointer,
  };
  const links = { before: linkAt(contracts.before, places.before), now: linkAt(contracts.now, places.now) };
  const label = capital(nameOf(contracts.now, now));
  const [was, is] = [targetOf(contracts.before, links.before), targetOf(contracts.now, links.now)];
  // That an operation moved is said of it.
  if (was.key !== is.key && was.name === is.name && !hasOperation(contracts.now, was.key)) return [];
  if (was.key !== is.key)
    return [
      {
        impact: 'major',
        flow: 'read',
        message: `${label} leads to ${is.name}, no longer to ${was.name}.`,
        breaks: `clients that follow \`${name}\``,
        remedy: 'leave it as it was, and add another one',
        ...placesOf({ before: was.field, now: is.field }, places),
      },
    ];
  const renamed = renamedVariables(was.path, is.path);
  const given = { before: valuesOf(links.before, renamed), now: valuesOf(links.now) };
  return keysOf(given.before.keys(), given.now.keys()).flatMap((what) =>
    valueChange({ before: given.before.get(what), now: given.now.get(what) }, places, `${label} gives`, what),
  );
}

/** A value that a link gives, and the field of the link that says so. */
interface Given {
  field: string;
  value: Json;
}

function valueChange(
  { before, now }: Pair<Given | undefined>,
  places: Pair<string>,
  gives: string,
  what: string,
): Found[] {
  const place = { flow: 'read', ...placesOf({ before: before?.field, now: now?.field }, places) } as const;
  if (before !== undefined && now !== undefined && isSame(before.value, now.value))
    return before.field === now.field
      ? []
      : [{ impact: 'patch', message: `${gives} ${what} in other words.`, ...place }];
  if (before === undefined) return [{ impact: 'minor', message: `${gives} ${what}.`, ...place }];
  return [
    {
      impact: 'major',
      message: now === undefined ? `${gives} ${what} no longer.` : `${gives} another value for ${what}.`,
      breaks: `clients that take ${what} from it`,
      remedy: 'leave it as it was, and add another one',
      ...place,
    },
  ];
}

function linkAt(contract: Contract, pointer: string): JsonObject {
  return objectOf(resolvePart(contract, pointer).value);
}

/** The values, by what they are called in a sentence; a variable of the path by the name that it has got. */
function valuesOf(link: JsonObject, renamed: ReadonlyMap<string, string> = new Map()): Map<string, Given> {
  const parameters = Object.entries(objectOf(link['parameters'])).map(([key, value]): [string, Given] => {
    // The place of a parameter may stand before its name.
    const name = key.replace(/^(path|query|header|cookie)\./, '');
    return [`\`${renamed.get(name) ?? name}\``, { field: `/parameters${pointerTo(key)}`, value }];
  });
  const others = [
    ['requestBody', 'the body'],
    ['server', 'the server'],
  ].flatMap(([field = '', what = '']): [string, Given][] => {
    const value = link[field];
    return value === undefined ? [] : [[what, { field: `/${field}`, value }]];
  });
  return new Map([...parameters, ...others]);
}

/** The operation that a link leads to: the same whatever it is called, and whichever way the link names it. */
function targetOf(contract: Contract, link: JsonObject): { key: string; name: string; path: string; field: string } {
  const [id, reference] = [stringOf(link['operationId']), stringOf(link['operationRef'])];
  const pointer = reference?.startsWith('#/') ? pointerTo(...segmentsOf(reference)) : undefined;
  const operation = operationsOf(contract).find((one) => (id === undefined ? one.pointer === pointer : one.id === id));
  const field = id === undefined ? '/operationRef' : '/operationId';
  const named = id ?? reference ?? '';
  return operation === undefined
    ? { key: named, name: `\`${named}\``, path: '', field }
    : { key: keyOf(operation), name: operation.id, path: operation.path, field };
}

/** The operation that a link led to, where it is gone. */
function lostTarget({ before, now }: Contracts, pointer: string): string | undefined {
  const { key, name, path } = targetOf(before, linkAt(before, pointer));
  const isKept = operationsOf(now).some(({ id }) => id === name) || hasOperation(now, key);
  return path === '' || isKept ? undefined : name;
}

function hasOperation(contract: Contract, key: string): boolean {
  return operationsOf(contract).some((operation) => keyOf(operation) === key);
}

function keyOf({ method, path }: Operation): string {
  return `${method} ${withoutNames(path)}`;
}

/** Where two fields stand, or the link that has one of them not. */
function placesOf(fields: Pair<string | undefined>, { before, now }: Pair<string>): Partial<Found> {
  return {
    ...(fields.before === undefined ? { origin: before } : { before: before + fields.before }),
    ...(fields.now === undefined ? { holder: now } : { now: now + fields.now }),
  };
}
