import { type Contract, partAt, referenceOf } from '../../openapi/contract.ts';
import { pointerTo, segmentsOf, valueAt } from '../../openapi/json.ts';
import type { Contracts, Found, Pair } from './found.ts';
import { capital, nameOfPart } from './part-names.ts';

/**
 * What was found between the parts at these pointers: where a reference leads to another component, it is that of the
 * place which has the reference, as the components themselves need not have changed. The outermost counts.
 */
export function byReference(contracts: Contracts, places: Pair<string>, found: readonly Found[]): readonly Found[] {
  const reference = found.length === 0 ? undefined : changedReference(contracts, places);
  if (reference === undefined) return found;
  const isBeside = ({ before = '', now = '' }: Found) =>
    before.startsWith(`${reference.before}/`) || now.startsWith(`${reference.now}/`);
  return found.map((one) => (isBeside(one) ? one : { ...one, reference }));
}

/** The first of these references, and of those that they lead to, that leads to another component than before. */
function changedReference(contracts: Contracts, { before, now }: Pair<string>): Pair<string> | undefined {
  const [old, own] = [targetOf(contracts.before, before), targetOf(contracts.now, now)];
  if (own === undefined || own === now) return undefined;
  if (own === old) return changedReference(contracts, { before: old, now: own });
  const isRenamed =
    valueAt(contracts.before.document, own) === undefined &&
    (old === undefined || valueAt(contracts.now.document, old) === undefined);
  return isRenamed ? undefined : { before, now };
}

function targetOf(contract: Contract, pointer: string): string | undefined {
  const reference = referenceOf(partAt(contract, pointer).value);
  return reference === undefined ? undefined : pointerTo(...segmentsOf(reference));
}

/** The sentence that says so, and what to leave as it was. */
export function sayReference(
  { before, now }: Contracts,
  reference: Pair<string>,
  { message, remedy }: Pick<Found, 'message' | 'remedy'>,
): Pick<Found, 'message' | 'remedy'> {
  const [old, own] = [targetOf(before, reference.before), targetOf(now, reference.now) ?? reference.now];
  const former = old === undefined ? undefined : componentName(before, old);
  const { pointer } = partAt(now, reference.now);
  const isAlternative = /\/(any|one)Of\/\d+$/.test(pointer);
  const place = capital(`${isAlternative ? 'an alternative of ' : ''}${nameOfPart(now, pointer)}`);
  const elsewhere = former === undefined ? '' : `, no longer ${former}`;
  const kept = former === undefined ? remedy : `refer to ${former} as before`;
  const difference = message.charAt(0).toLowerCase() + message.slice(1);
  return {
    message: `${place} is ${componentName(now, own)} now${elsewhere}: ${difference}`,
    ...(remedy !== undefined && kept !== undefined && { remedy: kept }),
  };
}

/** A parameter is called by the component here: two of them have the same name in a request. */
function componentName(contract: Contract, pointer: string): string {
  const [root, kind, name] = segmentsOf(pointer);
  return root === 'components' && kind === 'parameters' ? `parameter \`${name}\`` : nameOfPart(contract, pointer);
}
