import { expect, test } from 'vitest';
import type { ResponseParts } from '../../http/test/messages.ts';
import type { Description } from '../../openapi/description.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Probed } from '../kind.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { bytesKept } from './bytes.ts';

const binary = 'application/octet-stream';
const described = ({ sent = binary, shown = binary, schema = '{}' } = {}) =>
  descriptionOf(`
/image:
  get: { operationId: load, responses: { '200': { description: '', content: { ${shown}: {} } } } }
  put:
    operationId: store
    requestBody: { required: true, content: { ${sent}: { schema: ${schema} } } }
    responses: { '204': { description: '' } }
`);

interface Server {
  /** The status of PUT. */
  status?: number;
  isThere?: boolean;
  mediaType?: string;
  stored?: (bytes: Buffer) => Buffer;
}

async function judged(
  { status = 204, isThere = true, mediaType = binary, stored = (bytes) => bytes }: Server,
  schema?: string,
) {
  const description = described(schema === undefined ? {} : { schema });
  let image: Buffer | undefined;
  const { session } = benchFor(description, ({ method, body }): ResponseParts => {
    if (method === 'GET' && image !== undefined && isThere)
      return { body: image, headers: { 'Content-Type': mediaType } };
    if (method === 'GET') return { status: 404, body: '' };
    image = stored(body ?? Buffer.alloc(0));
    return { status };
  });
  return { judgements: await probedJudgements(bytesKept, session, 'store'), length: image?.length };
}

const documented = 'The 261 bytes that were put there.';
const other = (length: number, place: number) => ({
  documented,
  received: `${length} bytes, of which number ${place} is the first other one`,
});

test.each<[what: string, server: Server, judgement: unknown]>([
  ['keeps them', {}, 'kept'],
  ['cuts them', { stored: (bytes) => bytes.subarray(0, -1) }, other(260, 261)],
  ['adds to them', { stored: (bytes) => Buffer.concat([bytes, bytes]) }, other(522, 262)],
  ['takes them for text', { stored: (bytes) => Buffer.from(bytes.toString()) }, other(517, 129)],
  ['has nothing there', { isThere: false }, { documented, received: expect.stringMatching(/^404, /) as string }],
  ['answers with another type', { mediaType: 'text/plain' }, { outOfReach: 'No response has shown the bytes.' }],
  ['refuses them', { status: 422 }, { outOfReach: 'No response has said that the bytes were stored.' }],
  ['stores them later', { status: 202 }, { outOfReach: 'No response has said that the bytes were stored.' }],
])('a server that %s', async (_, server, judgement) => expect((await judged(server)).judgements).toEqual([judgement]));

test('no more bytes are sent than the schema allows', async () =>
  expect(await judged({}, '{ maxLength: 40 }')).toEqual({ judgements: ['kept'], length: 40 }));

test('is required where PUT takes bytes, and GET answers with bytes', () => {
  const countIn = (description: ReturnType<typeof described>) => {
    const { session } = benchFor(description);
    return description.operations.flatMap((operation) => bytesKept.list(session, operation, 'server')).length;
  };
  expect([{}, { sent: 'image/png' }, { shown: 'image/png' }].map((types) => countIn(described(types)))).toEqual([
    1, 0, 0,
  ]);
});

test('faults', () => {
  const specification = withoutWorkflows(described());
  const faults = serverFaultsOf(specification, ({ kind }) => kind === bytesKept.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['read as text', 'cut']);
});

/** A form with a file. */
const formWith = (file: string) =>
  `multipart/form-data: { schema: { type: object, properties: { name: { type: string }, it: ${file} } } }`;

/** What makes an item of a body, and what the item has at a path below it. */
const uploaded = (below: string, content = formWith('{ type: string, format: binary }')) =>
  descriptionOf(`
/files:
  post:
    operationId: store
    requestBody: { required: true, content: { ${content} } }
    responses:
      '201':
        description: ''
        content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } }
/files/{id}${below}:
  get:
    operationId: load
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '', content: { ${binary}: {} } } }`);

const form = formWith('{ type: string, format: binary }');

test.each<[what: string, content: string, stored: (bytes: Buffer) => Buffer, judgement: unknown]>([
  ['as a file of a form, and keeps them', form, (bytes) => bytes, 'kept'],
  ['as a file of a form, and takes them for text', form, (bytes) => Buffer.from(bytes.toString()), other(517, 129)],
  ['for an item, and keeps them', `image/png: {}, ${binary}: {}`, (bytes) => bytes, 'kept'],
  ['for an item, and cuts them', `image/png: {}, ${binary}: {}`, (bytes) => bytes.subarray(0, -1), other(260, 261)],
])('a server that is sent bytes %s', async (_, content, stored, judgement) => {
  const description = uploaded('/content', content);
  const read = operationIn(description, 'load');
  let file: Buffer = Buffer.alloc(0);
  const { session } = benchFor(description, ({ method, body }): ResponseParts => {
    if (method === 'GET') return { body: stored(file), headers: { 'Content-Type': binary } };
    const sent = body ?? Buffer.alloc(0);
    const start = sent.indexOf('\r\n\r\n', sent.indexOf('filename=')) + 4;
    file = content === form ? sent.subarray(start, sent.indexOf('\r\n--', start)) : sent;
    return { status: 201, body: { id: 7 } };
  });
  if (bytesKept.server?.reach.by !== 'probes') return expect.fail('Nothing is probed.');
  const run = { context: session, call: session.call.bind(session), wait: async () => {}, isTaken: () => false };
  const all: Probed<string>[] = [];
  for await (const one of bytesKept.server.reach.probe(run, operationIn(description, 'store'))) all.push(one);
  expect(all.map(({ subject, judgement: own }) => [subject['other'], own])).toEqual([[read.id, judgement]]);
});

test.each<[what: string, description: Description, count: number]>([
  ['what an item has as its content', uploaded('/content'), 1],
  ['the item itself', uploaded(''), 1],
  ['a preview of it', uploaded('/preview'), 0],
  [
    'one of several files',
    uploaded('/content', formWith('{ type: array, items: { type: string, format: binary } }')),
    0,
  ],
  ['what is sent as JSON as well', uploaded('/content', `${form}, application/json: {}`), 0],
  ['a preview of a body', uploaded('/preview', `${binary}: {}`), 0],
])('the file of a form that is %s', (_, description, count) => {
  const { session } = benchFor(description);
  const required = description.operations.flatMap((operation) => bytesKept.list(session, operation, 'server'));
  expect(required.length).toBe(count);
});
