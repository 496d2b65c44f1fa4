import { describe, expect, test } from 'vitest';
import { ContractError } from '../../cli/problem.ts';
import { type HttpRequest, type HttpResponse, NoResponse } from '../../http/exchange.ts';
import { describe as describeContract } from '../../openapi/description.ts';
import type { WorkflowSummary } from '../../requirements/specification.ts';
import { contractOf } from '../../test/contracts.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { textAt } from '../../test/text-at.ts';
import { describeUnmet, readWorkflows, runWorkflow, type WorkflowFile, type WorkflowOutcome } from './workflows.ts';

const description = describeContract(
  contractOf(`
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    get: { operationId: listNotes, responses: { '200': { description: '' } } }
    post:
      operationId: addNote
      requestBody: { content: { application/json: {} } }
      responses: { '201': { description: '' }, '4XX': { description: '' } }
  /notes/{noteId}:
    get: { operationId: readNote, responses: { '200': { description: '' } } }
  /drafts:
    put:
      operationId: keepDraft
      requestBody:
        content: { application/json: { examples: { short: { value: { text: a } }, long: { value: {} } } } }
      responses: { '200': { description: '' } }
    post:
      operationId: addDraft
      requestBody:
        content:
          application/json:
            schema: { type: object, required: [stars], properties: { stars: { type: integer, enum: [3] } } }
      responses: { '201': { description: '' } }
`),
);

const head = `arazzo: 1.0.1
info: { title: Notes, version: 1.0.0 }
sourceDescriptions: [{ name: notes, url: openapi.yaml, type: openapi }]
workflows:
`;

function fileOf(workflows: string, before = head): WorkflowFile {
  return readWorkflows(`${temporaryFolder({ 'workflows.yaml': before + workflows })}/workflows.yaml`, description);
}

/** A workflow of one step that lists notes, with these lines in the step. */
function listing(...lines: string[]): string {
  return `  - workflowId: first
    summary: A workflow.
    inputs: { properties: { key: { type: string } } }
    steps:
      - stepId: list
        operationId: listNotes
${lines.map((line) => `        ${line}\n`).join('')}`;
}

interface Answer {
  status?: number;
  headers?: [string, string][];
  body?: string;
}

interface Ran {
  outcome: WorkflowOutcome;
  requests: HttpRequest[];
  operationIds: string[];
}

/** Runs the first workflow against answers, the last of which is given for ever. */
async function run(
  file: WorkflowFile,
  answers: (Answer | ((request: HttpRequest) => Answer))[],
  inputs: Record<string, string> = { key: 'k' },
): Promise<Ran> {
  const requests: HttpRequest[] = [];
  const operationIds: string[] = [];
  const outcome = await runWorkflow(file, first(file), inputs, async (request, operation) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)] ?? {};
    requests.push(request);
    operationIds.push(operation.id);
    const { status = 200, headers = [], body = '' } = typeof answer === 'function' ? answer(request) : answer;
    return { status, headers, body: Buffer.from(body), receivedAt: 0 } satisfies HttpResponse;
  });
  return { outcome, requests, operationIds };
}

function first({ list }: WorkflowFile): WorkflowSummary {
  const [workflow] = list;
  if (workflow === undefined) throw new Error('There is no workflow.');
  return workflow;
}

async function verdict(lines: string[], answer: Answer): Promise<string> {
  return (await run(fileOf(listing(...lines)), [answer])).outcome.verdict;
}

