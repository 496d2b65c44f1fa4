import { type Exact, isExactObject, writeExact } from '../../http/exact-json.ts';
import type { HttpResponse } from '../../http/exchange.ts';
import { jsonIn, withHeader, withJson } from '../../http/message-changes.ts';
import { enumOf, textAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { MessageContext } from '../../requirements/message-context.ts';
import { altered, type Control } from './control.ts';

/** Other ways to write the same JSON, and other words for people. */
export function jsonControls(context: MessageContext): Control[] {
  const rewritten = (name: string, write: (body: Exact) => string): Control =>
    altered(name, (response) => {
      const body = jsonIn(response.body);
      return body === undefined ? response : { ...response, body: Buffer.from(write(body)) };
    });
  return [
    rewritten('fields in another order', (body) => writeExact(reordered(body))),
    rewritten('pretty-printed', (body) => pretty(body, '')),
    rewritten('escapes for everything beyond ASCII', (body) =>
      writeExact(body).replaceAll(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
    rewritten('escaped slashes', (body) => writeExact(body).replaceAll('/', '\\/')),
    rewritten('blanks around', (body) => `\r\n ${writeExact(body)}\n`),
    rewritten('integers with a fraction of nothing', (body) => withFractions(body)),
    altered('other wording of refusals', (response, request) => {
      const documented = context.documentedFor(request, response);
      const schema = documented === undefined || response.status < 400 ? undefined : context.bodySchemaOf(documented);
      const body = jsonIn(response.body);
      return schema === undefined || !isExactObject(body)
        ? response
        : withJson(
            response,
            Object.fromEntries(
              Object.entries(body).map(([name, value]) => [
                name,
                reworded(context, context.schemaAt(schema, [name]), value),
              ]),
            ),
          );
    }),
    altered('an empty list as text with blanks', (response: HttpResponse) =>
      response.body.toString() === '[]'
        ? withHeader({ ...response, body: Buffer.from('[ ]') }, 'Content-Length', '3')
        : response,
    ),
  ];
}

function reordered(body: Exact): Exact {
  if (Array.isArray(body)) return body.map(reordered);
  return isExactObject(body)
    ? Object.fromEntries(
        Object.entries(body)
          .toReversed()
          .map(([name, value]) => [name, reordered(value)]),
      )
    : body;
}

function pretty(body: Exact, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(body) && body.length > 0)
    return `[\n${body.map((item) => inner + pretty(item, inner)).join(',\n')}\n${indent}]`;
  if (!isExactObject(body)) return writeExact(body);
  return `{\n${Object.entries(body)
    .map(([name, value]) => `${inner}${JSON.stringify(name)} : ${pretty(value, inner)}`)
    .join(',\n')}\n${indent}}`;
}

function withFractions(body: Exact): string {
  if (Array.isArray(body)) return `[${body.map(withFractions).join(',')}]`;
  if (isExactObject(body))
    return `{${Object.entries(body)
      .map(([name, value]) => `${JSON.stringify(name)}:${withFractions(value)}`)
      .join(',')}}`;
  return typeof body === 'number' && Number.isSafeInteger(body) ? `${body}.0` : writeExact(body);
}

/** A text that no schema bounds is for the server to word. */
function reworded({ description: { contract } }: MessageContext, schema: string, value: Exact): Exact {
  const view = viewSchema(contract, schema);
  const isBound =
    enumOf(view) !== undefined ||
    textAt(view, 'pattern') !== undefined ||
    textAt(view, 'format') !== undefined ||
    view.keywords.has('maxLength');
  return typeof value === 'string' && !isBound ? `Leider nein: ${value.toUpperCase()}` : value;
}
