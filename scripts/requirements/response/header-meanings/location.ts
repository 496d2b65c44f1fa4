import { type HttpResponse, headerOf } from '../../../http/exchange.ts';
import { isJson } from '../../../http/media-types.ts';
import type { Description } from '../../../openapi/description.ts';
import { isObject } from '../../../openapi/json.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { linkedIdentifier } from '../../request/request-parts.ts';
import { type MeaningOf, untruth } from './header-meaning.ts';
import { pathOf } from './link-path.ts';

/**
 * `Location` after a creation (RFC 9110 section 10.2.2):
 * its last segment, or a parameter of the path that it has in the contract, is something that the body says of the new
 * item, most likely its identifier.
 */
export const locationMeaning: MeaningOf = (description, operation) =>
  operation?.method !== 'POST'
    ? undefined
    : {
        statement: 'lead to what was created',
        whyWrong: (value, { response }) => {
          const [parameter] = description.operations.flatMap(({ path, parameters }) =>
            parameters.filter(({ in: place, name }) => place === 'path' && path === `${operation.path}/{${name}}`),
          );
          const path = pathOf(value);
          const last = textOf(linkedIdentifier(description.contract, parameter, path));
          const named = [last, ...pathParametersIn(description, path)];
          const created = response.status === 201 ? jsonObjectIn(response) : undefined;
          return created !== undefined && !Object.values(created).some((own) => named.includes(String(own)))
            ? `${value}, which is none of what was created`
            : undefined;
        },
        untruths: ({ status, response: { mediaTypes } }) =>
          status === '201' && mediaTypes.some(isJson)
            ? [untruth('leads to another item', (text) => `${text}-of-another`)]
            : [],
      };

/** What a path has for the parameters of the contract's path that it matches: 7 in `/pictures/7.png`. */
function pathParametersIn({ router, service }: Description, path: string): string[] {
  const route = path.startsWith(service.basePath) ? router.find('GET', path.slice(service.basePath.length)) : undefined;
  return route?.kind === 'operation' ? [...route.texts.values()] : [];
}

function jsonObjectIn(response: HttpResponse): object | undefined {
  if (!isJson(headerOf(response, 'Content-Type') ?? '')) return undefined;
  try {
    const body: unknown = JSON.parse(response.body.toString());
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
