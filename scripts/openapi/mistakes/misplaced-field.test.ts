import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { lintEach } from '../source/redocly.ts';

const head = 'openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths: {}\ncomponents:\n  schemas:\n    Book:\n';

test.each([
  [
    'a property that stands beside `properties`',
    '      properties:\n        name: { type: string }\n      status: { type: string }\n',
    'Property `status` is not expected here. Did you mean a property in the `properties` beside it? Indent it further.',
  ],
  [
    'a property that stands in the one before',
    '      properties:\n        name:\n          type: string\n          status: { type: string }\n',
    'Property `status` is not expected here. Did you mean a property beside `name`? Indent it like that.',
  ],
  [
    'a property that says of itself that it is required',
    '      properties:\n        name: { type: string, required: true }\n',
    'Expected type `array` but got `boolean`. ' +
      'Did you mean that `name` must be there? List it in `required` beside `properties`.',
  ],
  [
    'a field that is no schema',
    '      properties:\n        name: { type: string }\n      status: open\n',
    'Property `status` is not expected here.',
  ],
])('%s', async (_, schema, message) => {
  const folder = temporaryFolder({ 'a.yaml': head + schema, 'rules.yaml': 'rules: { struct: error }\n' });
  const [problems = []] = await lintEach([join(folder, 'a.yaml')], join(folder, 'rules.yaml'));
  expect(problems.map((problem) => problem.message)).toEqual([message]);
});

const operation = 'openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths:\n  /books:\n    get:\n      responses:\n';

test.each([
  [
    'a response that stands beside `responses`',
    "        '200': { description: Books. }\n      '404': { $ref: '#/x-none' }\nx-none: {}\n",
    'Property `404` is not expected here. Did you mean a response in the `responses` beside it? Indent it further.',
  ],
  [
    'a response that stands in the one before',
    "        '200':\n          description: Books.\n          default: { description: An error. }\n",
    'Property `default` is not expected here. Did you mean a response beside `200`? Indent it like that.',
  ],
  [
    'a response that stands in the one before, which is a reference',
    "        '401': { $ref: '#/x-none', '404': { description: None. } }\nx-none: { description: None. }\n",
    'Property `404` is not expected here because it is defined alongside `$ref`. ' +
      'Did you mean a response beside `401`? Indent it like that.',
  ],
  [
    'a media type that stands beside `content`, which is empty so',
    "        '200':\n          description: Books.\n          content:\n          application/json: {}\n",
    'Property `application/json` is not expected here. ' +
      'Did you mean a media type in the `content` beside it? Indent it further.',
  ],
  [
    'a header that stands beside `headers`',
    "        '200':\n          headers: { X-A: { schema: {} } }\n          X-B: { schema: {} }\n",
    'Property `X-B` is not expected here. Did you mean a header in the `headers` beside it? Indent it further.',
  ],
  [
    'a header that stands beside `headers`, by its reference',
    "        '200':\n          headers: {}\n          X-B: { $ref: '#/components/headers/B' }\n",
    'Property `X-B` is not expected here. Did you mean a header in the `headers` beside it? Indent it further.',
  ],
  [
    'a header that stands in the one before',
    "        '200':\n          headers: { X-A: { schema: {}, X-B: { schema: {} } } }\n",
    'Property `X-B` is not expected here. Did you mean a header beside `X-A`? Indent it like that.',
  ],
  [
    'a media type that stands beside `content` and `headers`',
    "        '200':\n          headers: {}\n          content: {}\n          a/b: { schema: {} }\n",
    'Property `a/b` is not expected here. Did you mean a media type in the `content` beside it? Indent it further.',
  ],
  [
    'a status where there are no responses',
    "        '200':\n          description: Books.\n          content:\n            a/b: { '404': {} }\n",
    'Property `404` is not expected here.',
  ],
])('%s', async (_, responses, message) => {
  const folder = temporaryFolder({
    'a.yaml': operation + responses,
    'rules.yaml': 'rules: { struct: error, spec-ref-siblings: error }\n',
  });
  const [problems = []] = await lintEach([join(folder, 'a.yaml')], join(folder, 'rules.yaml'));
  expect(problems.map((problem) => problem.message)).toContain(message);
});
