import type { Contract } from '../contract.ts';
import { nearestPlaces } from './nearest-places.ts';
import { viewSchema } from './schema-view.ts';

/** A property of a schema, or of an object within it. */
export interface PlacedProperty {
  readonly path: readonly string[];
  readonly pointer: string;
}

// Deeper than this, nothing is looked for.
const deepest = 4;

/** Where a schema has what goes one way alone, also in its objects, as JSON:API has it in `data.attributes`. */
export function markedProperties(
  contract: Contract,
  schema: string,
  mark: 'readOnly' | 'writeOnly',
): readonly PlacedProperty[] {
  const isMarked = ({ pointer }: PlacedProperty) => viewSchema(contract, pointer).keywords.get(mark)?.value === true;
  const start: PlacedProperty = { path: [], pointer: schema };
  const [, ...found] = nearestPlaces(start, deepest, (place) => {
    if (place !== start && isMarked(place)) return [];
    const { properties } = viewSchema(contract, place.pointer);
    return [...properties].map(([name, pointer]) => ({ path: [...place.path, name], pointer }));
  });
  return found.filter(isMarked);
}
