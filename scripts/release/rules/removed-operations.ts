import type { Contract } from '../../openapi/contract.ts';
import type { Found } from './found.ts';
import { callOf, idAt, itemOf, subjectOf, titleOf } from './operation-names.ts';
import type { OperationPlace } from './operation-places.ts';

/** Where an operation went: the one of its name, or the callback of its name that is sent elsewhere. */
export function counterpartOf(
  before: OperationPlace,
  removed: readonly OperationPlace[],
  added: readonly OperationPlace[],
): OperationPlace | undefined {
  const isOfCallback = ({ callback }: OperationPlace) => callback !== undefined && callback === before.callback;
  const [only, ...more] = added.filter(isOfCallback);
  const isOnly = only !== undefined && more.length === 0 && removed.filter(isOfCallback).length === 1;
  return added.find((own) => own.operation.id === before.operation.id) ?? (isOnly ? only : undefined);
}

/** What becomes of a path is said once, where all its operations go the same way. */
export function removedOperations(
  contract: Contract,
  gone: readonly (readonly [OperationPlace, OperationPlace | undefined])[],
): Found[] {
  const isMethodKept = (before: OperationPlace, now: OperationPlace) =>
    before.operation.method === now.operation.method;
  const groups = Map.groupBy(gone, ([before, now]) => {
    const isWhole = before.request === 'sent' && before.operation.deprecation === null;
    const isTogether = isWhole && (now === undefined || isMethodKept(before, now));
    return isTogether ? `${before.operation.path}\n${now?.operation.path}` : before;
  });
  return [...groups.values()].flatMap((group) => {
    const found = group.map(([before, now]) => removedOperation(contract, before, now));
    const [one] = found;
    const [pair] = group;
    return one === undefined || pair === undefined || group.length === 1 ? found : [ofPath(contract, pair, group, one)];
  });
}

/** What is said of one operation of a path, said of several. */
function ofPath(
  contract: Contract,
  [before, now]: readonly [OperationPlace, OperationPlace | undefined],
  group: readonly (readonly [OperationPlace, OperationPlace | undefined])[],
  found: Found,
): Found {
  const names = group.map(([{ operation, pointer }]) =>
    idAt(contract, pointer) === undefined ? operation.method.toUpperCase() : operation.id,
  );
  const { path } = before.operation;
  const how = now === undefined ? `of ${path} were removed` : `moved from ${path} to ${now.operation.path}`;
  return {
    ...found,
    message: `Operations ${names.join(', ')} ${how}.`,
    breaks: `clients that call ${group.map(([{ operation }]) => callOf(operation)).join(', ')}`,
    remedy:
      now === undefined
        ? 'keep them, mark them as `deprecated`, and announce a day with `x-sunset`'
        : 'offer them in both places, and mark the old ones as `deprecated`',
    before: itemOf(before.pointer),
    ...(now === undefined ? { holder: itemOf(before.pointer) } : { now: itemOf(now.pointer) }),
  };
}

/** An operation is promised until its day at least (RFC 8594), and to the next major version without one. */
function removedOperation(contract: Contract, place: OperationPlace, moved: OperationPlace | undefined): Found {
  const { operation, pointer, request } = place;
  const { deprecation } = operation;
  const until = deprecation?.sunset ?? null;
  const isCalled = request === 'sent';
  const how =
    moved !== undefined
      ? `moved from ${callOf(operation)} to ${callOf(moved.operation)}`
      : `was removed${until === null ? '' : `: it was promised until ${until}`}`;
  return {
    impact: 'major',
    message: `${subjectOf(contract, place)} ${how}.`,
    breaks: isCalled ? `clients that call ${callOf(operation)}` : `clients that wait for ${titleOf(contract, place)}`,
    remedy:
      moved !== undefined
        ? `${isCalled ? 'offer it in' : 'send it to'} both places, and mark the old one as \`deprecated\``
        : deprecation === null
          ? 'keep it, mark it as `deprecated`, and announce a day with `x-sunset`'
          : until === null
            ? 'keep it, and announce a day with `x-sunset`'
            : `remove it after ${until}, in a major version`,
    before: pointer,
    ...(moved === undefined ? { holder: pointer } : { now: moved.pointer }),
  };
}
