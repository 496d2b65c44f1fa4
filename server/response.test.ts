import { describe, expect, test, vi } from 'vitest';
import { operations, service } from '../generated/operations.ts';
import type { Handlers } from './operation.ts';
import { ContractViolation, toReply } from './response.ts';
import { StorageUnavailable } from './storage/store.ts';
import { handlersWith } from './test/handlers.ts';
import { openInProcess } from './test/transports.ts';
import { violationsOf } from './test/violations.ts';

const pet = { id: 1, name: 'Bruno', categoryId: 3, status: 'available' };
const getPet = '/paths/~1pets~1{petId}/get/responses';
const schema = `${getPet}/200/content/application~1json/schema`;

// Answers that types cannot keep from happening: what a handler gives may come from anywhere.
const violations: [name: string, answer: unknown, pointer: string, said: string][] = [
  ['a status that is not documented', { status: 202, body: pet }, getPet, 'The status 202 is not documented.'],
  [
    'a field that is missing',
    { status: 200, body: { ...pet, name: undefined } },
    schema,
    `The body must have required property 'name'.`,
  ],
  [
    'a field too many',
    { status: 200, body: { ...pet, undescribed: 'secret' } },
    schema,
    `The body must NOT have additional properties 'undescribed'.`,
  ],
  ['a field of a wrong type', { status: 200, body: { ...pet, id: '1' } }, schema, 'The body at /id must be integer.'],
  ['an identifier below its minimum', { status: 200, body: { ...pet, id: 0 } }, schema, 'The body at /id must be '],
  [
    'an integer that a number does not hold',
    { status: 200, body: { ...pet, categoryId: 2 ** 53 } },
    schema,
    'The body at /categoryId must ',
  ],
  [
    'a status that is not in the enum',
    { status: 200, body: { ...pet, status: 'undocumented' } },
    schema,
    'The body at /status must be equal to one of the allowed values.',
  ],
  [
    'null for an optional field',
    { status: 200, body: { ...pet, status: null } },
    schema,
    'The body at /status must be ',
  ],
  ['a list for an object', { status: 200, body: [pet] }, schema, 'The body must be object.'],
  ['no body', { status: 200 }, schema, 'The body must be object.'],
  [
    'a required header that is missing',
    { status: 429, body: { code: 'x', message: 'x', status: 429 } },
    `${getPet}/429/headers/Retry-After`,
    'The header Retry-After is missing.',
  ],
  [
    'a header below its minimum',
    { status: 429, body: { code: 'x', message: 'x', status: 429 }, headers: { 'Retry-After': 0 } },
    `${getPet}/429/headers/Retry-After`,
    'The header Retry-After must be ',
  ],
  [
    'another body on a refusal',
    { status: 404, body: pet },
    `${getPet}/404/content/application~1json/schema`,
    'The body must ',
  ],
];

describe('a response that violates the contract', () => {
  test.each(violations)('is answered as a 500 and logged with its pointer: %s', async (_, answer, pointer, said) => {
    const handlers = handlersWith({ getPet: (async () => answer) as Handlers['getPet'] });
    const harness = await openInProcess({ parts: { handlers } });
    const headers = { Authorization: `Bearer ${await harness.newKey()}` };
    const response = await harness.send(new Request(`${harness.baseUrl}/pets/1`, { headers }));
    harness.storage.close();

    expect(response.status).toBe(500);
    expect(await violationsOf(operations.getPet.id, response)).toEqual([]);
    const errors = harness.log.filter(({ level }) => level === 'error');
    expect(errors.map(({ fields }) => fields)).toMatchObject([{ pointer, status: Object(answer).status }]);
    expect(JSON.stringify(errors)).not.toContain('secret');
    const [text = '', place] = errors[0]?.message.split(' (#') ?? [];
    expect(text.startsWith(`the response violates the contract: ${said}`), text).toBe(true);
    expect(place).toBe(`${pointer})`);
  });
});

