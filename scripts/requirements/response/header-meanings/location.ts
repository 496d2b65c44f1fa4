import { type HttpResponse, headerOf } from '../../../http/exchange.ts';
import { isJson } from '../../../http/media-types.ts';
import { decode } from '../../../http/percent-encoding.ts';
import { isObject } from '../../../openapi/json.ts';
import { type MeaningOf, untruth } from './header-meaning.ts';
import { pathOf } from './link-path.ts';

/** `Location` after a creation (RFC 9110 section 10.2.2): its last segment is something that the body says of the new item, most likely its identifier. */
export const locationMeaning: MeaningOf = (_, operation) =>
  operation?.method !== 'POST'
    ? undefined
    : {
        statement: 'lead to what was created',
        whyWrong: (value, { response }) => {
          const last = decode(pathOf(value).split('/').at(-1) ?? '');
          const created = response.status === 201 ? jsonObjectIn(response) : undefined;
          return created !== undefined && !Object.values(created).map(String).includes(last)
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
