import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectFile } from '../cli/project.ts';
import type { Finding } from '../report/check-verdict.ts';
import { describeStage, describeVerdict } from '../report/describe-check.ts';
import { describeFailure, screenOf } from './screen.ts';

/** A file of the settings of the editor, whose shape is known. */
function settingsIn<Shape>(file: string): Shape {
  return JSON.parse(readFileSync(projectFile(`.vscode/${file}`), 'utf8')) as Shape;
}

describe('the YAML is validated while it is typed', () => {
  const settings = settingsIn<{ 'yaml.schemaStore.enable': boolean; 'yaml.schemas': Record<string, string[]> }>(
    'settings.json',
  );
  const schemas = Object.entries(settings['yaml.schemas']);
  const documents = schemas.flatMap(([schema, files]) => files.map((file) => [file, schema] as const));

  test('without a network', () => {
    expect(settings['yaml.schemaStore.enable']).toBe(false);
    expect(schemas.map(([schema]) => schema)).toEqual([expect.stringMatching(/^\.\/node_modules\//)]);
    expect(documents.map(([file]) => file)).toEqual(['spec/openapi.yaml', 'spec/released/openapi.yaml']);
  });

  test.each(documents)('%s', (file, schema) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const isValid = ajv.compile(JSON.parse(readFileSync(projectFile(schema), 'utf8')) as object);
    const text = readFileSync(projectFile(file), 'utf8');
    expect([isValid(parse(text)), isValid.errors]).toEqual([true, null]);
    expect(isValid(parse(text.replace('operationId:', 'operationID:')))).toBe(false);
    expect(isValid.errors).toMatchObject([
      { keyword: 'unevaluatedProperties', params: { unevaluatedProperty: 'operationID' } },
    ]);
  });
});

interface Task {
  script: string;
  isBackground?: boolean;
  problemMatcher: {
    pattern: { regexp: string; file: number; line: number; column: number; message: number };
    background?: { beginsPattern: string; endsPattern: string };
  };
}

describe('a task shows findings at their lines', () => {
  const { tasks } = settingsIn<{ tasks: Task[] }>('tasks.json');
  const { scripts } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const findings: Finding[] = [
    {
      location: { file: 'spec/openapi.yaml', line: 231, column: 7 },
      side: 'server',
      message: 'The status 410 is not documented.',
      requirementId: 'a.b',
      dependents: ['a.c'],
      detail: 'server/handlers.ts:16:11',
    },
    {
      location: { file: 'with space/a.ts', line: 1, column: 1 },
      side: 'spec',
      message: 'b.yaml:3:4 it: broke',
    },
  ];
  const printed = stripVTControlCharacters(describeStage({ name: 'types', seconds: 1, summary: '', findings }, []));

  test.each(tasks)('$script', ({ script, problemMatcher: { pattern } }) => {
    expect(scripts).toHaveProperty(script);
    const matches = printed.split('\n').flatMap((line) => {
      const found = new RegExp(pattern.regexp).exec(line);
      return found === null
        ? []
        : [[pattern.file, pattern.line, pattern.column, pattern.message].map((at) => found[at])];
    });
    expect(matches).toEqual([
      ['spec/openapi.yaml', '231', '7', 'server: The status 410 is not documented.'],
      ['with space/a.ts', '1', '1', 'spec: b.yaml:3:4 it: broke'],
    ]);
  });

  test('that of `npm run dev` knows where a check begins and ends, and no other waits for one', () => {
    const matchers = tasks.map(({ script, isBackground, problemMatcher }) => ({
      script,
      isBackground,
      problemMatcher,
    }));
    expect(matchers.map(({ script, isBackground }) => [script, isBackground])).toEqual([
      ['check', undefined],
      ['dev', true],
    ]);
    const { beginsPattern = '', endsPattern = '' } = matchers[1]?.problemMatcher.background ?? {};
    const state = { names: [], since: 0, verified: 1, seconds: 1, failure: undefined };
    const screen = stripVTControlCharacters(
      screenOf({ ...state, stages: [] }, { page: 'http://127.0.0.1:1/', server: 'It runs.' }),
    );
    const linesOf = (pattern: string) => screen.split('\n').filter((line) => new RegExp(pattern).test(line));
    expect(linesOf(beginsPattern)).toEqual(['page http://127.0.0.1:1/ · It runs.']);
    const verdict = describeVerdict([{ name: 'types', seconds: 1, summary: '', findings }], 1);
    for (const end of [verdict, describeFailure('Cannot read spec/openapi.yaml: there is no such file.')])
      expect(stripVTControlCharacters(end)).toMatch(new RegExp(endsPattern));
  });
});
