import { expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { splitTarget } from '../../http/message-changes.ts';
import {
  readCookie,
  readHeader,
  readPath,
  readQuery,
  writeCookie,
  writeHeader,
  writePath,
  writeQuery,
} from './parameter-codec.ts';
import type { ParameterShape, SchemaShape } from './shape.ts';
import type { QueryStyleName, TextStyleName } from './style.ts';

/** Writes a value in a place of a request, and reads it there. */
const ways = {
  query: (shape: ParameterShape, value: Exact) => {
    const query = writeQuery(shape, value).map((pair) => pair.join('='));
    return readQuery(shape, splitTarget(`/?${query.join('&')}`).pairs);
  },
  path: (shape: ParameterShape, value: Exact) => readPath(shape, writePath(shape, value)),
  header: (shape: ParameterShape, value: Exact) => readHeader(shape, [writeHeader(shape, value)]),
  cookie: (shape: ParameterShape, value: Exact) => readCookie(shape, [writeCookie(shape, value)]),
};
type Place = keyof typeof ways;

const untyped = { types: [], itemTypes: [], properties: new Map<string, string[]>(), isOpen: true };
const values = {
  scalar: { value: 'a b&c=d/é%2C+', schema: { ...untyped, kinds: ['scalar'] } },
  integer: { value: -(2n ** 63n), schema: { ...untyped, kinds: ['scalar'], types: ['integer'] } },
  list: { value: ['a', 'b=c', 'é&'], schema: { ...untyped, kinds: ['list'] } },
  object: {
    value: { x: 1, é: 'b&c' },
    schema: { ...untyped, kinds: ['object'], properties: new Map([['x', ['integer']]]) },
  },
} satisfies Record<string, { value: Exact; schema: SchemaShape }>;
type Kind = keyof typeof values;
const kinds: Kind[] = ['scalar', 'integer', 'list', 'object'];

const places: Record<QueryStyleName | TextStyleName, Place[]> = {
  form: ['query', 'cookie'],
  spaceDelimited: ['query'],
  pipeDelimited: ['query'],
  deepObject: ['query'],
  simple: ['path', 'header'],
  label: ['path'],
  matrix: ['path'],
};

/** OpenAPI leaves the others open (Style Values, Style Examples: n/a). */
function isDefined(style: string, explode: boolean, kind: Kind): boolean {
  if (style === 'deepObject') return explode && kind === 'object';
  return !(/Delimited$/.test(style) && explode && kind === 'object');
}

const cases = Object.entries(places).flatMap(([style, own]) =>
  own.flatMap((place) =>
    [false, true].flatMap((explode) =>
      kinds.filter((kind) => isDefined(style, explode, kind)).map((kind) => ({ style, place, explode, kind })),
    ),
  ),
);

test.each(cases)('$style in a $place, explode $explode: $kind', ({ style, place, explode, kind }) => {
  const { value, schema } = values[kind];
  const shape = { name: 'by name', style, explode, mediaType: null, ...schema };
  expect(ways[place](shape, value)).toMatchObject({ readings: [value], isRepeated: false });
});

test.each(
  (['query', 'path', 'header', 'cookie'] as const).flatMap((place) => [
    ...kinds.map((kind) => ({ place, mediaType: 'application/json', kind })),
    { place, mediaType: 'text/plain', kind: 'scalar' as const },
  ]),
)('$mediaType in a $place: $kind', ({ place, mediaType, kind }) => {
  const { value, schema } = values[kind];
  const shape = { name: 'by name', style: 'form', explode: true, mediaType, ...schema };
  expect(ways[place](shape, value)).toMatchObject({ readings: [value], isRepeated: false });
});
