import { type Exact, isExactObject, writeExact } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { jsonIn, withJson } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { answering, type FaultDraft, faultDraft } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';

/** Texts that are kept in another way than they were sent. */
export function textFaults(
  context: MessageContext,
  operation: Operation,
  path: string,
  refuses: (what: string, test: (value: Exact | undefined) => boolean) => FaultDraft,
): FaultDraft[] {
  const steps = path.split('.').slice(1);
  const change = (what: string, alter: (text: string) => string): FaultDraft =>
    faultDraft(
      what,
      answering(context.isTo(operation), (request, send) =>
        send(mapTexts(request, steps, (value) => (typeof value === 'string' ? alter(value) : value))),
      ),
    );
  return [
    change('without blanks at its ends', (text) => text.trim()),
    change('composed', (text) => text.normalize('NFC')),
    change('with entities', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    change('without tags', (text) => text.replaceAll(/<[^>]*>/g, '')),
    change('in ISO 8859-1', (text) => text.replaceAll(/[^\x00-\xff]/g, '?')),
    change('without characters beyond the basic plane', (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')),
    change('cut at 255', (text) => text.slice(0, 255)),
    change('with doubled quotes', (text) => text.replaceAll("'", "''")),
    change('without backslashes', (text) => text.replaceAll('\\', '')),
    change('in one line', (text) => text.replaceAll('\n', ' ')),
    change('percent-decoded', (text) => text.replaceAll(/%20/g, ' ')),
    refuses('refuses other scripts', (value) => typeof value === 'string' && /[^\x00-\xff]/.test(value)),
    refuses('refuses digits alone', (value) => typeof value === 'string' && /^\d+$/.test(value)),
  ];
}

/** A request with another value in one place of its body, if there is one. */
export function mapTexts(request: HttpRequest, steps: readonly string[], change: (value: Exact) => Exact): HttpRequest {
  const body = jsonIn(request.body);
  const at = (value: Exact, index: number): Exact => {
    const step = steps[index];
    if (step === undefined) return change(value);
    if (Array.isArray(value)) return value.map((item) => at(item, index + 1));
    if (!isExactObject(value)) return value;
    const { [step]: own } = value;
    return own === undefined ? value : { ...value, [step]: at(own, index + 1) };
  };
  if (body === undefined) return request;
  const made = at(body, 0);
  // Written anew, a body would lose what JSON does not say, such as a name given twice.
  return writeExact(made) === writeExact(body) ? request : withJson(request, made);
}
