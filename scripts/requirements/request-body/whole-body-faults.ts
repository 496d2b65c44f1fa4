import { type Exact, isExactObject } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { headerIn, jsonIn, withHeader, withJson } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { viewSchema } from '../../openapi/schema-view.ts';
import { answering, type FaultDraft, faultDraft } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';

const isUtf8 = (bytes: Buffer) => Buffer.from(bytes.toString('utf8')).equals(bytes);

/** What concerns a body as a whole. Undefined for a keyword of its schema. */
export function wholeBodyFaults(
  context: MessageContext,
  operation: Operation,
  schema: string,
  keyword: string,
): FaultDraft[] | undefined {
  const about = (test: (request: HttpRequest, text: string) => boolean) => (request: HttpRequest) =>
    context.isTo(operation)(request) && test(request, request.body?.toString('utf8') ?? '');
  const mediaType = context.mediaTypeOf(operation.requestBody?.mediaTypes ?? []) ?? 'application/json';
  const asSample = (request: HttpRequest): HttpRequest =>
    withHeader(withJson(request, context.sampleBody(operation)), 'Content-Type', mediaType);
  const takes = (what: string, test: (request: HttpRequest, text: string) => boolean, as = asSample): FaultDraft =>
    faultDraft(
      what,
      answering(about(test), (request, send) => send(as(request))),
    );
  const refuses = (what: string, test: (request: HttpRequest, text: string) => boolean): FaultDraft =>
    faultDraft(
      what,
      answering(about(test), (request, send) => context.refused(send, request, operation)),
    );
  const jsonOf = ({ body }: HttpRequest): Exact | undefined => jsonIn(body);
  const typeOf = (request: HttpRequest) => headerIn(request, 'Content-Type');
  const retyped = (request: HttpRequest) => withHeader(request, 'Content-Type', mediaType);
  const isBroken = (request: HttpRequest) =>
    request.body !== null && typeOf(request) === mediaType && jsonOf(request) === undefined;
  const names = [...viewSchema(context.description.contract, schema).properties.keys()];
  const isValid = (request: HttpRequest) => {
    const body = jsonOf(request);
    return body !== undefined && context.violations('request', schema, body).length === 0;
  };
  const has = (request: HttpRequest, wanted: readonly string[]) => {
    const body = jsonOf(request);
    return (
      isExactObject(body) && isValid(request) && Object.keys(body).toSorted().join() === [...wanted].toSorted().join()
    );
  };
  switch (keyword) {
    case 'all':
      return [refuses('refuses every property at once', (request) => has(request, names))];
    case 'required':
      return [refuses('refuses the required properties alone', (request) => has(request, context.requiredIn(schema)))];
    case 'any':
      return [
        refuses(
          'refuses texts of letters and signs mixed',
          (request, text) =>
            isValid(request) && /"[^"]*[!-/:-@[-`{-~][^"]*[!-/:-@[-`{-~][^"]*"/.test(text.replaceAll(/"\w+":/g, '')),
        ),
        refuses('refuses bodies of more than 150 bytes', (request, text) => isValid(request) && text.length > 150),
      ];
    case 'null':
      return [takes('takes null', (_, text) => text.trim() === 'null')];
    case 'given':
      return [
        takes('takes no body', (request) => request.body === null),
        faultDraft(
          'fails without a body',
          answering(
            about((request) => request.body === null),
            async (request, send) => context.madeUp(request, 500, await send(request)),
          ),
        ),
      ];
    case 'contentType':
      return [
        takes('takes another media type', (request) => /^(text|application\/xml)/.test(typeOf(request) ?? ''), retyped),
        takes(
          'takes a media type that begins like it',
          (request) => typeOf(request)?.startsWith(`${mediaType}x`) === true,
          retyped,
        ),
        takes('takes what a form sends', (request) => /form/.test(typeOf(request) ?? ''), retyped),
        refuses('refuses a charset', (request) => /charset=utf-8/i.test(typeOf(request) ?? '')),
      ];
    case 'wellFormed':
      return [
        takes('takes what is broken', isBroken),
        takes('takes what is empty', (request, text) => isBroken(request) && text.trim() === ''),
        takes('takes a comma too many', (request, text) => isBroken(request) && text.includes(',}')),
        takes('takes single quotes', (request, text) => isBroken(request) && text.includes("'")),
        takes(
          'takes what is followed by more',
          (request, text) => isBroken(request) && text.length > 8 && /\}[{}]/.test(text),
        ),
        takes('takes what is cut', (request, text) => isBroken(request) && text.length > 12 && !/\}\s*$/.test(text)),
        takes('takes what is no UTF-8', (request) => request.body !== null && !isUtf8(request.body)),
      ];
    case 'shape':
      return [
        takes('takes it in a list', (request) => Array.isArray(jsonOf(request))),
        takes('takes it in an envelope', (request) => isEnvelope(jsonOf(request))),
        takes('takes a scalar', (request) => /^(string|number|boolean)$/.test(typeof jsonOf(request))),
        takes('takes an empty object', (_, text) => text.trim() === '{}'),
      ];
    case 'escapes':
      return [
        refuses('refuses escapes', (_, text) => /\\u00/.test(text)),
        refuses('refuses chunks', (request) => headerIn(request, 'Transfer-Encoding') !== undefined),
        refuses('refuses a blank at the start', (request, text) => isValid(request) && text.startsWith(' ')),
      ];
    default:
      return undefined;
  }
}

function isEnvelope(body: Exact | undefined): boolean {
  const own = isExactObject(body) ? Object.values(body) : [];
  return own.length === 1 && isExactObject(own[0]);
}
