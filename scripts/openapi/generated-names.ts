import { childOf, isObject, type Json, objectOf, pointerTo } from './json.ts';

/**
 * The pointer to the part of a document that names in generated code stand for, as far as they lead:
 * generated code leaves `properties`, `items` and `schema` out and calls operations by their operationId.
 */
export function pointerOfNames(document: Json, names: string[]): string | undefined {
  const [root = '', ...rest] = names;
  let part = root === 'operations' ? operationNamed(document, rest.shift()) : stepInto(document, root);
  if (part === undefined) return undefined;
  for (const name of rest) {
    const step = stepInto(part.value, name);
    if (step === undefined) break;
    part = { pointer: part.pointer + step.pointer, value: step.value };
  }
  return part.pointer;
}

interface Step {
  pointer: string;
  value: Json;
}

/** The operation with this operationId; one without is called by its method and path, `get /tide`. */
export function operationNamed(document: Json, id: string | undefined): Step | undefined {
  for (const [path, item] of Object.entries(objectOf(childOf(document, 'paths')))) {
    for (const [method, operation] of Object.entries(objectOf(item))) {
      const name = childOf(operation, 'operationId') ?? `${method} ${path}`;
      if (name === id) return { pointer: pointerTo('paths', path, method), value: operation };
    }
  }
  return undefined;
}

// What a name may stand under although the path of names leaves it out.
const implied = [[], ['properties'], ['items'], ['items', 'properties'], ['schema']];

function stepInto(value: Json, name: string): Step | undefined {
  if (Array.isArray(value)) return parameterNamed(value, name);
  if (!isObject(value)) return undefined;
  for (const segments of implied) {
    const holder = segments.reduce<Json | undefined>(
      (part, segment) => (part === undefined ? undefined : childOf(part, segment)),
      value,
    );
    const found = isObject(holder) ? childOf(holder, name) : undefined;
    if (found !== undefined) return { pointer: pointerTo(...segments, name), value: found };
  }
  return undefined;
}

/** Parameters: the types group them by place, the description lists them. */
function parameterNamed(parameters: Json[], name: string): Step | undefined {
  const index = parameters.findIndex((parameter) => childOf(parameter, 'name') === name);
  if (index >= 0) return { pointer: pointerTo(index), value: parameters[index] ?? null };
  const isPlace = parameters.some((parameter) => childOf(parameter, 'in') === name);
  return isPlace ? { pointer: '', value: parameters } : undefined;
}
