import { isExactNumber } from './json.ts';

const loneSurrogate = /\p{Cs}/u;

/**
 * Refuses what would be sent as something else: a number that JSON does not have or JavaScript may have altered, null
 * where there is no JSON, and what is no value of JSON at all.
 *
 * @throws TypeError with the name of the value, and a JSON pointer to what is in it.
 */
export function checkSent(value: unknown, name: string, isJson = false): void {
  if (!isSendable(value, isJson)) throw refusal(name, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    // JSON has null for it.
    if (member === undefined && Array.isArray(value)) throw refusal(`${name}/${key}`, member);
    checkSent(member, `${name}/${key}`, isJson);
  }
}

/** Says which value cannot be sent. */
export function refusal(name: string, value: unknown): TypeError {
  return new TypeError(
    `The ${name} cannot be sent: ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`,
  );
}

function isSendable(value: unknown, isJson: boolean): boolean {
  switch (typeof value) {
    case 'number':
      return isExactNumber(value);
    case 'string':
      return isJson || !loneSurrogate.test(value);
    case 'object':
      return isJson || value !== null;
    default:
      return value === undefined || typeof value === 'boolean';
  }
}
