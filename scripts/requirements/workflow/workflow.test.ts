import { expect, test } from 'vitest';
import type { HttpRequest } from '../../http/exchange.ts';
import { requestOf, responseOf } from '../../http/test/messages.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { catalogueOf } from '../catalogue.ts';
import { MessageContext } from '../message-context.ts';
import type { Specification } from '../specification.ts';
import { workflow, workflowStep } from './workflow.ts';

const location = { file: 'workflows.yaml', line: 5, column: 3 };
const specification: Specification = {
  description: descriptionOf(
    `
/tools: { get: { operationId: listTools, responses: { '200': { description: '' } } } }
/desk: { get: { operationId: seeDesk, responses: { '200': { description: '' } } } }`,
    'security: [{ token: [] }]\ncomponents: { securitySchemes: { token: { type: http, scheme: bearer } } }',
  ),
  workflows: {
    list: [
      {
        id: 'added-is-listed',
        pointer: '/workflows/0',
        location,
        summary: 'What is added is listed.',
        operationIds: ['listTools', 'seeDesk', 'listTools', 'seeDesk'],
        repeatedIds: [],
        inputs: ['key'],
      },
    ],
  },
};

test('each workflow is a requirement of servers alone, at its place in the Arazzo file', () => {
  const own = catalogueOf(specification, 'server').filter(({ kind }) => kind === workflow.id);
  expect(own).toMatchObject([
    {
      id: 'workflows.added-is-listed',
      operationId: null,
      location,
      statement: 'What is added is listed.',
      section: 'Workflows',
      waiver: null,
    },
  ]);
  expect(catalogueOf(specification, 'client').filter(({ kind }) => kind === workflow.id)).toEqual([]);
});

test('its faults take a wrong key or refuse a right one, in one operation, while the workflow runs', async () => {
  const [requirement] = catalogueOf(specification, 'server').filter(({ kind }) => kind === workflow.id);
  const faults = workflow.server?.faults(new MessageContext(specification), {
    ...(requirement ?? expect.fail('There is no requirement.')),
    kind: workflow.id,
    subject: { workflowId: 'added-is-listed' },
  });
  expect(faults?.map(({ what }) => what)).toEqual(['seeDesk answers otherwise', 'listTools answers otherwise']);
  const sentBy = async (target: string, doing: string, key: string) => {
    const sent: HttpRequest[] = [];
    const wrapped = faults?.[1]?.wrap(
      async (request) => {
        sent.push(request);
        return responseOf({});
      },
      { key: 'right', limitedKey: 'limited', now: Date.now, doing: () => doing },
    );
    await wrapped?.(requestOf('GET', target, [['Authorization', `Bearer ${key}`]]));
    return sent[0]?.headers;
  };
  const during = workflowStep('added-is-listed');
  expect(await sentBy('/tools', during, 'right')).toEqual([]);
  expect(await sentBy('/tools', during, 'limited')).toEqual([]);
  expect(await sentBy('/tools', during, 'wrong')).toEqual([['Authorization', 'Bearer right']]);
  expect(await sentBy('/tools', 'cases', 'wrong')).toEqual([['Authorization', 'Bearer wrong']]);
  expect(await sentBy('/desk', during, 'wrong')).toEqual([['Authorization', 'Bearer wrong']]);
});
