import { type Exact, within } from '../../http/exact-json.ts';
import type { SchemaViolation } from '../../openapi/schemas/schema-validator.ts';
import type { BodyPart } from './body-parts.ts';
import { stepTo } from './body-path.ts';

/**
 * What of a documented body a violation of its schema violates: the part that it is about if the contract says so of
 * that part by itself, else the nearest one above it of which there is a requirement, at last the whole body.
 */
export function violatedPart(
  parts: readonly BodyPart[],
  { path, keyword, property }: SchemaViolation,
  body: Exact,
): Pick<BodyPart, 'path' | 'keyword'> {
  const names = path.map((segment, index) =>
    Array.isArray(within(body, path.slice(0, index))) ? '[]' : stepTo(segment),
  );
  const at = names.join('');
  const above = names.map((_, index) => ({
    path: names.slice(0, names.length - index).join(''),
    keyword: 'schema',
  }));
  const candidates = [ownPart(at, keyword, property), ...above];
  const found = candidates.find((one) => parts.some((part) => part.path === one.path && part.keyword === one.keyword));
  return found ?? { path: '', keyword: 'schema' };
}

function ownPart(at: string, keyword: string, property: string | undefined): Pick<BodyPart, 'path' | 'keyword'> {
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties')
    return { path: at, keyword: 'surplus' };
  return keyword === 'required' ? { path: at + stepTo(property ?? ''), keyword } : { path: at, keyword };
}
