import { type HttpRequest, headerOf } from '../http/exchange.ts';
import { jsonIn, splitTarget, withJson } from '../http/message-changes.ts';
import type { ScriptedResponse } from '../http/scripted-response.ts';
import type { Description } from '../openapi/description.ts';
import type { Operation } from '../openapi/operation-table.ts';
import { shownToKnown } from '../openapi/resources/shown-to-known.ts';
import { carriersOf } from '../requirements/security/operation-security.ts';
import { withoutProperties } from '../requirements/security/shows.ts';

/** A response without what only somebody who is known may see, where the request has no credential. */
export function asMayBeSeen(
  { contract, service }: Description,
  operation: Operation,
  request: HttpRequest,
  response: ScriptedResponse,
): ScriptedResponse {
  const shown = response.status < 300 ? shownToKnown(contract, operation) : undefined;
  const body = shown === undefined ? undefined : jsonIn(response.body);
  if (shown === undefined || body === undefined) return response;
  const isSent = carriersOf(service, operation).some((carrier) => {
    if (carrier.kind === 'query') return splitTarget(request.target).pairs.some(([name]) => name === carrier.name);
    const name = carrier.kind === 'header' ? carrier.name : carrier.kind === 'cookie' ? 'Cookie' : 'Authorization';
    return headerOf(request, name) !== undefined;
  });
  const names = shown.properties.map(({ name }) => name);
  return isSent ? response : withJson(response, withoutProperties(body, shown, names));
}
