import { isFields } from './support/cursor.ts';
import type { Rule } from './support/redocly.ts';

// JSON Schema 2020-12 validation section 7.3, and the format registry of OpenAPI.
const known = [
  ...['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'float', 'double', 'double-int'],
  ...['decimal', 'decimal128', 'date-time', 'date-time-local', 'date', 'time', 'time-local', 'duration', 'http-date'],
  ...['unixtime', 'email', 'idn-email', 'hostname', 'idn-hostname', 'ipv4', 'ipv6', 'uri', 'uri-reference'],
  ...['uri-template', 'iri', 'iri-reference', 'uuid', 'regex', 'json-pointer', 'relative-json-pointer', 'byte'],
  ...['binary', 'base64url', 'char', 'commonmark', 'html', 'media-range', 'password'],
];

/** A format is what it is called: one with a slip in its name allows any value. Other names are their author's own. */
export const formatSpelling: Rule = () => ({
  Schema(schema, context) {
    const format = isFields(schema) ? schema['format'] : undefined;
    if (typeof format !== 'string' || known.includes(format)) return;
    const meant = known.find((name) => hasLettersOf(format, name)) ?? known.find((name) => isSlipOf(format, name));
    if (meant === undefined) return;
    context.report({
      message: `There is no format ${format}: no value is checked by it. Did you mean ${meant}?`,
      location: context.location.child(['format']),
    });
  },
});

/** True for the same letters in another order or case. */
function hasLettersOf(given: string, name: string): boolean {
  const lettersOf = (text: string) => [...text.toLowerCase()].toSorted().join('');
  return lettersOf(given) === lettersOf(name);
}

/** True where one letter is missing, added or replaced: in a short name that makes another one, and so does a digit. */
function isSlipOf(given: string, name: string): boolean {
  const digitsOf = (text: string) => text.replace(/\D/g, '');
  if (name.length < 4 || digitsOf(given) !== digitsOf(name)) return false;
  const first = [...given].findIndex((letter, index) => letter !== name[index]);
  const at = first === -1 ? given.length : first;
  const [rest, meant] = [given.slice(at), name.slice(at)];
  return rest === meant.slice(1) || rest.slice(1) === meant || rest.slice(1) === meant.slice(1);
}
