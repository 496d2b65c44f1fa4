import { expect, test } from 'vitest';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { noEffectAgain } from './no-effect.ts';

const body = (properties: string) =>
  `content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`;
const door = body('id: { type: integer }, isOpen: { type: boolean }, closedAt: { type: string }');
const at = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';

const described = (close: string, conflict = 'It is stuck.') =>
  descriptionOf(`
/doors:
  post: { operationId: make, requestBody: { ${body('')} }, responses: { '201': { description: '', ${door} } } }
/doors/{id}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${door} } } }
/doors/{id}/close:
  ${at}
  post:
    operationId: close
    description: '${close}'
    responses: { '200': { description: '', ${door} }, '409': { description: '${conflict}' } }
`);

const text = 'Closes the door. Closing a door that is closed already has no effect.';

test.each<[close: string, conflict: string, isSaid: boolean]>([
  [text, '', true],
  ['Closes the door. It is idempotent.', '', true],
  ['Does nothing if the door is already closed.', '', true],
  ['Nothing happens when it is closed again.', '', true],
  ['Closes the door. It has no effect on windows.', '', false],
  ['Closes the door. It is not idempotent.', '', false],
  ['Closes the door.', '', false],
  [text, 'It is already closed.', false],
])('what descriptions say: %s %s', (close, conflict, isSaid) => {
  const description = described(close, conflict);
  const { session } = benchFor(description);
  expect(noEffectAgain.list(session, operationIn(description, 'close'), 'server')).toHaveLength(Number(isSaid));
});

/** What is seen of a server whose door is so after it was closed so many times, and read so often. */
function judged(shownOf: (closings: number, reads: number) => object, statusAgain = 200) {
  let [made, closings, reads] = [0, 0, 0];
  const { session } = benchFor(described(text), ({ target }): ResponseParts => {
    if (target === '/doors') {
      closings = 0;
      return { status: 201, body: { id: (made += 1), ...shownOf(0, 0) } };
    }
    if (target.endsWith('/close')) closings += 1;
    else reads += 1;
    return { status: closings > 1 ? statusAgain : 200, body: { id: made, ...shownOf(closings, reads) } };
  });
  return probedJudgements(noEffectAgain, session, 'close');
}

test.each<[what: string, shownOf: (closings: number, reads: number) => object, judgement: unknown]>([
  ['leaves it as it is', (closings) => ({ isOpen: closings === 0 }), 'kept'],
  ['shows the last request', (closings) => ({ updatedAt: `${closings}` }), 'kept'],
  [
    'sets its time again',
    (closings) => ({ closedAt: `${closings}` }),
    { documented: 'closedAt as before: "1"', received: 'closedAt: "2"' },
  ],
  ['lets it go on by itself', (_, reads) => ({ closedAt: `${reads}` }), { outOfReach: 'The item goes on by itself.' }],
])('a server that %s', async (_, shownOf, judgement) => {
  const description = described(text);
  expect(operationIn(description, 'close').method).toBe('POST');
  expect(await judged(shownOf)).toEqual([judgement]);
});

test('a refusal is another effect', async () => {
  const received = expect.stringMatching(/^409, /) as string;
  const documented = 'The same answer as at first, and no effect.';
  expect(await judged(() => ({}), 409)).toEqual([{ documented, received }]);
});

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described(text)), ({ kind }) => kind === noEffectAgain.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['refused again']);
});