test.each<[name: string, mediaTypes: string[], body: unknown, message: string]>([
  ['a body where none is documented', [], {}, 'The response has a body; none is documented.'],
  [
    'JSON where other media types are documented',
    ['text/csv', 'text/plain'],
    '',
    'The body is JSON; documented is text/csv, text/plain.',
  ],
])('%s is not sent', (_, mediaTypes, body, message) => {
  const contract = {
    pointer: '/responses',
    responses: { 200: { pointer: '/responses/200', headers: [], mediaTypes } },
    validators: { 200: { headers: {}, content: {} } },
  };
  expect(() => toReply(contract, { status: 200, body })).toThrow(new ContractViolation('/responses/200', message));
});

test('a response without a body has no media type', () => {
  const contract = {
    pointer: '/responses',
    responses: { 204: { pointer: '/responses/204', headers: [], mediaTypes: [] } },
    validators: { 204: { headers: {}, content: {} } },
  };
  const { headers, body } = toReply(contract, { status: 204 });
  expect(body).toBeNull();
  expect(headers).not.toHaveProperty('Content-Type');
});

describe('a failure inside', () => {
  test.each([
    ['an error', new Error('disk full at sector 7')],
    ['something that is no error', 'disk full at sector 7'],
    ['nothing', undefined],
  ])('is hidden from the caller and kept for the log: %s', async (_, thrown) => {
    const handlers = handlersWith({ getPet: () => Promise.reject(thrown) });
    const harness = await openInProcess({ parts: { handlers } });
    const headers = { Authorization: `Bearer ${await harness.newKey()}` };
    const response = await harness.send(new Request(`${harness.baseUrl}/pets/1`, { headers }));
    harness.storage.close();

    expect(await violationsOf(operations.getPet.id, response)).toEqual([]);
    const [error] = harness.log.filter(({ level }) => level === 'error');
    expect(error?.fields['err']).toBe(thrown);
    const message = `The server could not answer this request (${String(error?.fields['requestId'])}).`;
    expect(await response.json()).toEqual({ status: 500, code: 'internal_error', message });
  });

  test('for want of a handler is noted with the operation that has none', async () => {
    const { getPet: _, ...handlers } = handlersWith({});
    const harness = await openInProcess({ parts: { handlers: handlers as Handlers } });
    const headers = { Authorization: `Bearer ${await harness.newKey()}` };
    const response = await harness.send(new Request(`${harness.baseUrl}/pets/1`, { headers }));
    harness.storage.close();

    expect(response.status).toBe(500);
    expect(await violationsOf(operations.getPet.id, response)).toEqual([]);
    const errors = harness.log.filter(({ level }) => level === 'error');
    expect(errors.map(({ fields, message }) => [fields['pointer'], message])).toEqual([
      [
        operations.getPet.pointer,
        `getPet has no handler: add one to server/handlers.ts. (#${operations.getPet.pointer})`,
      ],
    ]);
  });

  test('of the storage is a 503 that says when to try again, and hides the reason as well', async () => {
    const handlers = handlersWith({ getPet: () => Promise.reject(new StorageUnavailable('disk full at sector 7')) });
    const harness = await openInProcess({ parts: { handlers } });
    const headers = { Authorization: `Bearer ${await harness.newKey()}` };
    const response = await harness.send(new Request(`${harness.baseUrl}/pets/1`, { headers }));
    harness.storage.close();

    expect(await violationsOf(operations.getPet.id, response)).toEqual([]);
    expect(response.headers.get('Retry-After')).toBe('1');
    const message = 'The storage of the server is unavailable; try again in 1 second.';
    expect(await response.json()).toEqual({ status: 503, code: 'unavailable', message });
    const errors = harness.log.filter(({ level }) => level === 'error');
    expect(errors.map(({ fields, message }) => [message, fields['reason']])).toEqual([
      ['the storage is unavailable', 'disk full at sector 7'],
    ]);
  });

  test('of a key whose plan only a later version knows is one of the storage', async () => {
    const harness = await openInProcess();
    const key = await harness.newKey();
    const { keys } = harness.storage;
    const { find } = keys;
    vi.spyOn(keys, 'find').mockImplementation(async (id) => {
      const found = await find(id);
      return found && { ...found, plan: 'gold' };
    });
    const headers = { Authorization: `Bearer ${key}` };
    const response = await harness.send(new Request(`${harness.baseUrl}/pets`, { headers }));
    harness.storage.close();
    expect(response.status).toBe(503);
    expect(await violationsOf(operations.listPets.id, response)).toEqual([]);
    expect(harness.log.map(({ message, fields }) => [message, fields['reason']])).toEqual([
      ['the storage is unavailable', expect.stringMatching(/^Key \w+ has the plan gold, which the contract does not /)],
      ['request', undefined],
    ]);
  });

  test('while the key is looked up leaves the documented headers, and counts for nobody', async () => {
    const harness = await openInProcess();
    const key = await harness.newKey();
    harness.storage.close();
    const response = await harness.send(
      new Request(`${harness.baseUrl}/pets`, { headers: { Authorization: `Bearer ${key}` } }),
    );
    expect(response.status).toBe(500);
    expect(response.headers.get('X-RateLimit-Remaining')).toBe('600');
    expect(await violationsOf(operations.listPets.id, response)).toEqual([]);
  });
});

