import { type Exact, type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import { remembered } from '../../openapi/remembered.ts';
import { nearestPlaces } from '../../openapi/schemas/nearest-places.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { isReadOnly, type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { Described } from '../resource/found-once.ts';
import { bodySchemasOf } from './body-parts.ts';
import { propertyAt, stepsOf, stepTo } from './body-path.ts';
import type { KeyedResponse } from './response-sets.ts';
import type { SeenResponse } from './seen-response.ts';

const deepest = 5;

/** A rule for a property of an object in a body. */
interface PropertyRule {
  property: string;
}

/**
 * The rules that `find` has for the objects in the bodies of a success, each with the path of its property, once.
 * `mayBeSent`: whether a client may send the property, in an object that has these names: those are left out.
 */
export function rulesOfSuccess<Rule extends PropertyRule>(
  { description: { contract, operations } }: Described,
  keyed: KeyedResponse,
  find: (view: SchemaView) => readonly Rule[],
  mayBeSent: (rule: Rule, names: ReadonlySet<string>) => boolean,
): (Rule & { path: string })[] {
  if (!/^2/.test(keyed.status)) return [];
  const found = bodySchemasOf(contract, keyed.set.operation, keyed.response).flatMap((pointer) =>
    rulesBelow(contract, pointer, find),
  );
  if (found.length === 0) return [];
  const schemas = operations.flatMap((operation) => jsonBodySchema(contract, operation) ?? []);
  const sent = schemas.flatMap((schema) => sentObjects(contract, viewSchema(contract, schema)));
  const own = found.filter((rule) => !sent.some((names) => mayBeSent(rule, names)));
  return [...Map.groupBy(own, ({ path }) => path).values()].flatMap(([first]) => first ?? []);
}

function rulesBelow<Rule extends PropertyRule>(
  contract: Contract,
  pointer: string,
  find: (view: SchemaView) => readonly Rule[],
): (Rule & { path: string })[] {
  const objects = nearestPlaces({ at: pointer, path: '' }, deepest, ({ at, path }) => {
    const { properties, items } = viewSchema(contract, at);
    const ofList = items === undefined ? [] : [{ at: items, path: `${path}[]` }];
    return [...[...properties].map(([name, own]) => ({ at: own, path: path + stepTo(name) })), ...ofList];
  });
  return objects.flatMap(({ at, path }) =>
    find(viewSchema(contract, at)).map((rule) => ({ ...rule, path: path + stepTo(rule.property) })),
  );
}

/** The objects of a body that may have the property at the end of a path; undefined for a body that is not valid. */
export function holdersIn(
  { body, keyed, description: { contract } }: SeenResponse,
  path: string,
): { view: SchemaView; item: ExactObject }[] | undefined {
  const [schema] = keyed === undefined ? [] : bodySchemasOf(contract, keyed.set.operation, keyed.response);
  if (body === undefined || schema === undefined || !body.isValid) return undefined;
  return objectsAt(contract, viewSchema(contract, schema), body.value, stepsOf(path).slice(0, -1));
}

/** The names of the properties of each object that a client may send. */
const sentObjects = remembered((contract: Contract, view: SchemaView): readonly ReadonlySet<string>[] => {
  const sentIn = ({ properties }: SchemaView) =>
    [...properties]
      .map(([name, pointer]) => ({ name, property: viewSchema(contract, pointer) }))
      .filter(({ property }) => !isReadOnly(property));
  const objects = nearestPlaces(view, deepest, (at) => {
    const others = at.items === undefined ? at.alternatives : [at.items, ...at.alternatives];
    return [...sentIn(at).map(({ property }) => property), ...others.map((pointer) => viewSchema(contract, pointer))];
  });
  return objects.map((at) => new Set(sentIn(at).map(({ name }) => name)));
});

/** The objects of a body at the end of the steps, each with its schema. */
function objectsAt(
  contract: Contract,
  view: SchemaView,
  value: Exact,
  [step, ...rest]: readonly string[],
): { view: SchemaView; item: ExactObject }[] {
  if (step === undefined) return isExactObject(value) ? [{ view, item: value }] : [];
  const pointer = step === '[]' ? view.items : view.properties.get(propertyAt(step));
  if (pointer === undefined) return [];
  const own = isExactObject(value) && step !== '[]' ? ownValue(value, propertyAt(step)) : undefined;
  const parts = step === '[]' ? (Array.isArray(value) ? value : []) : own === undefined ? [] : [own];
  return parts.flatMap((part) => objectsAt(contract, viewSchema(contract, pointer), part, rest));
}

/** The name of the property at the end of a path. */
export function nameIn(path: string): string {
  return propertyAt(stepsOf(path).at(-1) ?? '');
}
