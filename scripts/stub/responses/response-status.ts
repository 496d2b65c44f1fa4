import { documentedStatus, type ResponseSet } from '../../requirements/response/response-sets.ts';

const usual = [418, 500, 200, 300];
const all = Array.from({ length: 400 }, (_, index) => 200 + index);

/**
 * The status that stands for a documented one: for a range or `default` one that is not documented otherwise, `wanted`
 * if that is such a one, a success only where there would be none. Undefined where none is left, and for 1xx, which is
 * no answer.
 */
export function statusFor(set: ResponseSet, key: string, wanted: readonly number[]): number | undefined {
  if (/^[2-5]\d\d$/.test(key)) return Number(key);
  const hasSuccess = Object.keys(set.responses).some((other) => other.startsWith('2'));
  const first = key === 'default' && !hasSuccess ? [200] : [];
  return [...wanted, ...first, ...usual, ...all].find((status) => documentedStatus(set, status) === key);
}

/** True for responses that never have a body (RFC 9110 sections 9.3.2, 15.3.5, 15.3.6, 15.4.5). */
export function isBodiless({ operation }: ResponseSet, status: number): boolean {
  return operation?.method === 'HEAD' || [204, 205, 304].includes(status);
}
