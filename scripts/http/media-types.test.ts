import { expect, test } from 'vitest';
import { documentedType, isAcceptable, isForm, isFormInParts, isJson, isOfType } from './media-types.ts';

test.each<[mediaType: string, json: boolean, form: boolean]>([
  ['application/json', true, false],
  ['Application/JSON; charset=utf-8', true, false],
  ['application/problem+json', true, false],
  ['application/vnd.a.b+json ;v=1', true, false],
  ['application/jsonl', false, false],
  ['application/json-seq', false, false],
  ['text/plain; json', false, false],
  ['application/x-www-form-urlencoded', false, true],
  ['application/x-www-form-urlencoded; charset=utf-8', false, true],
  ['application/x-www-form-urlencoded-too', false, false],
  ['', false, false],
])('%s', (mediaType, json, form) => {
  expect([isJson(mediaType), isForm(mediaType)]).toEqual([json, form]);
});

test.each([
  ['multipart/form-data', true],
  ['Multipart/Form-Data; boundary=x', true],
  ['multipart/form-datax', false],
  ['multipart/mixed', false],
])('%s is a form in parts: %s', (mediaType, isOne) => expect(isFormInParts(mediaType)).toBe(isOne));

test.each<[accept: string, mediaTypes: string[], isAllowed: boolean]>([
  ['', ['application/json'], true],
  ['*/*', ['application/json'], true],
  ['APPLICATION/json', ['application/json; charset=utf-8'], true],
  ['text/html, application/*;q=0.1', ['application/json'], true],
  ['text/html', ['application/json'], false],
  ['text/html', ['application/json', 'text/html'], true],
  ['*/*, application/json;q=0', ['application/json'], false],
  ['application/json, application/*; q=0.0', ['application/json'], true],
  ['*/*;q=0', ['application/json'], false],
  ['image/png', ['image/*'], true],
  ['image/png;q=0', ['image/*'], false],
  ['text/plain', ['*/*'], true],
])('Accept: %s for %j: %s', (accept, mediaTypes, isAllowed) => {
  expect(isAcceptable(accept, mediaTypes)).toBe(isAllowed);
});

test.each<[received: string, documented: string, isOne: boolean]>([
  ['application/json', 'application/json', true],
  ['Application/JSON; charset=UTF-8', 'application/json', true],
  ['application/json; charset="utf-8"', 'application/json', true],
  ['application/json; charset=iso-8859-1', 'application/json', false],
  ['text/csv; charset=iso-8859-1', 'text/csv; header=present', true],
  ['application/jsonx', 'application/json', false],
  ['text/html', 'text/*', true],
  ['application/json', 'text/*', false],
  ['image/png', '*/*', true],
  ['', 'application/json', false],
])('Content-Type %s, documented as %s: %s', (received, documented, isOne) => {
  expect(isOfType(received, documented)).toBe(isOne);
});

test.each<[received: string, documented: string[], wanted: string | undefined]>([
  ['text/plain; charset=utf-8', ['*/*', 'text/*', 'text/plain'], 'text/plain'],
  ['text/csv', ['*/*', 'text/*', 'text/plain'], 'text/*'],
  ['image/png', ['*/*', 'text/*'], '*/*'],
  ['image/png', ['text/*'], undefined],
])('Content-Type %s, documented as %j, is %s', (received, documented, wanted) => {
  expect(documentedType(received, documented)).toBe(wanted);
});