/** Where the text that a ContractError points at begins, and what it says. */
function refusal(read: () => unknown): { at: string; message: string } {
  try {
    read();
  } catch (error) {
    const [problem] = error instanceof ContractError ? error.problems : [];
    if (problem !== undefined) return { at: textAt(problem.location), message: problem.message };
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('criteria', () => {
  const simple = (condition: string) => ['successCriteria:', `  - condition: ${JSON.stringify(condition)}`];
  const answer = {
    status: 200,
    headers: [
      ['X-Left', '9'],
      ['Kind', 'Blue'],
    ] satisfies [string, string][],
    body: '{"n": 5, "big": 9007199254740993, "list": [{"a": true}], "none": null, "text": "it\'s", "nul": "a\\u0000"}',
  };

  test.each([
    '$statusCode == 200',
    '$statusCode != 201 && $statusCode >= 200',
    '$statusCode == 404 || $response.body#/n == 5',
    '!($statusCode > 200)',
    '$response.body#/n <= 5',
    '$response.header.x-left < 10',
    "$response.header.Kind == 'blue'",
    '$response.body#/big == 9007199254740993',
    '$response.body#/list/0/a',
    '$response.body#/none == null',
    "$response.body#/text == 'it''s'",
    "$inputs.key == 'k'",
    "$method == 'GET'",
    '($statusCode == 1 || $statusCode == 200) && true',
  ])('%s holds', async (condition) => expect(await verdict(simple(condition), answer)).toBe('kept'));

  test.each([
    '$statusCode == 201',
    '$statusCode == 200 && $response.body#/n > 5',
    '!$statusCode',
    '$response.header.X-Left > 10',
    "$response.header.Kind == 'red'",
    '$response.body#/big == 9007199254740992',
    '$response.body#/absent == 1',
    '$response.body#/absent != 1',
    '$response.header.Absent < 3',
    '$response.body#/none',
    'false',
    '$response.body#/text < 5',
  ])('%s does not hold', async (condition) => expect(await verdict(simple(condition), answer)).toBe('violated'));

  const context = (type: string, condition: string, of = '$response.body') => [
    'successCriteria:',
    `  - { context: ${of}, type: ${type}, condition: ${JSON.stringify(condition)} }`,
  ];

  test.each([
    ['^9$', '$response.header.X-Left', 'kept'],
    ['^8$', '$response.header.X-Left', 'violated'],
    ['.*', '$response.header.Absent', 'violated'],
    ['^20', '$statusCode', 'kept'],
  ])('regex %s of %s is %s', async (pattern, of, expected) =>
    expect(await verdict(context('regex', pattern, of), answer)).toBe(expected),
  );

  test.each([
    ['$[?@.n == 5]', 'kept'],
    ['$[?@.n == 6]', 'violated'],
    ['$[?length(@.list) == 1 && !@.list[?@.a != true]]', 'kept'],
    ['$[?@.big == 9007199254740993]', 'kept'],
    ['$[?@.big == 9007199254740992]', 'violated'],
    ['$[?@.big > 9007199254740992]', 'kept'],
    ['$[?@.text == "it\'s"]', 'kept'],
    ['$[?@.n == {$response.body#/n}]', 'kept'],
    ['$[?@.big == {$response.body#/big}]', 'kept'],
    ['$[?@.text == {$response.body#/text}]', 'kept'],
    ['$[?@.n == {$response.body#/absent}]', 'violated'],
    ['$[?@.text == "9007199254740993"]', 'violated'],
    ['$[?@.nul == {$response.body#/nul}]', 'kept'],
    ['$[?@.nul == "a\\\\u0000"]', 'violated'],
    ['$[?@.n == 5 && @.n == 6 && @.list]', 'violated'],
  ])('jsonpath %s is %s', async (path, expected) =>
    expect(await verdict(context('jsonpath', path), answer)).toBe(expected),
  );

  test('a text that is no JSON has no parts', async () =>
    expect(await verdict(simple('$response.body#/n == 5'), { body: '<p>' })).toBe('violated'));

  test('without criteria a documented status succeeds, no other', async () => {
    expect(await verdict([], { status: 200 })).toBe('kept');
    expect(await verdict([], { status: 503 })).toBe('violated');
  });

  test('a violated workflow names the step, the line, what is documented and what came', async () => {
    const { outcome } = await run(
      fileOf(listing('successCriteria:', '  - condition: $statusCode == 200', '  - condition: $response.body#/n == 6')),
      [answer],
    );
    expect(outcome).toMatchObject({
      verdict: 'violated',
      step: 'list',
      documented: '$response.body#/n == 6',
      received: '$response.body#/n is 5',
      isRefusedForRate: false,
      exchange: { response: { status: 200 } },
    });
    expect(outcome.verdict === 'violated' && textAt(outcome.location)).toBe('condition: $response.body#/n == 6');
    expect(outcome.verdict === 'violated' && describeUnmet(outcome)).toMatch(
      /^.+ \(step list, \S+\.yaml:\d+:\d+: \$response\.body#\/n == 6\)$/,
    );
  });

  test('429 is another outcome, unless the step asks for it', async () => {
    const { outcome } = await run(fileOf(listing('successCriteria: [{ condition: $statusCode == 200 }]')), [
      { status: 429 },
    ]);
    expect(outcome).toMatchObject({ verdict: 'violated', isRefusedForRate: true });
    const asked = fileOf(
      listing(
        `successCriteria: [
          { condition: $statusCode == 429 },
          { context: $response.header.Retry-After, type: regex, condition: . }
        ]`,
      ),
    );
    expect((await run(asked, [{ status: 429 }])).outcome).toMatchObject({
      verdict: 'violated',
      isRefusedForRate: false,
    });
  });
});

describe('requests', () => {
  test('parameters go where they belong, encoded', async () => {
    const step =
      '      - stepId: read\n        operationId: $sourceDescriptions.notes.readNote\n        parameters:\n' +
      [
        "{ name: noteId, in: path, value: 'a/b c' }",
        "{ name: q, in: query, value: 'x&y=é' }",
        "{ name: r, in: query, value: '1&r=2', x-allowReserved: true }",
        '{ name: n, in: query, value: 9007199254740993 }',
        "{ name: Authorization, in: header, value: 'Bearer {$inputs.key}' }",
        '{ name: c, in: cookie, value: $inputs.key }',
        '{ reference: $components.parameters.page }',
      ]
        .map((one) => `          - ${one}\n`)
        .join('');
    const { requests, operationIds } = await run(
      fileOf(
        `  - workflowId: first
    inputs: { $ref: '#/components/inputs/caller' }
    steps:
${step}components:
  inputs: { caller: { required: [key] } }
  parameters: { page: { name: page, in: query, value: 2 } }
`,
      ),
      [{}],
    );
    expect(operationIds).toEqual(['readNote']);
    expect(requests).toEqual([
      {
        method: 'GET',
        target: '/notes/a%2Fb%20c?q=x%26y%3D%C3%A9&r=1&r=2&n=9007199254740993&page=2',
        headers: [
          ['Authorization', 'Bearer k'],
          ['Cookie', 'c=k'],
        ],
        body: null,
      },
    ]);
  });

  const add = (body: string) =>
    fileOf(
      `  - workflowId: first
    inputs: { properties: { key: { type: string } } }
    steps:
      - { stepId: add, operationPath: '{$sourceDescriptions.notes.url}#/paths/~1notes/post', requestBody: ${body} }
`,
    );

  test.each([
    [
      '{ payload: { text: $inputs.key, n: 9007199254740993, list: [null, true, "a {$inputs.key}"] } }',
      'application/json',
      '{"text":"k","n":9007199254740993,"list":[null,true,"a k"]}',
    ],
    [
      '{ payload: { a: 1, list: [1, 2] }, replacements: [{ target: /list/1, value: $inputs.key }] }',
      'application/json',
      '{"a":1,"list":[1,"k"]}',
    ],
    ['{ contentType: text/plain, payload: "$5 for {$inputs.key}" }', 'text/plain', '$5 for k'],
    ['{ contentType: application/json, payload: \'{"a":1,"a":2}\' }', 'application/json', '{"a":1,"a":2}'],
    [
      '{ contentType: application/x-www-form-urlencoded, payload: { a: "x y" } }',
      'application/x-www-form-urlencoded',
      'a=x+y',
    ],
  ])('a body %s', async (body, type, text) => {
    const { requests } = await run(add(body), [{ status: 201 }]);
    expect(requests.map((request) => [request.method, request.headers, String(request.body)])).toEqual([
      ['POST', [['Content-Type', type]], text],
    ]);
  });
});

describe('a step that names no body sends one of the contract', () => {
  test.each([
    ['the first example', 'keepDraft', '{"text":"a"}'],
    ['a value of the schema', 'addDraft', '{"stars":3}'],
    ['none that the contract says nothing of', 'addNote', 'null'],
    ['none where none is taken', 'listNotes', 'null'],
  ])('%s', async (_, operationId, body) => {
    const { requests } = await run(
      fileOf(`  - { workflowId: first, steps: [{ stepId: send, operationId: ${operationId} }] }\n`),
      [{}],
      {},
    );
    expect(requests.map((request) => String(request.body))).toEqual([body]);
  });
});

describe('the course of a workflow', () => {
  const two = () =>
    fileOf(`  - workflowId: first
    steps:
      - stepId: add
        operationId: addNote
        requestBody: { payload: { text: hello } }
        successCriteria: [{ condition: $statusCode == 201 }]
        outputs: { id: '$response.body#/id', sent: '$request.body#/text' }
      - stepId: read
        operationId: readNote
        parameters: [{ name: noteId, in: path, value: $steps.add.outputs.id }]
        successCriteria:
          - { context: $response.body, type: jsonpath, condition: '$[?@.text == {$steps.add.outputs.sent}]' }
`);

  test('outputs of a step reach the later ones, with every digit', async () => {
    const { outcome, requests } = await run(two(), [
      { status: 201, body: '{"id":9007199254740993}' },
      { body: '{"text":"hello"}' },
    ]);
    expect([outcome.verdict, requests[1]?.target]).toEqual(['kept', '/notes/9007199254740993']);
    expect((await run(two(), [{ status: 201, body: '{"id":1}' }, { body: '{"text":"Hello"}' }])).outcome).toMatchObject(
      { verdict: 'violated', step: 'read' },
    );
  });

  test('a request that cannot be made violates the workflow', async () => {
    expect((await run(two(), [{ status: 201, body: '{}' }])).outcome).toMatchObject({
      verdict: 'violated',
      step: 'read',
      received: '`$steps.add.outputs.id` has no value.',
      exchange: null,
    });
  });

  test('a failed step ends the workflow', async () => {
    const { outcome, requests } = await run(two(), [{ status: 400 }]);
    expect(outcome).toMatchObject({ verdict: 'violated', step: 'add' });
    expect(requests).toHaveLength(1);
  });

  test('what the call throws is let through', async () => {
    const file = two();
    const call = () => Promise.reject(new NoResponse({ method: 'GET', target: '/', headers: [], body: null }, 'gone'));
    await expect(runWorkflow(file, first(file), {}, call)).rejects.toThrow(NoResponse);
  });

  const retrying = (action: string) =>
    fileOf(listing('successCriteria: [{ condition: $statusCode == 200 }]', `onFailure: [${action}]`));

  test('retry tries again as often as it says, once if it says nothing', async () => {
    const limited = retrying(
      '{ name: again, type: retry, retryLimit: 2, retryAfter: 0, criteria: [{ condition: $statusCode == 503 }] }',
    );
    expect((await run(limited, [{ status: 503 }, { status: 503 }, {}])).outcome.verdict).toBe('kept');
    const late = await run(limited, [{ status: 503 }, { status: 503 }, { status: 503 }, {}]);
    expect([late.outcome.verdict, late.requests.length]).toEqual(['violated', 3]);
    expect((await run(limited, [{ status: 500 }, {}])).outcome.verdict).toBe('violated');
    expect(
      (await run(retrying('{ name: again, type: retry }'), [{ status: 503 }, { status: 503 }, {}])).outcome.verdict,
    ).toBe('violated');
  });

  test('a retry waits for the server only where Retry-After says something', async () => {
    const file = retrying('{ name: again, type: retry, retryAfter: 0 }');
    expect((await run(file, [{ status: 500, headers: [['Retry-After', '86400']] }, {}])).outcome.verdict).toBe('kept');
  });

  test('retry goes to another step first, whose failure violates the workflow as well', async () => {
    const file = fileOf(`  - workflowId: first
    steps:
      - { stepId: add, operationId: addNote, requestBody: { payload: {} } }
      - { stepId: list, operationId: listNotes, onFailure: [{ name: again, type: retry, stepId: add }] }
`);
    const { outcome, operationIds } = await run(file, [{ status: 201 }, { status: 500 }, { status: 201 }, {}]);
    expect([outcome.verdict, operationIds]).toEqual(['kept', ['addNote', 'listNotes', 'addNote', 'listNotes']]);
    expect((await run(file, [{ status: 201 }, { status: 500 }, { status: 500 }, {}])).outcome).toMatchObject({
      verdict: 'violated',
      step: 'add',
    });
  });

  test('goto and end leave the order of the steps', async () => {
    const steps = (action: string) =>
      fileOf(
        `  - workflowId: first
    steps:
      - { stepId: one, operationId: listNotes, onSuccess: [${action}] }
      - { stepId: two, operationId: addNote, requestBody: { payload: {} } }
      - { stepId: three, operationId: listNotes }
`,
      );
    expect((await run(steps('{ name: on, type: goto, stepId: three }'), [{}])).operationIds).toEqual([
      'listNotes',
      'listNotes',
    ]);
    expect((await run(steps('{ name: stop, type: end }'), [{}])).operationIds).toEqual(['listNotes']);
    expect((await run(steps('{ name: round, type: goto, stepId: one }'), [{}])).outcome).toMatchObject({
      verdict: 'violated',
      received: 'It has not ended after 2000 steps.',
    });
  });

  test.each([
    ['to itself', listing('onFailure: [{ name: round, type: goto, stepId: list }]')],
    ['to its workflow', listing('onFailure: [{ name: round, type: goto, workflowId: first }]')],
  ])('a step that fails and goes on %s ends', async (_, workflows) => {
    const { outcome } = await run(fileOf(workflows), [{ status: 500 }]);
    expect(outcome).toMatchObject({ verdict: 'violated', step: 'list' });
  });

  test('a failure stays one, whatever is done about it', async () => {
    const file = fileOf(
      `${listing('onFailure: [{ name: other, type: goto, workflowId: other }]')}  - workflowId: other
    steps: [{ stepId: last, operationId: listNotes }]
`,
    );
    const { outcome, requests } = await run(file, [{ status: 500 }, {}]);
    expect(outcome).toMatchObject({ verdict: 'violated', step: 'list' });
    expect(requests).toHaveLength(2);
  });

  const nested = (parameters: string) => `  - workflowId: first
    summary: Called twice.
    dependsOn: [before]
    inputs: { properties: { key: { type: string } } }
    steps:
      - { stepId: one, workflowId: helper, parameters: [${parameters}], outputs: { left: $outputs.left } }
      - { stepId: two, workflowId: helper, parameters: [{ name: left, value: $steps.one.outputs.left }] }
  - workflowId: before
    summary: Comes first.
    inputs: { properties: { other: { type: string } } }
    steps: [{ stepId: list, operationId: listNotes, parameters: [{ name: o, in: query, value: $inputs.other }] }]
  - workflowId: helper
    inputs: { required: [left], properties: { left: { type: integer } } }
    steps:
      - stepId: list
        operationId: listNotes
        successCriteria: [{ condition: $response.header.X-Left < $inputs.left }]
        outputs: { left: $response.header.X-Left }
    outputs: { left: $steps.list.outputs.left }
`;
  const counting = (...left: string[]): Answer[] => left.map((one) => ({ headers: [['X-Left', one]] }));

  test('workflows are called with inputs and give outputs, after those they depend on', async () => {
    const file = fileOf(nested('{ name: left, value: 100 }'));
    const { outcome, requests } = await run(file, counting('99', '10', '9'), { key: 'k', other: 'o' });
    expect([outcome.verdict, requests.map(({ target }) => target)]).toEqual([
      'kept',
      ['/notes?o=o', '/notes', '/notes'],
    ]);
    expect((await run(file, counting('99', '10', '10'), { key: 'k', other: 'o' })).outcome).toMatchObject({
      verdict: 'violated',
      step: 'list',
      documented: '$response.header.X-Left < $inputs.left',
    });
  });

  test('a workflow that another one calls is no requirement; one that none calls knows what it needs', () => {
    expect(fileOf(nested('{ name: left, value: 100 }')).list).toMatchObject([
      {
        id: 'first',
        pointer: '/workflows/0',
        summary: 'Called twice.',
        operationIds: ['listNotes'],
        inputs: ['key', 'other'],
        location: { line: 5 },
      },
      { id: 'before', inputs: ['other'] },
    ]);
  });

  test('a workflow knows which operations it calls again with the same request', () => {
    const calling = (...others: string[]) =>
      first(
        fileOf(`  - workflowId: first
    steps:
      - { stepId: one, operationId: listNotes, parameters: [{ name: a, in: query, value: 1 }] }
${others.map((other) => `      - { ${other} }\n`).join('')}`),
      ).repeatedIds;
    const again = 'operationId: listNotes, parameters: [{ name: a, in: query, value: 1 }]';
    expect(calling('stepId: two, operationId: addNote', `stepId: three, ${again}`)).toEqual(['listNotes']);
    expect(calling('stepId: two, operationId: listNotes')).toEqual([]);
  });

  test('a called workflow must get what it needs, and nothing else', () => {
    expect(refusal(() => fileOf(nested('')))).toMatchObject({ message: 'The workflow helper needs its input left.' });
    expect(refusal(() => fileOf(nested('{ name: right, value: 1 }')))).toMatchObject({
      message: 'The workflow helper has no input right.',
    });
  });
});

describe('what is not understood is refused with its line', () => {
  test.each<[lines: string[], at: string]>([
    [['surprise: 1'], 'surprise: 1'],
    [['parameters: [{ name: a, in: matrix, value: 1 }]'], 'in: matrix'],
    [['parameters:', '  - { name: a, in: query, value: $inputs.absent }'], 'value: $inputs.absent'],
    [['parameters:', '  - { name: a, in: query, value: $steps.absent.outputs.x }'], 'value: $steps.absent'],
    [['parameters:', '  - { name: a, in: query, value: "{$steps.list.outputs.x}" }'], 'value: "{$steps'],
    [['parameters: [{ reference: $components.parameters.absent }]'], 'reference: $components.parameters.absent'],
    [['successCriteria:', '  - condition: $statusCode = 200'], 'condition: $statusCode = 200'],
    [['successCriteria:', '  - condition: $statusCode == "200"'], 'condition: $statusCode == "200"'],
    [['successCriteria:', '  - condition: ($statusCode == 200'], 'condition: ($statusCode'],
    [['successCriteria:', '  - condition: $response.sky == 1'], 'condition: $response.sky'],
    [['successCriteria:', '  - { context: $response.body, type: xpath, condition: //a }'], 'condition: //a'],
    [['successCriteria:', '  - { context: $response.body, type: jsonpath, condition: "$[?" }'], 'condition: "$[?"'],
    [['successCriteria:', '  - { context: $response.body, type: regex, condition: "(" }'], 'condition: "("'],
    [['successCriteria:', '  - { type: regex, condition: a }'], 'condition: a'],
    [['onSuccess: [{ name: a, type: retry }]'], 'type: retry'],
    [['onFailure: [{ name: a, type: goto, stepId: absent }]'], 'stepId: absent'],
    [['outputs: { x: $response }'], 'x: $response'],
    [['requestBody: { contentType: application/xml, payload: { a: 1 } }'], 'payload: { a: 1 }'],
    [['requestBody: { contentType: text/plain, payload: a, encoding: b }'], 'encoding: b'],
  ])('%s', (lines, at) => expect(refusal(() => fileOf(listing(...lines))).at.startsWith(at)).toBe(true));

  test.each<[step: string, at: string]>([
    ['{ stepId: a, operationId: absent }', 'operationId: absent'],
    ["{ stepId: a, operationPath: '{$sourceDescriptions.notes.url}#/paths/~1absent/get' }", 'operationPath:'],
    ['{ stepId: a, workflowId: absent }', 'workflowId: absent'],
    ['{ stepId: a }', '{ stepId: a }'],
    ['{ stepId: a, operationId: listNotes, workflowId: first }', '{ stepId: a, operationId'],
  ])('the step %s', (step, at) =>
    expect(refusal(() => fileOf(`  - workflowId: first\n    steps:\n      - ${step}\n`)).at.startsWith(at)).toBe(true),
  );

  test('another version, a second source, a source of workflows', () => {
    expect(refusal(() => fileOf(listing(), head.replace('1.0.1', '1.1.0')))).toMatchObject({
      at: 'arazzo: 1.1.0',
      message: 'Only Arazzo 1.0 is supported; this is 1.1.0.',
    });
    expect(refusal(() => fileOf(listing(), head.replace('}]\n', '}, { name: b, url: b.yaml }]\n'))).at).toMatch(
      /^sourceDescriptions/,
    );
    expect(refusal(() => fileOf(listing(), head.replace('type: openapi', 'type: arazzo'))).at).toMatch(/^type: arazzo/);
  });
});
