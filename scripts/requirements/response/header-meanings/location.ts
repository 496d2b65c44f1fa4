import { type HttpResponse, headerOf } from '../../../http/exchange.ts';
import { isJson } from '../../../http/media-types.ts';
import { isObject } from '../../../openapi/json.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { linkedIdentifier } from '../../request/request-parts.ts';
import { type MeaningOf, untruth } from './header-meaning.ts';
import { pathOf } from './link-path.ts';

/**
 * `Location` after a creation (RFC 9110 section 10.2.2):
 * its last segment is something that the body says of the new item, most likely its identifier.
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
          const id = textOf(linkedIdentifier(description.contract, parameter, pathOf(value)));
          const created = response.status === 201 ? jsonObjectIn(response) : undefined;
          return created !== undefined && !Object.values(created).map(String).includes(id)
            ? `${value}, which is none of what was created`
            : undefined;
        },
        untruths: ({ status, response: { mediaTypes } }) =>
          status === '201' && mediaTypes.some(isJson)
            ? [untruth('leads to another item', (text) => `${text}-of-another`)]
            : [],
      };

function jsonObjectIn(response: HttpResponse): object | undefined {
  if (!isJson(headerOf(response, 'Content-Type') ?? '')) return undefined;
  try {
    const body: unknown = JSON.parse(response.body.toString());
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
