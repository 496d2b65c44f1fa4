import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlOf } from '../http/curl.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { encode } from '../http/percent-encoding.ts';
import { githubAnnotations } from './github.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { withoutKeys } from './redact.ts';
import { describeVerification } from './terminal.ts';
import { baseUrl, publicOf, requirementOf, verificationOf, violated, violationWith } from './test/verifications.ts';

const key = 'adoption_12_abcdef';
const limitedKey = 'adoption_12_abc';
const keys = { key, limitedKey, revokedKey: 'no-longer-here-345', planKeys: { 'all-day': 'by-the-hour-56789' } };
const odd = `o'd "k%y\\ä`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const requestWith = (value: string): HttpRequest => ({
  method: 'POST',
  target: `/things?key=${encodeURIComponent(value)}`,
  headers: [['Authorization', `Bearer ${value}`]],
  body: Buffer.from(JSON.stringify({ value })),
});

/** A run that has the text wherever a server or a request may have it. */
function everywhere(text: string) {
  const request = {
    ...requestWith(text),
    headers: [...requestWith(text).headers, ['Authorization', `Basic ${base64(`${text}:`)}`]] as const,
  };
  const response = {
    status: 200,
    headers: [['X-Echo', text]] as const,
    body: Buffer.concat([Buffer.from([0xff, 0]), Buffer.from(text)]),
    receivedAt: 0,
  };
  const violation = violationWith({
    request,
    response,
    curl: curlOf(baseUrl, request),
    documented: text,
    received: text,
    advice: { server: text, contract: text },
  });
  return [
    requirementOf('list.a', { verdict: 'violated', violation }),
    requirementOf('list.b', { verdict: 'unproven', reason: text }),
    requirementOf('list.c', { verdict: 'waived', reason: text }),
  ];
}

const reports = {
  terminal: describeVerification,
  json: jsonReport,
  junit: junitReport,
  markdown: markdownReport,
  github: githubAnnotations,
};

test.each(Object.entries(reports))('the report %s has no key', (_, report) => {
  for (const secret of [key, odd]) {
    const text = report(publicOf(everywhere(secret), { key: secret }));
    const unquoted = text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    expect(text).toContain('KEY');
    for (const spelling of [
      secret,
      encodeURIComponent(secret),
      base64(secret),
      base64(`${secret}:`),
      base64(`${secret}:`).slice(0, -4),
      'abcdef',
      'o\'d "',
      'o\\047d',
      'k%y',
      'k%%y',
      'd%20%22',
      'k%25y',
    ])
      expect(unquoted).not.toContain(spelling);
  }
});

test.each<[name: string, text: string, expected: string]>([
  ['the key', `a ${key} b`, 'a $KEY b'],
  ['the limited key, with which the other one begins', `${limitedKey} ${key}`, '$LIMITED_KEY $KEY'],
  ['the revoked key', 'Bearer no-longer-here-345', 'Bearer $REVOKED_KEY'],
  ['the key of a plan', 'Bearer by-the-hour-56789', 'Bearer $ALL_DAY_KEY'],
  ['Basic credentials', `Basic ${base64(`me:${key}`)}`, 'Basic base64(me:$KEY)'],
  ['Base64 of a URL', Buffer.from(`?>?>${key}`).toString('base64url'), 'base64(?>?>$KEY)'],
  ['Base64 of bytes', Buffer.concat([Buffer.from([0xff]), Buffer.from(key)]).toString('base64'), 'base64($KEY)'],
  ['other Base64', base64('nothing of that kind'), base64('nothing of that kind')],
  ['what only looks like it', 'adopt', 'adopt'],
  ['most of a key', 'Bearer xdoption_12_abcdef', 'Bearer x…'],
])('hides %s', (_, received, expected) => {
  const [result] = publicOf([requirementOf('list.a', violated({ received }))], keys).requirements;
  expect(result).toMatchObject({ violation: { received: expected } });
});

