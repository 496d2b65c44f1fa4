import type { RequestBody } from '../../generated/operations.ts';
import type { Validate } from '../../generated/validators.js';
import { Refusal } from '../refusal.ts';
import { explain } from './explanation.ts';
import { JsonError, parseJson } from './json.ts';
import { isJson } from './media-type.ts';

/** A body as a handler gets it. */
export interface ReceivedBody {
  /** JSON as its value, anything else as its bytes; undefined where there is none. */
  body: unknown;
  /** Empty where there is no body, as is the Content-Type. */
  mediaType: string;
  contentType: string;
}

const none: ReceivedBody = { body: undefined, mediaType: '', contentType: '' };

/** Reads the body of a request as the operation describes it; throws a Refusal: 415 or 400. */
export async function readBody(
  request: Request,
  description: RequestBody | null,
  validators: Readonly<Record<string, Validate>>,
): Promise<ReceivedBody> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (description === null) return none;
  const header = request.headers.get('content-type');
  const mediaType = header === null ? '' : documentedType(description.mediaTypes, header);
  if (bytes.length === 0 && (header === null || isJson(mediaType))) {
    if (description.required) throw invalid('is missing');
    return none;
  }
  if (header === null) throw unsupported(description.mediaTypes);
  if (!isJson(mediaType)) return { body: bytes, mediaType, contentType: header };
  const body = parse(bytes);
  const validate = validators[mediaType];
  if (validate !== undefined && !validate(body)) {
    const [error] = validate.errors ?? [];
    const at = error?.instancePath ? ` at ${error.instancePath}` : '';
    throw invalid(error === undefined ? 'is not valid' : `${at} ${explain(error)}`.trimStart());
  }
  return { body, mediaType, contentType: header };
}

/** The media type of the contract that a Content-Type is of; throws a Refusal for another one. */
function documentedType(documented: readonly string[], header: string): string {
  const [own = ''] = header.toLowerCase().split(';');
  const found = documented.find((mediaType) => matches(mediaType.toLowerCase(), own.trim()));
  if (found === undefined) throw unsupported(documented);
  return found;
}

/** True for a media type in a range of the contract, with or without parameters: `image/*`. */
function matches(documented: string, own: string): boolean {
  const [range = ''] = documented.split(';');
  return range.trim() === own || range === '*/*' || (range.endsWith('/*') && own.startsWith(range.slice(0, -1)));
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

function invalid(reason: string): Refusal {
  return new Refusal(400, 'invalid_body', `The body ${reason}.`);
}

function unsupported(mediaTypes: readonly string[]): Refusal {
  return new Refusal(415, 'unsupported_media_type', `The body must be ${mediaTypes.join(' or ')}.`);
}
