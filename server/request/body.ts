import type { RequestBody } from '../../generated/operations.ts';
import type { Validate, ValidationError } from '../../generated/validators.js';
import { Refusal } from '../refusal.ts';
import { ContractViolation } from '../response.ts';
import { explain } from './explanation.ts';
import { JsonError, parseJson } from './json.ts';
import type { Message } from './message.ts';

/** Reads the body of a request; throws a Refusal: 415, 413, 400 in this order. */
export type ReadBody = (message: Message) => Promise<unknown>;

/**
 * The reader of an operation's body. Throws, at the start of the server,
 * when the contract has media types it does not read.
 */
export function bindBody(
  operationId: string,
  body: RequestBody,
  validators: Record<string, Validate>,
  maximumBytes: number,
): ReadBody {
  const unread = body.mediaTypes.filter((mediaType) => mediaType !== 'application/json');
  if (unread.length > 0)
    throw new ContractViolation(body.pointer, `${operationId}: this server does not read ${unread.join(', ')}.`);
  const validate = validators['application/json'];
  return async (message) => {
    const contentType = message.header('content-type');
    if (contentType !== null) checkMediaType(contentType, message.header('content-encoding')?.toLowerCase());
    const bytes = await message.readBody(maximumBytes);
    if (bytes === undefined) throw tooLarge(maximumBytes);
    if (bytes.length === 0) {
      if (body.required) throw invalid('is missing');
      return undefined;
    }
    if (contentType === null) throw unsupported('The body must be application/json.');
    const value = parse(bytes);
    if (validate !== undefined && !validate(value)) throw refusalFor(validate.errors?.[0]);
    return value;
  };
}

function checkMediaType(contentType: string, encoding = 'identity'): void {
  const [mediaType = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (mediaType !== 'application/json') throw unsupported('The body must be application/json.');
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  // RFC 8259 section 8.1: JSON that is exchanged is UTF-8.
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw unsupported('The body must be JSON in UTF-8.');
  if (encoding !== 'identity') throw unsupported('The body must not be compressed.');
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parse(bytes: Uint8Array): unknown {
  try {
    return parseJson(utf8.decode(bytes));
  } catch (error) {
    if (error instanceof JsonError) throw invalid(error.message);
    if (error instanceof TypeError) throw invalid('is not UTF-8');
    throw error;
  }
}

function refusalFor(error: ValidationError | undefined): Refusal {
  if (error === undefined) return invalid('is not valid');
  const { keyword, params, instancePath } = error;
  const within = instancePath === '' ? '' : ` at ${instancePath}`;
  if (keyword === 'required') return invalid(`has no field ${String(params['missingProperty'])}${within}`);
  if (keyword === 'additionalProperties')
    return invalid(`has the unknown field ${JSON.stringify(params['additionalProperty'])}${within}`);
  if (instancePath === '') return invalid(explain(error));
  return new Refusal(400, 'invalid_body', `The field ${instancePath.slice(1)} ${explain(error)}.`);
}

function invalid(reason: string): Refusal {
  return new Refusal(400, 'invalid_body', `The body ${reason}.`);
}

function unsupported(message: string): Refusal {
  return new Refusal(415, 'unsupported_media_type', message);
}

function tooLarge(maximumBytes: number): Refusal {
  return new Refusal(413, 'body_too_large', `The body must not be larger than ${maximumBytes} bytes.`);
}
