import { isFormInParts } from '../http/media-types.ts';
import { type Contract, resolvePart } from './contract.ts';
import { objectOf, pointerTo, stringOf } from './json.ts';
import { schemaOf } from './schemas/schema-pointers.ts';
import { enumOf, textAt, viewSchema } from './schemas/schema-view.ts';

/**
 * The files among the parts of a form (OpenAPI, Encoding Object), by name, with the media type of each;
 * undefined where the content of a body has no such form. `content`: pointer of the media types of the body.
 */
export function filesIn(contract: Contract, content: string): Record<string, string> | undefined {
  const mediaTypes = Object.keys(objectOf(resolvePart(contract, content).value));
  const mediaType = mediaTypes.find(isFormInParts);
  if (mediaType === undefined) return undefined;
  const media = content + pointerTo(mediaType);
  const schema = schemaOf(contract, media);
  const properties = schema === undefined ? [] : [...viewSchema(contract, schema).properties];
  const encoding = objectOf(objectOf(resolvePart(contract, media).value)['encoding']);
  return Object.fromEntries(
    properties.flatMap(([name, pointer]) => {
      const [written] = stringOf(objectOf(encoding[name])['contentType'])?.split(',') ?? [];
      const type = fileType(contract, pointer, written);
      return type === undefined ? [] : [[name, type]];
    }),
  );
}

/** The media type of a file, or of each file of a list; undefined for what is none. */
function fileType(contract: Contract, pointer: string, given: string | undefined): string | undefined {
  const view = viewSchema(contract, pointer);
  if (view.items !== undefined) return fileType(contract, view.items, given);
  const isAny = view.types.length + view.alternatives.length === 0 && enumOf(view) === undefined;
  const written = (keyword: string) =>
    view.parts.map(({ value }) => stringOf(objectOf(value)[keyword])).find((own) => own !== undefined);
  const described = written('contentMediaType');
  const isBytes = textAt(view, 'format') === 'binary' || described !== undefined || isOfFiles(given);
  const isText = written('contentEncoding') !== undefined || !view.types.includes('string');
  if (!isAny && (isText || !isBytes)) return undefined;
  const type = given?.trim() ?? described;
  return type === undefined || type.includes('*') ? 'application/octet-stream' : type;
}

/** True for a media type that no text of a form has. */
function isOfFiles(mediaType: string | undefined): boolean {
  return mediaType !== undefined && !/^\s*(text\/plain|application\/json)\b/i.test(mediaType);
}
