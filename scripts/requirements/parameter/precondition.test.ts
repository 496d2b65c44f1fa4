import { expect, test } from 'vitest';
import { type ExactObject, isExactObject, parseExact } from '../../http/exact-json.ts';
import { type HttpRequest, headerOf } from '../../http/exchange.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Probed } from '../kind.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { precondition } from './precondition.ts';

const lamp = '{ type: object, required: [id], properties: { id: { type: integer }, color: { type: string } } }';
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const body = `requestBody: { required: true, ${json('{ type: object, properties: { color: { type: string } } }')} }`;
const tagged = 'headers: { ETag: { schema: { type: string } } },';
const described = ({ isRequired = false, isTagged = true, schema = '{ type: string }' } = {}) =>
  descriptionOf(`
/lamps:
  post: { operationId: addLamp, ${body}, responses: { '201': { description: '', ${json(lamp)} } } }
/lamps/{lampId}:
  parameters: [{ name: lampId, in: path, required: true, schema: { type: integer } }]
  get:
    operationId: readLamp
    responses: { '200': { description: '', ${isTagged ? tagged : ''} ${json(lamp)} } }
  put:
    operationId: putLamp
    parameters: [{ name: If-Match, in: header, required: ${isRequired}, schema: ${schema} }]
    ${body}
    responses: { '200': { description: '', ${json(lamp)} }, '412': { description: '' } }
`);

interface Faults {
  isIgnored?: boolean;
  isConstant?: boolean;
  isChanged?: boolean;
  isRefused?: boolean;
  /** What a change is answered with; without it, with no ETag. */
  answeredTag?: string;
  tagOf?(version: number): string | undefined;
}

/** Keeps lamps with their versions. */
function server(faults: Faults) {
  const { isIgnored, isConstant, isChanged, isRefused, answeredTag, tagOf = (version) => `"${version}"` } = faults;
  const lamps: { item: ExactObject; version: number }[] = [];
  return (request: HttpRequest): ResponseParts => {
    const { target, method, body: bytes } = request;
    const sent = bytes === null ? {} : parseExact(bytes);
    const content = isExactObject(sent) ? sent : {};
    const lamp = lamps[Number(target.split('/')[2]) - 1];
    if (method === 'POST') {
      lamps.push({ item: { ...content, id: lamps.length + 1 }, version: 1 });
      return { status: 201, body: lamps.at(-1)?.item };
    }
    if (lamp === undefined) return { status: 404 };
    const tag = tagOf(isConstant === true ? 1 : lamp.version);
    const answer = { body: lamp.item, headers: tag === undefined ? {} : { ETag: tag } };
    if (method === 'GET') return answer;
    const wanted = headerOf(request, 'If-Match');
    const isStale = wanted !== undefined && (isRefused === true || wanted !== tag);
    if (!isStale || isIgnored === true || isChanged === true)
      Object.assign(lamp, { item: { ...content, id: lamp.item['id'] ?? null }, version: lamp.version + 1 });
    const headers = answeredTag === undefined ? {} : { ETag: answeredTag };
    return isStale && isIgnored !== true ? { status: 412 } : { body: lamp.item, headers };
  };
}

async function judged(faults: Faults, description = described()): Promise<Probed<string>['judgement'][]> {
  const { session } = benchFor(description, server(faults));
  if (precondition.server?.reach.by !== 'probes') return expect.fail('Nothing is probed.');
  const run = { context: session, call: session.call.bind(session), wait: async () => {}, isTaken: () => false };
  const all: Probed<string>['judgement'][] = [];
  for await (const { judgement } of precondition.server.reach.probe(run, operationIn(description, 'putLamp')))
    all.push(judgement);
  return all;
}

/** Tags that are others from such requests on. */
function restless(...changes: number[]): (version: number) => string {
  let requests = 0;
  return (version) => {
    requests += 1;
    return `"${changes.filter((change) => change <= requests).length}-${version}v"`;
  };
}

test('the header may be a list of tags', async () => {
  const description = described({ schema: '{ type: [array, "null"], items: { type: string } }' });
  expect(await judged({}, description)).toEqual(['kept', 'kept']);
});

const violation = (documented: string) => ({ documented, received: expect.any(String) as string });

test.each<[what: string, faults: Faults, judgements: unknown[]]>([
  ['compares them', {}, ['kept', 'kept']],
  ['ignores the header', { isIgnored: true }, [violation('412: the ETag is "1".')]],
  [
    'refuses, and changes the item',
    { isChanged: true },
    [violation('412, and nothing is changed: the ETag is still "1".')],
  ],
  [
    'refuses the current one',
    { isRefused: true },
    ['kept', violation('The request is served: the ETag is the current one.')],
  ],
  ['has one tag for all', { isConstant: true }, ['kept', 'kept', violation('Another ETag after a change.')]],
  ['has weak tags, which match nothing', { tagOf: (version) => `W/"${version}"` }, ['kept']],
  ['has tags that end with a letter', { tagOf: (version) => `"${version}a"` }, ['kept', 'kept']],
  ['gives another tag once, as what is done to others may', { tagOf: restless(3) }, ['kept', 'kept']],
  [
    'gives another tag at each reading',
    { tagOf: restless(3, 6, 9) },
    [violation('412, and nothing is changed: the ETag is still "2-1v".')],
  ],
  ['gives another tag before the current one is sent', { tagOf: restless(4) }, ['kept', 'kept', 'kept']],
  ['answers with the tag of the change', { answeredTag: '"2"' }, ['kept', 'kept']],
  ['answers with a weak tag', { answeredTag: 'W/"1"' }, ['kept', 'kept']],
  [
    'answers with the tag of before',
    { answeredTag: '"1"' },
    [
      ...Array.from({ length: 6 }, () => 'kept'),
      { documented: 'The ETag that is read after the change: "2".', received: 'ETag: "1"' },
    ],
  ],
  ['gives no tag', { tagOf: () => undefined }, [{ outOfReach: 'No ETag was read of which another can be made.' }]],
])('a server that %s', async (_, faults, judgements) => {
  expect(await judged(faults)).toEqual(judgements);
});

test('is required where the contract has the header, the 412 and the ETag', () => {
  const idsIn = (description: ReturnType<typeof described>) => {
    const { session } = benchFor(description, () => ({}));
    return description.operations.flatMap((operation) => precondition.list(session, operation, 'server')).length;
  };
  expect([idsIn(described()), idsIn(described({ isTagged: false }))]).toEqual([1, 0]);
});

test('where the header is required, each request has the ETag of its item', async () => {
  const description = described({ isRequired: true });
  const { session } = benchFor(description, server({}));
  const answer = await session.call(await session.source.base(operationIn(description, 'putLamp')));
  expect(answer.response.status).toBe(200);
});

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described()), ({ kind }) => kind === precondition.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['ignored', 'the current one is refused as well']);
});
