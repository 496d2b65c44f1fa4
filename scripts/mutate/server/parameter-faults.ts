import type { Operation, Parameter } from '../../contract/operation-table.ts';
import type { Exact } from '../../verify/exact-json.ts';
import type { HttpRequest, HttpResponse, Send } from '../../verify/exchange.ts';
import type { FactDraft, FactSubject } from '../../verify/facts.ts';
import { enumOf, numberAt, textAt, viewSchema } from '../../verify/schema-view.ts';
import { textOf } from '../../verify/serialize.ts';
import { answering, type Departing, departing, type Wrap } from './fault.ts';
import { KnownItems } from './known-items.ts';
import { joinTarget, jsonIn, splitTarget, textsFor, valueFor, withTexts } from '../../verify/message-changes.ts';
import type { Wire } from './wire.ts';

type ParameterSubject = Extract<FactSubject, { kind: 'parameter' }>;

/** Parameters that are taken where they must not be, refused where they must be taken, or that make the server fail. */
export function parameterFaults(wire: Wire, fact: FactDraft, subject: ParameterSubject): Departing[] {
  const operation = wire.operation(fact.operationId);
  if (operation === undefined) return [];
  if (subject.keyword === 'any') return anyQueryFaults(wire, operation);
  const parameter = operation.parameters.find((one) => one.in === subject.in && one.name === subject.name);
  if (parameter === undefined) return subject.keyword === 'unknown' ? unknownQueryFaults(wire, operation) : [];
  const given = (request: HttpRequest) => (wire.isTo(operation)(request) ? textsFor(request, operation, parameter) : undefined);
  const about = (test: (texts: string[]) => boolean) => (request: HttpRequest) => {
    const texts = given(request);
    return texts !== undefined && test(texts);
  };
  const refuse = (request: HttpRequest, send: Send) => wire.refused(send, request, operation);
  const fail = async (request: HttpRequest, send: Send) => wire.madeUp(request, 500, await send(request));
  const undocumented = async (request: HttpRequest, send: Send): Promise<HttpResponse> => ({ ...(await send(request)), status: 418 });
  switch (subject.keyword) {
    case 'optional':
      return [departing('refused without it', answering(about((texts) => texts.length === 0), refuse))];
    case 'required':
      return [departing('may be left out', answering(about((texts) => texts.length === 0), (request, send) => send(withTexts(request, operation, parameter, [validText(wire, parameter)]))))];
    case 'repeated':
      return [departing('fails when it is given twice', answering(about((texts) => texts.length > 1), fail)), departing('an undocumented refusal when it is given twice', answering(about((texts) => texts.length > 1), undocumented))];
    case 'unknown':
      return unknownPathFaults(wire, operation, parameter);
    case 'text':
      return [departing('fails with unusual texts', answering(about((texts) => texts.some((text) => /[^\x20-\x7e]/.test(text))), fail))];
    default:
      return valueFaults(wire, operation, parameter, subject.keyword, { about, refuse, fail });
  }
}

interface Means {
  about(test: (texts: string[]) => boolean): (request: HttpRequest) => boolean;
  refuse(request: HttpRequest, send: Send): Promise<HttpResponse>;
  fail(request: HttpRequest, send: Send): Promise<HttpResponse>;
}

function valueFaults(wire: Wire, operation: Operation, parameter: Parameter, keyword: string, { about, refuse, fail }: Means): Departing[] {
  const view = viewSchema(wire.description.contract, `${parameter.pointer}/schema`);
  const departures = (texts: string[]) => (texts.length === 0 ? [] : wire.parameterDepartures(parameter, valueFor(parameter, texts)));
  const isWrong = (texts: string[]) => {
    const keywords = departures(texts).map((departure) => departure.keyword);
    const [text = ''] = texts;
    // No text in a query is of another type than a text; some look as if they were.
    if (keyword === 'type' && view.types.includes('string')) return keywords.length > 0 && /^(|true|-?\d+(\.\d+)?)$/.test(text);
    if (keyword === 'range') return keywords.length > 0 && /^-?\d{9,}$/.test(text);
    return keywords.includes(keyword);
  };
  const accepts = departing('takes what it must not', acceptance(wire, operation, parameter, about(isWrong)));
  const bound = numberAt(view, keyword);
  const last = enumOf(view)?.at(-1);
  const isGood = (test: (text: string) => boolean) => about((texts) => texts.length === 1 && departures(texts).length === 0 && test(texts[0] ?? ''));
  const refuses = (what: string, test: (text: string) => boolean) => departing(what, answering(isGood(test), refuse));
  const fails = (what: string, isAbout: (request: HttpRequest) => boolean) => departing(what, answering(isAbout, fail));
  const isLong = (text: string) => /^-?\d{16,}$/.test(text);
  if (keyword === 'range') return [fails('fails with integers beyond 2^53', about((texts) => texts.some(isLong))), ...(parameter.in === 'path' ? [] : [accepts, refuses('refuses 1', (text) => text === '1')])];
  if (keyword === 'type') return [accepts, fails('fails with another type', about(isWrong)), ...(parameter.in === 'path' ? [] : [refuses('refuses what is of its type', () => true)])];
  if (keyword === 'enum') return [accepts, ...(last === undefined ? [] : [refuses('refuses its last value', (text) => text === textOf(last))])];
  if (bound !== undefined) return [accepts, refuses('refuses the bound itself', (text) => Number(text) === bound || text.length === bound)];
  if (keyword === 'format' && textAt(view, 'format') === 'int64') return [accepts, fails('fails with what is beyond it', about(isWrong))];
  return [accepts];
}