describe('the log has of a request', () => {
  const request = async (signal?: AbortSignal, handlers: Partial<Handlers> = {}) => {
    let now = 0;
    const clock = { now: () => Date.now(), elapsed: () => (now += 7.126) };
    const harness = await openInProcess({ parts: { handlers: handlersWith(handlers), clock } });
    const key = await harness.newKey();
    const headers = { Authorization: `Bearer ${key}` };
    await harness.send(new Request(`${harness.baseUrl}/pets/1?hidden=1`, { headers, ...(signal && { signal }) }));
    harness.storage.close();
    return { log: harness.log.map(({ level, fields }) => ({ level, ...fields })), id: key.split('_')[1] };
  };
  const logged = {
    requestId: 'request-1',
    address: 'in-process',
    operationId: 'getPet',
    method: 'GET',
    path: `${service.basePath}/pets/{petId}`,
  };

  test('what it was, whose, how it was answered, and how long it took', async () => {
    const { log, id } = await request(undefined, {
      getPet: () => ({
        status: 404,
        body: { code: 'a', message: 'b', status: 404 },
      }),
    });
    expect(log).toEqual([{ level: 'info', ...logged, key: id, code: 'a', status: 404, milliseconds: 7.13 }]);
  });

  test.each([
    ['/pets?limit=0', 400, 'invalid_parameter'],
    ['/pets', 200, undefined],
  ])('the code of its Error object, where it has one: %s', async (path, status, code) => {
    const harness = await openInProcess();
    const headers = { Authorization: `Bearer ${await harness.newKey()}` };
    await harness.send(new Request(harness.baseUrl + path, { headers }));
    harness.storage.close();
    expect(harness.log.map(({ fields }) => [fields['status'], fields['code']])).toEqual([[status, code]]);
  });

  test.each([
    ['/pets', `${service.basePath}/pets`],
    ['/none', undefined],
  ])('its path as the contract has it, where that offers no such method: %s', async (path, logged) => {
    const harness = await openInProcess();
    const headers = { Authorization: `Bearer ${await harness.newKey()}` };
    await harness.send(new Request(harness.baseUrl + path, { method: 'DELETE', headers }));
    harness.storage.close();
    expect(harness.log.map(({ fields }) => [fields['method'], fields['path']])).toEqual([['DELETE', logged]]);
  });

  test('whose caller has hung up that, and no failure', async () => {
    const { log, id } = await request(AbortSignal.abort(), { getPet: () => Promise.reject(new Error('aborted')) });
    expect(log).toEqual([{ level: 'info', ...logged, key: id, aborted: true, milliseconds: 7.13 }]);
  });
});
