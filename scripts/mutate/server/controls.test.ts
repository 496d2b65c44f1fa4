import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../../cli/project.ts';
import type { HttpRequest, HttpResponse, Send } from '../../http/exchange.ts';
import { readContract } from '../../openapi/read-contract.ts';
import { specificationOf } from '../../verify/specification.ts';
import type { Trial } from '../kind.ts';
import { openControls, serverControls } from './controls.ts';

const specification = specificationOf(await readContract(join(projectFolder, 'spec', 'openapi.yaml')));
const controls = serverControls(specification);
let trial: Trial;

beforeAll(async () => {
  trial = await openControls(specification);
});

afterAll(() => trial.close());

test('there are enough of them, each with a name of its own', () => {
  expect(controls.length).toBeGreaterThanOrEqual(24);
  expect(new Set(controls.map(({ name }) => name)).size).toBe(controls.length);
});

const few = ['fields in another order', 'oldest first', 'large identifiers', 'more headers'];

describe('a negative control gives no report', () => {
  test.each(few)('%s', async (name) => {
    for await (const result of trial.run([name], { seed: 424_242_424, isFull: true }))
      expect(result).toMatchObject({ id: name, verdict: 'survived', detectedBy: [], message: undefined });
    expect.assertions(1);
  });
});

/** What a control does to one response, or to the request before it. */
async function seen(
  name: string,
  request: HttpRequest,
  response: HttpResponse,
): Promise<{ sent: HttpRequest; received: HttpResponse }> {
  const control = controls.find((one) => one.name === name);
  let sent = request;
  const send: Send = async (own) => {
    sent = own;
    return response;
  };
  const received = await control?.wrap(send, { key: 'key', limitedKey: 'limited', now: Date.now, doing: () => '' })(
    request,
  );
  return { sent, received: received ?? response };
}

const request: HttpRequest = {
  method: 'GET',
  target: specification.description.operations[0]?.path ?? '',
  headers: [],
  body: null,
};
const answered = (
  body: string,
  headers: HttpResponse['headers'] = [['Content-Type', 'application/json']],
): HttpResponse => ({ status: 200, headers, body: Buffer.from(body), receivedAt: 0 });

test.each([
  ['fields in another order', '[{"a":1,"b":{"c":2,"d":3}}]', '[{"b":{"d":3,"c":2},"a":1}]'],
  [
    'integers with a fraction of nothing',
    '{"a":[1,-2],"b":1.5,"c":9007199254740993}',
    '{"a":[1.0,-2.0],"b":1.5,"c":9007199254740993}',
  ],
  ['escaped slashes', '"a/b"', '"a\\/b"'],
  ['escapes for everything beyond ASCII', '"é"', '"\\u00e9"'],
])('%s', async (name, body, expected) => {
  expect((await seen(name, request, answered(body))).received.body.toString()).toBe(expected);
});

test('a control changes what it says, or it would show nothing', async () => {
  expect((await seen('charset in upper case, quoted', request, answered('[]'))).received.headers).toEqual([
    ['Content-Type', 'application/json;CHARSET="UTF-8"'],
  ]);
  expect((await seen('header names in upper case', request, answered('[]'))).received.headers).toEqual([
    ['CONTENT-TYPE', 'application/json'],
  ]);
});
