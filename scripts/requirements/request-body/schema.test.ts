import { expect, test } from 'vitest';
import { descriptionOf } from '../../test/contracts.ts';
import { RequestCheck } from '../request/request-check.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';

// Parts within parts: deeper than requirements describe one by one.
const description = descriptionOf(
  `
/parts:
  post:
    operationId: addPart
    requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Part' } } } }
    responses: { '201': { description: '' }, '400': { description: '' } }
`,
  `
components:
  schemas:
    Part:
      type: object
      properties:
        id: { type: integer, readOnly: true }
        size: { type: integer }
        part: { $ref: '#/components/schemas/Part' }
`,
);
const check = new RequestCheck(withoutWorkflows(description));
const within = (part: object, levels: number): object => (levels === 0 ? part : { part: within(part, levels - 1) });

test.each<[name: string, part: object, levels: number, violated: string[], refusal: number | undefined]>([
  ['nothing wrong', { size: 1 }, 7, [], undefined],
  ['what only the server sets', { id: 1 }, 4, ['.part.part.part.part.id.readOnly'], undefined],
  ['what only the server sets, deeper than that', { id: 1 }, 5, ['.schema'], undefined],
  ['the same, not as its schema says', { id: 'x' }, 7, ['.schema'], undefined],
  ['a wrong value', { size: 'x' }, 7, ['.schema'], 400],
  ['a wrong value beside what only the server sets', { size: 'x', id: 1 }, 7, ['.schema'], 400],
])('a body with %s', (_, part, levels, violated, refusal) => {
  const body = Buffer.from(JSON.stringify(within(part, levels)));
  const headers = [['Content-Type', 'application/json']] as const;
  const checked = check.check({ method: 'POST', target: '/parts', headers, body });
  const ids = checked.violations.map(({ requirementId }) => requirementId);
  expect([ids, checked.refusal]).toEqual([violated.map((id) => `addPart.requestBody${id}`), refusal]);
});
