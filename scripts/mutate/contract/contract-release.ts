import type { Contract } from '../../openapi/contract.ts';
import type { Change } from '../../release/change.ts';
import { compareContracts } from '../../release/contract-changes.ts';
import { extensionChanges, isExtensionThatCounts } from '../../release/extension-changes.ts';
import { describeChangedValue, differences } from '../../release/json-diff.ts';
import type { Detection } from './contract-detection.ts';

/**
 * What the comparison with the release says of a contract under the version of the released one. Whichever rule rates a
 * change, none passes: that is so of each leaf that differs, which is all that is looked at here.
 */
export function detectionByDiff(released: Contract, current: Contract): Detection | undefined {
  const others = differences(released.document, current.document).filter(
    ({ pointer }) => !isExtensionThatCounts(pointer) && pointer !== '/info/version',
  );
  const changes = others.map(({ pointer, parent = pointer, old, now }) => ({
    message: describeChangedValue(pointer.slice(1), old, now),
    current: current.locate(parent),
    released: old === undefined ? undefined : released.locate(pointer),
  }));
  return detectionByChanges([...extensionChanges(released, current), ...changes]);
}

/** The comparison itself, with Redocly's rules: a process for each contract. */
export async function detectionByComparison(released: Contract, current: Contract): Promise<Detection | undefined> {
  const { isVersionEnough, changes } = await compareContracts(released, current);
  return isVersionEnough ? undefined : detectionByChanges(changes);
}

/** A change is reported with its place, and with the one that it had in the release. */
export function detectionByChanges(
  changes: readonly Pick<Change, 'message' | 'current' | 'released'>[],
): Detection | undefined {
  const [first] = changes;
  const places = changes.flatMap(({ current, released }) => (released === undefined ? [current] : [current, released]));
  return first && { check: 'released', message: first.message, places };
}
