import { describe, expect, test } from 'vitest';
import { headerOf } from '../../http/exchange.ts';
import { sampleContracts } from '../../mutate/sample-contracts/contracts.ts';
import type { Description } from '../../openapi/description.ts';
import type { ResponseSet } from '../../requirements/response/response-sets.ts';
import { fixture } from '../../test/contracts.ts';
import { setOf, setsIn } from '../test/response-sets.ts';
import { violationsIn } from '../test/response-violations.ts';
import { documentedResponses } from './documented-responses.ts';
import {
  kinds,
  type UndocumentedKind,
  type UndocumentedStubResponse,
  undocumentedResponses,
} from './undocumented-responses.ts';

const seed = 7;
const documents = [
  ...sampleContracts.map(({ document }) => document),
  fixture('library.yaml'),
  fixture('weather.yaml'),
];
const sets = (await Promise.all(documents.map(setsIn)))
  .flat()
  .filter(({ set }) => Object.keys(set.responses).length > 0);

/** What is made from the documented responses of an operation. */
function madeOf(description: Description, set: ResponseSet): UndocumentedStubResponse[] {
  return undocumentedResponses(description, set, documentedResponses({ description, seed }, set));
}

describe.each(sets.map((own) => ({ ...own, made: madeOf(own.description, own.set) })))(
  'what is no response of $name',
  ({ description, set, made }) => {
    test('violates the contract, where what it was made from keeps it', () => {
      const violations = violationsIn(description, set);
      // A documented 5xx is a failure whatever it says.
      const broken = ({ kind, of, response }: UndocumentedStubResponse) =>
        violations(response).filter(
          (id) => !id.endsWith('.failure') || of.status < 500 || /^(undocumented|cut|no response)/.test(kind),
        );
      expect(made.filter((one) => broken(one).length === 0).map(({ title }) => title)).toEqual([]);
      expect(made.flatMap(({ of }) => violations(of.response)).filter((id) => !id.endsWith('.failure'))).toEqual([]);
    });

    test('has a title of its own, and is the same for the same seed', () => {
      const titles = made.map(({ title }) => title);
      expect(titles).toEqual([...new Set(titles)]);
      expect(madeOf(description, set)).toEqual(made);
    });
  },
);

function all(responses: string, method = 'get'): UndocumentedStubResponse[] {
  const { description, set } = setOf(responses, '', method);
  return madeOf(description, set);
}

const object =
  'content: { application/json: { schema: { type: object, required: [a], properties: { a: { const: x } } } } }';
const both = all(
  `{
      '200': {
        description: '',
        headers: { A: { required: true, schema: { const: 1 } }, B: { schema: { const: 2 } } },
        ${object}
      },
      '404': { description: '', ${object} },
      '204': { description: '' }
    }`,
);
const shown = ({ response: { status, headers, body, delivery } }: UndocumentedStubResponse) => [
  status,
  headers.map((pair) => pair.join(': ')).join(', '),
  body.toString('latin1'),
  ...(delivery === undefined ? [] : [delivery]),
];
const ofKind = (kind: UndocumentedKind, made = both) =>
  Object.fromEntries(made.filter((one) => one.kind === kind).map((one) => [one.title, shown(one)]));
const [json, text] = ['Content-Type: application/json, A: 1', '{"a":"x"}'];

describe('each kind', () => {
  test('there are some of each', () =>
    expect(new Set(both.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds))));

  test('undocumented status', () => {
    const titles = Object.keys(ofKind('undocumented status'));
    for (const from of [200, 404])
      expect(titles).toEqual(
        expect.arrayContaining(
          [201, 206, 299, 302, 307, 418, 502, 599].map((status) => `${status} in place of ${from}`),
        ),
      );
    expect(titles.filter((title) => /^(200|204|404)/.test(title))).toEqual([]);
    expect(ofKind('undocumented status')).toMatchObject({
      '299 in place of 200': [299, json, text],
      '302 in place of 200': [302, `${json}, Location: /undocumented`, text],
      '502 in place of 404, with the HTML page of a proxy': [
        502,
        'Content-Type: text/html',
        expect.stringMatching(/^<!DOCTYPE html>/),
      ],
      '304 in place of 200, without a body': [304, 'A: 1', ''],
      '418 in place of 404, without a body': [418, '', ''],
    });
  });

  test('cut body', () =>
    expect(ofKind('cut body')).toMatchObject({
      '200 with its body cut after 0 of 9 bytes': [200, json, text, { kind: 'cut', after: 0 }],
      '200 with its body cut after 4 of 9 bytes': [200, json, text, { kind: 'cut', after: 4 }],
      '404 with its body cut after 8 of 9 bytes': [
        404,
        'Content-Type: application/json',
        text,
        { kind: 'cut', after: 8 },
      ],
    }));

  test('incomplete JSON', () =>
    expect(ofKind('incomplete JSON')).toMatchObject({
      '200 with the first 4 of 9 bytes of its JSON': [200, json, '{"a"'],
      '404 with the first 8 of 9 bytes of its JSON': [404, 'Content-Type: application/json', '{"a":"x"'],
    }));

  test('empty body', () =>
    expect(ofKind('empty body')).toEqual({
      '200 with an empty body': [200, json, ''],
      '404 with an empty body': [404, 'Content-Type: application/json', ''],
    }));

  test('no JSON', () =>
    expect(ofKind('no JSON')).toMatchObject({
      '200 with the HTML page of a proxy': [
        200,
        'A: 1, Content-Type: text/html',
        expect.stringMatching(/^<!DOCTYPE html>/),
      ],
      '200 with an HTML page as JSON': [200, json, expect.stringMatching(/^<!DOCTYPE html>/)],
      '200 with plain text': [200, json, 'Service temporarily not available\n'],
      '404 with undefined': [404, 'Content-Type: application/json', 'undefined'],
      '404 with a comma too many': [404, 'Content-Type: application/json', '{"a":"x",}'],
      '404 with broken UTF-8': [404, 'Content-Type: application/json', '{"a":"\xffx"}'],
    }));

  test('null body', () =>
    expect(ofKind('null body')).toEqual({
      '200 with null as its body': [200, json, 'null'],
      '404 with null as its body': [404, 'Content-Type: application/json', 'null'],
    }));

  test('media type', () =>
    expect(ofKind('media type')).toEqual({
      '200 without a media type': [200, 'A: 1', text],
      '200 as text/html': [200, 'A: 1, Content-Type: text/html', text],
      '200 as application/octet-stream': [200, 'A: 1, Content-Type: application/octet-stream', text],
      '404 without a media type': [404, '', text],
      '404 as text/html': [404, 'Content-Type: text/html', text],
      '404 as application/octet-stream': [404, 'Content-Type: application/octet-stream', text],
    }));

  test('missing header', () =>
    expect(ofKind('missing header')).toEqual({ '200 without A': [200, 'Content-Type: application/json', text] }));

  test('no response', () =>
    expect(ofKind('no response')).toEqual({ 'no response': [200, json, text, { kind: 'none' }] }));
});

