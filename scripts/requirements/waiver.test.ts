import { expect, test } from 'vitest';
import { contractOf } from '../test/contracts.ts';
import { waiverAt } from './waiver.ts';

const contract = contractOf(`openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        '200': { description: All. }
        '503': { description: Away., x-unverifiable: Nobody can cut the power. }
        '504': { $ref: '#/components/responses/Late' }
components:
  responses:
    Late:
      description: Late.
      x-unverifiable: Nobody can make it late.
      headers: { X-Wait: { schema: { type: integer } } }
`);
const responses = '/paths/~1books/get/responses';

test.each<[name: string, pointers: (string | undefined)[], waiver: string | null]>([
  ['on the part itself', [`${responses}/503`], 'Nobody can cut the power.'],
  ['on a part above', [`${responses}/503/description`], 'Nobody can cut the power.'],
  ['behind a reference', [`${responses}/504/headers/X-Wait`], 'Nobody can make it late.'],
  ['on a part that it belongs to', [`${responses}/504`, '/components'], 'Nobody can make it late.'],
  ['on the first of several parts', [`${responses}/503`, `${responses}/504`], 'Nobody can cut the power.'],
  ['on another part', [undefined, `${responses}/200`], null],
])('%s', (_, pointers, waiver) => {
  expect(waiverAt(contract, ...pointers)).toBe(waiver);
});
