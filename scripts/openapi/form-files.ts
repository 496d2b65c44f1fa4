import { isFormInParts } from '../http/media-types.ts';
import { sampleFile } from '../http/sample-files.ts';
import { type Contract, resolvePart } from './contract.ts';
import { objectOf, pointerTo, stringOf } from './json.ts';
import type { FormFile } from './operation-table.ts';
import { schemaOf } from './schemas/schema-pointers.ts';
import { enumOf, numberAt, textAt, viewSchema } from './schemas/schema-view.ts';

/**
 * The files among the parts of a form (OpenAPI, Encoding Object), by name; undefined where the content of a body has no
 * such form. `content`: pointer of the media types of the body.
 */
export function filesIn(contract: Contract, content: string): Record<string, FormFile> | undefined {
  const mediaTypes = Object.keys(objectOf(resolvePart(contract, content).value));
  const mediaType = mediaTypes.find(isFormInParts);
  if (mediaType === undefined) return undefined;
  const media = content + pointerTo(mediaType);
  const schema = schemaOf(contract, media);
  const properties = schema === undefined ? [] : propertiesIn(contract, schema);
  const encoding = objectOf(objectOf(resolvePart(contract, media).value)['encoding']);
  return Object.fromEntries(
    properties.flatMap(([name, pointer]) => {
      const file = fileAt(contract, pointer, stringOf(objectOf(encoding[name])['contentType']));
      return file === undefined ? [] : [[name, file]];
    }),
  );
}

/** The properties of a form, also those of its alternatives. */
function propertiesIn(contract: Contract, pointer: string, passed = new Set<string>()): [string, string][] {
  if (passed.has(pointer)) return [];
  passed.add(pointer);
  const { properties, alternatives } = viewSchema(contract, pointer);
  return [...alternatives.flatMap((one) => propertiesIn(contract, one, passed)), ...properties];
}

/** A file, or each file of a list; undefined for what is none. `given`: media types with commas between them. */
function fileAt(contract: Contract, pointer: string, given: string | undefined): FormFile | undefined {
  const view = viewSchema(contract, pointer);
  if (view.items !== undefined) return fileAt(contract, view.items, given);
  const isAny = view.types.length + view.alternatives.length === 0 && enumOf(view) === undefined;
  const written = (keyword: string) =>
    view.parts.map(({ value }) => stringOf(objectOf(value)[keyword])).find((own) => own !== undefined);
  const described = written('contentMediaType');
  const isBytes = textAt(view, 'format') === 'binary' || described !== undefined || isOfFiles(given);
  const isText = written('contentEncoding') !== undefined || !view.types.includes('string');
  if (!isAny && (isText || !isBytes)) return undefined;
  const [minLength, maxLength] = [numberAt(view, 'minLength'), numberAt(view, 'maxLength')];
  return {
    mediaType: oneOf(given ?? described ?? sampleTypesSaid(written('description') ?? '')),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

/** The media types of the known files that a description names: "Must be a PNG image", "JPEG or WebP". */
function sampleTypesSaid(description: string): string {
  const names = description.match(/\b(?:PNG|JPE?G|GIF|WebP|WAV|PDF)\b/gi) ?? [];
  return names.map((name) => `${kindOf(name)}/${name}`.toLowerCase().replace('jpg', 'jpeg')).join();
}

function kindOf(name: string): string {
  if (/pdf/i.test(name)) return 'application';
  return /wav/i.test(name) ? 'audio' : 'image';
}

/** Of several media types, and of a range, one of which a file is known; else the first. */
function oneOf(mediaTypes: string): string {
  const all = mediaTypes.split(',').map((one) => one.trim());
  const [known] = all.flatMap((one) => sampleFile(one)?.mediaType ?? []);
  const [first = ''] = all;
  return known ?? (first === '' || first.includes('*') ? 'application/octet-stream' : first);
}

/** True for a media type that no text of a form has. */
function isOfFiles(mediaType: string | undefined): boolean {
  return mediaType !== undefined && !/^\s*(text\/plain|application\/json)\b/i.test(mediaType);
}
