import { isAcceptable } from '../http/media-types.ts';

/**
 * The media type that an `Accept` prefers, of several the first (RFC 9110 section 12.5.1);
 * undefined when it allows none.
 */
export function preferredType(accept: string | undefined, mediaTypes: readonly string[]): string | undefined {
  if (accept === undefined) return mediaTypes[0];
  const qualityOf = (mediaType: string) =>
    Math.max(
      ...[mediaType, mediaType.replace(/\/.*/, '/*'), '*/*']
        .map((range) => qualityIn(accept, range))
        .filter((quality) => quality !== undefined)
        .slice(0, 1),
      0,
    );
  return mediaTypes
    .filter((mediaType) => isAcceptable(accept, [mediaType]))
    .toSorted((a, b) => qualityOf(b) - qualityOf(a))[0];
}

/** The weight that an `Accept` gives to exactly this range. */
function qualityIn(accept: string, range: string): number | undefined {
  const [own] = accept
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().split(/\s*;\s*/))
    .filter(([type]) => type === range.toLowerCase());
  return own === undefined
    ? undefined
    : Number(own.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '') ?? 1);
}
