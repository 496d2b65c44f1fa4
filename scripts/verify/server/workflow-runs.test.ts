import { expect, test } from 'vitest';
import type { ResponseParts } from '../../http/test/messages.ts';
import { catalogueOf } from '../../requirements/catalogue.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { readWorkflows } from '../arazzo/workflows.ts';
import { benchFor } from '../test/bench.ts';
import { WorkflowRuns } from './workflow-runs.ts';

const description = descriptionOf(`
/tools: { get: { operationId: listTools, responses: { '200': { description: '' }, '429': { description: '' } } } }`);

const listing = (id: string, input: string) => `
  - workflowId: ${id}
    summary: There are tools.
    inputs: { type: object, required: [${input}], properties: { ${input}: { type: string } } }
    steps: [{ stepId: list, operationId: listTools, successCriteria: [{ condition: $statusCode == 200 }] }]`;

async function ran(reply: ResponseParts, onlyFor?: string) {
  const text = `arazzo: 1.0.1
info: { title: Tools, version: 1.0.0 }
sourceDescriptions: [{ name: tools, url: openapi.yaml, type: openapi }]
workflows:${listing('listed', 'key')}${listing('limited', 'limitedKey')}
`;
  const file = `${temporaryFolder({ 'workflows.yaml': text })}/workflows.yaml`;
  const workflows = readWorkflows(file, description);
  const { session, ledger } = benchFor(description, () => reply);
  for (const requirement of catalogueOf({ description, workflows }, 'server')) ledger.add(requirement);
  const doing: string[] = [];
  await new WorkflowRuns(session, workflows, (now) => doing.push(now)).run(onlyFor);
  const results = ledger.results('http://localhost').filter(({ requirement: { id } }) => id.startsWith('workflows.'));
  return { doing, results, of: Object.fromEntries(results.map((result) => [result.requirement.id, result])) };
}

test('each workflow is run: its requirement is kept, violated, or left with the reason', async () => {
  const kept = await ran({ status: 200 });
  expect(kept.doing).toEqual(['workflow listed', 'workflow limited']);
  expect(kept.of['workflows.listed']).toMatchObject({ verdict: 'kept', samples: [{ title: 'listTools' }] });
  expect(kept.of['workflows.limited']).toMatchObject({
    verdict: 'unproven',
    reason: 'it needs limitedKey, which was not given',
  });
  expect((await ran({ status: 500 })).of['workflows.listed']).toMatchObject({
    verdict: 'violated',
    violation: {
      documented: expect.stringMatching(/^There are tools\. \(step list, .*:8:\d+: /),
      received: '$statusCode is 500',
    },
  });
  expect((await ran({ status: 429, headers: { 'Retry-After': '1' } })).of['workflows.listed']).toMatchObject({
    verdict: 'unproven',
    reason: expect.stringMatching(/^step list was not reached: /),
  });
});

test('given a requirement, only its workflow is run', async () => {
  const { doing, of } = await ran({ status: 200 }, 'workflows.listed');
  expect(doing).toEqual(['workflow listed']);
  expect(of['workflows.limited']?.verdict).toBe('unproven');
});
