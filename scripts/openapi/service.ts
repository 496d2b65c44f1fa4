import { type Contract, resolvePart } from './contract.ts';
import { isObject, type Json, type JsonObject, listOf, objectOf, pointerTo, stringOf } from './json.ts';
import type { DocumentedResponse } from './operation-table.ts';
import { responsesAt } from './operations.ts';

/** What the document says outside its operations, as code needs it. */
export interface ServiceDescription {
  title: string;
  version: string;
  /** Path that the address of the first server ends with, without a slash at its end. */
  basePath: string;
  securitySchemes: Record<string, JsonObject>;
  rateLimitPlans: JsonObject;
  /** Responses to requests that reach no operation, from the extension `x-unmatched-responses`. */
  unmatchedResponses: Record<string, DocumentedResponse>;
}

/** What code needs of the document beside its operations. */
export function serviceOf(contract: Contract): ServiceDescription {
  const { document } = contract;
  const info = objectOf(document['info']);
  const schemes = Object.keys(objectOf(objectOf(document['components'])['securitySchemes']));
  return {
    title: String(info['title']),
    version: String(info['version']),
    basePath: basePathOf(objectOf(listOf(document['servers'])[0])),
    securitySchemes: Object.fromEntries(
      schemes.map((name) => [
        name,
        withoutDescription(resolvePart(contract, pointerTo('components', 'securitySchemes', name)).value),
      ]),
    ),
    rateLimitPlans: objectOf(document['x-rate-limit-plans']),
    unmatchedResponses: isObject(document['x-unmatched-responses'])
      ? responsesAt(contract, '/x-unmatched-responses')
      : {},
  };
}

function basePathOf(server: JsonObject): string {
  const variables = objectOf(server['variables']);
  const url = (stringOf(server['url']) ?? '/').replaceAll(
    /\{([^}]*)\}/g,
    (_, name: string) => stringOf(objectOf(variables[name])['default']) ?? '',
  );
  // The address may be relative, and name anything at all: `mailto:lamps` has a path that is none of a server.
  const path = URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : '';
  return path.startsWith('/') ? path.replace(/\/+$/, '') : '';
}

function withoutDescription(scheme: Json): JsonObject {
  return Object.fromEntries(Object.entries(objectOf(scheme)).filter(([key]) => key !== 'description'));
}
