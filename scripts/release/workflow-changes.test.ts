import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readContract } from '../openapi/read-contract.ts';
import { runScript } from '../test/run-script.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { textAt } from '../test/text-at.ts';
import { compareWithReleased } from './contract-changes.ts';
import { workflowChanges } from './workflow-changes.ts';

const workflows = `arazzo: 1.0.1
info: { title: Workflows, version: 1.0.0 }
sourceDescriptions: [{ name: harbour, url: openapi.yaml, type: openapi }]
workflows:
  - workflowId: listed
    summary: A ship is listed.
    inputs: { $ref: '#/components/inputs/caller' }
    steps:
      - stepId: add
        operationId: addShip
        parameters: [{ reference: $components.parameters.key }]
        requestBody: { payload: { name: Anna, tons: 9007199254740993 } }
        successCriteria: [{ condition: $statusCode == 201 }]
      - stepId: list
        operationId: listShips
        successCriteria:
          - { condition: $statusCode == 200 }
          - { context: $response.body, type: jsonpath, condition: '$[?@.name == "Anna"]' }
  - workflowId: refused
    summary: A ship without a name is refused.
    steps:
      - stepId: add
        operationId: addShip
        successCriteria: [{ condition: $statusCode == 400 }]
components:
  inputs:
    caller: { type: object, properties: { key: { type: string } } }
  parameters:
    key: { name: Key, in: header, value: $inputs.key }
`;

const addition = `      - stepId: again
        operationId: listShips
        successCriteria: [{ condition: $statusCode == 200 }]
`;
const refused = / {2}- workflowId: refused\n[\s\S]*(?=components:)/;

