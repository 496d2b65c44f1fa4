/** Checks whether a value has a type. */
export type Guard<Value> = (value: unknown) => value is Value;

export const isNull = (value: unknown): value is null => value === null;
export const isText = (value: unknown): value is string => typeof value === 'string';
/** A whole number from 0. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
export const isFunction = (value: unknown): value is (...values: unknown[]) => unknown => typeof value === 'function';

/** True for an object that is no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A guard for objects that have these members, each of its type. */
export function hasMembers<Members extends object>(
  guards: { [Name in keyof Members]: Guard<Members[Name]> },
): Guard<Members> {
  const all: [string, Guard<unknown>][] = Object.entries(guards);
  return (value): value is Members => isRecord(value) && all.every(([name, isValid]) => isValid(value[name]));
}

/** A guard for these values alone. */
export function isOneOf<Value>(values: readonly Value[]): Guard<Value> {
  return (value): value is Value => values.some((one) => one === value);
}

/** True for an object whose members are all texts. */
export function isTextRecord(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every(isText);
}

/** A guard for lists whose items each pass a guard. */
export function isListOf<Item>(isItem: Guard<Item>): Guard<Item[]> {
  return (value): value is Item[] => Array.isArray(value) && value.every(isItem);
}
