import { STATUS_CODES } from 'node:http';
import { countOf } from '../../cli/text.ts';
import { type Html, html } from './html.ts';
import { indentedJson } from './json-text.ts';
import type { BodyReport, ExchangeReport } from './report.ts';

/**
 * A request and its response, as they went over the network but for the layout of JSON,
 * and the line that sends it again.
 */
export function exchangeHtml({ request, response, curl }: ExchangeReport, index: number): Html {
  const { method, target, headers, body } = request;
  const reason = response === null ? undefined : STATUS_CODES[response.status];
  const answer =
    response === null
      ? 'No whole response came.'
      : messageText(`${response.status}${reason === undefined ? '' : ` ${reason}`}`, response.headers, response.body);
  return html`<div class="exchange" id="exchange-${index}">
<div><p class="label">Request</p><pre>${messageText(`${method} ${target}`, headers, body)}</pre></div>
<div><p class="label">Response</p><pre>${answer}</pre></div>
${curl !== null && curlHtml(curl)}
</div>`;
}

function curlHtml(curl: string): Html {
  const variables = [...new Set([...curl.matchAll(/"\$([A-Z_]+)"/g)].map(([, name]) => name))];
  const needs = variables.length === 0 ? '' : `; it needs ${variables.join(' and ')}`;
  const copy = html`<button type="button" class="copy" hidden>Copy</button>`;
  return html`<div class="curl"><p class="label">For a shell${needs}</p><pre>${curl}</pre>${copy}</div>`;
}

function messageText(first: string, headers: readonly (readonly [string, string])[], body: BodyReport | null): string {
  const head = [first, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n');
  return body === null ? head : `${head}\n\n${bodyText(body)}`;
}

function bodyText({ format, data, bytes, isCut }: BodyReport): string {
  const text = format === 'json' ? indentedJson(data) : format === 'base64' ? `In Base64: ${data}` : data;
  if (bytes === 0) return '(an empty body)';
  return isCut ? `${text}\n… (${countOf(bytes, 'byte')} in all)` : text;
}
