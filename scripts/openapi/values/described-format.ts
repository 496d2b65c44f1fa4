const iso = /\b(?:ISO[- ]?8601|RFC[- ]?3339)\b/i;
const moment = /\b(?:dates?|times?|timestamps?|instants?|date-?times?)\b/i;
const notMoment = /\b(?:durations?|intervals?|periods?|weeks?|months?|years?)\b/i;
const day = /\bY{4}-MM-DD\b(?!\s*[T ]?\s*H)/i;

// At the beginning of what a text is: `URL to redirect to`, `The public URL of the shop`, but no part of an address.
const before = '^(?:[a-z]+ ){0,3}';
const part =
  'or|safe|friendly|encoded|slug|path|name|key|segment|part|prefix|suffix|pattern|template|scheme|param|query';
const address = new RegExp(`${before}UR[IL]\\b(?![- ](?:${part})\\b)`, 'i');
const email = new RegExp(`${before}e-?mail(?: address)?\\b(?= of\\b| to\\b| for\\b|[.,;]|$)`, 'i');

/** The format that a description gives to a text, as "The date (in ISO-8601 format)" or "URL to redirect to". */
export function describedFormat(description: string): string | undefined {
  if (day.test(description)) return 'date';
  if (iso.test(description) && moment.test(description) && !notMoment.test(description)) return 'date-time';
  if (address.test(description)) return 'uri';
  return email.test(description) ? 'email' : undefined;
}
