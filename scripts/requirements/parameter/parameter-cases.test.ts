import { describe, expect, test } from 'vitest';
import { decode } from '../../http/percent-encoding.ts';
import { partAt } from '../../openapi/contract.ts';
import { scalarOf } from '../../openapi/parameters/scalar-text.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Case } from '../cases.ts';
import { registeredCases, registeredDrafts } from '../registered.ts';
import type { RequestParts } from '../request-parts.ts';
import { parameterCases } from './parameter-cases.ts';

const bad = `'400': { description: '' }`;
const description = descriptionOf(
  `
/tools:
  get:
    operationId: listTools
    parameters:
      - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
      - { name: kind, in: query, required: true, schema: { enum: [saw, drill] } }
      - { name: name, in: query, schema: { type: string, maxLength: 20 } }
      - { name: cursor, in: query, schema: { type: string, minLength: 4 } }
      - { name: sizes, in: query, explode: false, schema: { type: array, maxItems: 2, items: { type: integer, minimum: 1 } } }
      - { name: X-Bench, in: header, required: true, schema: { type: integer, minimum: 1 } }
      - { name: theme, in: cookie, schema: { enum: [dark, light] } }
      - { name: kind, in: header, schema: { type: string } }
    responses: { '200': { description: '' }, ${bad} }
  post: { operationId: addTool, parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1 } }], responses: { '201': { description: '' } } }
/tools/{number}:
  get: { operationId: readTool, parameters: [{ name: number, in: path, required: true, schema: { type: integer, minimum: 1 } }], responses: { '200': { description: '' }, '404': { description: '' } } }
  delete: { operationId: removeTool, parameters: [{ name: number, in: path, required: true, schema: { type: integer } }], responses: { '204': { description: '' }, '404': { description: '' } } }
`,
);
const { session } = benchFor(description);
const operation = (id: string) => operationIn(description, id);
const drafts = new Map(
  registeredDrafts({ description, workflows: undefined }, 'server').map((draft) => [draft.id, draft]),
);
const casesOf = (id: string): Case[] => [
  ...parameterCases(session, operation(id)),
  ...registeredCases(session, operation(id), drafts),
];
const prefix = (id: string) => `${id}.parameters.`;

const listed = (id: string) =>
  casesOf(id).map(({ requirement, title, expectation }) => [
    requirement.id.slice(prefix(id).length),
    title,
    expectation.kind,
  ]);

describe('cases that matter', () => {
  test.each<[requirement: string, title: string, kind: string]>([
    ['query.limit.minimum', 'limit=1', 'accepted'],
    ['query.limit.minimum', 'limit=0', 'refused'],
    ['query.limit.maximum', 'limit=50', 'accepted'],
    ['query.limit.maximum', 'limit=51', 'refused'],
    ['query.limit.type', 'limit=1.5', 'refused'],
    ['query.limit.type', 'limit=', 'refused'],
    ['query.limit.type', 'limit=text', 'refused'],
    ['query.limit.type', 'limit=7text', 'refused'],
    ['query.limit.type', 'limit=１', 'refused'],
    ['query.limit.optional', 'no limit', 'accepted'],
    ['query.limit.repeated', 'limit twice', 'either'],
    ['query.kind.enum', 'kind=saw', 'accepted'],
    ['query.kind.enum', 'kind=SAW', 'refused'],
    ['query.kind.enum', 'kind= saw', 'refused'],
    ['query.kind.enum', 'kind=', 'refused'],
    ['query.kind.enum', 'kind=saw,drill', 'refused'],
    ['query.kind.required', 'no kind', 'refused'],
    ['query.name.maxLength', 'name=abcdefghijabcdefghij', 'accepted'],
    ['query.name.maxLength', 'name=abcdefghijabcdefghija', 'refused'],
    ['query.name.text', 'name=Zoë Ångström', 'either'],
    ['query.cursor.minLength', 'cursor=abcd', 'either'],
    ['query.cursor.minLength', 'cursor=abc', 'refused'],
    ['query.sizes.minimum', 'sizes=[1]', 'accepted'],
    ['query.sizes.minimum', 'sizes=[0]', 'refused'],
    ['query.sizes.type', 'sizes=["text"]', 'refused'],
    ['header.X-Bench.minimum', 'X-Bench=0', 'refused'],
    ['header.X-Bench.minimum', 'X-Bench=1', 'either'],
    ['header.X-Bench.required', 'no X-Bench', 'refused'],
    ['cookie.theme.enum', 'theme=none-of-these', 'refused'],
    ['cookie.theme.optional', 'no theme', 'accepted'],
    ['query.unknown', 'undescribed=1', 'either'],
  ])('%s: %s is %s', (requirement, title, kind) =>
    expect(listed('listTools')).toContainEqual([requirement, title, kind]),
  );

  test.each<[requirement: string, title: string, kind: string]>([
    ['path.number.type', 'number=text', 'refused'],
    ['path.number.type', 'number=1abc', 'refused'],
    ['path.number.type', 'number=1,1', 'refused'],
    ['path.number.minimum', 'number=0', 'refused'],
    ['path.number.minimum', 'number=1', 'either'],
    ['path.number.range', 'number=9007199254740993', 'either'],
  ])('%s: %s is %s', (requirement, title, kind) =>
    expect(listed('readTool')).toContainEqual([requirement, title, kind]),
  );

  test('where no refusal is documented, only what is accepted is tried', () => {
    const own = listed('addTool');
    expect([...new Set(own.map(([, , kind]) => kind))]).toEqual(['accepted']);
    expect(own).toContainEqual(['query.limit.minimum', 'limit=1', 'accepted']);
    expect(own.filter(([requirement]) => requirement === 'query.unknown')).toEqual([]);
  });

  test('identifiers near one that is there are not removed', () => {
    expect(listed('removeTool')).toContainEqual(['path.number.type', 'number=text', 'refused']);
    expect(listed('removeTool').filter(([, title]) => title === 'number=1abc')).toEqual([]);
  });
});