describe('each change is rated, with its place in both files', () => {
  test.each<
    [
      name: string,
      from: string | RegExp,
      to: string,
      expected: [impact: string, message: string, now: string, before: string | undefined][],
    ]
  >([
    [
      'a workflow that is gone',
      refused,
      '',
      [['major', 'Workflow `refused` was removed.', 'workflows:', 'workflowId: refused']],
    ],
    [
      'a workflow with another name',
      'workflowId: refused',
      'workflowId: turnedAway',
      [
        ['major', 'Workflow `refused` was removed.', 'workflows:', 'workflowId: refused'],
        ['minor', 'Workflow `turnedAway` was added.', 'workflowId: turnedAway', undefined],
      ],
    ],
    [
      'a step that is gone',
      / {6}- stepId: list\n[\s\S]*(?= {2}- workflowId: refused)/,
      '',
      [['major', 'Step `list` of workflow `listed` was removed.', 'steps:', 'stepId: list']],
    ],
    [
      'a step more',
      '  - workflowId: refused',
      `${addition}  - workflowId: refused`,
      [['minor', 'Step `again` of workflow `listed` was added.', 'stepId: again', undefined]],
    ],
    [
      'a criterion that is gone',
      '          - { condition: $statusCode == 200 }\n',
      '',
      [
        [
          'major',
          'A criterion of step `list` of workflow `listed` was removed: $statusCode == 200.',
          'successCriteria:',
          '{ condition: $statusCode == 200 }',
        ],
      ],
    ],
    [
      'a criterion that says something else',
      '== "Anna"',
      '!= ""',
      [
        [
          'major',
          'A criterion of step `list` of workflow `listed` changed from $[?@.name == "Anna"] to $[?@.name != ""].',
          `condition: '$[?@.name != ""]' }`,
          `condition: '$[?@.name == "Anna"]' }`,
        ],
      ],
    ],
    [
      'a criterion of another type',
      'type: jsonpath',
      'type: regex',
      [
        [
          'major',
          'A criterion of step `list` of workflow `listed` changed' +
            ' from {"condition":"$[?@.name == \\"Anna\\"]","context":"$response.body","type":"jsonpath"}' +
            ' to {"condition":"$[?@.name == \\"Anna\\"]","context":"$response.body","type":"regex"}.',
          `{ context: $response.body, type: regex, condition: '$[?@.name == "Anna"]' }`,
          `{ context: $response.body, type: jsonpath, condition: '$[?@.name == "Anna"]' }`,
        ],
      ],
    ],
    [
      'a criterion more',
      '[{ condition: $statusCode == 400 }]',
      '[{ condition: $statusCode == 400 }, { condition: $response.body#/code == 3 }]',
      [
        [
          'minor',
          'A criterion of step `add` of workflow `refused` was added: $response.body#/code == 3.',
          '{ condition: $response.body#/code == 3 }]',
          undefined,
        ],
      ],
    ],
    [
      'another request',
      'name: Anna',
      'name: Berta',
      [
        [
          'major',
          'Step `add` of workflow `listed`: requestBody/payload/name changed from "Anna" to "Berta".',
          'name: Berta, tons: 9007199254740993 } }',
          'name: Anna, tons: 9007199254740993 } }',
        ],
      ],
    ],
    [
      'an integer that a number cannot hold',
      '40993',
      '40994',
      [
        [
          'major',
          'Step `add` of workflow `listed`: requestBody/payload/tons changed' +
            ' from 9007199254740993 to 9007199254740994.',
          'tons: 9007199254740994 } }',
          'tons: 9007199254740993 } }',
        ],
      ],
    ],
    [
      'another operation',
      'operationId: listShips',
      'operationId: findShips',
      [
        [
          'major',
          'Step `list` of workflow `listed`: operationId changed from "listShips" to "findShips".',
          'operationId: findShips',
          'operationId: listShips',
        ],
      ],
    ],
    [
      'no inputs',
      "    inputs: { $ref: '#/components/inputs/caller' }\n",
      '',
      [
        [
          'major',
          'Workflow `listed`: inputs/$ref was removed.',
          'workflowId: listed',
          "$ref: '#/components/inputs/caller' }",
        ],
      ],
    ],
    [
      'another parameter',
      'name: Key',
      'name: Token',
      [
        [
          'major',
          'components/parameters/key/name changed from "Key" to "Token".',
          'name: Token, in: header, value: $inputs.key }',
          'name: Key, in: header, value: $inputs.key }',
        ],
      ],
    ],
    [
      'steps in another order',
      /( {6}- stepId: add\n[\s\S]*?)( {6}- stepId: list\n[\s\S]*?)(?= {2}- workflowId: refused)/,
      '$2$1',
      [['major', 'The steps of workflow `listed` come in another order.', 'steps:', 'steps:']],
    ],
    ['prose', 'summary: A ship is listed.', 'summary: Ships are listed.\n    description: All of them.', []],
    [
      'criteria and fields in another order',
      /( {10}- \{ condition: \$statusCode == 200 \}\n)( {10}- \{ context.*\n)/,
      '$2$1',
      [],
    ],
    [
      'a component that nothing refers to',
      '  inputs:\n',
      '  inputs:\n    nobody: { type: object, required: [] }\n',
      [],
    ],
    ['nothing', '', '', []],
  ])('%s', (_, from, to, expected) => {
    const now = workflows.replace(from, to);
    expect(from === '' || now !== workflows).toBe(true);
    const folder = temporaryFolder({ 'released.yaml': workflows, 'now.yaml': now });
    const changes = workflowChanges(join(folder, 'released.yaml'), join(folder, 'now.yaml'));
    expect(
      changes.map(({ impact, message, current, released }) => [
        impact,
        message,
        textAt(current),
        released && textAt(released),
      ]),
    ).toEqual(expected);
  });
});

const contract = `openapi: 3.1.0
info:
  title: Harbour
  version: 1.2.3
paths: {}
`;

function folderOf(files: { released?: string; now?: string }): string {
  return temporaryFolder({
    'spec/released/openapi.yaml': contract,
    'spec/openapi.yaml': contract,
    ...(files.released !== undefined && { 'spec/released/rules.arazzo.yaml': files.released }),
    ...(files.now !== undefined && { 'spec/rules.arazzo.yaml': files.now }),
  });
}

describe.concurrent('the workflows are compared with the contract that they stand beside', () => {
  test.each<[name: string, files: { released?: string; now?: string }, needed: string, messages: string[]]>([
    ['no workflows at all', {}, 'none', []],
    ['the same workflows', { released: workflows, now: workflows }, 'none', []],
    [
      'workflows that the release did not have',
      { now: workflows },
      'minor',
      ['The workflows were added: the release has none.'],
    ],
    ['workflows that only the release has', { released: workflows }, 'major', ['The workflows were removed.']],
    [
      'a weaker workflow',
      { released: workflows, now: workflows.replace(' && 400', '').replace('== 400', '!= 200') },
      'major',
      ['A criterion of step `add` of workflow `refused` changed from $statusCode == 400 to $statusCode != 200.'],
    ],
  ])('%s', async (_, files, needed, messages) => {
    const folder = folderOf(files);
    const comparison = await compareWithReleased(
      join(folder, 'spec/released/openapi.yaml'),
      await readContract(join(folder, 'spec/openapi.yaml')),
    );
    expect(comparison).toMatchObject({ needed, isVersionEnough: needed === 'none' });
    expect(comparison.changes.map(({ message }) => message)).toEqual(messages);
  });

  test('and reported by `npm run diff`', async () => {
    const { exitCode, stdout } = await runScript(
      'diff.ts',
      [],
      folderOf({ released: workflows, now: workflows.replace(refused, '') }),
    );
    expect(stdout).toBe(
      `spec/rules.arazzo.yaml:4:1 major: Workflow \`refused\` was removed.
    released spec/released/rules.arazzo.yaml:19:5
1 change since 1.2.3: a major change needs 2.0.0, info.version is 1.2.3.
`,
    );
    expect(exitCode).toBe(1);
  });

  test.each<[files: { released?: string; now?: string }]>([[{ released: workflows }], [{ now: workflows }]])(
    'but not with a file that is given: what is beside it need not be all of it (%#)',
    async (files) => {
      const given = ['spec/released/openapi.yaml', 'spec/openapi.yaml'];
      expect(await runScript('diff.ts', given, folderOf(files))).toEqual({
        exitCode: 0,
        stdout: 'No change since 1.2.3.\n',
        stderr: '',
      });
    },
  );
});
