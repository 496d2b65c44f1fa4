import type { Exact } from '../../http/exact-json.ts';
import type { HttpResponse } from '../../http/exchange.ts';
import type { Description } from '../../openapi/description.ts';
import type { DocumentedResponse } from '../../openapi/operation-table.ts';
import { writeHeader } from '../../openapi/parameters/parameter-codec.ts';
import { describedHeader, headerViolations } from '../../openapi/parameters/response-header.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { examplesAt } from '../../openapi/values/examples.ts';
import type { ValueSource } from '../../openapi/values/values.ts';
import { responseCandidates } from './response-candidates.ts';

type Headers = HttpResponse['headers'];

/** The documented headers of a response with values that their schemas allow. */
export interface MadeHeaders {
  required: Headers;
  all: Headers;
  /** Further values, each of one header, at the bounds of its schema. */
  trials: { name: string; text: string }[];
}

// How a body goes over the network is not for a contract to say (OpenAPI, Response Object; RFC 9112 section 6).
const framing = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'connection', 'trailer'];
// Who follows these stays on this server, and goes on soon.
const usual: ReadonlyMap<string, readonly string[]> = new Map([
  ['location', ['/elsewhere']],
  ['retry-after', ['1']],
]);
// A part of a header section that every client takes.
const longest = 4000;

/** Undefined when a required header has no value that its schema allows and that a header can have. */
export function headersFor(
  description: Description,
  values: ValueSource,
  { headers }: DocumentedResponse,
): MadeHeaders | undefined {
  const made = headers
    .filter(({ name }) => !framing.includes(name.toLowerCase()))
    .map(({ name, pointer, required }) => ({ name, required, ...textsOf(description, values, { name, pointer }) }));
  if (made.some(({ required, text }) => required && text === undefined)) return undefined;
  const pairs = (own: typeof made): Headers =>
    own.flatMap(({ name, text }) => (text === undefined ? [] : [[name, text] as const]));
  return {
    required: pairs(made.filter(({ required }) => required)),
    all: pairs(made),
    trials: made.flatMap(({ name, text, trials }) =>
      text === undefined ? [] : trials.map((trial) => ({ name, text: trial })),
    ),
  };
}

interface HeaderTexts {
  text: string | undefined;
  trials: string[];
}

/** What a header may say: its example, or what is made from its schema; and more of that. */
function textsOf(
  description: Description,
  values: ValueSource,
  header: { name: string; pointer: string },
): HeaderTexts {
  const { contract } = description;
  const { style, schema } = describedHeader(contract, header);
  const textOf = (value: Exact): string => writeHeader(style, value);
  const isAllowed = (value: Exact): boolean =>
    isSendable(textOf(value)) && headerViolations(description, header, textOf(value)).length === 0;
  const made = schema === undefined ? ['value'] : [values.valueAt(schema, 'required'), values.valueAt(schema, 'all')];
  const candidates =
    schema === undefined
      ? []
      : responseCandidates(viewSchema(contract, schema), values).filter(
          ({ keyword }) => !/^(null|text|items)$/.test(keyword),
        );
  const tried = candidates.map((candidate) => candidate.value).filter(isAllowed);
  const value = [
    ...examplesAt(contract, header.pointer).map((example) => example.value),
    ...(usual.get(header.name.toLowerCase()) ?? []),
    ...made,
    ...tried,
  ].find(isAllowed);
  return { text: value === undefined ? undefined : textOf(value), trials: tried.map(textOf) };
}

/** RFC 9110 section 5.5: visible characters, and blanks between them. */
function isSendable(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && text === text.trim() && text.length <= longest;
}
