import { type Exact, isExactObject, writeExact } from './exact-json.ts';

// Its parts are made from a contract: none of them has this by chance.
const boundary = 'end-of-a-part-62d8e1c5f04b';

/** The parameter that a `Content-Type` has beside it. */
export const boundaryParameter = `; boundary=${boundary}`;

/**
 * A form of parts (RFC 7578) that says an object: a list as one part for each item, objects as JSON.
 * `files`: the properties that go as files. `contentOf`: what a file has that a text stands for.
 */
export function writeFormInParts<File extends { mediaType: string }>(
  value: Exact,
  files: Readonly<Record<string, File>>,
  contentOf: (file: File, text: string) => Buffer = (_, text) => Buffer.from(text),
): Buffer {
  const fields = Object.entries(isExactObject(value) ? value : {});
  const parts = fields.flatMap(([name, own]) =>
    [own].flat().map((one) => {
      const file = Object.hasOwn(files, name) ? files[name] : undefined;
      const text = typeof one === 'string' ? one : writeExact(one);
      return Buffer.concat([
        Buffer.from(`--${boundary}\r\n${headOf(name, one, file)}\r\n\r\n`),
        file !== undefined && typeof one === 'string' ? contentOf(file, one) : Buffer.from(text),
        Buffer.from('\r\n'),
      ]);
    }),
  );
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

function headOf(name: string, value: Exact, file: { mediaType: string } | undefined): string {
  const field = `Content-Disposition: form-data; name="${quoted(name)}"`;
  if (file !== undefined) return `${field}; filename="${quoted(name)}"\r\nContent-Type: ${file.mediaType}`;
  return isExactObject(value) ? `${field}\r\nContent-Type: application/json` : field;
}

/** As HTML has it: what would end the name, or its line, is percent-encoded. */
function quoted(name: string): string {
  return name.replaceAll(/["\r\n]/g, encodeURIComponent);
}

/**
 * The fields of a form of parts (RFC 7578); undefined for bytes that are none, or end before the form does.
 * `contentType` says what its parts end with.
 */
export function readFormInParts(bytes: Buffer, contentType: string): [name: string, value: Buffer][] | undefined {
  const [, inQuotes, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s"]+))/i.exec(contentType) ?? [];
  const delimiter = inQuotes ?? bare;
  if (delimiter === undefined) return undefined;
  const [, ...parts] = `\r\n${bytes.toString('latin1')}`.split(`\r\n--${delimiter}`);
  const end = parts.findIndex((part) => part.startsWith('--'));
  const fields = parts.slice(0, Math.max(0, end)).map((part): [string, Buffer] | undefined => {
    const [, head = '', body] = /^[ \t]*\r\n((?:.+\r\n)+)\r\n([\s\S]*)$/.exec(part) ?? [];
    const [, name] = /^Content-Disposition:\s*form-data\s*;.*?\bname="([^"]*)"/im.exec(head) ?? [];
    if (name === undefined || body === undefined) return undefined;
    return [unquoted(Buffer.from(name, 'latin1').toString()), Buffer.from(body, 'latin1')];
  });
  const isWhole = end >= 0 && fields.every((field) => field !== undefined);
  return isWhole ? fields.filter((field) => field !== undefined) : undefined;
}

function unquoted(name: string): string {
  return name.replaceAll(/%(?:22|0D|0A)/gi, decodeURIComponent);
}
