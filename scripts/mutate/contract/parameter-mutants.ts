import { segmentsOf } from '../../openapi/json.ts';
import { otherText } from './other-values.ts';
import type { MutantDraft, Place } from './place.ts';

const otherPlaces: Readonly<Record<string, string>> = {
  query: 'header',
  header: 'query',
  path: 'query',
  cookie: 'query',
};

/**
 * A parameter with another name or place, optional or required, styled otherwise, or gone.
 * A path parameter has its name in the path too: see operation-mutants.ts.
 */
export function parameterMutants(parameter: Place): MutantDraft[] {
  const place = parameter.get('in')?.text ?? '';
  const name = parameter.get('name')?.text ?? '';
  const reference = parameter.get('$ref')?.text;
  if (reference !== undefined) return removed(parameter, `parameter ${segmentsOf(reference).at(-1)} is removed`);
  const other = place === 'header' ? `${name}-Other` : otherText(name, []);
  return [
    ...requiredMutants(parameter),
    ...(place === 'path' ? [] : parameter.becomes('name', other)),
    ...(otherPlaces[place] === undefined ? [] : parameter.becomes('in', otherPlaces[place])),
    ...['style', 'explode', 'allowReserved', 'allowEmptyValue'].flatMap((keyword) => parameter.loses(keyword)),
    ...removed(parameter, `parameter ${name} is removed`),
  ];
}

function removed(parameter: Place, what: string): MutantDraft[] {
  const index = Number(parameter.name);
  const drafts = Number.isInteger(index) ? (parameter.holder?.losesItem(index, what) ?? []) : [];
  return drafts.map((draft) => ({ ...draft, pointer: parameter.pointer }));
}

/** Of a parameter, a header or a request body: optional what was required, and the other way round. */
export function requiredMutants(part: Place): MutantDraft[] {
  if (part.get('$ref') !== undefined) return [];
  const required = part.get('required')?.value;
  return typeof required === 'boolean' ? part.becomes('required', !required) : part.gets('required', true);
}
