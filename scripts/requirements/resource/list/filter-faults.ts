import type { Exact } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import type { Parameter } from '../../../openapi/operation-table.ts';
import { valueFor } from '../../../openapi/parameters/request-parameters.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { numberAt, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import type { FaultDraft } from '../../fault.ts';
import type { MessageContext } from '../../message-context.ts';
import { askedTexts, withAsked } from './asked-texts.ts';
import { type ListRequest, listFault } from './list-changes.ts';
import { type ListResource, parameterizedLists } from './list-resource.ts';

/** A filter of a list, for faults. */
export interface Filter {
  resource: ListResource;
  parameter: Parameter;
  /** What of an item the filter compares. */
  property: string;
  /** The schema of the property. */
  pointer: string;
  /** Changes the items of a request with one allowed value for the filter, and what the server is asked for them. */
  fault(
    what: string,
    alter: (items: Exact[], asked: ListRequest) => Exact[],
    before?: (request: HttpRequest) => HttpRequest,
  ): FaultDraft;
  /** Without the filter where another one is given as well; undefined where the list has none to compare exactly. */
  withoutBesideAnother: ((request: HttpRequest) => HttpRequest) | undefined;
  /** Without the filter. */
  without(request: HttpRequest): HttpRequest;
  /** Without the filter, and with the largest page. */
  widest(request: HttpRequest): HttpRequest;
}

const isGiven = (request: HttpRequest, parameter: Parameter) => askedTexts(request, parameter).length > 0;

/** The filter that a parameter of an operation is, if it is one. */
export function filtersOf(
  context: MessageContext,
  { operationId, parameter: name }: Readonly<Record<'operationId' | 'parameter', string>>,
): Filter[] {
  return parameterizedLists(context, { id: operationId }).flatMap(({ resource, parameters: { size, filters } }) =>
    filters
      .filter(({ parameter }) => parameter.name === name)
      .map(({ parameter, property, pointer, isText }): Filter => {
        const others = filters.flatMap((one) => (one.isText || one.parameter === parameter ? [] : [one.parameter]));
        const { isAsked, without, widest } = askedFor(context, parameter, size);
        return {
          resource,
          parameter,
          property,
          pointer,
          fault: (what, alter, before = (request) => request) =>
            listFault(
              context,
              resource,
              what,
              (items, asked) => (isAsked(asked.request) ? alter(items, asked) : items),
              (request) => (isAsked(request) ? before(request) : request),
            ),
          without,
          withoutBesideAnother:
            isText || others.length === 0
              ? undefined
              : (request) => (others.some((other) => isGiven(request, other)) ? without(request) : request),
          widest,
        };
      }),
  );
}

/** Requests with one allowed value for a parameter of a list, and the same ones without it. */
export function askedFor(
  context: MessageContext,
  parameter: Parameter,
  size: Parameter | undefined,
): Pick<Filter, 'without' | 'widest'> & { isAsked(request: HttpRequest): boolean } {
  const { contract } = context.description;
  const most = size === undefined ? undefined : numberAt(viewSchema(contract, parameterSchema(size)), 'maximum');
  const without = (request: HttpRequest) => withAsked(request, parameter, []);
  return {
    isAsked: (request) => {
      const texts = askedTexts(request, parameter);
      return texts.length === 1 && context.parameterViolations(parameter, valueFor(parameter, texts)).length === 0;
    },
    without,
    widest: (request) =>
      size === undefined || most === undefined ? without(request) : withAsked(without(request), size, [String(most)]),
  };
}
