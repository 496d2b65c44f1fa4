import type { Lines, SchemaLines, Validate, ValidationError } from '../generated/validators.js';

/** What a value violates. */
export interface Violated {
  /** The place in the value and what is required there, as a requirement's id ends: `[].name.type`. */
  aspect: string;
  /** `openapi.yaml:LINE` */
  location: string;
}

/** What an error of a validator is about: a keyword of a schema, or all of the nearest schema that has a line. */
export function violatedRequirement(lines: Lines, validator: Validate, error: ValidationError): Violated {
  let schema = lines.schemas[validator.pointer ?? ''];
  let place = '';
  let aspect = aspectOf(error);
  for (const step of error.instancePath.split('/').slice(1)) {
    const [inPlace, next] = partOf(schema, step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const part = lines.schemas[next ?? ''];
    if (part === undefined) {
      aspect = 'schema';
      break;
    }
    schema = part;
    place += inPlace;
  }
  if (schema?.lines[aspect] === undefined) aspect = 'schema';
  return { aspect: `${place}.${aspect}`, location: schema?.lines[aspect] ?? '' };
}

/** A part of a value by its name or index: how ids name it, and the pointer of its schema. */
function partOf(schema: SchemaLines | undefined, name: string): [inPlace: string, pointer: string | undefined] {
  return schema?.items === undefined ? [`.${name}`, schema?.properties[name]] : ['[]', schema.items];
}

/** What the ids of requirements call that which a keyword of JSON Schema requires. */
function aspectOf({ keyword, params }: ValidationError): string {
  if (keyword === 'required') return `${params['missingProperty']}.required`;
  return keyword === 'additionalProperties' || keyword === 'unevaluatedProperties' ? 'surplus' : keyword;
}
