import { bodyOfExtent } from './body-of-extent.ts';
import { hasRequiredAlone } from './read-body.ts';

/** A body with nothing but what it must have. */
export const bodyRequiredPropertiesAlone = bodyOfExtent({
  extent: 'required',
  statement: 'A body may have its required properties alone.',
  fault: 'refuses the required properties alone',
  contractAdvice: 'change required',
  isOfExtent: hasRequiredAlone,
});