test('a parameter of the same name in another place is not left out with one', async () => {
  const [left] = casesOf('listTools').filter(
    ({ requirement }) => requirement.id === 'listTools.parameters.header.kind.optional',
  );
  const parts = await left?.build(session, false);
  expect(parts?.query.map(([name]) => name)).toContain('kind');
});

test.each([
  ['readTool', [400, 404]],
  ['listTools', [400]],
])('%s is refused with %j', (id, allowed) => {
  const statuses = casesOf(id).flatMap(({ expectation }) =>
    expectation.kind === 'refused' ? [[200, 400, 404, 422, 500].filter((status) => expectation.with.has(status))] : [],
  );
  expect(statuses.length).toBeGreaterThan(0);
  for (const own of statuses) expect(own).toEqual(allowed);
});

describe('what goes over the network', () => {
  const build = async (id: string, requirement: string, title: string): Promise<RequestParts | undefined> =>
    casesOf(id)
      .find((one) => one.requirement.id === prefix(id) + requirement && one.title === title)
      ?.build(session, false);

  test.each<[requirement: string, title: string, part: 'query' | 'headers' | 'cookies', expected: string[]]>([
    ['query.limit.maximum', 'limit=51', 'query', ['limit=51']],
    ['query.limit.optional', 'no limit', 'query', []],
    ['query.limit.repeated', 'limit twice', 'query', ['limit=*', 'limit=*']],
    ['query.name.text', 'name=%20 %00 + ?a=b&c=d#e', 'query', ['name=%2520%20%2500%20%2B%20%3Fa%3Db%26c%3Dd%23e']],
    ['header.X-Bench.minimum', 'X-Bench=0', 'headers', ['X-Bench=0']],
    ['header.X-Bench.required', 'no X-Bench', 'headers', []],
    ['cookie.theme.enum', 'theme=DARK', 'cookies', ['theme=DARK']],
  ])('%s: %s', async (requirement, title, part, expected) => {
    const parts = await build('listTools', requirement, title);
    const own = (parts?.[part] ?? [])
      .filter(([name]) => name === requirement.split('.')[1])
      .map((pair) => pair.join('='));
    expect(requirement.endsWith('repeated') ? own.map((text) => text.replace(/=.*/, '=*')) : own).toEqual(expected);
  });

  test('another value for a path parameter', async () =>
    expect((await build('readTool', 'path.number.minimum', 'number=0'))?.path).toEqual({ number: '0' }));
});

describe('no value that is allowed is to be refused', () => {
  /** The texts that a request has for a parameter of the case, and whether the schema allows all of them. */
  function isAllowed({ requirement }: Case, parts: RequestParts): boolean {
    if (requirement.subject.kind !== 'parameter') return false;
    const { in: place, name } = requirement.subject;
    const parameter = parts.operation.parameters.find((one) => one.in === place && one.name === name);
    if (parameter === undefined) return true;
    const texts =
      place === 'path'
        ? [decode(parts.path[name] ?? '')]
        : (place === 'query' ? parts.query : place === 'cookie' ? parts.cookies : parts.headers)
            .filter(([own]) => own === name)
            .map(([, text]) => (place === 'header' ? text : decode(text)));
    if (texts.length === 0) return !parameter.required;
    const value = parameter.types.includes('array')
      ? texts.flatMap((text) => text.split(',')).map((text) => scalarOf(parameter.itemTypes, text))
      : scalarOf(parameter.types, texts[0] ?? '');
    return session.isValid('request', partAt(description.contract, `${parameter.pointer}/schema`).pointer, value);
  }

  test.each(['listTools', 'addTool', 'readTool', 'removeTool'])('%s', async (id) => {
    const wrong: string[] = [];
    for (const one of parameterCases(session, operation(id))) {
      const allowed = isAllowed(one, await one.build(session, false));
      if (allowed ? one.expectation.kind === 'refused' : one.expectation.kind === 'accepted')
        wrong.push(`${one.requirement.id}: ${one.title}`);
    }
    expect(wrong).toEqual([]);
  });
});
