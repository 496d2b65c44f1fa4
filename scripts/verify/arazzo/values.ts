import { type Exact, type ExactObject, isExactObject, parseExact, writeExact } from '../../http/exact-json.ts';

/** A value of a document, a request or a response, with every digit of its integers. */
export type Value = Exact;
export type ValueObject = ExactObject;

/** True for an object that is no list. */
export function isRecord(value: Value | undefined): value is ValueObject {
  return isExactObject(value);
}

/** A value within a text, in an address or a header: a text as it is, all else as JSON. */
export function writeText(value: Value): string {
  return typeof value === 'string' ? value : writeExact(value);
}

/** The body of a message: JSON as its value, any other text as it is, none as undefined. */
export function bodyOf(body: Buffer | null): Value | undefined {
  if (body === null || body.length === 0) return undefined;
  try {
    return parseExact(body);
  } catch {
    return body.toString('utf8');
  }
}
