/** `application/json` and what is written in it (RFC 6839). */
export function isJson(mediaType: string): boolean {
  return /^[\w.-]+\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(mediaType);
}

/** What says how to change a thing, one operation after the other (RFC 6902). */
export function isJsonPatch(mediaType: string): boolean {
  return /^application\/json-patch\+json\s*(;|$)/i.test(mediaType);
}

/** `application/x-www-form-urlencoded`, with parameters or without. */
export function isForm(mediaType: string): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(mediaType);
}

/** `multipart/form-data`, with parameters or without. */
export function isFormInParts(mediaType: string): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(mediaType);
}

/** True for a documented media type whose values can be made and read: JSON, a form, or a range that has them. */
export function isReadable(mediaType: string): boolean {
  return isJson(mediaType) || isForm(mediaType) || mediaType.includes('*');
}

/**
 * Whether a `Content-Type` is of a documented media type, which may have `*` in it.
 * Parameters do not count, but for a charset that JSON cannot have (RFC 8259 section 8.1).
 */
export function isOfType(received: string, documented: string): boolean {
  const [essence = '', ...parameters] = partsOf(received);
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (isJson(essence) && charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') return false;
  const [pattern = ''] = partsOf(documented);
  return (
    pattern === '*/*' || pattern === essence || (pattern.endsWith('/*') && essence.startsWith(pattern.slice(0, -1)))
  );
}

/**
 * The documented media type that a `Content-Type` is of; undefined where it is of none. Of several the most particular
 * one: `text/plain` before `text/*`, and that before any (OpenAPI 3.1.1 section 4.8.17).
 */
export function documentedType(received: string, mediaTypes: readonly string[]): string | undefined {
  const openness = (type: string) => type.split('*').length;
  const [first] = mediaTypes
    .filter((type) => isOfType(received, type))
    .toSorted((one, other) => openness(one) - openness(other));
  return first;
}

function partsOf(mediaType: string): string[] {
  return mediaType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
}

/** True when an `Accept` allows one of the media types (RFC 9110 section 12.5.1). */
export function isAcceptable(accept: string, mediaTypes: readonly string[]): boolean {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '')
    .map(rangeOf);
  return (
    ranges.length === 0 ||
    mediaTypes.some((mediaType) => isOneOf(ranges, mediaType.toLowerCase().split(';')[0]?.trim() ?? ''))
  );
}

interface Range {
  type: string;
  isExcluded: boolean;
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  return { type, isExcluded: parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter)) };
}

/** The most particular range counts. One that the contract leaves open (`image/*`) may turn out as any. */
function isOneOf(ranges: readonly Range[], mediaType: string): boolean {
  const [group = ''] = mediaType.split('/');
  const fitting = [mediaType, `${group}/*`, '*/*'].flatMap((type) => ranges.filter((range) => range.type === type));
  if (
    mediaType.endsWith('/*') &&
    ranges.some(({ type, isExcluded }) => !isExcluded && (group === '*' || type.startsWith(`${group}/`)))
  )
    return true;
  const [first] = fitting;
  return first !== undefined && !first.isExcluded;
}
