import { isOfType } from './media-types.ts';

/** A file that programs which read its media type take for one. */
export interface SampleFile {
  mediaType: string;
  bytes: Buffer;
}

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>> endobj
xref
0 4
0000000000 65535 f\x20
0000000009 00000 n\x20
0000000053 00000 n\x20
0000000103 00000 n\x20
trailer<</Size 4/Root 1 0 R>>
startxref
163
%%EOF
`;

const jpeg = `
  /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB
  AQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z`;

// An image of one pixel, a page without content, two samples of silence. Behind their end, readers ignore what follows.
const sampleFiles: readonly SampleFile[] = [
  ofBase64('image/png', 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg=='),
  ofBase64('image/jpeg', jpeg),
  // As many call it.
  ofBase64('image/jpg', jpeg),
  ofBase64('image/gif', 'R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='),
  ofBase64(
    'image/webp',
    `UklGRkAAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAIAAAAAAFZQOCAYAAAAMAEAnQEqAQABAAFAJiWkAANwAP79NmgA`,
  ),
  ofBase64('audio/wav', 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQIAAACAgA=='),
  { mediaType: 'application/pdf', bytes: Buffer.from(pdf) },
];

/**
 * A file of a media type, or of a range of one kind as `image/*`; undefined where none is known. Of what says less than
 * its content must be, as a table, an archive or any bytes, there is none.
 */
export function sampleFile(mediaType: string): SampleFile | undefined {
  if (/^(\*|application)\/\*/.test(mediaType)) return undefined;
  return sampleFiles.find((one) => isOfType(one.mediaType, mediaType));
}

function ofBase64(mediaType: string, text: string): SampleFile {
  return { mediaType, bytes: Buffer.from(text, 'base64') };
}
