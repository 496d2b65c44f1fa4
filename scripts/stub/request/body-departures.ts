import type { Description } from '../../verify/description.ts';
import { oneForEachPart } from '../../verify/departures.ts';
import { type Exact, isExactObject } from '../../verify/exact-json.ts';
import type { Departure } from '../../verify/schema-check.ts';
import { type SchemaView, viewSchema } from '../../verify/schema-view.ts';
import { type Alternative, alternativesFor, meantOf } from './alternatives.ts';
import { discriminatorOf, suffixOf } from './body-facts.ts';

/** A departure, and the part of a body that it is at, as in the ids of facts: `.shape(Circle).radius`. */
export interface PlacedDeparture {
  place: string;
  departure: Departure;
  /** The part of the value itself. */
  value: Exact;
}

/** Finds the part of a schema that each departure of a value is from. */
export function placeDepartures(description: Description, view: SchemaView, value: Exact, departures: Departure[], place = ''): PlacedDeparture[] {
  const isUndecided = departures.some(({ path, keyword }) => path.length === 0 && isOfChoice(keyword));
  if (view.alternatives.length === 0 || !isUndecided) return placeOwn(description, view, value, departures, place);
  const all = alternativesFor(description, view, value);
  const meant = meantOf(description, view, value, all);
  const own = withoutThoseOf(all, departures).filter(({ keyword, property }) => keyword !== 'unevaluatedProperties' || meant?.view.properties.has(property ?? '') !== true);
  return [...placeOwn(description, view, value, own, place), ...placeMeant(description, view, value, departures, meant, place)];
}

function placeMeant(description: Description, view: SchemaView, value: Exact, departures: Departure[], meant: Alternative | undefined, place: string): PlacedDeparture[] {
  if (meant === undefined) {
    const name = discriminatorOf(view) ?? '';
    return [{ place: `${place}.${name}`, departure: { path: [name], keyword: 'discriminator', message: 'must name one of the alternatives', property: undefined }, value: isExactObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : value }];
  }
  // Where several match, none of them departs.
  if (meant.departures.length === 0) return departures.filter(({ path, keyword }) => path.length === 0 && keyword === 'oneOf').slice(0, 1).map((departure) => ({ place, departure, value }));
  return placeDepartures(description, meant.view, value, meant.departures, place + suffixOf(meant.view, meant.index));
}

/** The departures that do not come from an alternative. */
function withoutThoseOf(all: readonly Alternative[], departures: readonly Departure[]): Departure[] {
  const written = (departure: Departure) => JSON.stringify(departure);
  const left = all.flatMap((alternative) => alternative.departures.map(written));
  return departures.filter((departure) => {
    if (departure.path.length === 0 && isOfChoice(departure.keyword)) return false;
    const index = left.indexOf(written(departure));
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

function placeOwn(description: Description, view: SchemaView, value: Exact, departures: Departure[], place: string): PlacedDeparture[] {
  const here = departures.filter(({ path }) => path.length === 0);
  const below = [...Map.groupBy(departures.filter(({ path }) => path.length > 0), ({ path }) => path[0] ?? '')];
  const children = below.flatMap(([segment, own]): PlacedDeparture[] => {
    const child = childOf(description, view, value, segment);
    const at = place + (Array.isArray(value) ? '[]' : `.${segment}`);
    const part = partOf(value, segment);
    const inner = own.map((departure) => ({ ...departure, path: departure.path.slice(1) }));
    if (child === undefined) return oneForEachPart(inner).map((departure) => ({ place: at, departure: prefixed(departure, segment), value: part }));
    // What only the server sets is not to be sent at all, whatever it is like.
    if (child.keywords.get('readOnly')?.value === true) return [];
    return placeDepartures(description, child, part, inner, at).map((placed) => ({ ...placed, departure: prefixed(placed.departure, segment) }));
  });
  return [...oneForEachPart(withoutSummaries(here, children.length > 0)).map((departure) => ({ place, departure, value })), ...children];
}

/** Without what only sums up others. "This or null" is one schema: of what is neither, it is told how it departs from this. */
function withoutSummaries(here: Departure[], hasOthers: boolean): Departure[] {
  const isChoice = here.some(({ keyword }) => isOfChoice(keyword));
  const rest = here.filter(({ keyword, message }) => !isOfChoice(keyword) && keyword !== 'if' && !(isChoice && keyword === 'type' && message === 'must be null'));
  return rest.length > 0 || hasOthers ? rest : here;
}

function isOfChoice(keyword: string): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf';
}

function childOf({ contract }: Description, view: SchemaView, value: Exact, segment: string): SchemaView | undefined {
  const pointer = Array.isArray(value) ? view.items : view.properties.get(segment);
  return pointer === undefined ? undefined : viewSchema(contract, pointer);
}

function partOf(value: Exact, segment: string): Exact {
  if (Array.isArray(value)) return value[Number(segment)] ?? null;
  return isExactObject(value) ? (value[segment] ?? null) : null;
}

function prefixed(departure: Departure, segment: string): Departure {
  return { ...departure, path: [segment, ...departure.path] };
}
