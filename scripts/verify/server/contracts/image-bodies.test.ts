import { expect, test } from 'vitest';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn } from '../../../http/message-changes.ts';
import { responseOf } from '../../../http/test/messages.ts';
import { StillClock } from '../../../http/test/still-clock.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { verify } from '../run.ts';

const description = (content: string, responses = '') =>
  descriptionOf(`
/photos:
  post:
    operationId: addPhoto
    requestBody: { required: true, content: { ${content} } }
    responses: { '201': { description: '' }, '400': { description: '' }${responses} }`);

/** Ids of requirements by verdict, at a server that takes such requests and refuses others. */
async function verdictsOf(content: string, isTaken: (request: HttpRequest) => boolean, responses = '') {
  const clock = new StillClock();
  const { requirements } = await verify(withoutWorkflows(description(content, responses)), {
    baseUrl: 'http://localhost',
    keys: { key: '', limitedKey: undefined },
    send: async (request) => {
      const status = request.method === 'POST' ? (isTaken(request) ? 201 : 400) : 405;
      return responseOf({ status: request.target.startsWith('/photos') ? status : 404 }, clock.now());
    },
    clock,
    seed: 7,
  });
  const of = (verdict: string) =>
    requirements.filter((result) => result.verdict === verdict).map(({ requirement }) => requirement.id);
  return { violated: of('violated'), unproven: of('unproven'), kept: of('kept') };
}

const isImage = ({ body }: HttpRequest) => body?.toString('latin1').startsWith('\x89PNG') === true;
const isOfType = (type: string, request: HttpRequest) => headerIn(request, 'Content-Type') === type;

test.each(['image/png: {}', 'image/*: { schema: { type: string, format: binary } }'])(
  'a server that asks for an image gets one, and is tried as every other: %s',
  async (content) => {
    const { violated, unproven, kept } = await verdictsOf(
      content,
      (request) => isImage(request) && isOfType('image/png', request),
    );
    expect([violated, unproven]).toEqual([[], []]);
    for (const id of ['exists', 'requestBody.given', 'requestBody.contentType'])
      expect(kept).toContain(`addPhoto.${id}`);
  },
);

test.each([
  ['', []],
  [", '415': { description: '' }", ['addPhoto.requestBody.contentType']],
])('whether a server may take an image by whatever Content-Type, its 415 says: "%s"', async (responses, violated) =>
  expect((await verdictsOf('image/png: {}', isImage, responses)).violated).toEqual(violated),
);

test.each([
  ['image/png: {}', ['addPhoto.exists']],
  ['application/xml: { example: <photo/> }', ['addPhoto.exists']],
  ['application/xml: { schema: { type: object } }', []],
])('a server that refuses all that is sent as %s', async (content, unproven) =>
  expect(await verdictsOf(content, () => false)).toMatchObject({ violated: [], unproven }),
);

test('an example is sent as it is, also without a schema', async () => {
  const isExample = (request: HttpRequest) =>
    request.body?.toString() === '<photo/>' && isOfType('application/xml', request);
  const { violated, kept } = await verdictsOf('application/xml: { example: <photo/> }', isExample);
  expect(violated).toEqual([]);
  expect(kept).toContain('addPhoto.exists');
});
