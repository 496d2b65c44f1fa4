import type { ValidationError } from '../../generated/validators.js';

/** What a value must be, in words for whoever sent it: the part of a sentence that follows its name. */
export function explain({ keyword, params, message = 'must be as documented' }: ValidationError): string {
  const { type, format, allowedValues } = params;
  if (keyword === 'type') return `must be of type ${[type].flat().join(' or ')}`;
  if (keyword === 'enum' && Array.isArray(allowedValues)) return `must be one of ${allowedValues.join(', ')}`;
  if (format === 'int64') return `must be an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;
  return message;
}
