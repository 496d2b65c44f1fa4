import { STATUS_CODES } from 'node:http';
import { type Exact, isExactObject, isSame, parseExact, writeExact } from '../http/exact-json.ts';
import { headerOf } from '../http/exchange.ts';
import { documentedType, isJson } from '../http/media-types.ts';
import { ownValue } from '../http/own-value.ts';
import type { ScriptedResponse } from '../http/scripted-response.ts';
import type { Description } from '../openapi/description.ts';
import { pointerTo } from '../openapi/json.ts';
import type { DocumentedResponse } from '../openapi/operation-table.ts';
import { namingIn } from '../openapi/resources/error-names.ts';
import { schemaOf } from '../openapi/schemas/schema-pointers.ts';
import { examplesAt } from '../openapi/values/examples.ts';

// Properties that say what is wrong to people, the most specific first, and those that say it to programs.
const messageNames = [
  'message',
  'detail',
  'description',
  'error_description',
  'reason',
  'details',
  'error',
  'title',
  'msg',
];
const codeNames = /^(code|error|error_?code|reason|kind)$/i;

/** Why a request is refused. */
export interface Reason {
  text: string;
  /** The names that lead to the part of the request that is invalid; none where no error names one. */
  part: readonly string[];
}

/**
 * The error response with what was wrong in it, where its schema has room for that: in the first property that people
 * read, and in those that name the part of the request.
 */
export function withReason(
  description: Description,
  documented: DocumentedResponse | undefined,
  response: ScriptedResponse,
  { text, part }: Reason,
): ScriptedResponse {
  const { contract, schemas } = description;
  const contentType = headerOf(response, 'Content-Type') ?? '';
  const mediaType = documentedType(contentType, documented?.mediaTypes ?? []);
  if (documented === undefined || mediaType === undefined || !isJson(contentType) || response.body.length === 0)
    return response;
  const media = `${documented.pointer}/content${pointerTo(mediaType)}`;
  const schema = schemaOf(contract, media);
  const isValid = (body: Exact) => schema === undefined || schemas.isValid('response', schema, body);
  const given = parseExact(response.body);
  // What was made up can be said better; what the contract itself says stays.
  const isExample = examplesAt(contract, media).some(({ value }) => isSame(value, given));
  const made = isExample ? given : withNames(given, response.status, isValid);
  const naming = part.length === 0 ? made : namingIn(made, part);
  const named = isValid(naming) ? naming : made;
  const texts = textsIn(named)
    .filter(({ name }) => messageNames.includes(name))
    .toSorted((a, b) => messageNames.indexOf(a.name) - messageNames.indexOf(b.name) || a.path.length - b.path.length);
  const explained = texts.map(({ path }) => replaced(named, path, text)).find(isValid);
  return { ...response, body: Buffer.from(writeExact(explained ?? named)) };
}

/** With the words of HTTP for the status where a title or a code is made up. */
function withNames(given: Exact, status: number, isValid: (body: Exact) => boolean): Exact {
  const words = STATUS_CODES[status] ?? String(status);
  const code = words.toLowerCase().replaceAll(/[^a-z]+/g, '_');
  return textsIn(given).reduce<Exact>((body, { name, path }) => {
    const wanted =
      name === 'title'
        ? [words]
        : codeNames.test(name)
          ? [code, code.toUpperCase(), code.replaceAll('_', '-'), words]
          : [];
    return wanted.map((text) => replaced(body, path, text)).find(isValid) ?? body;
  }, given);
}

/** Every text that is a property, at any depth. */
function textsIn(value: Exact, path: readonly string[] = []): { name: string; path: readonly string[] }[] {
  if (typeof value === 'string') return [{ name: path.at(-1) ?? '', path }];
  return isExactObject(value) ? Object.entries(value).flatMap(([key, child]) => textsIn(child, [...path, key])) : [];
}

function replaced(value: Exact, [first, ...rest]: readonly string[], text: string): Exact {
  if (first === undefined) return text;
  return isExactObject(value) ? { ...value, [first]: replaced(ownValue(value, first) ?? null, rest, text) } : value;
}
