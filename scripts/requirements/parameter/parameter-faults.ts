import type { Exact } from '../../http/exact-json.ts';
import type { HttpRequest, HttpResponse, Send } from '../../http/exchange.ts';
import { joinTarget, jsonIn, splitTarget } from '../../http/message-changes.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { textsFor, valueFor, withTexts } from '../../openapi/parameters/request-parameters.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { enumOf, numberAt, textAt, viewSchema } from '../../openapi/schema-view.ts';
import { answering, type FaultDraft, faultDraft, type Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import type { RequirementDraft, RequirementSubject } from '../requirement.ts';
import { KnownItems } from '../resource/known-items.ts';

type ParameterSubject = Extract<RequirementSubject, { kind: 'parameter' }>;

/** Parameters that are taken where they must not be, refused where they must be taken, or that make the server fail. */
export function parameterFaults(
  context: MessageContext,
  requirement: RequirementDraft,
  subject: ParameterSubject,
): FaultDraft[] {
  const operation = context.operation(requirement.operationId);
  if (operation === undefined) return [];
  if (subject.keyword === 'any') return anyQueryFaults(context, operation);
  const parameter = operation.parameters.find((one) => one.in === subject.in && one.name === subject.name);
  if (parameter === undefined) return subject.keyword === 'unknown' ? unknownQueryFaults(context, operation) : [];
  const given = (request: HttpRequest) =>
    context.isTo(operation)(request) ? textsFor(request, operation, parameter) : undefined;
  const about = (test: (texts: string[]) => boolean) => (request: HttpRequest) => {
    const texts = given(request);
    return texts !== undefined && test(texts);
  };
  const refuse = (request: HttpRequest, send: Send) => context.refused(send, request, operation);
  const fail = async (request: HttpRequest, send: Send) => context.madeUp(request, 500, await send(request));
  const undocumented = async (request: HttpRequest, send: Send): Promise<HttpResponse> => ({
    ...(await send(request)),
    status: 418,
  });
  switch (subject.keyword) {
    case 'repeated':
      return [
        faultDraft(
          'fails when it is given twice',
          answering(
            about((texts) => texts.length > 1),
            fail,
          ),
        ),
        faultDraft(
          'an undocumented refusal when it is given twice',
          answering(
            about((texts) => texts.length > 1),
            undocumented,
          ),
        ),
      ];
    case 'unknown':
      return unknownPathFaults(context, operation, parameter);
    case 'text':
      return [
        faultDraft(
          'fails with unusual texts',
          answering(
            about((texts) => texts.some((text) => /[^\x20-\x7e]/.test(text))),
            fail,
          ),
        ),
      ];
    default:
      return valueFaults(context, operation, parameter, subject.keyword, { about, refuse, fail });
  }
}

interface Means {
  about(test: (texts: string[]) => boolean): (request: HttpRequest) => boolean;
  refuse(request: HttpRequest, send: Send): Promise<HttpResponse>;
  fail(request: HttpRequest, send: Send): Promise<HttpResponse>;
}

function valueFaults(
  context: MessageContext,
  operation: Operation,
  parameter: Parameter,
  keyword: string,
  { about, refuse, fail }: Means,
): FaultDraft[] {
  const view = viewSchema(context.description.contract, `${parameter.pointer}/schema`);
  const violations = (texts: string[]) =>
    texts.length === 0 ? [] : context.parameterViolations(parameter, valueFor(parameter, texts));
  const isWrong = (texts: string[]) => {
    const keywords = violations(texts).map((violation) => violation.keyword);
    const [text = ''] = texts;
    // No text in a query is of another type than a text; some look as if they were.
    if (keyword === 'type' && view.types.includes('string'))
      return keywords.length > 0 && /^(|true|-?\d+(\.\d+)?)$/.test(text);
    if (keyword === 'range') return keywords.length > 0 && /^-?\d{9,}$/.test(text);
    return keywords.includes(keyword);
  };
  const accepts = faultDraft('takes what it must not', acceptance(context, operation, parameter, about(isWrong)));
  const bound = numberAt(view, keyword);
  const last = enumOf(view)?.at(-1);
  const isGood = (test: (text: string) => boolean) =>
    about((texts) => texts.length === 1 && violations(texts).length === 0 && test(texts[0] ?? ''));
  const refuses = (what: string, test: (text: string) => boolean) => faultDraft(what, answering(isGood(test), refuse));
  const fails = (what: string, isAbout: (request: HttpRequest) => boolean) =>
    faultDraft(what, answering(isAbout, fail));
  const isLong = (text: string) => /^-?\d{16,}$/.test(text);
  if (keyword === 'range')
    return [
      fails(
        'fails with integers beyond 2^53',
        about((texts) => texts.some(isLong)),
      ),
      ...(parameter.in === 'path' ? [] : [accepts, refuses('refuses 1', (text) => text === '1')]),
    ];
  if (keyword === 'type')
    return [
      accepts,
      fails('fails with another type', about(isWrong)),
      ...(parameter.in === 'path' ? [] : [refuses('refuses what is of its type', () => true)]),
    ];
  if (keyword === 'enum')
    return [
      accepts,
      ...(last === undefined ? [] : [refuses('refuses its last value', (text) => text === textOf(last))]),
    ];
  if (bound !== undefined)
    return [accepts, refuses('refuses the bound itself', (text) => Number(text) === bound || text.length === bound)];
  if (keyword === 'format' && textAt(view, 'format') === 'int64')
    return [accepts, fails('fails with what is beyond it', about(isWrong))];
  return [accepts];
}

/** The invalid value is replaced by a valid one: in a path, by the identifier of something that is there. */
function acceptance(
  context: MessageContext,
  operation: Operation,
  parameter: Parameter,
  isAbout: (request: HttpRequest) => boolean,
): Wrap {
  return withKnown(context, operation, (request, existing) => {
    if (!isAbout(request)) return request;
    const text = parameter.in === 'path' ? existing : validText(context, parameter);
    return text === undefined ? request : withTexts(request, operation, parameter, [text]);
  });
}

function validText(context: MessageContext, { pointer, default: preset }: Parameter): string {
  const value: Exact =
    typeof preset === 'string' || typeof preset === 'number'
      ? preset
      : context.values.valueAt(`${pointer}/schema`, 'required');
  return textOf(value);
}

/** Changes requests to an operation, with an identifier of what was created in view. */
function withKnown(
  context: MessageContext,
  operation: Operation,
  change: (request: HttpRequest, existing: string | undefined) => HttpRequest,
): Wrap {
  const resource = context.resources.find((own) => [own.read, own.replace, own.merge, own.remove].includes(operation));
  return (send) => {
    const known = new KnownItems(context);
    return async (request) => {
      const existing = resource === undefined ? undefined : known.of(resource).at(-1)?.id;
      const response = await send(
        context.isTo(operation)(request)
          ? change(request, existing === undefined ? undefined : textOf(existing))
          : request,
      );
      known.note(request, response, jsonIn(response.body));
      return response;
    };
  };
}

/** An identifier that nothing has, and that gets an answer all the same. */
function unknownPathFaults(context: MessageContext, operation: Operation, parameter: Parameter): FaultDraft[] {
  const found: Wrap = (send, harness) => {
    let served: HttpResponse | undefined;
    const isAbout = context.isTo(operation);
    return answering(isAbout, async (request, next) => {
      const response = await next(request);
      if (response.status < 300) served = response;
      const isAllowed =
        context.parameterViolations(parameter, valueFor(parameter, textsFor(request, operation, parameter))).length ===
        0;
      return response.status === 404 && isAllowed && served !== undefined
        ? { ...response, status: served.status, body: served.body }
        : response;
    })(send, harness);
  };
  const as = (status: number): Wrap =>
    answering(context.isTo(operation), async (request, send) => {
      const response = await send(request);
      return response.status === 404 ? { ...response, status } : response;
    });
  return [
    faultDraft('answers with another thing', found),
    faultDraft('answers 410', as(410)),
    faultDraft('answers 204', as(204)),
  ];
}

function unknownQueryFaults(context: MessageContext, operation: Operation): FaultDraft[] {
  const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const isAbout = (request: HttpRequest) =>
    context.isTo(operation)(request) &&
    splitTarget(request.target).pairs.some(([name]) => name === 'undescribed' && !names.includes(name));
  return [
    faultDraft(
      'fails with it',
      answering(isAbout, async (request, send) => context.madeUp(request, 500, await send(request))),
    ),
    faultDraft(
      'an undocumented refusal',
      answering(isAbout, async (request, send) => ({ ...(await send(request)), status: 418 })),
    ),
    faultDraft(
      'answers with an empty object',
      answering(isAbout, async (request, send) => {
        const response = await send({ ...request, target: joinTarget(splitTarget(request.target).path, []) });
        return { ...response, body: Buffer.from('{}') };
      }),
    ),
  ];
}

function anyQueryFaults(context: MessageContext, operation: Operation): FaultDraft[] {
  const optional = operation.parameters.filter((one) => one.in === 'query' && !one.required);
  const counted = (request: HttpRequest) =>
    optional.filter((parameter) => textsFor(request, operation, parameter).length > 0).length;
  const isAbout = (request: HttpRequest) =>
    context.isTo(operation)(request) &&
    counted(request) === optional.length &&
    optional.every(
      (parameter) =>
        context.parameterViolations(parameter, valueFor(parameter, textsFor(request, operation, parameter))).length ===
        0,
    );
  return [
    faultDraft(
      'refuses all of them together',
      answering(isAbout, (request, send) => context.refused(send, request, operation)),
    ),
  ];
}
