import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { CannotRun, OutOfTime } from '../cli/problem.ts';
import { catalogueOf } from '../requirements/catalogue.ts';
import { descriptionOf } from '../test/contracts.ts';
import { specificationOf } from '../verify/specification.ts';
import { verificationOutcome, verificationStage } from './verification-stage.ts';

const { contract } = descriptionOf(
  "/lamps: { get: { operationId: listLamps, responses: { '200': { description: '' } } } }",
);

const handlerLines = readFileSync('server/handlers.ts', 'utf8').split('\n');
const refusalLine = handlerLines.findIndex((line) => line.includes("from './refusal.ts'")) + 1;

test.each([
  [
    'has not started in time could not run',
    new OutOfTime('It has not started.'),
    { findings: [], notRun: 'prevented' },
  ],
  [
    'does not start with the contract violates it',
    new CannotRun('No route for listLamps.\n    at bind (file:///a.ts:1:2)\n    at file:///b.ts:3:4'),
    { findings: [{ side: 'server', message: 'No route for listLamps.' }] },
  ],
  [
    'fails at what the contract no longer has says where',
    new CannotRun(
      'The reference server cannot handle open: TypeError: No path.\n' +
        `    at bind (file://${resolve('server/a.ts')}:1:2)`,
    ),
    {
      findings: [
        {
          location: { file: resolve('server/a.ts'), line: 1, column: 2 },
          message: 'The reference server does not start with this contract: No path.',
        },
      ],
    },
  ],
  [
    'has a module that is missing says which, and what imports it',
    new CannotRun(
      'The reference server has ended (exit code 1).\nnode:internal/modules/esm/resolve:272\n' +
        '    throw new ERR_MODULE_NOT_FOUND(\n          ^\n\n' +
        `Error [ERR_MODULE_NOT_FOUND]: Cannot find module '${resolve('server/refusal.ts')}' ` +
        `imported from ${resolve('server/handlers.ts')}\n` +
        '    at resolve (node:internal/modules/esm/resolve:272:11) {\n' +
        "  code: 'ERR_MODULE_NOT_FOUND'\n}\n\nNode.js v24.0.0",
    ),
    {
      findings: [
        {
          location: { file: resolve('server/handlers.ts'), line: refusalLine, column: 1 },
          message:
            'The reference server has ended (exit code 1). ' +
            "Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'server/refusal.ts' imported from server/handlers.ts",
        },
      ],
    },
  ],
  [
    'has a module that is no code says where',
    new CannotRun(
      `The reference server has ended (exit code 1).\nfile://${resolve('server/a.ts')}:7\nconst = 1;\n      ^\n\n` +
        "SyntaxError: Unexpected token '='\n    at compile (node:internal/modules/esm/utils:1:2)\n\nNode.js v24.0.0",
    ),
    {
      findings: [
        {
          location: { file: resolve('server/a.ts'), line: 7, column: 1 },
          message: "The reference server has ended (exit code 1). SyntaxError: Unexpected token '='",
        },
      ],
    },
  ],
])('a side that %s', async (_, error, expected) => {
  const stop = vi.fn(() => Promise.resolve());
  const outcome = await verificationStage(contract, 'server', {
    start: () => ({ verify: () => Promise.reject(error), stop }),
  });
  expect(stop).toHaveBeenCalledOnce();
  expect(outcome).toMatchObject({ ...expected, verified: undefined });
  expect(outcome.notRun).toBe('notRun' in expected ? expected.notRun : undefined);
});

test.each<[what: string, handled: string[], read: string[], messages: string[]]>([
  ['reads', ['listLamps'], ['listLamps query.colour'], []],
  [
    'does not read',
    ['listLamps'],
    [],
    ['No handler reads the query parameter colour of listLamps: use it, or remove it from the contract.'],
  ],
  ['has had no request for', [], [], []],
])('a parameter that a handler %s', async (_, handledOperations, readParameters, messages) => {
  const { contract: own } = descriptionOf(`/lamps:
  get:
    operationId: listLamps
    parameters: [{ name: colour, in: query, schema: { type: string } }]
    responses: { '200': { description: '' } }
`);
  const verification = {
    contract: { file: own.file, title: '', version: '' },
    baseUrl: '',
    seed: 1,
    seconds: 0,
    requests: 1,
    unreached: 0,
    requirements: [],
  };
  const observations = { breaches: [], handledOperations, readParameters };
  const { findings } = await verificationStage(own, 'server', {
    start: () => ({
      verify: () => Promise.resolve({ verification, keys: { key: '', limitedKey: undefined }, observations }),
      stop: () => Promise.resolve(),
    }),
  });
  expect(findings.map(({ message }) => message)).toEqual(messages);
});

test.each([
  ['another operation breaks the contract', 'addLamp', 1],
  ['the operation itself does', 'listLamps', 0],
])('a parameter that no handler reads is said where %s: %s', (_, broken, count) => {
  const { contract: own } = descriptionOf(`/lamps:
  get:
    operationId: listLamps
    parameters: [{ name: colour, in: query, schema: { type: string } }]
    responses: { '200': { description: '' } }
  post: { operationId: addLamp, responses: { '200': { description: '' } } }
`);
  const specification = specificationOf(own);
  const requirement = catalogueOf(specification, 'server').find(({ operationId }) => operationId === broken);
  if (requirement === undefined) throw new Error(`Nothing is required of ${broken}.`);
  const exchange = {
    request: { method: 'GET', target: '/lamps', headers: [], body: null },
    response: { status: 500, headers: [], body: Buffer.alloc(0), receivedAt: 0 },
  };
  const violation = {
    documented: '200',
    received: '500',
    ...exchange,
    curl: '',
    advice: { server: '', contract: '' },
    count: 1,
  };
  const violated = { requirement, cases: 1, samples: [], verdict: 'violated' as const, violation };
  const run = { contract: { file: own.file, title: '', version: '' }, baseUrl: '', seed: 1, seconds: 0, requests: 1 };
  const verification = { ...run, unreached: 0, requirements: [violated], variables: [], curls: new Map() };
  const { findings } = verificationOutcome(specification, 'server', verification, {
    breaches: [],
    handledOperations: ['listLamps', 'addLamp'],
    readParameters: [],
  });
  expect(findings.filter(({ message }) => message.startsWith('No handler reads'))).toHaveLength(count);
  expect(findings).toHaveLength(count + 1);
});

test('what could not be proven for one reason is one finding', async () => {
  const { contract: own } = descriptionOf(`/lamps:
  get: { operationId: listLamps, responses: { '200': { description: '' }, '404': { description: '' } } }
  post: { operationId: addLamp, responses: { '200': { description: '' } } }
`);
  const specification = specificationOf(own);
  const requirements = catalogueOf(specification, 'server').map((requirement) => {
    const reason = `the limit resets in ${requirement.id.length} seconds only`;
    return { requirement, cases: 0, samples: [], verdict: 'unproven' as const, reason };
  });
  const run = { contract: { file: own.file, title: '', version: '' }, baseUrl: '', seed: 1, seconds: 0, requests: 1 };
  const { findings } = verificationOutcome(specification, 'server', {
    ...run,
    unreached: 0,
    requirements,
    variables: [],
    curls: new Map(),
  });
  const operations = [...new Set(requirements.map(({ requirement: { operationId } }) => operationId))];
  expect(findings.map(({ operationId }) => operationId)).toEqual(operations);
  expect(findings.map(({ dependents = [] }) => dependents.length + 1)).toEqual(
    operations.map((id) => requirements.filter(({ requirement }) => requirement.operationId === id).length),
  );
});
