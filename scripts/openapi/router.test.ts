import { expect, test } from 'vitest';
import type { Operation } from './operation-table.ts';
import { Router } from './router.ts';

function operation(method: string, path: string): Operation {
  const id = `${method} ${path}`;
  const empty = { deprecation: null, security: [], parameters: [], requestBody: null, responses: {} };
  return { id, method, path, pointer: '', ...empty };
}

const router = new Router([
  operation('GET', '/wells/{id}'),
  operation('PUT', '/wells/{id}'),
  operation('GET', '/wells/deepest'),
  operation('HEAD', '/wells/deepest'),
  operation('GET', '/wells/{id}/{day}.{form}'),
  operation('GET', '/wells/{id}.json'),
  operation('GET', '/é #(1)/{x}'),
]);

test.each<[method: string, path: string, id: string, texts: Record<string, string>]>([
  ['GET', '/wells/7', 'GET /wells/{id}', { id: '7' }],
  ['PUT', '/wells/deepest%2F1', 'PUT /wells/{id}', { id: 'deepest%2F1' }],
  ['GET', '/wells/deepest', 'GET /wells/deepest', {}],
  ['GET', '/wells/d%65epest', 'GET /wells/deepest', {}],
  ['GET', '/wells/7.json', 'GET /wells/{id}.json', { id: '7' }],
  ['HEAD', '/wells/deepest', 'HEAD /wells/deepest', {}],
  ['HEAD', '/wells/7', 'GET /wells/{id}', { id: '7' }],
  ['GET', '/wells/7/monday.json', 'GET /wells/{id}/{day}.{form}', { id: '7', day: 'monday', form: 'json' }],
  ['GET', '/%C3%a9%20%23(1)/y', 'GET /é #(1)/{x}', { x: 'y' }],
])('%s %s is %s', (method, path, id, texts) => {
  const route = router.find(method, path);
  expect(route).toMatchObject({ kind: 'operation', operation: { id }, texts: new Map(Object.entries(texts)) });
  expect(router.pathOf(path)).toBe(id.replace(/^[A-Z]+ /, ''));
});

test.each<[method: string, path: string, offered: string[]]>([
  ['DELETE', '/wells/7', ['GET', 'PUT']],
  ['PUT', '/wells/deepest', ['GET', 'HEAD']],
])('%s %s is another method', (method, path, offered) => {
  const route = router.find(method, path);
  expect(route.kind === 'other method' && route.operations.map((own) => own.method)).toEqual(offered);
});

test.each(['/wells', '/wells/', '/wells/7/', '/Wells/7', '/wells%2F7', '/wells/7/8/9', '/é #1/y', ''])(
  '%j is an unknown path',
  (path) => {
    expect(router.find('GET', path)).toEqual({ kind: 'unknown path' });
    expect(router.pathOf(path)).toBeUndefined();
  },
);

test('two paths that differ in the name of a parameter alone offer the operations of both', () => {
  const alike = new Router([operation('GET', '/wells/{id}'), operation('POST', '/wells/{name}')]);
  const { id } = alike.operationAt('POST', '/wells/7') ?? {};
  expect(id).toBe('POST /wells/{name}');
  expect(alike.find('POST', '/wells/7')).toMatchObject({ operation: { id }, texts: new Map([['name', '7']]) });
  expect(alike.find('PUT', '/wells/7')).toMatchObject({ kind: 'other method', operations: [{}, {}] });
});

test('of two paths that match alike, that is asked whose parameters may have what stands there', () => {
  const twins = [operation('GET', '/v{draft}/wells'), operation('GET', '/v{major}/wells')];
  const router = new Router(twins, (_, texts) => texts.get('draft') === 'x' || texts.get('major') === '2');
  expect(router.operationAt('GET', '/v2/wells')?.path).toBe('/v{major}/wells');
  expect(router.find('HEAD', '/v2/wells')).toMatchObject({ operation: twins[1], texts: new Map([['major', '2']]) });
  expect(router.operationAt('GET', '/vx/wells')?.path).toBe('/v{draft}/wells');
  expect(router.operationAt('GET', '/v7/wells')?.path).toBe('/v{draft}/wells');
  expect(['x', '2', '7'].map((text) => router.isOfAny('GET', `/v${text}/wells`))).toEqual([false, false, true]);
});
