import type { Exact } from '../../http/exact-json.ts';
import type { Pair } from '../../http/message-changes.ts';
import type { ParameterShape, StyledParameter } from './shape.ts';

/** The styles of OpenAPI 3.0 and 3.1 (Style Values): those of a query, and those of one text. */
export type QueryStyleName = 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
export type TextStyleName = 'simple' | 'label' | 'matrix';

/** The values that texts may stand for. */
export interface Reading {
  /** The likeliest first; none where the texts are not in the style of the parameter. */
  readings: readonly Exact[];
  /** Given several times where one is meant. */
  isRepeated: boolean;
}

/** How a value is written in the pairs of a query, percent-encoded. */
export interface QueryStyle {
  write(parameter: StyledParameter, value: Exact): Pair[];
  read(shape: ParameterShape, own: readonly Pair[]): Reading;
  /** True when a name in a query, decoded, belongs to the parameter. */
  isNameOf(shape: ParameterShape, name: string): boolean;
}

/** How a value is written in one text: in a path, where parts are percent-encoded, in a header or in a cookie. */
export interface TextStyle {
  write(parameter: StyledParameter, value: Exact, encode: (text: string) => string): string;
  read(shape: ParameterShape, text: string, decode: (text: string) => string): readonly Exact[];
}
