import type { Exact } from '../http/exact-json.ts';
import { type Contract, resolvePart } from '../openapi/contract.ts';
import { partsOf } from '../openapi/document-walk.ts';
import { type JsonObject, objectOf } from '../openapi/json.ts';
import { operationPointers } from '../openapi/operations.ts';
import type { Change, Impact } from './change.ts';
import { type ChangedValue, changedValues, describeChangedValue } from './json-diff.ts';

// Extensions that the toolchain and the server act on; those of others are remarks.
const plans = 'x-rate-limit-plans';
const ofOperations = ['x-sunset', 'x-deprecated-since', 'x-replacement'];
const ofHeaders = 'x-rate-limit-reset';

/** True for a pointer to, or into, one of the extensions that count. */
export function isExtensionThatCounts(pointer: string): boolean {
  return new RegExp(
    `^/(${plans}|paths/[^/]+/[^/]+/(${ofOperations.join('|')})|.+/headers/[^/]+/${ofHeaders})(/|$)`,
  ).test(pointer);
}

/** What changed in the extensions that count; Redocly has no rules for them. */
export function extensionChanges(released: Contract, current: Contract): Change[] {
  const changed = [
    ...changedValues(extensionsOf(released), extensionsOf(current)),
    ...changedResets(resetsOf(released), resetsOf(current)),
  ];
  return changed.map(({ pointer, old, now }) => ({
    impact: impactOf(pointer, old, now),
    message: describeChangedValue(pointer.slice(pointer.indexOf('/x-') + 1), old, now),
    current: current.locate(pointer),
    released: old === undefined ? undefined : released.locate(pointer),
  }));
}

/**
 * A caller may count on the requests of its plan, on an operation until its day, and on how a reset is written;
 * the rest are announcements.
 */
function impactOf(pointer: string, old: Exact | undefined, now: Exact | undefined): Impact {
  const isLess = typeof old !== 'number' || typeof now !== 'number' || now < old;
  if (pointer.startsWith(`/${plans}`)) return old !== undefined && isLess ? 'major' : 'minor';
  if (pointer.endsWith(`/${ofHeaders}`)) return old === undefined ? 'minor' : 'major';
  const isEarlier = old !== undefined && now !== undefined && String(now) < String(old);
  return pointer.endsWith('/x-sunset') && isEarlier ? 'major' : 'minor';
}

/** The extensions that count, at the places where they stand in a contract, without all the rest. */
function extensionsOf(contract: Contract): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const { pointer, path, method } of operationPointers(contract)) {
    const operation = objectOf(resolvePart(contract, pointer).value);
    const extensions = ofOperations.flatMap((name) =>
      operation[name] === undefined ? [] : [[name, operation[name]] as const],
    );
    paths[path] = { ...paths[path], [method]: Object.fromEntries(extensions) };
  }
  return { [plans]: objectOf(contract.document[plans]), paths };
}

/** What each header says of how a reset is written, by the pointer of that. */
function resetsOf({ document }: Contract): Map<string, Exact | undefined> {
  const headers = [...partsOf(document)].filter(({ kind }) => kind === 'header');
  return new Map(
    headers.flatMap(({ node: { pointer, value } }) => {
      const form = objectOf(value)[ofHeaders];
      return form === undefined ? [] : [[`${pointer}/${ofHeaders}`, form] as const];
    }),
  );
}

function changedResets(before: Map<string, Exact | undefined>, after: Map<string, Exact | undefined>): ChangedValue[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((pointer) => ({ pointer, old: before.get(pointer), now: after.get(pointer) }))
    .filter(({ old, now }) => old !== now);
}
