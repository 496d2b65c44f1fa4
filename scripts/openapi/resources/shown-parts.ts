import { type Exact, type ExactObject, isExactObject, within } from '../../http/exact-json.ts';
import type { Contract } from '../contract.ts';
import type { Operation, Parameter } from '../operation-table.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { enumOf, type SchemaView, typesOf, viewSchema } from '../schemas/schema-view.ts';
import { successSchema } from '../success-responses.ts';
import { viewItem } from './item-view.ts';

/** A query parameter by which a reader says what is shown of a thing, or of each in a list. */
export interface ShownParts {
  parameter: Parameter;
  /**
   * `alone`: of the properties that it may name, those that it names alone. `whole`: in the place of the identifiers
   * that these have, the things that they are of.
   */
  by: 'alone' | 'whole';
  /** What it may name. */
  names: readonly string[];
  /** Where a response has the thing, or the list of them. */
  segments: readonly string[];
  item: SchemaView;
}

const alone = /^(fields?|select|properties)$/i;
const whole = /^(expand|embed|include)$/i;

/** The query parameters of an operation that choose what its response shows of an item. */
export function shownPartsOf(contract: Contract, operation: Operation): ShownParts[] {
  const schema = operation.method === 'GET' ? successSchema(contract, operation) : undefined;
  if (schema === undefined) return [];
  return operation.parameters.flatMap((parameter) => {
    const bare = parameter.name.replace(/\[\]$/, '');
    const by = alone.test(bare) ? 'alone' : whole.test(bare) ? 'whole' : undefined;
    const names = parameter.in === 'query' && by !== undefined ? namesIn(contract, parameter) : [];
    const place = names.length === 0 ? undefined : placeOf(contract, schema, names);
    if (by === undefined || place === undefined) return [];
    const isFit = by === 'alone' || names.every((name) => wholeSchema(contract, place.item, name) !== undefined);
    return isFit ? [{ parameter, by, names, ...place }] : [];
  });
}

/** The names that a parameter takes, one or several; none where it takes others as well. */
function namesIn(contract: Contract, parameter: Parameter): string[] {
  const view = viewSchema(contract, parameterSchema(parameter));
  const listed = enumOf(view.items === undefined ? view : viewSchema(contract, view.items)) ?? [];
  const names = listed.filter((one) => typeof one === 'string');
  return names.length === listed.length ? names : [];
}

type Place = Pick<ShownParts, 'segments' | 'item'>;

/** Where the thing is that has all of these properties: the body, or what one of its properties has. */
function placeOf(contract: Contract, schema: string, names: readonly string[]): Place | undefined {
  const view = viewItem(contract, schema);
  const places: Place[] = [
    { segments: [], item: view },
    ...[...view.properties].map(([name, at]) => ({ segments: [name], item: viewItem(contract, at) })),
  ];
  return places
    .map(({ segments, item }) => ({
      segments,
      item: item.items === undefined ? item : viewItem(contract, item.items),
    }))
    .find(({ item }) => names.every((name) => item.properties.has(name)));
}

/** The schema of the thing that a property has where it is shown as a whole, and has an identifier of else. */
export function wholeSchema(contract: Contract, item: SchemaView, name: string): string | undefined {
  const at = item.properties.get(name);
  const views = at === undefined ? [] : viewSchema(contract, at).alternatives.map((one) => viewSchema(contract, one));
  const kinds = views.map((view) => typesOf(contract, view).includes('object'));
  const isEither = kinds.includes(true) && kinds.includes(false);
  return isEither ? views[kinds.indexOf(true)]?.pointer : undefined;
}

/** The things that a body shows. */
export function thingsShown({ segments }: ShownParts, body: Exact | undefined): ExactObject[] {
  const found = within(body, segments);
  return (Array.isArray(found) ? found : [found]).filter((one) => one !== undefined && isExactObject(one));
}
