import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { lintEach } from '../source/redocly.ts';

const messagesOf = async (version: string, schema: string) => {
  const head = `openapi: ${version}\ninfo: { title: A, version: 1.0.0 }\npaths: {}\ncomponents:\n  schemas:\n`;
  const folder = temporaryFolder({
    'a.yaml': `${head}    Book: ${schema}\n`,
    'rules.yaml': 'rules: { struct: error }\n',
  });
  const [problems = []] = await lintEach([join(folder, 'a.yaml')], join(folder, 'rules.yaml'));
  return problems.map(({ message }) => message);
};

const refused = 'Property `nullable` is not expected here.';

test.each([
  ['3.0.3', '{ type: string, nullable: true }', []],
  [
    '3.1.0',
    '{ type: string, nullable: true }',
    [`${refused} Since OpenAPI 3.1, null is a type: write \`type: [string, 'null']\`.`],
  ],
  [
    '3.2.0',
    '{ type: [string, integer], nullable: true }',
    [`${refused} Since OpenAPI 3.1, null is a type: write \`type: [string, integer, 'null']\`.`],
  ],
  [
    '3.1.0',
    '{ oneOf: [{}], nullable: true }',
    [`${refused} Since OpenAPI 3.1, null is a type: write \`type: 'null'\` as one of an \`anyOf\`.`],
  ],
  [
    '3.1.0',
    '{ type: string, nullable: false }',
    [`${refused} Leave it out: since OpenAPI 3.1, null is a type of its own.`],
  ],
  ['3.0.3', '{ type: integer, minimum: 0, exclusiveMinimum: true }', []],
  [
    '3.1.0',
    '{ type: integer, minimum: 0, exclusiveMinimum: true }',
    [
      'Expected type `number` but got `boolean`. ' +
        'Since OpenAPI 3.1, it is the bound itself: write it in the place of `minimum`.',
    ],
  ],
  [
    '3.1.0',
    '{ type: integer, maximum: 9, exclusiveMaximum: false }',
    ['Expected type `number` but got `boolean`. Leave it out: since OpenAPI 3.1, it is the bound itself.'],
  ],
  ['3.1.0', '{ type: string, isbn: true }', ['Property `isbn` is not expected here.']],
])('OpenAPI %s: %s', async (version, schema, messages) => {
  expect(await messagesOf(version, schema)).toEqual(messages);
});
