import { expect, test } from 'vitest';
import { isExactObject } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { benchFor, harnessAt } from '../../verify/test/bench.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { namedInRefusal } from './named-in-refusal.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const text = '{ type: string, maxLength: 9 }';
const tool = `{ type: object, required: [name, maker], properties: { name: ${text}, maker: ${text} } }`;
const description = descriptionOf(`
/tools:
  post:
    operationId: addTool
    requestBody: { required: true, ${json(tool)} }
    responses:
      '201': { description: '' }
      '400': { description: '', ${json("{ type: object, properties: { param: { type: [string, 'null'] } } }")} }`);

/** What a server names of a tool whose properties are too long. */
type Naming = (wrong: readonly string[]) => ResponseParts;

const serverOf =
  (naming: Naming) =>
  ({ body }: HttpRequest): ResponseParts => {
    const sent = jsonIn(body);
    const properties = sent !== undefined && isExactObject(sent) ? Object.entries(sent) : [];
    const wrong = properties.filter(([, value]) => typeof value === 'string' && value.length > 9);
    return wrong.length === 0 ? { status: 201 } : naming(wrong.map(([name]) => name));
  };

const refusal = (param: string | null): ResponseParts => ({ status: 400, body: { param } });
const outOfReach = { outOfReach: 'No refusal has named a property.' };

test.each<[what: string, naming: Naming, judgement: unknown]>([
  ['the one that is wrong', ([name = '']) => refusal(name), 'kept'],
  ['it by its path', ([name = '']) => refusal(`/body/${name}`), 'kept'],
  ['the first of them always', () => refusal('name'), expect.objectContaining({ received: '400, naming "name"' })],
  ['the whole body', () => refusal('/body'), expect.objectContaining({ received: '400, naming "/body"' })],
  ['nothing', () => refusal(null), outOfReach],
  ['nothing, and takes it', () => ({ status: 201 }), outOfReach],
])('a server that names %s', async (_, naming, judgement) => {
  const { session } = benchFor(description, serverOf(naming));
  expect(await probedJudgements(namedInRefusal, session, 'addTool')).toEqual([judgement]);
});

test('the fault is found', async () => {
  const [{ fault } = expect.fail('There is no fault.'), ...others] = serverFaultsOf(
    withoutWorkflows(description),
    ({ id }) => id === 'addTool.requestBody.named',
  );
  expect(others).toEqual([]);
  const { session } = benchFor(
    description,
    serverOf(([name = '']) => refusal(name)),
    undefined,
    (send, clock) => fault.wrap(send, harnessAt(clock)),
  );
  expect(await probedJudgements(namedInRefusal, session, 'addTool')).toEqual([
    expect.objectContaining({ received: '400, naming "another_one"' }),
  ]);
});
