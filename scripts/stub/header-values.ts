import { headerOf } from '../http/exchange.ts';
import { ownValue } from '../http/own-value.ts';
import type { ScriptedResponse } from '../http/scripted-response.ts';
import type { Description } from '../openapi/description.ts';
import type { DocumentedResponse } from '../openapi/operation-table.ts';
import { rateLimitHeaderOf } from '../requirements/rate-limit/rate-limit-headers.ts';
import { meaningOf } from '../requirements/response/header-meanings/header-meanings.ts';
import type { ResponseSet } from '../requirements/response/response-sets.ts';
import { RateWindow } from './rate-window.ts';

/** What a response answers, and what it is documented as. */
export interface HeaderContext {
  set: ResponseSet;
  statusKey: string;
  /** Path of the contract that was asked, and the method. */
  path: string | undefined;
  method: string;
  /** Values that only the one who answers knows, by name in lower case. */
  known?: Readonly<Record<string, string>>;
}

/** Gives the headers whose meaning is known values that are true. `now` gives milliseconds since the epoch. */
export class HeaderValues {
  readonly window: RateWindow;
  readonly #description: Description;
  readonly #now: () => number;

  constructor(description: Description, now: () => number) {
    this.#description = description;
    this.#now = now;
    this.window = new RateWindow(description, now);
  }

  /**
   * The response with true values in those of its documented headers of which the truth is known,
   * and without the examples that are wrong and need not be there.
   */
  withTruth(response: ScriptedResponse, context: HeaderContext): ScriptedResponse {
    const documented = context.set.responses[context.statusKey];
    const values =
      documented?.headers.map(
        (header) => [header.name, this.#valueOf(header, documented, response, context)] as const,
      ) ?? [];
    const wrong = new Set(values.flatMap(([name, value]) => (value === null ? [name.toLowerCase()] : [])));
    const kept = { ...response, headers: response.headers.filter(([name]) => !wrong.has(name.toLowerCase())) };
    return withHeaders(
      kept,
      values.flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, value]])),
    );
  }

  /** The response as it is, but with a short time to wait, if it asks for one. */
  withShortWait(
    response: ScriptedResponse,
    { set, statusKey }: Pick<HeaderContext, 'set' | 'statusKey'>,
  ): ScriptedResponse {
    const header = set.responses[statusKey]?.headers.find(({ name }) => name.toLowerCase() === 'retry-after');
    const isAsked = header !== undefined && headerOf(response, header.name) !== undefined;
    return isAsked ? withHeaders(response, [[header.name, this.window.waitOf(header)]]) : response;
  }

  /** Null for what is wrong, and need not be there. */
  #valueOf(
    header: DocumentedResponse['headers'][number],
    documented: DocumentedResponse,
    response: ScriptedResponse,
    { set, path, method, known = {} }: HeaderContext,
  ): string | null | undefined {
    const name = header.name.toLowerCase();
    const part = rateLimitHeaderOf(name);
    if (part !== undefined) return this.window.valueOf(header, part, response.status === 429);
    if (name === 'retry-after') return this.window.waitOf(header);
    const given = ownValue(known, name) ?? headerOf(response, name);
    const joined = given === undefined ? undefined : this.window.joinedValueOf(name, given, response.status === 429);
    if (joined !== undefined) return joined;
    const meaning = meaningOf(this.#description, set.operation, header);
    const isWrong =
      given === undefined ||
      meaning?.whyWrong(given, { response: { ...response, receivedAt: this.#now() }, documented, path, method }) !==
        undefined;
    if (!isWrong) return given;
    const truth = meaning?.truth?.(path);
    return truth ?? (ownValue(known, name) !== undefined || header.required ? given : null);
  }
}

/** The response with these headers, in the place of those of the same names. */
function withHeaders(
  response: ScriptedResponse,
  headers: readonly (readonly [name: string, value: string])[],
): ScriptedResponse {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return { ...response, headers: [...response.headers.filter(([name]) => !names.has(name.toLowerCase())), ...headers] };
}
