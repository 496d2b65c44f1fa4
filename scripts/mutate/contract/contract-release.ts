import type { Contract } from '../../openapi/contract.ts';
import type { Change } from '../../release/change.ts';
import { documentChanges } from '../../release/contract-changes.ts';
import type { Detection } from './contract-detection.ts';

/** What the comparison with the release says of a contract under the version of the released one. */
export function detectionByComparison(released: Contract, current: Contract): Detection | undefined {
  return detectionByChanges(documentChanges(released, current));
}

/** A change is reported with its place, and with the one that it had in the release. */
export function detectionByChanges(changes: readonly Change[]): Detection | undefined {
  const [first] = changes;
  const places = changes.flatMap(({ current, released }) => (released === undefined ? [current] : [current, released]));
  return first && { check: 'released', message: first.message, places };
}
