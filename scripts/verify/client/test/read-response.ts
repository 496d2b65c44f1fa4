import { type Exact, parseExact, toPlain } from '../../../http/exact-json.ts';
import { isJson } from '../../../http/media-types.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { CallResult } from '../../../requirements/client/calls.ts';
import type { ClientFaults } from './client-faults.ts';

/** What a caller gets for a response. Throws when the response cannot be handed on. */
export async function readResponse(
  { responses }: Operation,
  response: Response,
  faults: ClientFaults,
): Promise<CallResult['outcome']> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const documented = responses[response.status] ?? responses[`${String(response.status)[0]}XX`] ?? responses['default'];
  const type = (response.headers.get('Content-Type') ?? '').split(';', 1).join().trim().toLowerCase();
  const isKnown =
    documented !== undefined &&
    (documented.mediaTypes.length === 0
      ? bytes.length === 0
      : documented.mediaTypes.some((one) => one.toLowerCase() === type));
  if (!isKnown && faults.trustsStatus !== true && faults.swallows !== true)
    throw new Error(`${response.status} is not documented`);
  const value = documented?.mediaTypes.length === 0 ? undefined : jsonIn(bytes, type, faults);
  const answered = { kind: 'answered', status: response.status, headers: [...response.headers] } as const;
  if (response.ok) return { ...answered, data: value, error: undefined };
  return { ...answered, data: undefined, error: value ?? (faults.swallows === true ? '""' : '{"isEmpty":true}') };
}

function jsonIn(bytes: Buffer, type: string, faults: ClientFaults): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!isJson(type)) return JSON.stringify(text);
    if (faults.roundsIntegers === true) return JSON.stringify(JSON.parse(text));
    const value = parseExact(bytes);
    if (value === null) throw new Error('null');
    if (!isHeld(value)) throw new Error('a number that cannot be held');
    return JSON.stringify(toPlain(value));
  } catch (error) {
    if (faults.swallows === true) return '{}';
    throw error;
  }
}

function isHeld(value: Exact): boolean {
  if (typeof value === 'bigint') return BigInt(Number(value)) === value;
  return typeof value !== 'object' || value === null || Object.values(value).every(isHeld);
}
