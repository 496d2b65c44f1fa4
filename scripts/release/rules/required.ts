import { resolvePart } from '../../openapi/contract.ts';
import { objectOf } from '../../openapi/json.ts';
import type { Contracts, Found, Pair, Way } from './found.ts';
import { capital } from './part-names.ts';

/** A parameter, a header or a body, which may be left out unless it is required. */
interface Part {
  pointer: string;
  required: boolean;
}

/** What changed in whether a part must be there; `thing` is what a message has then: "`limit`", "body". */
export function requiredChanges(
  contracts: Contracts,
  { before, now }: Pair<Part>,
  label: string,
  thing: string,
  { flow }: Way,
): Found[] {
  if (before.required === now.required) return [];
  const isWritten = (side: keyof Contracts, { pointer }: Part) =>
    objectOf(resolvePart(contracts[side], pointer).value)['required'] !== undefined;
  const places = {
    flow,
    message: `${capital(label)} is ${now.required ? 'now' : 'no longer'} required.`,
    ...(isWritten('before', before) ? { before: `${before.pointer}/required` } : { origin: before.pointer }),
    ...(isWritten('now', now) ? { now: `${now.pointer}/required` } : { holder: now.pointer }),
  };
  if ((flow === 'sent') !== now.required) return [{ ...places, impact: 'minor' }];
  return [
    now.required
      ? { ...places, impact: 'major', breaks: `clients that send no ${thing}`, remedy: 'leave it optional' }
      : {
          ...places,
          impact: 'major',
          breaks: `clients that count on every message to have ${thing}`,
          remedy: 'keep sending it, and leave it required',
        },
  ];
}
