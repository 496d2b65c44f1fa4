import { isExactObject } from '../../http/exact-json.ts';
import { bodyOfExtent } from './body-of-extent.ts';

/** A body with everything that its schema describes: every property that a client may send. */
export const bodyAllProperties = bodyOfExtent({
  extent: 'all',
  statement: 'A body may have every property.',
  fault: 'refuses every property at once',
  contractAdvice: 'change the properties',
  isOfExtent: ({ part, meant, value }) => {
    const properties = [...part.properties, ...(meant?.properties ?? [])];
    return (
      isExactObject(value) && properties.every(([name, { isReadOnly }]) => isReadOnly || Object.hasOwn(value, name))
    );
  },
});
