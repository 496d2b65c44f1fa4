import type { Parameter } from '../../generated/operations.ts';
import type { OperationValidators, Validate } from '../../generated/validators.js';
import { Refusal } from '../refusal.ts';
import { explain } from './explanation.ts';

/** The raw texts of a request's parameters: path and query percent-encoded. */
export interface RawParameters {
  path(name: string): string | undefined;
  query: string;
  header(name: string): string | null;
}

export type ParameterValues = Record<'path' | 'query' | 'header', Record<string, unknown>>;

/** Reads every parameter of an operation; a Refusal is thrown for the first that is missing or not valid. */
export type ReadParameters = (raw: RawParameters, validators: OperationValidators['parameters']) => ParameterValues;

/**
 * The reader of an operation's parameters.
 * Throws, at the start of the server, for a parameter in a form that it does not read: it must not be ignored silently.
 */
export function bindParameters(operationId: string, parameters: readonly Parameter[]): ReadParameters {
  const readers = parameters.map((parameter) => {
    const place = placeOf(operationId, parameter);
    return { place, name: parameter.name, read: bindParameter(place, parameter) };
  });
  return (raw, validators) => {
    const values: ParameterValues = { path: {}, query: {}, header: {} };
    for (const { place, name, read } of readers) {
      const value = read(raw, validators[place][name]);
      if (value !== undefined) values[place][name] = value;
    }
    return values;
  };
}

/** A parameter in a form that is not read here; `pointer` is that of the parameter, and stands in the message. */
export class UnreadParameter extends Error {
  constructor(pointer: string, message: string) {
    super(`${message} (#${pointer})`);
  }
}

function placeOf(
  operationId: string,
  { name, in: place, pointer, mediaType, style, types }: Parameter,
): keyof ParameterValues {
  const isForm = style === (place === 'query' ? 'form' : 'simple');
  if (
    (place === 'path' || place === 'query' || place === 'header') &&
    mediaType === null &&
    isForm &&
    !types.includes('object')
  )
    return place;
  throw new UnreadParameter(
    pointer,
    `${operationId}: this server does not read the ${place} parameter ${name} in the form that the contract gives it.`,
  );
}

function bindParameter(
  place: keyof ParameterValues,
  parameter: Parameter,
): (raw: RawParameters, validate: Validate | undefined) => unknown {
  return (raw, validate) => {
    const texts = textsOf(place, parameter, raw);
    const [first] = texts;
    if (first === undefined) {
      if (parameter.required) throw refuse(place, parameter, 'is missing');
      return parameter.default;
    }
    const [isList, isSpread] = [parameter.types.includes('array'), parameter.explode && place === 'query'];
    if (texts.length > 1 && !(isList && isSpread)) throw refuse(place, parameter, 'is given more than once');
    const value = isList
      ? (isSpread ? texts : itemsOf(first)).map((text) => valueOf(decoded(place, text), parameter.itemTypes))
      : valueOf(decoded(place, first), parameter.types);
    if (validate !== undefined && !validate(value)) throw refuse(place, parameter, reasonFor(value, validate));
    return value;
  };
}

function textsOf(place: keyof ParameterValues, { name }: Parameter, raw: RawParameters): string[] {
  if (place === 'query') return queryTexts(raw.query, name);
  const text = place === 'path' ? raw.path(name) : raw.header(name);
  return text === undefined || text === null ? [] : [text];
}

/** What a query has under a name, still encoded: a comma that is encoded separates no items. */
function queryTexts(query: string, name: string): string[] {
  return query.split('&').flatMap((pair) => {
    const [own = '', ...rest] = pair.split('=');
    return decoded('query', own) === name ? [rest.join('=')] : [];
  });
}

/** The items of a list in one text; in a header, blanks may stand beside the commas (RFC 9110 section 5.6.1). */
function itemsOf(text: string): string[] {
  return text === '' ? [] : text.split(',').map((item) => item.trim());
}

/** A text without its percent-encoding; one that is not encoded well stays as it is. */
function decoded(place: keyof ParameterValues, text: string): string {
  if (place === 'header') return text;
  if (place === 'query') return new URLSearchParams(`=${text}`).get('') ?? text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The value that a text stands for; a text of the wrong form stays a text, which the validator then refuses. */
function valueOf(text: string, types: readonly string[]): unknown {
  if (types.includes('integer') && /^-?(0|[1-9]\d*)$/.test(text)) return exact(text);
  if (types.includes('number') && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** An integer beyond 2^53-1 would become another one. */
function exact(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

function reasonFor(value: unknown, { errors }: Validate): string {
  const [error] = errors ?? [];
  if (error?.params['type'] === 'integer' && /^-?[1-9]\d*$/.test(String(value))) return 'is an integer beyond 2^53-1';
  return error === undefined ? 'is not valid' : explain(error);
}

/** A path whose parameter is not valid names nothing; anywhere else the request is wrong. */
function refuse(place: keyof ParameterValues, { name }: Parameter, reason: string): Refusal {
  if (place === 'path')
    return new Refusal(404, 'not_found', `The requested resource could not be found: ${name} ${reason}.`);
  return new Refusal(400, 'invalid_parameter', `The ${place} parameter ${name} ${reason}.`);
}