/** The invalid value is replaced by a valid one: in a path, by the identifier of something that is there. */
function acceptance(wire: Wire, operation: Operation, parameter: Parameter, isAbout: (request: HttpRequest) => boolean): Wrap {
  return withKnown(wire, operation, (request, existing) => {
    if (!isAbout(request)) return request;
    const text = parameter.in === 'path' ? existing : validText(wire, parameter);
    return text === undefined ? request : withTexts(request, operation, parameter, [text]);
  });
}

function validText(wire: Wire, { pointer, default: preset }: Parameter): string {
  const value: Exact = typeof preset === 'string' || typeof preset === 'number' ? preset : wire.values.valueAt(`${pointer}/schema`, 'required');
  return textOf(value);
}

/** Changes requests to an operation, with an identifier of what was created in view. */
function withKnown(wire: Wire, operation: Operation, change: (request: HttpRequest, existing: string | undefined) => HttpRequest): Wrap {
  const resource = wire.resources.find((own) => [own.read, own.replace, own.merge, own.remove].includes(operation));
  return (send) => {
    const known = new KnownItems(wire);
    return async (request) => {
      const existing = resource === undefined ? undefined : known.of(resource).at(-1)?.id;
      const response = await send(wire.isTo(operation)(request) ? change(request, existing === undefined ? undefined : textOf(existing)) : request);
      known.note(request, response, jsonIn(response.body));
      return response;
    };
  };
}

/** An identifier that nothing has, and that gets an answer all the same. */
function unknownPathFaults(wire: Wire, operation: Operation, parameter: Parameter): Departing[] {
  const found: Wrap = (send, world) => {
    let served: HttpResponse | undefined;
    const isAbout = wire.isTo(operation);
    return answering(isAbout, async (request, next) => {
      const response = await next(request);
      if (response.status < 300) served = response;
      const isAllowed = wire.parameterDepartures(parameter, valueFor(parameter, textsFor(request, operation, parameter))).length === 0;
      return response.status === 404 && isAllowed && served !== undefined ? { ...response, status: served.status, body: served.body } : response;
    })(send, world);
  };
  const as = (status: number): Wrap => answering(wire.isTo(operation), async (request, send) => {
    const response = await send(request);
    return response.status === 404 ? { ...response, status } : response;
  });
  return [departing('answers with another thing', found), departing('answers 410', as(410)), departing('answers 204', as(204))];
}

function unknownQueryFaults(wire: Wire, operation: Operation): Departing[] {
  const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const isAbout = (request: HttpRequest) => wire.isTo(operation)(request) && splitTarget(request.target).pairs.some(([name]) => name === 'undescribed' && !names.includes(name));
  return [
    departing('fails with it', answering(isAbout, async (request, send) => wire.madeUp(request, 500, await send(request)))),
    departing('an undocumented refusal', answering(isAbout, async (request, send) => ({ ...(await send(request)), status: 418 }))),
    departing('answers with an empty object', answering(isAbout, async (request, send) => {
      const response = await send({ ...request, target: joinTarget(splitTarget(request.target).path, []) });
      return { ...response, body: Buffer.from('{}') };
    })),
  ];
}

function anyQueryFaults(wire: Wire, operation: Operation): Departing[] {
  const optional = operation.parameters.filter((one) => one.in === 'query' && !one.required);
  const counted = (request: HttpRequest) => optional.filter((parameter) => textsFor(request, operation, parameter).length > 0).length;
  const isAbout = (request: HttpRequest) => wire.isTo(operation)(request) && counted(request) === optional.length && optional.every((parameter) => wire.parameterDepartures(parameter, valueFor(parameter, textsFor(request, operation, parameter))).length === 0);
  return [departing('refuses all of them together', answering(isAbout, (request, send) => wire.refused(send, request, operation)))];
}
