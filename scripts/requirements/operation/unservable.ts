import { isFormInParts } from '../../http/media-types.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { documentsSuccess } from '../../openapi/success-responses.ts';
import { isMadeIn, preferred } from '../request/request-parts.ts';

/** Why a server that keeps the contract may refuse every request that is made to an operation, where it may. */
export function whyUnservable(operation: Operation): string | undefined {
  if (!documentsSuccess(operation))
    return 'The contract documents no success of the operation, so no request to it can be served.';
  const [mediaType = ''] = preferred(operation.requestBody?.mediaTypes ?? []);
  return mediaType === '' || isMadeIn(mediaType) ? undefined : `No body is made in ${mediaType}.`;
}

/** Why a server that keeps the contract may refuse every form in parts: of most, a file is what counts. */
export function whyFileRefused({ requestBody }: Operation): string | undefined {
  const [mediaType = ''] = preferred(requestBody?.mediaTypes ?? []);
  return isFormInParts(mediaType)
    ? 'Each file that was sent is one of a few letters: the server may ask for others, as an image.'
    : undefined;
}
