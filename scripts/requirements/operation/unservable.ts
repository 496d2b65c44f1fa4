import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { isFormInParts, isOfType } from '../../http/media-types.ts';
import { sampleFile } from '../../http/sample-files.ts';
import { type Contract, textsAt } from '../../openapi/contract.ts';
import type { FormFile, Operation } from '../../openapi/operation-table.ts';
import { sentencesOf } from '../../openapi/sentences.ts';
import { documentsSuccess } from '../../openapi/success-responses.ts';
import { textExample } from '../../openapi/values/examples.ts';
import { isMadeIn, preferred } from '../request/request-parts.ts';

/**
 * Why a server that keeps the contract may refuse every request that is made to an operation, where it may.
 * `hasServed`: it has taken one.
 */
export function whyUnservable(operation: Operation, hasServed = false): string | undefined {
  if (!documentsSuccess(operation))
    return 'The contract documents no success of the operation, so no request to it can be served.';
  const mediaType = usualType(operation);
  if (mediaType === '' || isMadeIn(mediaType)) return undefined;
  if (sampleFile(mediaType) === undefined) return `No body is made in ${mediaType}.`;
  return hasServed ? undefined : smallestFile;
}

const failing =
  /\balways (?:fails?|errors?|throws?|(?:returns?|answers?(?: with)?|produces?|gives?) (?:an? )?(?:\w+ )?error)\b/i;
const ofSomeCases = /\b(?:if|when|where|while|unless|without|for)\b/i;

/** Why every request to an operation is refused, where its summary or its description says so: "Always fails". */
export function whyAlwaysFails(contract: Contract, { pointer }: Operation): string | undefined {
  const sentences = textsAt(contract, pointer).flatMap(sentencesOf);
  const isSaid = sentences.some((sentence) => failing.test(sentence) && !ofSomeCases.test(sentence));
  return isSaid ? 'The contract says that the operation always fails.' : undefined;
}

/** Why a server that keeps the contract may refuse every form in parts: of most, a file is what counts. */
export function whyFileRefused(operation: Operation): string | undefined {
  if (!isFormInParts(usualType(operation))) return undefined;
  return hasKnownFiles(operation)
    ? smallestFile
    : 'Each file that was sent is one of a few letters: the server may ask for others, as an image.';
}

/** Why a server that keeps the contract may refuse a form without any of its files, which it need not have. */
export function whyNeedsFile({ requestBody }: Operation, sent: Exact): string | undefined {
  const names = Object.keys(requestBody?.files ?? {});
  const isWithout = names.length > 0 && isExactObject(sent) && names.every((name) => !Object.hasOwn(sent, name));
  return isWithout ? 'The form has none of its files: the server may have nothing to store then.' : undefined;
}

const smallestFile = 'Each file that was sent is one of the smallest of its media type: the server may ask for others.';

/** True where each body that is sent is of its media type: a file that is one, or an example of the contract. */
export function isSentAsDocumented(contract: Contract, operation: Operation): boolean {
  const mediaType = usualType(operation);
  if (isFormInParts(mediaType)) return hasKnownFiles(operation);
  if (mediaType === '' || isMadeIn(mediaType)) return false;
  return sampleFile(mediaType) !== undefined || textExample(contract, operation, mediaType) !== undefined;
}

function hasKnownFiles({ requestBody }: Operation): boolean {
  const files = Object.values(requestBody?.files ?? {});
  const isKnown = ({ mediaType, maxLength = Number.POSITIVE_INFINITY }: FormFile) => {
    const file = sampleFile(mediaType);
    return file === undefined ? isOfType(mediaType, 'text/plain') : file.bytes.length <= maxLength;
  };
  return files.length > 0 && files.every(isKnown);
}

function usualType({ requestBody }: Operation): string {
  return preferred(requestBody?.mediaTypes ?? [])[0] ?? '';
}
