import type { Node } from './document.ts';
import type { Input } from './workflow.ts';

/** The inputs that a workflow declares, and those that it only requires. */
export function readInputs(node: Node): Input[] {
  const inputs = node.get('inputs');
  if (inputs === undefined) return [];
  const reference = inputs.text('$ref');
  const schema = reference === undefined ? inputs : inputs.at(reference);
  const required = schema.items('required').map((name) => name.asText());
  const properties = schema.get('properties')?.members() ?? [];
  const declared = properties.map(([name, property]) => ({
    name,
    type: property.text('type') ?? null,
    default: property.get('default')?.value,
  }));
  return [
    ...declared,
    ...required
      .filter((name) => !declared.some((input) => input.name === name))
      .map((name) => ({ name, type: null, default: undefined })),
  ];
}
