import { describe, expect, test } from 'vitest';
import { type Exact, isExactObject, parseExact, within } from '../../http/exact-json.ts';
import { headerOf } from '../../http/exchange.ts';
import { isJson } from '../../http/media-types.ts';
import { sampleContracts } from '../../mutate/sample-contracts/contracts.ts';
import { partAt } from '../../openapi/contract.ts';
import { type Json, listOf } from '../../openapi/json.ts';
import { kindOf } from '../../requirements/registry.ts';
import { bodyKeyword } from '../../requirements/response/body-keyword.ts';
import { bodyStatus } from '../../requirements/response/body-status.ts';
import { longText, unusualTexts } from '../../requirements/schema/text-candidates.ts';
import { fixture } from '../../test/contracts.ts';
import { setOf, setsIn } from '../test/response-sets.ts';
import { violationsIn } from '../test/response-violations.ts';
import { requirementsIn, shownIn } from '../test/shown-requirements.ts';
import { documentedResponses } from './documented-responses.ts';
import type { DocumentedStubResponse } from './response.ts';

const seed = 7;
const all = (responses: string, components = '', method = 'get'): DocumentedStubResponse[] => {
  const { description, set } = setOf(responses, components, method);
  return documentedResponses({ description, seed }, set);
};
const titlesOf = (made: readonly DocumentedStubResponse[]) => made.map(({ title }) => title);
const titled = (made: readonly DocumentedStubResponse[], title: string) => made.find((one) => one.title === title);
const valueOf = ({ response }: DocumentedStubResponse): Exact => parseExact(response.body);

const documents = [
  ...sampleContracts.map(({ document }) => document),
  fixture('library.yaml'),
  fixture('weather.yaml'),
];
const sets = (await Promise.all(documents.map(setsIn))).flat();

describe.each(sets.map((own) => ({ ...own, made: documentedResponses({ ...own, seed }, own.set) })))(
  'every response of $name',
  ({ description, set, made }) => {
    test('keeps the contract', () => {
      const violations = violationsIn(description, set);
      expect(
        made.flatMap(({ title, response }) =>
          violations(response)
            .filter((id) => !id.endsWith('.failure'))
            .map((id) => `${title} violates ${id}`),
        ),
      ).toEqual([]);
    });

    test('is one of all that show each requirement', () => {
      const requirements = requirementsIn(description, set)
        .filter((requirement) => kindOf(requirement).client?.reach.by === 'documented responses')
        .map(({ id }) => id);
      const shown = new Set(made.flatMap(shownIn(description, set)));
      expect(requirements.filter((id) => !shown.has(id))).toEqual([]);
      expect([...shown].filter((id) => !requirements.includes(id))).toEqual([]);
    });

    test('has a title of its own and is no other', () => {
      expect(titlesOf(made)).toEqual([...new Set(titlesOf(made))]);
      const written = made.map(({ response: { status, headers, body, delivery } }) =>
        JSON.stringify([status, headers, body.toString('base64'), delivery]),
      );
      expect(written).toEqual([...new Set(written)]);
      const counts = [...Map.groupBy(made, ({ statusKey }) => statusKey).values()].map((own) => own.length);
      expect(Math.max(0, ...counts)).toBeLessThan(170);
    });

    test('comes in the order of the contract', () =>
      expect([...new Set(made.map(({ statusKey }) => statusKey))]).toEqual(Object.keys(set.responses)));
  },
);

