import { type Exact, isExactObject, writeExact } from '../http/exact-json.ts';
import { encode } from '../http/percent-encoding.ts';
import type { Parameter } from './operation-table.ts';

/** A scalar as the text that stands for it outside of JSON. */
export function textOf(value: Exact): string {
  return typeof value === 'string' ? value : writeExact(value);
}

const joints: Record<string, string> = { form: ',', spaceDelimited: '%20', pipeDelimited: '%7C' };

/** The pairs of a query that say a value, encoded (OpenAPI, Style Values). */
export function queryPairs(parameter: Parameter, value: Exact): [name: string, value: string][] {
  const { name, style, explode, mediaType } = parameter;
  if (mediaType !== null) return [[encode(name), encode(writeExact(value))]];
  if (Array.isArray(value)) {
    const texts = value.map((item) => encode(textOf(item)));
    return explode ? texts.map((text) => [encode(name), text]) : [[encode(name), texts.join(joints[style] ?? ',')]];
  }
  if (!isExactObject(value)) return [[encode(name), encode(textOf(value))]];
  const entries = Object.entries(value);
  if (style === 'deepObject') return entries.map(([key, child]) => [encode(`${name}[${key}]`), encode(textOf(child))]);
  return explode
    ? entries.map(([key, child]) => [encode(key), encode(textOf(child))])
    : [
        [
          encode(name),
          entries.flatMap(([key, child]) => [encode(key), encode(textOf(child))]).join(joints[style] ?? ','),
        ],
      ];
}

/** A value in a path, encoded: style `simple`, `label` or `matrix`. */
export function pathText({ name, style, explode, mediaType }: Parameter, value: Exact): string {
  if (mediaType !== null) return encode(writeExact(value));
  const pairs = isExactObject(value)
    ? Object.entries(value).map(([key, child]) => [encode(key), encode(textOf(child))] as const)
    : undefined;
  const items = Array.isArray(value) ? value.map((item) => encode(textOf(item))) : [encode(textOf(value))];
  const texts =
    pairs === undefined ? items : pairs.flatMap(([key, child]) => (explode ? [`${key}=${child}`] : [key, child]));
  if (style === 'label') return `.${texts.join(explode ? '.' : ',')}`;
  if (style !== 'matrix') return texts.join(',');
  if (!explode || !(Array.isArray(value) || pairs !== undefined)) return `;${name}=${texts.join(',')}`;
  return texts.map((text) => (pairs === undefined ? `;${name}=${text}` : `;${text}`)).join('');
}

/** A value in a header or a cookie: style `simple`. */
export function headerText({ mediaType, explode }: Pick<Parameter, 'mediaType' | 'explode'>, value: Exact): string {
  if (mediaType !== null) return writeExact(value);
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return isExactObject(value)
    ? Object.entries(value)
        .map(([key, child]) => `${key}${explode ? '=' : ','}${textOf(child)}`)
        .join(',')
    : textOf(value);
}