describe('what is allowed is not among them', () => {
  test.each<[name: string, responses: string, kind: UndocumentedKind, titles: string[]]>([
    [
      'a status under a range',
      `{ '200': { description: '' }, 4XX: { description: '' }, 5XX: { description: '' } }`,
      'undocumented status',
      ['201', '202', '204', '206', '299', '302', '304', '307'].flatMap((status) => [
        `${status} in place of 200, without a body`,
        `${status} in place of 418, without a body`,
      ]),
    ],
    [
      'a status under default',
      `{ '200': { description: '', ${object} }, default: { description: '' } }`,
      'undocumented status',
      [],
    ],
    [
      'a media type of a range',
      "{ '200': { description: '', content: { '*/*': { schema: { const: 1 } } } } }",
      'media type',
      [],
    ],
    [
      'another documented media type',
      "{ '200': { description: '', content: { application/json: { schema: { const: 1 } }, text/html: {} } } }",
      'media type',
      ['200 without a media type', '200 as application/octet-stream'],
    ],
    [
      'HTML where it is documented',
      "{ '200': { description: '', content: { application/json: { example: {} }, text/html: {} } } }",
      'no JSON',
      ['an HTML page as JSON', 'plain text', 'undefined', 'a comma too many', 'broken UTF-8'].map(
        (what) => `200 with ${what}`,
      ),
    ],
    [
      'null where the schema has it',
      `{
        '200': {
          description: '',
          content: { application/json: { schema: { type: [object, 'null'], example: {} } } }
        }
      }`,
      'null body',
      [],
    ],
    [
      'null where nothing is said',
      "{ '200': { description: '', content: { application/json: { example: {} } } } }",
      'null body',
      [],
    ],
    [
      'digits of a number',
      "{ '200': { description: '', content: { application/json: { schema: { const: 1234 } } } } }",
      'incomplete JSON',
      [],
    ],
    [
      'a text without an end',
      "{ '200': { description: '', content: { text/plain: { example: text } } } }",
      'incomplete JSON',
      [],
    ],
    [
      'a header that may be absent',
      `{
        '200': {
          description: '',
          headers: { A: { schema: { const: 1 } } },
          content: { application/json: { example: {} } }
        }
      }`,
      'missing header',
      [],
    ],
  ])('%s', (_, responses, kind, titles) =>
    expect(Object.keys(ofKind(kind, all(responses))).toSorted()).toEqual(titles.toSorted()),
  );

  test('nothing with a body answers HEAD', () => {
    const made = all(
      `{ '200': { description: '', headers: { A: { required: true, schema: { const: 1 } } }, ${object} } }`,
      'head',
    );
    expect(new Set(made.map(({ kind }) => kind))).toEqual(
      new Set(['undocumented status', 'missing header', 'no response']),
    );
    expect(made.filter(({ response }) => response.body.length > 0)).toEqual([]);
  });

  test('a contract that documents no response has none that are not', () => expect(all('{}')).toEqual([]));
});

test('a text is cut as any other body', () => {
  const made = all("{ '200': { description: '', content: { text/plain: { example: text } } } }");
  expect(made.filter(({ kind }) => kind === 'cut body').map(({ response }) => response.delivery)).toEqual([
    { kind: 'cut', after: 0 },
    { kind: 'cut', after: 2 },
    { kind: 'cut', after: 3 },
  ]);
  expect(
    made.flatMap(({ kind, response }) => (kind === 'media type' ? [headerOf(response, 'Content-Type')] : [])),
  ).toEqual([undefined, 'text/html', 'application/octet-stream']);
});
