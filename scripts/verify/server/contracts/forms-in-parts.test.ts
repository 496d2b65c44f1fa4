import { expect, test } from 'vitest';
import { responseOf } from '../../../http/test/messages.ts';
import { StillClock } from '../../../http/test/still-clock.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { verify } from '../run.ts';

const photo = `type: object
          required: [id, title]
          properties: { id: { type: integer }, title: { type: string }, about: { type: object } }`;
const refused = "'422': { description: '' }";
const paths = `
/photos:
  post:
    operationId: addPhoto
    requestBody:
      required: true
      content:
        multipart/form-data:
          schema:
            type: object
            required: [title, image]
            properties:
              title: { type: string, maxLength: 30 }
              image: { type: string, format: binary }
              about: { type: object, properties: { place: { type: string, maxLength: 40 } } }
          encoding: { about: { contentType: application/json } }
    responses:
      '201':
        description: ''
        content: { application/json: { schema: { $ref: '#/components/schemas/Photo' } } }
      ${refused}
/photos/{id}:
  get:
    operationId: readPhoto
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    responses:
      '200':
        description: ''
        content: { application/json: { schema: { $ref: '#/components/schemas/Photo' } } }
      '404': { description: '' }`;
const others = `components:
  schemas:
    Photo:
      ${photo.replaceAll('\n          ', '\n      ')}`;

/** Ids of requirements by verdict, at a server that takes titles of so many characters, and such files. */
async function verdictsAt(
  longest: number,
  isFile: (file: File, bytes: Buffer) => boolean = () => true,
  document = paths,
) {
  const clock = new StillClock();
  const photos: object[] = [];
  const { requirements } = await verify(withoutWorkflows(descriptionOf(document, others)), {
    baseUrl: 'http://localhost',
    keys: { key: '', limitedKey: undefined },
    send: async ({ method, target, headers, body }) => {
      const respond = (status: number, value: object = {}) =>
        responseOf({ status, body: JSON.stringify(value) }, clock.now());
      const [, id] = /^\/photos\/(\d+)$/.exec(target) ?? [];
      const known = photos[Number(id) - 1];
      if (method === 'GET') return known === undefined ? respond(404) : respond(200, known);
      if (method !== 'POST') return respond(405);
      try {
        const form = await new Response(new Uint8Array(body ?? []), {
          headers: headers.map(([name, value]): [string, string] => [name, value]),
        }).formData();
        const [title, image, about] = ['title', 'image', 'about'].map((name) => form.get(name));
        const written: unknown = typeof about === 'string' ? JSON.parse(about) : undefined;
        const place = typeof written === 'object' && written !== null && 'place' in written ? written.place : '';
        const isTaken = image instanceof File && isFile(image, Buffer.from(await image.arrayBuffer()));
        const isAllowed = typeof title === 'string' && [...title].length <= longest && isTaken;
        if (!isAllowed || typeof place !== 'string' || [...place].length > 40) return respond(422);
        photos.push({ id: photos.length + 1, title, ...(written !== undefined && { about: written }) });
        return respond(201, photos.at(-1));
      } catch {
        return respond(422);
      }
    },
    clock,
    seed: 7,
  });
  const of = (verdict: string) =>
    requirements.filter((result) => result.verdict === verdict).map(({ requirement }) => requirement.id);
  return { violated: of('violated'), unproven: of('unproven'), kept: of('kept') };
}

test('what is sent as a form in parts is served, tried beyond its bounds, and comes back', async () => {
  const { violated, kept } = await verdictsAt(30);
  expect(violated).toEqual([]);
  for (const id of ['.exists', '.requestBody.title.maxLength', '.requestBody.image.required', '.kept.title'])
    expect(kept).toContain(`addPhoto${id}`);
  expect(kept).toContain('addPhoto.requestBody.about.place.maxLength');
});

test('a form in parts that is taken with too long a text is a violation', async () =>
  expect((await verdictsAt(31)).violated).toEqual(['addPhoto.requestBody.title.maxLength']));

test('a server that asks for a file which is none of a few letters, as an image, is not blamed', async () => {
  const { violated, unproven, kept } = await verdictsAt(30, ({ size }) => size > 1000);
  expect([violated, unproven]).toEqual([[], []]);
  expect(kept).not.toContain('addPhoto.exists');
});

test('a server that asks for the only file of a form, which its schema does not require, is not blamed', async () => {
  const { violated, unproven, kept } = await verdictsAt(30, undefined, paths.replace('[title, image]', '[title]'));
  expect([violated, unproven]).toEqual([[], []]);
  expect(kept).toContain('addPhoto.requestBody.title.maxLength');
});

const ofImages = paths.replace('encoding: {', 'encoding: { image: { contentType: "image/png, image/jpeg" },');
const isPng = ({ type }: File, bytes: Buffer) =>
  type === 'image/png' && bytes.toString('latin1').startsWith('\x89PNG') && bytes.includes('IEND');

test('a server that asks for an image gets one, and is tried as every other', async () => {
  const { violated, unproven, kept } = await verdictsAt(30, isPng, ofImages);
  expect([violated, unproven]).toEqual([[], []]);
  expect(kept).toContain('addPhoto.exists');
  expect((await verdictsAt(31, isPng, ofImages)).violated).toEqual(['addPhoto.requestBody.title.maxLength']);
});

test('a server that takes none of the images that are sent has not shown that it takes any', async () => {
  const { violated, unproven } = await verdictsAt(30, () => false, ofImages);
  expect([violated, unproven]).toEqual([[], ['addPhoto.exists']]);
});
