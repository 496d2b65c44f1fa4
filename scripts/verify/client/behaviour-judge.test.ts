import { expect, test } from 'vitest';
import type { CallableClient } from '../../requirements/client/calls.ts';
import type { ClientChange } from '../../requirements/client/client-fault.ts';
import { MessageContext } from '../../requirements/message-context.ts';
import { kindOf } from '../../requirements/registry.ts';
import { withoutWorkflows } from '../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { verifyClient } from './client-run.ts';
import { clientSpecificationOf } from './client-specification.ts';
import { requirementsReachedBy } from './reached-requirements.ts';
import { plainClient } from './test/plain-client.ts';

const answers = [
  "'200': { description: '', content: { application/json: { schema: { type: object } } } }",
  "'429': { description: '', headers: { Retry-After: { schema: { type: integer } } } }",
  "'500': { description: '' }",
].join(', ');
const description = descriptionOf(
  `
/tools:
  get:
    operationId: listTools
    deprecated: true
    x-deprecated-since: '2030-02-03'
    x-sunset: '2031-02-03'
    responses: { ${answers} }
/desks: { post: { operationId: addDesk, responses: { ${answers} } } }`,
  'security: [{ token: [] }]\ncomponents: { securitySchemes: { token: { type: http, scheme: bearer } } }',
);
const own = clientSpecificationOf(withoutWorkflows(description), 7);
const context = new MessageContext(own.specification);
const requirements = description.operations.flatMap(({ id }) =>
  requirementsReachedBy(own.requirements, id, ['retries', 'redirects', 'notices']),
);
const faults = requirements.flatMap((requirement) =>
  (kindOf(requirement).client?.faults(context, requirement) ?? []).map((fault) => ({ ...fault, requirement })),
);

/** The client, with another view of what comes of its calls. */
const viewed = (client: CallableClient, { view = (result) => result }: ClientChange): CallableClient => ({
  ...client,
  open: async (...connection) => {
    const opened = await client.open(...connection);
    return { ...opened, call: async (call) => view(await opened.call(call), call.operation) };
  },
});

test('each requirement of a behaviour can be violated on purpose', () => {
  expect(requirements.map(({ id }) => id)).toEqual([
    'listTools.security.elsewhere',
    'listTools.retry.waits',
    'listTools.retry.follows',
    'listTools.retry.safe',
    'listTools.retry.stops',
    'listTools.deprecation.reported',
    'addDesk.security.elsewhere',
    'addDesk.retry.waits',
    'addDesk.retry.follows',
    'addDesk.retry.safe',
    'addDesk.retry.stops',
    'addDesk.deprecation.absent',
  ]);
  expect(new Set(faults.map(({ requirement }) => requirement))).toEqual(new Set(requirements));
});

test('a client that keeps them violates none', async () => {
  const { requirements: results } = await verifyClient(own, plainClient(description));
  const ids = new Set(requirements.map(({ id }) => id));
  const verdicts = results.filter(({ requirement }) => ids.has(requirement.id)).map(({ verdict }) => verdict);
  expect(new Set(verdicts)).toEqual(new Set(['kept']));
});

test.each(faults)('detects $requirement.id: $what', async ({ requirement, ...fault }) => {
  const { requirements: results } = await verifyClient(own, viewed(plainClient(description), fault), {
    ...(fault.between !== undefined && { between: fault.between }),
    briefFor: requirement.id,
  });
  const violated = results
    .filter(({ verdict }) => verdict === 'violated')
    .map((result) => result.requirement.operationId);
  // A run for one requirement ends at the first violation; which one that is, depends on the order of the trials.
  expect(violated).toEqual([requirement.operationId]);
});
