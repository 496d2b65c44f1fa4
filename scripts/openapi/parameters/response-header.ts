import { isJson } from '../../http/media-types.ts';
import { partAt, resolvePart } from '../contract.ts';
import type { Description } from '../description.ts';
import { objectOf, pointerTo } from '../json.ts';
import type { SchemaViolation } from '../schema-validator.ts';
import { readHeader } from './parameter-codec.ts';
import { schemaShape } from './shape.ts';

/**
 * How the text of the response header at `pointer` violates its schema; empty when one of the values that it may stand for is
 * valid, and where the contract describes none that can be read.
 */
export function headerViolations(
  { contract, schemas }: Description,
  { name, pointer }: { name: string; pointer: string },
  text: string,
): SchemaViolation[] {
  const header = objectOf(resolvePart(contract, pointer).value);
  const [mediaType = null] = Object.keys(objectOf(header['content']));
  const holder = mediaType === null ? pointer : `${pointer}/content${pointerTo(mediaType)}`;
  const isDescribed = objectOf(resolvePart(contract, holder).value)['schema'] !== undefined;
  if (!isDescribed || (mediaType !== null && !isJson(mediaType))) return [];
  const schema = `${holder}/schema`;
  const own = { name, style: 'simple', explode: header['explode'] === true, mediaType };
  const { readings } = readHeader({ ...own, ...schemaShape(contract, schema) }, [text]);
  const all = readings.map((value) => schemas.violations('response', partAt(contract, schema).pointer, value));
  return all.find((violations) => violations.length === 0) ?? all[0] ?? [unreadable(mediaType)];
}

function unreadable(mediaType: string | null): SchemaViolation {
  return { path: [], keyword: 'style', message: `must be ${mediaType ?? 'in style simple'}`, property: undefined };
}
