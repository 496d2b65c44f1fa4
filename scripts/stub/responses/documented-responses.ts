import { isExactObject } from '../../http/exact-json.ts';
import { withHeader } from '../../http/message-changes.ts';
import { ownValue } from '../../http/own-value.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import { pointerTo } from '../../openapi/json.ts';
import type { DocumentedResponse } from '../../openapi/operation-table.ts';
import { examplesAt } from '../../openapi/values/examples.ts';
import { ValueSource } from '../../openapi/values/values.ts';
import type { ResponseSet } from '../../requirements/response/response-sets.ts';
import { statusPropertiesOf } from '../../requirements/response/status-property.ts';
import { deliveryVariants } from './delivery-variants.ts';
import { type DocumentedStubResponse, type ResponseSource, responseWith } from './response.ts';
import { type ContentVariant, contentsOf } from './response-contents.ts';
import { headersFor, type MadeHeaders } from './response-headers.ts';
import { isBodiless, statusFor } from './response-status.ts';

/**
 * Every response that a client must understand, by status in the order of the contract: first the examples of the
 * contract, then the least and the most, what is at the bounds of each schema, and what HTTP and JSON leave open. A
 * response that cannot be made as its schemas ask is left out.
 */
export function documentedResponses({ description, seed }: ResponseSource, set: ResponseSet): DocumentedStubResponse[] {
  // One for each call: what is made does not depend on what was made before.
  const values = new ValueSource(description.contract, seed, 'response');
  return Object.entries(set.responses).flatMap(([statusKey, documented]) => {
    const keyed = { set, status: statusKey, response: documented };
    const repeating = statusPropertiesOf(description.contract, keyed).map(({ name }) => name);
    const status = statusFor(set, statusKey, statusesIn({ description, seed }, documented, repeating));
    const headers = headersFor(description, values, documented);
    if (status === undefined || headers === undefined) return [];
    const known = Object.fromEntries(repeating.map((name) => [name, status]));
    const contents =
      isBodiless(set, status) || documented.mediaTypes.length === 0
        ? withoutBody(set, documented, headers)
        : contentsOf(description, values, documented, known);
    return distinct(variantsOf(status, headers, contents)).map((variant) => ({
      ...variant,
      statusKey,
      status,
      documented,
    }));
  });
}

/** The statuses that the examples of a response name in these properties. */
function statusesIn(
  { description }: ResponseSource,
  { pointer, mediaTypes }: DocumentedResponse,
  names: readonly string[],
): number[] {
  const examples =
    names.length === 0
      ? []
      : mediaTypes.flatMap((type) => examplesAt(description.contract, `${pointer}/content${pointerTo(type)}`));
  return examples.flatMap(({ value }) =>
    isExactObject(value)
      ? names.flatMap((name) => [ownValue(value, name)].filter((own) => typeof own === 'number'))
      : [],
  );
}

/** A response to HEAD has the headers of one with a body (RFC 9110 section 9.3.2). */
function withoutBody(
  { operation }: ResponseSet,
  { mediaTypes: [mediaType] }: DocumentedResponse,
  { required, all }: MadeHeaders,
): ContentVariant[] {
  const content =
    mediaType === undefined || operation?.method !== 'HEAD' ? undefined : { mediaType, bytes: Buffer.alloc(0) };
  const most: ContentVariant = {
    title: required.length === all.length ? '' : ' with everything',
    extent: 'all',
    content,
  };
  return required.length === all.length
    ? [most]
    : [{ title: ' without what may be absent', extent: 'required', content }, most];
}

/** A response before it is known of which status it is. */
interface Variant {
  title: string;
  example: string | undefined;
  response: ScriptedResponse;
}

function variantsOf(status: number, headers: MadeHeaders, contents: readonly ContentVariant[]): Variant[] {
  const own = contents.map(
    ({ title, example, extent, content }): Variant => ({
      title: `${status}${title}`,
      example,
      response: responseWith(status, headers[extent], content),
    }),
  );
  // What is changed further is a response as it usually is.
  const base = own[contents.findIndex(({ extent }) => extent === 'all')];
  if (base === undefined) return [];
  const ofHeaders = headers.trials.map(({ name, text }): Variant => {
    const shown = text.length > 40 ? `of ${text.length} characters` : text;
    return {
      title: `${status} with ${name} ${shown}`,
      example: undefined,
      response: withHeader(base.response, name, text),
    };
  });
  const ofDelivery = deliveryVariants(base.response).map(
    ({ title, response }): Variant => ({
      title: `${status} ${title}`,
      example: undefined,
      response,
    }),
  );
  return [...own, ...ofHeaders, ...ofDelivery];
}

/** No response twice, and no title. */
function distinct(variants: readonly Variant[]): Variant[] {
  const known = new Set<string>();
  const titles = new Map<string, number>();
  return variants
    .filter(({ response: { headers, body, delivery } }) => {
      const key = `${JSON.stringify([headers.toSorted(), delivery])} ${body.toString('latin1')}`;
      return !known.has(key) && known.add(key);
    })
    .map((variant) => {
      const count = (titles.get(variant.title) ?? 0) + 1;
      titles.set(variant.title, count);
      return count === 1 ? variant : { ...variant, title: `${variant.title} (${count})` };
    });
}
