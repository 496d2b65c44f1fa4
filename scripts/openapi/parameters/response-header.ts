import { isJson } from '../../http/media-types.ts';
import { type Contract, resolvePart } from '../contract.ts';
import type { Description } from '../description.ts';
import { objectOf, pointerTo } from '../json.ts';
import type { DocumentedResponse } from '../operation-table.ts';
import { remembered } from '../remembered.ts';
import { schemaOf } from '../schemas/schema-pointers.ts';
import type { SchemaViolation } from '../schemas/schema-validator.ts';
import { readHeader } from './parameter-codec.ts';
import { type StyledParameter, schemaShape } from './shape.ts';

type DocumentedHeader = Pick<DocumentedResponse['headers'][number], 'name' | 'pointer'>;

/** How a response header is written, and the pointer of its schema, where it has one. */
export interface DescribedHeader {
  style: StyledParameter;
  schema: string | undefined;
}

/** What the contract says of the header at `pointer` (OpenAPI, Header Object: always in style `simple`). */
export const describedHeader = remembered(
  (contract: Contract, { name, pointer }: DocumentedHeader): DescribedHeader => {
    const header = objectOf(resolvePart(contract, pointer).value);
    const [mediaType = null] = Object.keys(objectOf(header['content']));
    const holder = mediaType === null ? pointer : `${pointer}/content${pointerTo(mediaType)}`;
    return {
      style: { name, style: 'simple', explode: header['explode'] === true, mediaType },
      schema: schemaOf(contract, holder),
    };
  },
);

/**
 * How the text of a response header violates its schema;
 * empty when one of the values that it may stand for is valid, and where the contract describes none that can be read.
 */
export function headerViolations(
  { contract, schemas }: Description,
  header: DocumentedHeader,
  text: string,
): SchemaViolation[] {
  const { style, schema } = describedHeader(contract, header);
  if (schema === undefined || (style.mediaType !== null && !isJson(style.mediaType))) return [];
  const { readings } = readHeader({ ...style, ...schemaShape(contract, schema) }, [text]);
  const all = readings.map((value) => schemas.violations('response', schema, value));
  return all.find((violations) => violations.length === 0) ?? all[0] ?? [unreadable(style.mediaType)];
}

function unreadable(mediaType: string | null): SchemaViolation {
  return { path: [], keyword: 'style', message: `must be ${mediaType ?? 'in style simple'}`, property: undefined };
}
