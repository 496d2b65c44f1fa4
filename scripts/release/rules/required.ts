import type { Found, Pair, Way } from './found.ts';
import { capital } from './part-names.ts';

/** A parameter, a header or a body, which may be left out unless it is required. */
interface Part {
  pointer: string;
  required: boolean;
}

/** What changed in whether a part must be there; `thing` is what a message has then: "`limit`", "body". */
export function requiredChanges({ before, now }: Pair<Part>, label: string, thing: string, { flow }: Way): Found[] {
  if (before.required === now.required) return [];
  const places = {
    flow,
    message: `${capital(label)} is ${now.required ? 'now' : 'no longer'} required.`,
    ...(before.required ? { before: `${before.pointer}/required` } : { origin: before.pointer }),
    ...(now.required ? { now: `${now.pointer}/required` } : { holder: now.pointer }),
  };
  if ((flow === 'sent') !== now.required) return [{ ...places, impact: 'minor' }];
  return [
    now.required
      ? { ...places, impact: 'major', breaks: `clients that send no ${thing}`, remedy: 'leave it optional' }
      : {
          ...places,
          impact: 'major',
          breaks: `clients that count on every message to have ${thing}`,
          remedy: 'go on to send it always, and leave it required',
        },
  ];
}
