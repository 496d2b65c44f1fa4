import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, numberAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { ClientChange } from '../client/client-fault.ts';
import type { MessageContext } from '../message-context.ts';
import { altered, dropped, renamed } from './parameter-changes.ts';

/** Clients whose parameters arrive otherwise than their callers gave them: not at all, or with a value next to it. */
export function keywordChanges(
  context: MessageContext,
  operation: Operation,
  parameter: Parameter,
  keyword: string,
): ClientChange[] {
  const others = Object.entries(otherTexts(context, parameter, keyword));
  return [
    ...dropped(context, operation, parameter),
    ...renamed(context, operation, parameter),
    ...others.map(([what, alter]) => altered(context, operation, parameter, what, alter)),
  ];
}

type Alter = (text: string) => string;

/** Texts next to those that a keyword is about, by what they are. */
function otherTexts(context: MessageContext, parameter: Parameter, keyword: string): Record<string, Alter> {
  if (parameter.mediaType !== null) return { 'cut short': (text) => text.slice(0, -1) };
  const view = viewSchema(context.description.contract, parameterSchema(parameter));
  const [bound, allowed] = [numberAt(view, keyword), enumOf(view)];
  if (allowed !== undefined && keyword === 'enum') {
    const other: Alter = (text) => textOf(allowed.find((value) => textOf(value) !== text) ?? text);
    return { 'another value of the list': other, 'in capitals': (text) => text.toUpperCase() };
  }
  if (bound !== undefined && /minimum|maximum/i.test(keyword)) {
    const outwards = /max/i.test(keyword) ? 1 : -1;
    const moved =
      (by: number): Alter =>
      (text) =>
        Number(text) === bound ? String(bound + by) : text;
    return { 'beyond the bound': moved(outwards), 'one off': moved(-outwards) };
  }
  return { 'another value': (text) => (/^-?\d+$/.test(text) ? String(BigInt(text) + 1n) : `${text}x`) };
}
