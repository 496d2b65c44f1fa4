import { describe, expect, test } from 'vitest';
import { decode } from '../../http/percent-encoding.ts';
import { scalarOf } from '../../openapi/parameters/scalar-text.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import type { RequestParts } from '../request/request-parts.ts';
import { parameterKeyword } from './keyword.ts';
import { built, casesBy, judgedBy, listedBy, type ShortCase, session, statementOf } from './test/tools-contract.ts';

const listed = (operationId?: string) =>
  casesBy(parameterKeyword, operationId).map(({ id, planned }) => [id, planned.title, planned.expectation.kind]);

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
    ['query.kind.enum', 'kind=saw', 'accepted'],
    ['query.kind.enum', 'kind=SAW', 'refused'],
    ['query.kind.enum', 'kind= saw', 'refused'],
    ['query.kind.enum', 'kind=', 'refused'],
    ['query.kind.enum', 'kind=saw,drill', 'refused'],
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
    ['cookie.theme.enum', 'theme=none-of-these', 'refused'],
  ])('%s: %s is %s', (requirement, title, kind) =>
    expect(listed('listTools')).toContainEqual([requirement, title, kind]),
  );

  test.each(['1e1', '0x10', ' 5', '+5', '05', '１', 'Infinity'])('limit=%s is a number to some parsers', (text) =>
    expect(listed('listTools').map(([, title]) => title)).not.toContain(`limit=${text}`),
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

  test.each([
    ['color=red,blue', 'either'],
    ['color= red', 'either'],
    ['color=RED', 'refused'],
  ])('of values that a description separates by commas, %s is %s', (title, kind) =>
    expect(listed('listShelves')).toContainEqual(['query.color.enum', title, kind]),
  );

  test('where no refusal is documented, only what is accepted is tried, and pages that no list has', () => {
    const own = listed('addTool');
    const isOfNoList = ([, title]: (typeof own)[number]) => Number(title?.replace('limit=', '')) > 2 ** 31 - 1;
    expect(own.filter(([, , kind]) => kind !== 'accepted')).toEqual(own.filter(isOfNoList));
    expect(own).toContainEqual(['query.limit.minimum', 'limit=1', 'accepted']);
  });

  test('identifiers near one that is there are not removed', () => {
    expect(listed('removeTool')).toContainEqual(['path.number.type', 'number=text', 'refused']);
    expect(listed('removeTool').filter(([, title]) => title === 'number=1abc')).toEqual([]);
  });
});

test.each([
  ['readTool', [400, 404]],
  ['listTools', [400]],
])('%s is refused with %j', (id, allowed) => {
  const statuses = casesBy(parameterKeyword, id).flatMap(({ planned: { expectation } }) =>
    expectation.kind === 'refused' ? [[200, 400, 404, 422, 500].filter((status) => expectation.with.has(status))] : [],
  );
  expect(statuses.length).toBeGreaterThan(0);
  for (const own of statuses) expect(own).toEqual(allowed);
});

describe('what goes over the network', () => {
  test.each<[requirement: string, title: string, part: 'query' | 'headers' | 'cookies', expected: string[]]>([
    ['query.limit.maximum', 'limit=51', 'query', ['limit=51']],
    ['query.name.text', 'name=%20 %00 + ?a=b&c=d#e', 'query', ['name=%2520%20%2500%20%2B%20%3Fa%3Db%26c%3Dd%23e']],
    ['header.X-Bench.minimum', 'X-Bench=0', 'headers', ['X-Bench=0']],
    ['cookie.theme.enum', 'theme=DARK', 'cookies', ['theme=DARK']],
  ])('%s: %s', async (requirement, title, part, expected) => {
    const parts = await built(parameterKeyword, 'listTools', requirement, title);
    const own = parts[part].filter(([name]) => name === requirement.split('.')[1]).map((pair) => pair.join('='));
    expect(own).toEqual(expected);
  });

  test('another value for a path parameter', async () =>
    expect((await built(parameterKeyword, 'readTool', 'path.number.minimum', 'number=0')).path).toEqual({
      number: '0',
    }));

  test('an identifier near one that is there, in the style of its parameter', async () =>
    expect((await built(parameterKeyword, 'readShelf', 'path.number.type', 'number=x1')).path['number']).toMatch(
      /^\.x\d+$/,
    ));

  test('by turns beside every other query parameter', async () => {
    const [alone, beside] = casesBy(parameterKeyword).filter(({ id }) => id === 'query.limit.maximum');
    const names = async (one: ShortCase | undefined) =>
      new Set(((await one?.planned.build(session, false))?.query ?? []).map(([name]) => name));
    const both = [await names(alone), await names(beside)].toSorted((a, b) => a.size - b.size);
    expect(both.map((own) => [...own].toSorted())).toEqual([
      ['kind', 'limit'],
      ['filter', 'kind', 'level', 'limit', 'name', 'sizes', 'tags'],
    ]);
  });
});

