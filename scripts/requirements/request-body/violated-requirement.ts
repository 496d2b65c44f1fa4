import type { Exact } from '../../http/exact-json.ts';
import { requirementId } from '../requirement.ts';
import type { PlacedViolation } from './placed-violations.ts';

/** What distinguishes the requirements of the parts of a body. */
export interface PartKeyword {
  path: string;
  keyword: string;
}

/** The requirement that a violation belongs to: the first of those that it may be of, else that of the whole schema. */
export function violatedRequirement(
  about: readonly PartKeyword[],
  isRequired: (requirement: PartKeyword) => boolean,
): PartKeyword {
  return about.find(isRequired) ?? { path: '', keyword: 'schema' };
}

/** The requirements that a violation of a schema may be of, the most particular first. */
export function requirementsAbout({
  path,
  violation: { keyword, property },
  value,
}: PlacedViolation): readonly PartKeyword[] {
  if (keyword === 'required') return [{ path: `${path}.${property ?? ''}`, keyword }];
  const own = { path, keyword: path === '' && keyword === 'type' ? 'shape' : requirementKeyword(keyword) };
  return isOfNull(keyword, value) ? [{ path, keyword: 'null' }, own] : [own];
}

/** True for null where none is allowed. */
export function isOfNull(keyword: string, value: Exact): boolean {
  return value === null && /^(type|enum|const)$/.test(keyword);
}

/** The keyword that requirements have for one of JSON Schema. */
export function requirementKeyword(keyword: string): string {
  if (keyword === 'const') return 'enum';
  return keyword === 'additionalProperties' || keyword === 'unevaluatedProperties' ? 'surplus' : keyword;
}

/** The id of a requirement of a part, of whichever kind. */
export function partRequirementId(operationId: string, { path, keyword }: PartKeyword): string {
  return requirementId('{operationId}.requestBody{path}.{keyword}', { operationId, path, keyword });
}
