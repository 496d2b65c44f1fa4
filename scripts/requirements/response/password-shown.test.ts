import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor, harnessAt, idsOf } from '../../verify/test/bench.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { passwordShown } from './password-shown.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;

function described(user: string, password = 'type: string, minLength: 8') {
  return descriptionOf(`
/accounts:
  post:
    operationId: signUp
    requestBody: { ${json(`{ required: [name, password], properties: { name: {}, password: { ${password} } } }`)} }
    responses: { '201': { description: '', ${json(`{ properties: { user: ${user} } }`)} } }
/books:
  post:
    operationId: addBook
    requestBody: { ${json('{ properties: { title: {} } }')} }
    responses: { '201': { description: '', ${json('{ properties: { title: {} } }')} } }`);
}

test.each<[user: string, password: string | undefined, isRequired: boolean]>([
  ['{ properties: { name: {} } }', undefined, true],
  ['{ properties: { name: {}, password: {} } }', undefined, false],
  ['{ required: [password], properties: { name: {} } }', undefined, false],
  ['{ type: array, items: { properties: { password: {} } } }', undefined, false],
  ['{ properties: { name: {} } }', 'type: string, writeOnly: true', false],
])('where an answer with %s and a password with %s has none: %s', (user, password, isRequired) => {
  const { session } = benchFor(described(user, password));
  const listed = session.description.operations.flatMap((one) => passwordShown.list(session, one, 'server'));
  expect(listed.map(({ subject }) => subject.operationId)).toEqual(isRequired ? ['signUp'] : []);
});

test.each<[what: string, user: (sent: ExactObject) => ExactObject, verdict: 'kept' | 'violated']>([
  ['no password', ({ name = null }) => ({ name }), 'kept'],
  ['what was sent', (sent) => sent, 'violated'],
  ['another text', (sent) => ({ ...sent, password: 'hidden' }), 'kept'],
])('an answer with %s', async (_, user, verdict) => {
  const description = described('{ properties: { name: {} } }');
  const { session, ledger } = benchFor(description, ({ body }) => {
    const sent = jsonIn(body) ?? null;
    return { status: 201, body: { user: isExactObject(sent) ? user(sent) : {} } };
  });
  await session.call(await session.source.base(operationIn(description, 'signUp')));
  expect(idsOf(ledger, verdict)).toContain('signUp.responses.password');
});

test('its fault is seen', async () => {
  const description = described('{ properties: { name: {} } }');
  const faults = serverFaultsOf(withoutWorkflows(description), ({ kind }) => kind === passwordShown.id);
  expect(faults).toHaveLength(1);
  for (const { fault } of faults) {
    const answer = () => ({ status: 201, body: { user: {} } });
    const { session, ledger } = benchFor(description, answer, undefined, (send, clock) =>
      fault.wrap(send, harnessAt(clock)),
    );
    await session.call(await session.source.base(operationIn(description, 'signUp')));
    expect(idsOf(ledger, 'violated')).toContain('signUp.responses.password');
  }
});
