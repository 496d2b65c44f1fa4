import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { sentBody } from './request-parts.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const body = (property: string) => `requestBody: { ${json(`{ type: object, properties: { ${property} } }`)} }`;
const described = (property: string, sent: string) =>
  descriptionOf(`
/essays:
  post:
    operationId: addEssay
    ${body(property)}
    responses:
      '201': { description: '', ${json(`{ type: object, properties: { id: { type: string }, ${property} } }`)} }
/essays/{essayId}/grade:
  parameters: [{ name: essayId, in: path, required: true, schema: { type: string } }]
  post: { operationId: grade, ${body(sent)}, responses: { '204': { description: '' } } }
`);

test.each<[what: string, property: string, sent: string, isRoomy: boolean]>([
  ['bounds what is sent later', 'maxPoints: { type: integer, maximum: 30 }', 'points: { type: integer }', true],
  ['has no bound itself', 'max_points: { type: integer }', 'points: { type: integer, maximum: 30 }', true],
  ['bounds nothing that is sent', 'maxPoints: { type: integer, maximum: 30 }', 'marks: { type: integer }', false],
  ['may not be as much', 'maxPoints: { type: integer, enum: [5] }', 'points: { type: integer, maximum: 30 }', false],
])('what %s', async (_, property, sent, isRoomy) => {
  const description = described(property, sent);
  const { session } = benchFor(description);
  const create = operationIn(description, 'addEssay');
  const all = [await session.source.base(create), await session.source.base(create)];
  const values = all.flatMap((parts) => Object.values(sentBody(parts) ?? {}));
  expect(values.every((value) => value === 30)).toBe(isRoomy);
});
