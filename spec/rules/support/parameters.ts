import { Cursor, isFields } from './cursor.ts';
import type { Context } from './redocly.ts';

export interface Parameter {
  name: string;
  in: string;
}

/** The parameters of the operation that `context` visits, those of its path item included. */
export function parametersOf(operation: unknown, context: Context): Parameter[] {
  // Both stand in one file, which is all that the location of a reference needs.
  return [context.parent, operation].flatMap((owner) => {
    const parameters = Cursor.at(owner, context).child('parameters')?.entries() ?? [];
    return parameters.flatMap(([, { value }]) =>
      isFields(value) && typeof value['name'] === 'string' ? [{ name: value['name'], in: String(value['in']) }] : [],
    );
  });
}