test.each<[name: string, request: HttpRequest]>([
  ['a header', requestWith(key)],
  ['Basic credentials', { ...requestWith('x'), headers: [['Authorization', `Basic ${base64(`it's:${key}`)}`]] }],
  ['a body of bytes', { ...requestWith('x'), body: Buffer.from(`\0'${key}%\n`) }],
])('a curl line goes on working with the variable: %s', (_, request) => {
  const curl = curlOf(baseUrl, request);
  const [result] = publicOf([requirementOf('list.a', violated({ request, curl }))], { key }).requirements;
  const hidden = result?.verdict === 'violated' ? result.violation.curl : '';
  const argumentsOf = (line: string) =>
    execFileSync('sh', ['-c', `curl() { printf '<%s>' "$@"; case "$*" in *@-) cat;; esac; }; ${line}`], {
      env: { ...process.env, KEY: key },
    });
  expect(hidden).not.toContain(key);
  expect(hidden).toContain('"$KEY"');
  expect(argumentsOf(hidden)).toEqual(argumentsOf(curl));
});

test('what stands for a part of a key is legible in a body as well', () => {
  const request = { ...requestWith('x'), body: Buffer.from('{"ädoption_12_abc":1}') };
  const [result] = publicOf([requirementOf('list.a', violated({ request }))], { key }).requirements;
  const shown = result?.verdict === 'violated' ? result.violation.request.body?.toString() : '';
  expect(shown).toBe('{"ä…":1}');
});

test('a sample has no key, and its curl line goes on working', () => {
  const [request, response] = [
    requestWith(key),
    { status: 200, headers: [['X-Echo', key]] as const, body: Buffer.from(`\0${key}`), receivedAt: 0 },
  ];
  const sample = { title: `Bearer ${key}`, isKept: true, request, response };
  const { requirements, curls } = publicOf(
    [
      requirementOf('list.a', undefined, null, [sample, { ...sample, response: null }]),
      requirementOf('list.b', undefined, null, [sample]),
    ],
    { key },
  );
  const [first, second] = requirements.map(({ samples }) => samples);
  const [line, ...others] = curls.values();
  expect(first?.map(({ title, response: shown }) => [title, shown?.headers, shown?.body.toString()])).toEqual([
    ['Bearer $KEY', [['X-Echo', '$KEY']], '\0$KEY'],
    ['Bearer $KEY', undefined, undefined],
  ]);
  expect(first?.[0]?.request).toMatchObject({
    target: '/things?key=$KEY',
    headers: [['Authorization', 'Bearer $KEY']],
    body: Buffer.from('{"value":"$KEY"}'),
  });
  expect(second?.[0]?.request).toBe(first?.[0]?.request);
  expect([...curls.keys()]).toEqual([first?.[0]?.request]);
  expect([line, others]).toEqual([expect.stringContaining(`'Authorization: Bearer '"$KEY"''`), []]);
});

test.each([
  ['with every reserved character', encode(odd)],
  ['as ECMAScript does', encodeURIComponent(odd)],
])('a key in a query is hidden when it is encoded %s', (_, text) => {
  const sample = {
    title: '',
    isKept: true,
    request: { ...requestWith(''), target: `/things?key=${text}` },
    response: null,
  };
  const { requirements } = publicOf([requirementOf('list.a', undefined, null, [sample])], { key: odd });
  expect(requirements[0]?.samples[0]?.request.target).toBe('/things?key=$KEY');
});

test('hides a key of one letter where it stands by itself', () => {
  const [result] = publicOf([requirementOf('list.a', violated({ received: 'Bearer k, asked kindly' }))], {
    key: 'k',
  }).requirements;
  expect(result).toMatchObject({ violation: { received: 'Bearer $KEY, asked kindly' } });
});

test('a word is no Base64 of a short key, as its bytes have any letter', () => {
  const received = 'nothing within seconds';
  const [result] = publicOf([requirementOf('list.a', violated({ received }))], { key: 'a' }).requirements;
  expect(result).toMatchObject({ violation: { received } });
});

test('a variable stays whole that is named like a part of what it stands for', () => {
  const headers = [['X-Session', 'my-x_session-81512']] as const;
  const request = { ...requestWith(''), headers };
  const [result] = publicOf([requirementOf('list.a', violated({ request, curl: curlOf(baseUrl, request) }))], {
    headers,
  }).requirements;
  expect(result).toMatchObject({
    violation: {
      curl: expect.stringContaining(`'X-Session: '"$X_SESSION"''`) as string,
      request: { headers: [['X-Session', '$X_SESSION']] },
    },
  });
});

test('knows which key is which, whichever is longer', () => {
  const [result] = publicOf([requirementOf('list.a', violated({ received: `${limitedKey} ${key}` }))], {
    key: limitedKey,
    limitedKey: key,
  }).requirements;
  expect(result).toMatchObject({ violation: { received: '$KEY $LIMITED_KEY' } });
});

test('what a client is to do has no key', () => {
  const [result] = publicOf([requirementOf('list.a', violated({ advice: { client: `Not ${key}.`, contract: key } }))], {
    key,
  }).requirements;
  expect(result).toMatchObject({ violation: { advice: { client: 'Not $KEY.', contract: '$KEY' } } });
});

test('a curl line has no key in what a shell cannot write in Base64', () => {
  const request = {
    ...requestWith('x'),
    headers: [['Authorization', `Basic ${Buffer.from(`?>?>${key}`).toString('base64url')}`]] as const,
  };
  const [result] = publicOf([requirementOf('list.a', violated({ request, curl: curlOf(baseUrl, request) }))], {
    key,
  }).requirements;
  expect(result).toMatchObject({
    violation: { curl: expect.stringContaining("'Authorization: Basic base64($KEY)'") as string },
  });
});

test('without keys, samples have their curl lines too', () => {
  const request = requestWith('x');
  const { curls } = publicOf([
    requirementOf('list.a', undefined, null, [{ title: undefined, isKept: true, request, response: null }]),
  ]);
  expect([...curls]).toEqual([[request, curlOf(baseUrl, request)]]);
});

test.each([[{}], [{ key: '' }], [{ key: undefined, limitedKey: 'not-used' }]])(
  'leaves a run without keys as it is: %j',
  (keys) => {
    const verification = verificationOf(...everywhere('nothing'));
    expect(withoutKeys(verification, keys)).toEqual({ ...verification, variables: [], curls: new Map() });
  },
);
