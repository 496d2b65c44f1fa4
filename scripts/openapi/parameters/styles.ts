import { content } from './content.ts';
import { deepObject } from './deep-object.ts';
import { form } from './form.ts';
import { label } from './label.ts';
import { matrix } from './matrix.ts';
import { pipeDelimited } from './pipe-delimited.ts';
import type { StyledParameter } from './shape.ts';
import { simple } from './simple.ts';
import { spaceDelimited } from './space-delimited.ts';
import type { QueryStyle, QueryStyleName, TextStyle, TextStyleName } from './style.ts';

const ofQueries: Readonly<Record<QueryStyleName, QueryStyle>> = { form, spaceDelimited, pipeDelimited, deepObject };
const ofTexts: Readonly<Record<TextStyleName, TextStyle>> = { simple, label, matrix };

/** How a parameter is written in a query: as one document, else in its style; `form` for a style that no query has. */
export function queryStyleOf({ style, mediaType }: StyledParameter): QueryStyle {
  if (mediaType !== null) return content.query;
  return isIn(ofQueries, style) ? ofQueries[style] : form;
}

/** How a parameter is written in a path: as one document, else in its style; `simple` for a style that no path has. */
export function pathStyleOf({ style, mediaType }: StyledParameter): TextStyle {
  if (mediaType !== null) return content.text;
  return isIn(ofTexts, style) ? ofTexts[style] : simple;
}

/** Headers and cookies are one text without a prefix, whatever their style: as one document, else as in `simple`. */
export function headerStyleOf({ mediaType }: Pick<StyledParameter, 'mediaType'>): TextStyle {
  return mediaType === null ? simple : content.text;
}

function isIn<Name extends string>(table: Readonly<Record<Name, unknown>>, name: string): name is Name {
  return Object.hasOwn(table, name);
}
