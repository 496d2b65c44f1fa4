import { type Exact, type ExactObject, isExactObject } from '../../http/exact-json.ts';
import type { Contract } from '../contract.ts';
import type { Operation, Parameter } from '../operation-table.ts';
import { remembered } from '../remembered.ts';
import { jsonBodySchema, type PropertyParameter } from '../schemas/schema-pointers.ts';
import { type SchemaView, typesOf, viewSchema } from '../schemas/schema-view.ts';

/** What a search by POST is asked for: a property of its body, as a parameter by itself. */
export interface BodyParameter extends PropertyParameter {
  readonly in: 'body';
  /** Where the body has it. */
  readonly segments: readonly string[];
}

/** True for a parameter that a search has in its body, and not in its query. */
export function isBodyParameter(parameter: Parameter): parameter is BodyParameter {
  return 'segments' in parameter;
}

/** The body with another value for a parameter, and none where that is undefined. */
export function withBodyParameter(body: Exact, { segments }: BodyParameter, value: Exact | undefined): Exact {
  return withValue(body, segments, value);
}

function withValue(body: Exact, [name = '', ...others]: readonly string[], value: Exact | undefined): Exact {
  const { [name]: own, ...rest } = isExactObject(body) ? body : {};
  if (others.length > 0) {
    return own === undefined && value === undefined ? body : { ...rest, [name]: withValue(own ?? {}, others, value) };
  }
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** The names of objects that hold filters: what these are called says nothing of a filter. */
const holding = /^(filters?|where|criteria|conditions?|match|query)$/i;
const paging = /^(page|paging|pagination)$/i;

/** The parameters that the properties of a body are, and those of the objects in it. */
export const bodyParameters = remembered((contract: Contract, operation: Operation) => {
  const schema = jsonBodySchema(contract, operation);
  return schema === undefined ? [] : parametersIn(contract, schema);
});

function parametersIn(contract: Contract, schema: string): BodyParameter[] {
  const all = [...viewSchema(contract, schema).properties].flatMap(([name, pointer]) => {
    const { properties } = viewSchema(contract, pointer);
    if (properties.size === 0)
      return [parameterAt(contract, [name], name, pointer, isRequired(contract, schema, name))];
    return [...properties].map(([inner, at]) => {
      const title = holding.test(name) ? inner : `${paging.test(name) ? 'page' : name}[${inner}]`;
      return parameterAt(contract, [name, inner], title, at, isRequired(contract, pointer, inner));
    });
  });
  return all.filter((one) => all.every((other) => other === one || other.name !== one.name));
}

function isRequired(contract: Contract, pointer: string, name: string): boolean {
  return viewSchema(contract, pointer).required.has(name);
}

function parameterAt(
  contract: Contract,
  segments: readonly string[],
  name: string,
  pointer: string,
  required: boolean,
): BodyParameter {
  const view = viewSchema(contract, pointer);
  const preset = view.keywords.get('default')?.value;
  return {
    name,
    in: 'body',
    pointer,
    isProperty: true,
    segments,
    required,
    style: 'form',
    explode: true,
    types: typesOf(contract, view),
    itemTypes: view.items === undefined ? [] : typesOf(contract, viewSchema(contract, view.items)),
    mediaType: null,
    ...(preset !== undefined && { default: preset }),
  };
}

/** The least body, with the objects that it must have; undefined where it must ask for something. */
export function bodyThatAsksNothing(contract: Contract, operation: Operation): ExactObject | undefined {
  const schema = jsonBodySchema(contract, operation);
  return schema === undefined ? undefined : emptyObject(contract, viewSchema(contract, schema));
}

function emptyObject(contract: Contract, { properties, required }: SchemaView): ExactObject | undefined {
  const isHolder = (name: string) => {
    const pointer = properties.get(name);
    const view = pointer === undefined ? undefined : viewSchema(contract, pointer);
    return view !== undefined && view.properties.size > 0 && view.required.size === 0;
  };
  const names = [...required.keys()];
  return names.every(isHolder) ? Object.fromEntries(names.map((name) => [name, {}])) : undefined;
}
