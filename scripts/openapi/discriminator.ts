import { objectOf, stringOf } from './json.ts';
import type { SchemaView } from './schema-view.ts';

/** The name of the property that says which alternative a value is meant for (OpenAPI, Discriminator Object). */
export function discriminatorOf({ keywords, alternatives }: SchemaView): string | undefined {
  const name = stringOf(objectOf(keywords.get('discriminator')?.value)['propertyName']);
  return alternatives.length > 0 ? name : undefined;
}
