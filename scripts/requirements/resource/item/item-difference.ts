import { type Exact, isExactObject, isSame } from '../../../http/exact-json.ts';
import { ownValue } from '../../../http/own-value.ts';
import type { AcknowledgedItem } from './acknowledged-item.ts';

/** True when everything that was sent is in what came back; null may be left out. */
export function covers(received: Exact, sent: Exact): boolean {
  if (Array.isArray(sent))
    return (
      Array.isArray(received) &&
      received.length === sent.length &&
      sent.every((item, index) => covers(received[index] ?? null, item))
    );
  if (!isExactObject(sent)) return isSame(received, sent);
  return (
    isExactObject(received) &&
    Object.entries(sent).every(([name, value]) => {
      const own = ownValue(received, name);
      return own === undefined ? value === null : covers(own, value);
    })
  );
}

/** How what was received differs from what is known of an item, in properties that both can have. */
export function differenceFrom(
  { item: known, isAnswered }: Pick<AcknowledgedItem, 'item' | 'isAnswered'>,
  received: Exact,
  properties: readonly string[],
): string | undefined {
  if (!isExactObject(known) || !isExactObject(received)) return isSame(known, received) ? undefined : 'something else';
  for (const name of properties) {
    if (!isAnswered && ownValue(known, name) === undefined) continue;
    const [before = null, now = null] = [ownValue(known, name), ownValue(received, name)];
    if (!isSame(before, now))
      return now === null ? `no ${name}` : before === null ? `${name}, which was not there` : `another ${name}`;
  }
  return undefined;
}

/** True where something else of an item is another value than before. */
export function hasOther(before: Exact, now: Exact, name: string): boolean {
  if (!isExactObject(before) || !isExactObject(now)) return false;
  return Object.entries(now).some(([key, value]) => key !== name && !isSame(ownValue(before, key) ?? null, value));
}
