import { within } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { jsonIn, queryTexts, withJson, withQuery } from '../../../http/message-changes.ts';
import type { Parameter } from '../../../openapi/operation-table.ts';
import { valueFor } from '../../../openapi/parameters/request-parameters.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { isBodyParameter, withBodyParameter } from '../../../openapi/resources/body-parameters.ts';

/** The texts that a request has for a parameter of a list: in its query, or in the body of a search. */
export function askedTexts(request: HttpRequest, parameter: Parameter): string[] {
  if (!isBodyParameter(parameter)) return queryTexts(request, parameter.name);
  const value = within(jsonIn(request.body), parameter.segments);
  return value === undefined ? [] : [value].flat().map(textOf);
}

/** The request with these texts, and no others, for a parameter of a list. */
export function withAsked(request: HttpRequest, parameter: Parameter, texts: readonly string[]): HttpRequest {
  if (!isBodyParameter(parameter)) return withQuery(request, parameter.name, texts);
  const body = jsonIn(request.body);
  if (body === undefined) return request;
  return withJson(
    request,
    withBodyParameter(body, parameter, texts.length === 0 ? undefined : valueFor(parameter, texts)),
  );
}
