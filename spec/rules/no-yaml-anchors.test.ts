import { describeRules } from './test/describe-rules.ts';

const document = (...lines: string[]) => `openapi: 3.1.0
info: { title: Books, version: '1' }
paths: {}
${lines.join('\n')}
`;

const harmless = [
  '# &comment and *another one',
  'x-plain: Tom & Jerry, 2 * 3, a&b a*b << >>',
  'x-quoted: "&not *an \\"&anchor\\" <<"',
  "x-single: '&not *an alias ''*x'''",
  'x-folded: >-',
  '  &not an anchor',
  '  *not an alias',
  '  <<: not a key',
  'x-literal: |',
  '  key: &no',
  'x-several: lines of',
  '  plain &text and *more',
  'x-flow: [a&b, "*c", \'&d\']',
  "'<<': a quoted key",
  'x-value: <<',
];

const crossFile = `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    $ref: 'relay.yaml#/books'
`;

describeRules({
  'contract/no-yaml-anchors': [
    { name: 'passes with the signs in texts and comments', document: document(...harmless) },
    {
      name: 'passes with a reference that leads nowhere',
      document: document("x-a: { $ref: 'nowhere.yaml' }", "x-b: { $ref: 'https://books.example/a.yaml' }"),
    },
    { name: 'fails with an anchor', document: document('x-a: &a 1'), problems: [[4, '&a', 'YAML anchor `&a`']] },
    {
      name: 'fails with an anchor whose name begins with a sign',
      document: document('x-a: &-a 1'),
      problems: [[4, '&-a', 'YAML anchor `&-a`']],
    },
    {
      name: 'fails with an alias',
      document: document('x-a: &a 1', 'x-b: [*a, 2]'),
      problems: [
        [4, '&a', 'YAML anchor `&a`'],
        [5, '*a', 'YAML alias `*a`'],
      ],
    },
    {
      name: 'fails with a merge key',
      document: document('x-a:', '  <<: { b: 1 }', '  c: 2').replace('3.1.0', '3.0.3'),
      problems: [[5, '<<', 'YAML merge key `<<`']],
    },
    {
      name: 'fails on keys, lists and multiple lines',
      document: document('&k x-a: [&i x-e]', 'x-b: &m', '  c: 1', '? &q x-d', ': 1', '*i : 2'),
      problems: [
        [4, '&k', 'anchor'],
        [4, '&i', 'anchor'],
        [5, '&m', 'anchor'],
        [7, '&q', 'anchor'],
        [9, '*i', 'alias'],
      ],
    },
    { name: 'fails on the whole document', document: `--- &root\n${document()}`, problems: [[1, '&root', 'anchor']] },
    {
      name: 'fails in files behind references, the last of them and those on the way',
      document: crossFile,
      files: {
        'relay.yaml': 'books:\n  $ref: books.yaml\nx-relay: &relay 1\n',
        'books.yaml': 'get:\n  responses: &books {}\n',
      },
      problems: [
        [2, '&books', 'anchor'],
        [3, '&relay', 'anchor'],
      ],
    },
    {
      name: 'fails in a file behind a reference that is written with an escape',
      document: crossFile.replace("$ref: 'relay.yaml#/books'", '"\\u0024ref": relay.yaml'),
      files: { 'relay.yaml': 'get:\n  responses: &books {}\n' },
      problems: [[2, '&books', 'anchor']],
    },
    {
      name: 'fails in an Arazzo document',
      document: `arazzo: 1.0.1
info: { title: Books, version: '1' }
sourceDescriptions:
  - { name: books, type: openapi, url: ./openapi.yaml }
workflows:
  - workflowId: add
    steps:
      - &step { stepId: add, operationId: addBook }
`,
      problems: [[8, '&step', 'anchor']],
    },
  ],
});