/** The parts of a value that the path of a requirement names. */
function partsAt(value: Exact, path: string): Exact[] {
  return (path.match(/\[\]|\.[^.[]+/g) ?? []).reduce<Exact[]>(
    (parts, step) =>
      parts.flatMap((part) => {
        if (step === '[]') return Array.isArray(part) ? part : [];
        return isExactObject(part) && Object.hasOwn(part, step.slice(1)) ? [part[step.slice(1)] ?? null] : [];
      }),
    [value],
  );
}

/** True when the values are at the bound that a keyword sets, and all of them where it lists some. */
function hasBound(keyword: string, bound: Json, parts: readonly Exact[]): boolean {
  if (keyword === 'minimum' || keyword === 'maximum') return parts.includes(bound);
  if (keyword === 'minLength' || keyword === 'maxLength')
    return parts.some((part) => typeof part === 'string' && [...part].length === bound);
  if (keyword === 'minItems' || keyword === 'maxItems')
    return parts.some((part) => Array.isArray(part) && part.length === bound);
  return keyword !== 'enum' || listOf(bound).every((value) => parts.includes(value));
}

test.each(sets.filter(({ name }) => !/^(library|weather)/.test(name)))(
  'each bound is reached by a response of $name',
  ({ description, set }) => {
    const made = documentedResponses({ description, seed }, set);
    const requirements = requirementsIn(description, set);
    // What repeats the status of the response has no other value.
    const isFree = (id: string) =>
      !requirements.some(
        ({ kind, id: meaning }) => kind === bodyStatus.id && id.startsWith(meaning.replace(/meaning$/, '')),
      );
    const keywords = requirements.flatMap(({ id, kind, pointer, subject }) => {
      const { status = '', path = '', keyword = '' } = subject;
      const bound = partAt(description.contract, pointer).value;
      return kind === bodyKeyword.id && isFree(id) ? [{ id, status, path, keyword, bound }] : [];
    });
    const reached = (status: string, path: string) =>
      made
        .filter(({ statusKey, response }) => statusKey === status && isJson(headerOf(response, 'Content-Type') ?? ''))
        .flatMap((one) => partsAt(valueOf(one), path));
    expect(
      keywords
        .filter(({ status, path, keyword, bound }) => !hasBound(keyword, bound, reached(status, path)))
        .map(({ id }) => id),
    ).toEqual([]);
  },
);

test('a seed gives the same responses again, another one others', () => {
  const { description, set } = setOf(
    `{
      '200': {
        description: '',
        content: {
          application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } }
        }
      }
    }`,
  );
  const made = (own: number) => documentedResponses({ description, seed: own }, set);
  expect(made(3)).toEqual(made(3));
  expect(made(3)).not.toEqual(made(4));
});

/** The values that `it` has in the bodies of a schema; undefined where it is absent. */
function valuesOf(schema: string, others = ''): (Exact | undefined)[] {
  const made = all(
    `{
      '200': {
        description: '',
        content: { application/json: { schema: { type: object, properties: { it: ${schema} } } } }
      }
    }`,
    others,
  );
  return made.map((one) => within(valueOf(one), ['it']));
}

const [edge, greatest, least] = [2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];
const safe = 2 ** 53 - 1;
const shapes = `
components:
  schemas:
    Square:
      type: object
      required: [side]
      properties: { side: { type: integer, maximum: 9 } }
      additionalProperties: false
    Circle:
      type: object
      required: [radius]
      properties: { radius: { type: integer, maximum: 5 } }
      additionalProperties: false
`;
const references = "[{ $ref: '#/components/schemas/Square' }, { $ref: '#/components/schemas/Circle' }]";

describe('what a part of a body may be', () => {
  test.each<[schema: string, present: Exact[], absent: Exact[]]>([
    ['{ type: integer, minimum: 3, maximum: 9 }', [3, 9, 4, 8], [2, 10]],
    ['{ type: number, minimum: 0.5, exclusiveMaximum: 2 }', [0.5, 1.5], [0.499, 2]],
    ['{ type: integer }', [0, -1, safe, -safe, edge, greatest, least], []],
    ['{ type: integer, format: int64 }', [0, safe, -safe, edge, greatest, least], [2n ** 63n]],
    ['{ type: integer, format: int64, maximum: 9007199254740991 }', [safe], [edge]],
    ['{ type: integer, format: int32 }', [2 ** 31 - 1, -(2 ** 31)], [2 ** 31, safe]],
    ['{ type: integer, multipleOf: 2 }', [2, 6], [1, edge]],
    ['{ type: number, multipleOf: 0.05, maximum: 1 }', [0.05, 1], [0.1 + 0.2, 5e-324]],
    ['{ type: boolean }', [true, false], []],
    ['{ type: string, minLength: 2, maxLength: 40 }', ['ab', 'abcdefghij'.repeat(4), 'é'.repeat(40)], ['', 'a']],
    [
      '{ type: string }',
      ['', '\u0000\u0001\u001b\u001f\u007f', 'line\u2028paragraph\u2029end', longText, ...unusualTexts],
      [],
    ],
    ['{ type: string, format: date }', ['2096-02-29'], ['not-a-date', '']],
    ['{ type: string, enum: [novel, atlas, ""] }', ['novel', 'atlas', ''], ['NOVEL', ' novel']],
    ["{ type: [string, 'null'] }", [null, ''], []],
    ['{ type: string }', [], [null]],
    ['{ type: [integer, string] }', [0, ''], [1.5, true]],
    ['{ type: [boolean, object] }', [true, false, {}, { value: 1 }], []],
    ['{}', [null, true, 1.5, 'text', [], {}], []],
    ['{ type: array, items: { type: integer, maximum: 4 }, maxItems: 3 }', [[], [4]], [[5]]],
    [
      '{ type: object, required: [a], properties: { a: { const: 4 }, b: { const: x }, c: { const: y } } }',
      [{ a: 4, b: 'x', c: 'y' }, { a: 4, b: 'x' }, { a: 4 }],
      [{ b: 'x' }, {}],
    ],
    [
      `{
        type: object,
        required: [a, b],
        properties: { a: { type: string }, b: { type: string } },
        not: { properties: { a: { const: 'null' }, b: { const: '0' } } }
      }`,
      [{ a: '0', b: '__proto__' }],
      [{ a: 'null', b: '0' }],
    ],
    [
      '{ type: object, additionalProperties: { type: integer, enum: [6, 8] } }',
      [{}, { key: 6 }, { key: 8 }],
      [{ undocumented: 'value' }],
    ],
    [`{ oneOf: ${references} }`, [{ side: 9 }, { radius: 5 }], [{ side: 10 }, { radius: 6 }]],
    [`{ anyOf: ${references} }`, [{ side: 9 }, { radius: 5 }], []],
    [`{ type: array, items: { oneOf: ${references} } }`, [[{ side: 9 }], [{ radius: 5 }]], []],
    [
      `{
        type: object,
        properties: { a: { type: array, items: { type: object, properties: { b: { type: integer, maximum: 4 } } } } }
      }`,
      [{ a: [{ b: 4 }] }, { a: [{}] }, { a: [] }, {}],
      [],
    ],
  ])('%s', (schema, present, absent) => {
    const values = valuesOf(schema, shapes);
    for (const value of present) expect(values).toContainEqual(value);
    for (const value of absent) expect(values).not.toContainEqual(value);
    expect(values).toContainEqual(undefined);
  });

  test.each([
    ['with a bound', '{ type: array, maxItems: 3 }', 3],
    ['without one', '{ type: array }', 20],
    ['with two', '{ type: array, minItems: 2, maxItems: 4 }', 4],
  ])('a list of many: %s', (_, schema, count) => {
    expect(Math.max(...valuesOf(schema).map((value) => (Array.isArray(value) ? value.length : 0)))).toBe(count);
  });

  test('in OpenAPI 3.0, too', () => {
    const made = sets
      .filter(({ name }) => name === 'tasks.yaml getTask')
      .flatMap((own) => documentedResponses({ ...own, seed }, own.set));
    expect(titlesOf(made)).toEqual(
      expect.arrayContaining([
        '200 with notes null',
        '200 with notes of 2000 characters',
        '200 with estimateHours 1000',
        '200 with 8 items in tags',
      ]),
    );
  });

  test('what a reader alone may see is there, what a writer alone gives is not', () => {
    const made = all(
      `{
        '200': {
          description: '',
          content: {
            application/json: {
              schema: {
                type: object,
                required: [id, secret],
                properties: { id: { type: integer, readOnly: true }, secret: { type: string, writeOnly: true } }
              }
            }
          }
        }
      }`,
    );
    expect(made.length).toBeGreaterThan(1);
    for (const one of made)
      expect([within(valueOf(one), ['id']), within(valueOf(one), ['secret'])]).toEqual([expect.anything(), undefined]);
  });

  test('one that holds itself comes to an end', () => {
    const made = all(
      `{
        '200': {
          description: '',
          content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } }
        }
      }`,
      `
components:
  schemas:
    Tree:
      type: object
      properties:
        size: { type: integer, maximum: 3 }
        left: { $ref: '#/components/schemas/Tree' }
        right: { $ref: '#/components/schemas/Tree' }
        others: { type: array, items: { $ref: '#/components/schemas/Tree' } }
`,
    );
    expect(titlesOf(made)).toEqual(
      expect.arrayContaining(['200 with size 3', '200 without left', '200 without left.size']),
    );
    expect(made.length).toBeLessThan(100);
  });

  test('one with hundreds of parts has no more responses than can be sent', () => {
    const properties = Array.from(
      { length: 300 },
      (_, index) => `p${index}: { type: integer, minimum: ${index} }`,
    ).join(', ');
    expect(
      all(
        `{
          '200': {
            description: '',
            content: { application/json: { schema: { type: object, properties: { ${properties} } } } }
          }
        }`,
      ).length,
    ).toBeLessThan(1000);
  });
});

describe('what is left open', () => {
  const schema = (additional: string) =>
    `{
      '200': {
        description: '',
        content: {
          application/json: {
            schema: { type: object, required: [a], properties: { a: { const: x }, b: { const: é } }${additional} }
          }
        }
      }
    }`;
  const made = all(schema(''));

  test('an undocumented property, unless the schema is closed', () => {
    expect(made.map(valueOf)).toContainEqual({ a: 'x', b: 'é', undocumented: 'value' });
    expect(
      titlesOf(all(schema(', additionalProperties: false'))).filter((title) => title.includes('undocumented')),
    ).toEqual(['200 with an undocumented header']);
  });

  test('headers', () => {
    const of = (title: string) => titled(made, `200 ${title}`)?.response.headers;
    expect(of('with an undocumented header')).toContainEqual(['X-Undocumented', 'value']);
    expect(of('with a charset')).toEqual([['Content-Type', 'application/json; charset=utf-8']]);
    expect(of('with a blank before its charset')).toEqual([['Content-Type', 'application/json ; charset=utf-8']]);
    expect(of('with its media type in upper case')).toEqual([['Content-Type', 'APPLICATION/JSON']]);
    expect(of('with header names in lower case')).toEqual([['content-type', 'application/json']]);
  });

  test('how JSON is written, and in how many pieces it comes', () => {
    const of = (title: string) => titled(made, `200 ${title}`)?.response.body.toString();
    expect(of('with blanks in its JSON')).toMatch(/^ \{\r\n\t"a" :/);
    expect(of('with escapes in its JSON')).toContain('"\\u0061":"\\u0078"');
    expect(of('with its properties in another order')).toBe('{"b":"é","a":"x"}');
    for (const title of ['with blanks in its JSON', 'with escapes in its JSON'])
      expect(JSON.parse(of(title) ?? '')).toEqual({ a: 'x', b: 'é' });
    expect(titled(made, '200 in pieces')?.response.delivery).toEqual({ kind: 'pieces' });
  });

  test('control characters come as escapes', () => {
    const texts = all(
      "{ '200': { description: '', content: { application/json: { schema: { type: string } } } } }",
    ).map(({ response }) => response.body.toString());
    expect(texts).toContain('"\\u0000\\u0001\\u001b\\u001f\u007f"');
  });
});

describe('examples', () => {
  const media = (more: string) =>
    `{
      '200': {
        description: '',
        content: {
          application/json: {
            schema: {
              type: object,
              required: [id],
              properties: { id: { type: integer, example: 31 }, name: { type: string, examples: [Moby] } },
              example: { id: 4 }
            },
            ${more}
          }
        }
      }
    }`;

  test.each([
    ['one', 'example: { id: 1 }', { example: { id: 1 }, 'example of the schema': { id: 4 } }],
    [
      'several',
      "examples: { small: { value: { id: 1 } }, large: { $ref: '#/components/examples/Large' } }",
      { small: { id: 1 }, large: { id: 2, name: 'x' }, 'example of the schema': { id: 4 } },
    ],
    [
      'those that the schema forbids are left out',
      `examples: {
        right: { value: { id: 1 } },
        wrong: { value: { name: x } },
        elsewhere: { externalValue: "https://example.com" }
      }`,
      { right: { id: 1 }, 'example of the schema': { id: 4 } },
    ],
  ])('%s', (_, more, expected) => {
    const made = all(media(more), 'components: { examples: { Large: { value: { id: 2, name: x } } } }');
    const examples = made.filter(({ example }) => example !== undefined);
    expect(Object.fromEntries(examples.map((one) => [one.example, valueOf(one)]))).toEqual(expected);
    expect(made.slice(0, examples.length)).toEqual(examples);
  });

  test('of another media type, but for what another case covers', () => {
    const made = all(
      `{
        '200': {
          description: '',
          content: {
            text/csv: {
              examples: { here: { value: 'a,b' }, elsewhere: { externalValue: 'https://example.com/a.csv' } }
            }
          }
        }
      }`,
    );
    expect(
      made.flatMap(({ example, response }) => (example === undefined ? [] : [[example, response.body.toString()]])),
    ).toEqual([['here', 'a,b']]);
  });

  test('parts are as their own examples, where these fit', () => {
    const made = all(
      `{
        '200': {
          description: '',
          content: {
            application/json: {
              schema: {
                type: object,
                required: [id],
                properties: {
                  id: { type: integer, example: 31 },
                  tags: { type: array, minItems: 2, uniqueItems: true, items: { type: string, examples: [new] } },
                  note: { type: [string, 'null'], example: null }
                }
              }
            }
          }
        }
      }`,
    );
    const usual = made.filter(({ title }) => / without what may be absent$| with everything$/.test(title)).map(valueOf);
    expect(usual).toEqual([{ id: 31 }, { id: 31, tags: ['new', expect.any(String)], note: expect.any(String) }]);
  });

  test('a schema that nothing is made for has its examples alone', () => {
    const schema = (example: string) =>
      `{
        '200': {
          description: '',
          content: { application/json: { schema: { type: string, pattern: '^([a-z])\\1$'${example} } } }
        },
        '204': { description: '' }
      }`;
    expect(
      all(schema(', examples: [oo]'))
        .filter(({ status }) => status === 200)
        .map(valueOf),
    ).toContainEqual('oo');
    expect(titlesOf(all(schema(''))).filter((title) => title.startsWith('200'))).toEqual([]);
  });

  test('what nothing is made for is as in an example, with the rest at its bounds', () => {
    const made = all(
      `{
        '200': {
          description: '',
          content: {
            application/json: {
              schema: {
                type: object,
                required: [a],
                properties: { a: { type: string, pattern: '^([a-z])\\1$' }, b: { type: integer, maximum: 9 } }
              },
              example: { a: oo, b: 2 }
            }
          }
        }
      }`,
    );
    expect(made.map(valueOf)).toContainEqual({ a: 'oo', b: 9 });
  });

  test('headers have theirs', () => {
    const headers = `{
        A: { schema: { type: integer }, example: 12 },
        B: { schema: { type: string, examples: [b] } },
        C: { schema: { type: integer }, examples: { wrong: { value: x }, right: { value: 7 } } },
        D: { schema: { type: integer, minimum: 40, maximum: 41 } }
      }`;
    const [first] = all(`{ '204': { description: '', headers: ${headers} } }`).slice(1);
    expect(first?.response.headers).toEqual([
      ['A', '12'],
      ['B', 'b'],
      ['C', '7'],
      ['D', expect.stringMatching(/^4[01]$/)],
    ]);
  });
});

describe('the status of a response', () => {
  const empty = "{ description: '' }";
  test.each<[name: string, responses: string, expected: [key: string, status: number][]]>([
    [
      'documented by itself',
      `{ '201': ${empty}, '404': ${empty} }`,
      [
        ['201', 201],
        ['404', 404],
      ],
    ],
    [
      'of a range',
      `{ 2XX: ${empty}, 4XX: ${empty}, 5XX: ${empty} }`,
      [
        ['2XX', 200],
        ['4XX', 418],
        ['5XX', 500],
      ],
    ],
    [
      'of a range, but none that is documented by itself',
      `{ '418': ${empty}, 4XX: ${empty} }`,
      [
        ['418', 418],
        ['4XX', 400],
      ],
    ],
    [
      'default',
      `{ '200': ${empty}, default: ${empty} }`,
      [
        ['200', 200],
        ['default', 418],
      ],
    ],
    [
      'default, where 4XX is documented',
      `{ '200': ${empty}, 4XX: ${empty}, default: ${empty} }`,
      [
        ['200', 200],
        ['4XX', 418],
        ['default', 500],
      ],
    ],
    ['default alone, which is the success', `{ default: ${empty} }`, [['default', 200]]],
    ['no answer yet', `{ '100': ${empty}, '200': ${empty} }`, [['200', 200]]],
  ])('%s', (_, responses, expected) => {
    expect([
      ...new Set(
        all(responses).map(({ statusKey, status, response }) => JSON.stringify([statusKey, status, response.status])),
      ),
    ]).toEqual(expected.map(([key, status]) => JSON.stringify([key, status, status])));
  });

  const problem = (examples = '') =>
    `content: {
      application/problem+json: {
        schema: {
          type: object,
          required: [status],
          properties: { status: { type: integer }, title: { type: string } }
        }${examples}
      }
    }`;

  test('is what the body says', () => {
    const made = all(`{ '409': { description: '', ${problem()} } }`);
    expect(made.length).toBeGreaterThan(10);
    for (const one of made) expect(valueOf(one)).toMatchObject({ status: 409 });
  });

  test('an example that names another one is left out, or decides for a range', () => {
    const example = ', example: { status: 404, title: None }';
    expect(
      all(`{ '409': { description: '', ${problem(example)} } }`).filter((one) => one.example !== undefined),
    ).toEqual([]);
    expect(
      all(`{ default: { description: '', ${problem(example)} } }`).find((one) => one.example !== undefined)?.status,
    ).toBe(404);
  });
});

describe('headers', () => {
  const made = all(
    `{
      '204': {
        description: '',
        headers: {
          A: { required: true, schema: { type: integer, minimum: 3, maximum: 9 } },
          B: { schema: { type: string, maxLength: 5 } },
          C: { schema: { enum: [x, y] } },
          D: { schema: { type: array, items: { type: integer, maximum: 4 } } },
          E: {
            content: { application/json: { schema: { type: object, required: [e], properties: { e: { const: 1 } } } } }
          },
          F: {},
          G: { schema: { type: integer, format: int64 } }
        }
      }
    }`,
  );
  const given = (name: string) => made.map(({ response }) => headerOf(response, name));

  test('what need not be there is absent first, and then there', () => {
    expect(made[0]?.response.headers.map(([name]) => name)).toEqual(['A']);
    expect(made[1]?.response.headers.map(([name]) => name)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G']);
  });

  test.each<[name: string, present: string[], absent: string[]]>([
    ['A', ['3', '9'], ['2', '10']],
    ['B', ['abcde'], ['abcdef']],
    ['C', ['x', 'y'], ['z']],
    ['E', ['{"e":1}'], []],
    ['F', ['value'], []],
    ['G', ['0', '9223372036854775807', '-9223372036854775808'], ['9223372036854775808']],
  ])('%s at its bounds', (name, present, absent) => {
    expect(given(name)).toEqual(expect.arrayContaining(present));
    expect(given(name).filter((text) => absent.includes(text ?? ''))).toEqual([]);
  });

  test('a client that follows one stays here', () => {
    const [first] = all(
      `{
        '302': {
          description: '',
          headers: {
            Location: { required: true, schema: { type: string, format: uri-reference } },
            Retry-After: { required: true, schema: { type: [string, integer] } }
          }
        }
      }`,
    );
    expect(first?.response.headers).toEqual([
      ['Location', '/elsewhere'],
      ['Retry-After', '1'],
    ]);
  });

  test('a value that no header can have is none', () => {
    const texts = all(
      "{ '204': { description: '', headers: { A: { schema: { enum: [fine, \"two\\nlines\", ' blank', 名] } } } } }",
    ).map(({ response }) => headerOf(response, 'A'));
    expect(new Set(texts)).toEqual(new Set([undefined, 'fine']));
  });

  test('a response whose required header nothing fits is left out', () => {
    expect(
      titlesOf(
        all(
          `{
            '204': { description: '', headers: { A: { required: true, schema: { enum: [名] } } } },
            '404': { description: '' }
          }`,
        ),
      ),
    ).toEqual(['404', '404 with an undocumented header']);
  });

  test('how a body comes is not for them to say', () => {
    const [first] = all(
      `{
        '200': {
          description: '',
          headers: { Content-Type: { schema: { const: x } }, Content-Length: { schema: { const: 7 } } },
          content: { application/json: {} }
        }
      }`,
    );
    expect(first?.response.headers).toEqual([['Content-Type', 'application/json']]);
  });
});

describe('bodies', () => {
  const content = 'content: { application/json: { schema: { type: string } } }';
  test.each<[name: string, responses: string, method: string, mediaType: string | undefined]>([
    ['none in a response to HEAD', `{ '200': { description: '', ${content} } }`, 'head', 'application/json'],
    ['none in a 204', "{ '204': { description: '' } }", 'get', undefined],
    ['none in a 304', `{ '304': { description: '', ${content} } }`, 'get', undefined],
    ['none where none is documented', "{ '200': { description: '' } }", 'get', undefined],
  ])('%s', (_, responses, method, mediaType) => {
    const made = all(responses, '', method);
    expect(made.length).toBeGreaterThan(0);
    for (const { response } of made)
      expect([response.body.length, headerOf(response, 'Content-Type')?.toLowerCase().split(/ ?;/)[0]]).toEqual([
        0,
        mediaType,
      ]);
  });

  test('in each media type, JSON first', () => {
    const made = all(
      `{
        '200': {
          description: '',
          content: {
            text/csv: { example: 'a,b' },
            application/json: { schema: { const: 1 } },
            application/hal+json: { schema: { const: 2 } },
            application/xml: { example: <a/> },
            image/*: {},
            application/x-www-form-urlencoded: {
              schema: { type: object, required: [a], properties: { a: { const: b } } }
            }
          }
        }
      }`,
    );
    const bodies = new Map(made.map(({ response }) => [headerOf(response, 'Content-Type'), response.body.toString()]));
    expect([...bodies.keys()]).toEqual([
      'application/json',
      'application/hal+json',
      'text/csv',
      'application/xml',
      'image/octet-stream',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-8',
      'application/json ; charset=utf-8',
      'APPLICATION/JSON',
    ]);
    expect(made.map(({ response }) => response.body.toString())).toEqual(
      expect.arrayContaining(['1', '2', 'a,b', '<a/>', expect.stringMatching(/^<\?xml/), 'a=b']),
    );
    expect(made.find(({ response }) => headerOf(response, 'Content-Type') === 'text/csv')?.example).toBe('example');
  });

  test.each([
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/*', 'text/plain'],
  ])('%s stands for %s', (range, mediaType) => {
    const made = all(
      `{ '200': { description: '', content: { '${range}': { schema: { type: string, enum: [a] } } } } }`,
    );
    expect(made.map(({ response }) => headerOf(response, 'Content-Type'))[0]).toBe(mediaType);
  });
});
