import { isUtf8 } from 'node:buffer';
import type { HttpRequest, HttpResponse } from '../../http/exchange.ts';
import { isJsonText } from '../../openapi/json.ts';
import type { BodyReport, ExchangeReport } from './report.ts';

// A reader looks at the beginning; whoever wants all of it has the curl line.
const mostBytes = 4000;
// What is longer, nobody pastes.
const mostCurl = 6000;
// The servers of a report are gone when it is read.
const baseUrlVariable = '"$BASE_URL"';

/** The exchanges of a report, each once. */
export class Exchanges {
  readonly list: ExchangeReport[] = [];
  readonly #indices = new Map<string, number>();
  readonly #known = new Map<HttpRequest, { response: HttpResponse | null; index: number }>();

  /** The index of an exchange; `curl` is the line that sends its request to a server at `baseUrl`. */
  add(request: HttpRequest, response: HttpResponse | null, curl: string, baseUrl: string): number {
    const known = this.#known.get(request);
    if (known?.response === response) return known.index;
    const exchange: ExchangeReport = {
      request: {
        method: request.method,
        target: request.target,
        headers: request.headers,
        body: request.body && bodyReport(request.body),
      },
      response: response && {
        status: response.status,
        headers: response.headers,
        body: response.body.length === 0 ? null : bodyReport(response.body),
      },
      curl: curl.length > mostCurl ? null : withVariable(curl, baseUrl),
    };
    const key = JSON.stringify(exchange);
    const index = this.#indices.get(key) ?? this.list.push(exchange) - 1;
    this.#indices.set(key, index);
    this.#known.set(request, { response, index });
    return index;
  }
}

function bodyReport(body: Buffer): BodyReport {
  const isCut = body.length > mostBytes;
  const all = { bytes: body.length, isCut };
  if (!isUtf8(body)) return { format: 'base64', data: body.subarray(0, mostBytes).toString('base64'), ...all };
  const text = body.toString();
  return {
    format: isJsonText(text) ? 'json' : 'text',
    data: isCut ? text.slice(0, mostBytes).toWellFormed() : text,
    ...all,
  };
}

/** An address in a curl line begins an argument between single quotes. */
function withVariable(curl: string, baseUrl: string): string {
  return curl.replace(`'${baseUrl.replace(/\/+$/, '')}`, () => `${baseUrlVariable}'`);
}
