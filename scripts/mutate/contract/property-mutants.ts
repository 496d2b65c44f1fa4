import { listOf, pointerTo } from '../../openapi/json.ts';
import { bodyPartOptional } from '../../requirements/request-body/part-optional.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import { propertiesIn } from '../../requirements/schema/part-path.ts';
import { otherText } from './other-values.ts';
import type { MutantDraft, Place } from './place.ts';

/** The properties of a schema: required or not, each name, and whether there may be others. */
export function propertyMutants(schema: Place): MutantDraft[] {
  return [...requiredMutants(schema), ...nameMutants(schema), ...surplusMutants(schema)];
}

function requiredMutants(schema: Place): MutantDraft[] {
  const required = schema.get('required');
  const names = listOf(required?.value).map(String);
  const dropped = names.flatMap((name, index) => {
    // An empty list is none in OpenAPI 3.0.
    const drafts =
      names.length === 1
        ? schema.loses('required', `required loses ${name}`)
        : (required?.losesItem(index, `required loses ${name}`) ?? []);
    return drafts.map((draft) => ({ ...draft, isAbout: isAboutProperty(name) }));
  });
  const optional = (schema.get('properties')?.names ?? []).filter((name) => !names.includes(name));
  const added = optional.flatMap((name) => {
    const drafts = required?.getsItem(name, `required gets ${name}`) ?? schema.gets('required', [name]);
    return drafts.map((draft) => ({
      ...draft,
      what: `required gets ${name}`,
      pointer: `${schema.pointer}/properties${pointerTo(name)}`,
      isAbout: ({ kind }: Requirement) => kind === bodyPartOptional.id,
    }));
  });
  return [...dropped, ...added];
}

/** A name that changes takes its entry in `required` with it: it is one requirement. */
function nameMutants(schema: Place): MutantDraft[] {
  const properties = schema.get('properties');
  const required = schema.get('required');
  return (properties?.names ?? []).flatMap((name) => {
    const other = otherText(name, properties?.names ?? []);
    const entry = required?.items().find(({ value }) => value === name);
    const entries = entry?.replaced(other, '') ?? [];
    const drafts = properties?.renames(name, other, `property ${name} becomes ${other}`) ?? [];
    return drafts.map((draft) => ({
      ...draft,
      edits: [...draft.edits, ...entries.flatMap(({ edits }) => edits)] as const,
      isAbout: isAboutProperty(name),
    }));
  });
}

function isAboutProperty(name: string): (requirement: Requirement) => boolean {
  return ({ subject: { path = '', property } }) => property === name || propertiesIn(path).includes(name);
}

function surplusMutants(schema: Place): MutantDraft[] {
  const keyword = schema.get('unevaluatedProperties') === undefined ? 'additionalProperties' : 'unevaluatedProperties';
  const surplus = schema.get(keyword);
  if (surplus === undefined) return schema.get('properties') === undefined ? [] : schema.gets(keyword, false);
  return typeof surplus.value === 'boolean'
    ? schema.becomes(keyword, !surplus.value)
    : schema.loses(keyword, `the schema of ${keyword} is removed`);
}
