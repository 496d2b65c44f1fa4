import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { alternativesFor, intendedAlternative } from '../../openapi/alternatives.ts';
import type { Description } from '../../openapi/description.ts';
import { discriminatorOf } from '../../openapi/discriminator.ts';
import { numberAt, type SchemaView, viewSchema } from '../../openapi/schema-view.ts';
import { aspectsOf } from '../schema/aspects.ts';
import { suffixOf } from './body-requirements.ts';

/** What a value has to do with the parts of its schema, as in the ids of requirements. */
export interface Reach {
  /** `.name.maxLength`: what the value is held to, broken or not; with the part that must be right for it to count, if one must. */
  reached: ReadonlyMap<string, string | undefined>;
  /** `.id`: what only the server sets, and the client has sent. */
  readOnly: readonly string[];
}

/** Walks down a value and its schema. */
export function reachOf(description: Description, view: SchemaView, value: Exact): Reach {
  const walk = new ReachWalk(description);
  walk.part(view, value, '');
  return walk;
}

class ReachWalk implements Reach {
  readonly #description: Description;
  readonly reached = new Map<string, string | undefined>();
  readonly readOnly: string[] = [];

  constructor(description: Description) {
    this.#description = description;
  }

  part(view: SchemaView, value: Exact, place: string): void {
    for (const { keyword, isReachedBy } of aspectsOf(view))
      if (isReachedBy(value)) this.reached.set(`${place}.${keyword}`, place);
    const meant = this.#alternative(view, value, place);
    if (isExactObject(value)) this.#object(view, value, place, meant);
    if (Array.isArray(value) && view.items !== undefined) {
      const item = viewSchema(this.#description.contract, view.items);
      for (const one of value) this.part(item, one, `${place}[]`);
    }
  }

  #reach(place: string, keyword: string): void {
    this.reached.set(`${place}.${keyword}`, undefined);
  }

  #alternative(view: SchemaView, value: Exact, place: string): SchemaView | undefined {
    if (view.alternatives.length === 0) return undefined;
    const meant = intendedAlternative(this.#description, view, value, alternativesFor(this.#description, view, value));
    const property = discriminatorOf(view);
    if (property !== undefined) this.#reach(`${place}.${property}`, 'discriminator');
    if (meant !== undefined) this.part(meant.view, value, place + suffixOf(meant.view, meant.index));
    return meant?.view;
  }

  #object(view: SchemaView, value: { [key: string]: Exact }, place: string, meant: SchemaView | undefined): void {
    const views = meant === undefined ? [view] : [view, meant];
    const isGiven = (name: string) => Object.hasOwn(value, name);
    for (const [name, pointer] of view.properties) {
      const [property, at] = [viewSchema(this.#description.contract, pointer), `${place}.${name}`];
      if (property.keywords.get('readOnly')?.value === true) {
        this.#reach(at, 'readOnly');
        if (isGiven(name)) this.readOnly.push(at);
        continue;
      }
      if (view.required.has(name)) this.#reach(at, 'required');
      else if (!isGiven(name)) this.#reach(at, 'optional');
      if (isGiven(name)) this.part(property, value[name] ?? null, at);
    }
    for (const name of view.required.keys())
      if (!view.properties.has(name)) this.#reach(`${place}.${name}`, 'required');
    const others = Object.keys(value).filter((name) => !views.some(({ required }) => required.has(name)));
    // Some may be needed to have as many as there must be.
    if (others.length <= Math.max(0, (numberAt(view, 'minProperties') ?? 0) - view.required.size))
      this.#reach(place, place === '' ? 'required' : 'minimal');
    if (
      place === '' &&
      views.every((one) =>
        [...one.properties].every(
          ([name, pointer]) =>
            isGiven(name) || viewSchema(this.#description.contract, pointer).keywords.get('readOnly')?.value === true,
        ),
      )
    )
      this.#reach(place, 'all');
  }
}