describe('no value that is allowed is to be refused', () => {
  /** The texts that a request has for a parameter of the case, and whether the schema allows all of them. */
  function isAllowed({ planned }: ShortCase, parts: RequestParts): boolean {
    const { in: place, name = '' } = planned.subject;
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
    return session.isValid('request', parameterSchema(parameter), value);
  }

  test.each(['listTools', 'addTool', 'readTool', 'removeTool'])('%s', async (id) => {
    const wrong: string[] = [];
    for (const one of casesBy(parameterKeyword, id)) {
      const allowed = isAllowed(one, await one.planned.build(session, false));
      const { kind } = one.planned.expectation;
      if (allowed ? kind === 'refused' : kind === 'accepted') wrong.push(`${one.id}: ${one.planned.title}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('the requirements', () => {
  const ofLevel = ['query.level.type', 'query.level.enum', 'query.level.range'];

  test.each<[operationId: string, name: string, server: string[], client: string[]]>([
    ['listTools', 'query.limit', ['type', 'minimum', 'maximum', 'range'], []],
    ['listTools', 'query.kind', ['type', 'enum'], []],
    ['listTools', 'query.name', ['type', 'maxLength', 'text'], []],
    ['listTools', 'query.sizes', ['range', 'maxItems', 'type', 'minimum'], []],
    ['listTools', 'query.tags', [], ['text']],
    ['listTools', 'query.filter', [], []],
    ['listTools', 'cookie.theme', ['type', 'enum'], []],
    ['addTool', 'query.limit', ['type', 'minimum', 'range'], []],
    ['readTool', 'path.number', ['type', 'minimum', 'range'], []],
  ])('of %s %s', (operationId, name, server, client) => {
    const own = (side: 'server' | 'client') =>
      listedBy(parameterKeyword, side, operationId).filter((id) => id.startsWith(`${name}.`));
    expect(own('server')).toEqual(server.map((keyword) => `${name}.${keyword}`));
    expect(own('client')).toEqual([...server, ...client].map((keyword) => `${name}.${keyword}`));
  });

  test('cover every case', () => {
    const known = listedBy(parameterKeyword, 'server');
    expect(casesBy(parameterKeyword).filter(({ id }) => !known.includes(id))).toEqual([]);
    expect(known).toEqual(expect.arrayContaining(ofLevel));
  });

  test.each([
    ['listTools.parameters.query.limit.maximum', 'limit (query) must be at most 50.'],
    ['listTools.parameters.query.sizes.minimum', 'Each item of sizes (query) must be at least 1.'],
    ['listTools.parameters.query.level.range', 'level (query) may be any integer that its schema allows.'],
    ['listTools.parameters.cookie.theme.enum', 'theme (cookie) must be "dark" or "light".'],
  ])('%s: %s', (id, statement) => expect(statementOf(parameterKeyword, id)).toBe(statement));
});

test.each<[keyword: string, contract: string, server: RegExp, client: RegExp]>([
  ['maximum', 'change maximum', /^Check size \(query\) as its schema says/, /^Send size \(query\) as its schema/],
  ['range', 'add bounds or a format', /every integer .* of size \(query\)/, /size \(query\) with all its digits/],
  ['text', 'add a pattern or a length', /every text .* of size \(query\)/, /text of size \(query\) as the caller/],
  ['surplus', 'change additionalProperties', /^Refuse what size \(query\) has/, /properties of size \(query\) alone/],
])('the advice for %s', (keyword, contract, server, client) => {
  const subject = { operationId: 'listTools', in: 'query', name: 'size', keyword };
  expect(parameterKeyword.contractAdvice(subject)).toBe(contract);
  expect(parameterKeyword.server?.advice(subject)).toMatch(server);
  expect(parameterKeyword.client?.advice(subject)).toMatch(client);
});

test.each<[query: string, judged: string[]]>([
  ['limit=5', ['query.limit.type', 'query.limit.minimum', 'query.limit.maximum', 'query.limit.range']],
  ['limit=0', ['!query.limit.minimum']],
  ['limit=x', ['!query.limit.type']],
  ['limit=5&limit=5', []],
  ['name=ab', ['query.name.type', 'query.name.maxLength', 'query.name.text']],
  ['sizes=1,2', ['query.sizes.range', 'query.sizes.maxItems', 'query.sizes.type', 'query.sizes.minimum']],
  ['sizes=1,0', ['!query.sizes.minimum']],
  ['sizes=1,2,3', ['!query.sizes.maxItems']],
  ['level=3', ['!query.level.enum']],
  ['filter={"b":1}', []],
])('of a client that sends %s', (query, judged) => {
  const name = query.split('=')[0] ?? '';
  const own = judgedBy(parameterKeyword, `GET /tools?kind=saw&${query}`).filter((id) => id.includes(`query.${name}.`));
  expect(own).toEqual(judged);
});
