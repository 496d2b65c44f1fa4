import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { descriptionOf } from '../test/contracts.ts';
import type { TypeProblem } from '../types/type-problem.ts';
import { typeFindings } from './types-stage.ts';

const { contract } = descriptionOf(
  "/lamps: { get: { operationId: listLamps, responses: { '200': { description: '' } } } }",
);

const problem = (file: string, line: number, message: string): TypeProblem => ({
  location: { file: resolve(file), line, column: 1 },
  message,
  pointer: undefined,
});
const missing = (name: string) => `Cannot find module '${name}' or its corresponding type declarations.`;

test('a module that is missing is one finding, with all that import it', () => {
  const findings = typeFindings(
    [
      problem('server/a.test.ts', 1, missing('./c.ts')),
      problem('server/a.ts', 2, missing('./c.ts')),
      problem('server/storage/b.ts', 3, missing('../c.ts')),
      problem('server/storage/b.ts', 4, missing('./c.ts')),
    ],
    contract,
  );
  expect(findings).toEqual([
    {
      location: { file: resolve('server/a.ts'), line: 2, column: 1 },
      side: 'server',
      message: missing('./c.ts'),
      detail: 'server/a.ts:2:1; server/storage/b.ts:3:1; server/a.test.ts:1:1',
    },
    {
      location: { file: resolve('server/storage/b.ts'), line: 4, column: 1 },
      side: 'server',
      message: missing('./c.ts'),
    },
  ]);
});

test('what is wrong at two lines, and packages that are missing, are findings of their own', () => {
  const problems = [problem('client/a.ts', 1, missing('left-pad')), problem('client/b.ts', 1, missing('left-pad'))];
  expect(typeFindings(problems, contract)).toHaveLength(2);
});
