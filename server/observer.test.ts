import { expect, test, vi } from 'vitest';
import { Observer } from './observer.ts';
import { handlersWith } from './test/handlers.ts';

const handlers = handlersWith({
  listPets: ({ query: { limit } }) => ({ status: 200, body: [{ id: limit, name: '', categoryId: 1 }] }),
  createPet: ({ body }) => ({ status: 201, body: { id: 1, ...body } }),
});

test('tells which handlers were called, and which parameters they have read', async () => {
  const observer = new Observer();
  const { listPets, createPet } = observer.observed(handlers);
  // Only what the handlers read is given.
  expect(await listPets({ query: { limit: 7 } } as never)).toMatchObject({ body: [{ id: 7 }] });
  await createPet({ query: {}, body: { name: 'Bruno', categoryId: 3 } } as never);
  expect(observer.observations()).toEqual({
    breaches: [],
    handledOperations: ['listPets', 'createPet'],
    readParameters: ['listPets query.limit'],
  });
});

test('tells which answers the server held back', () => {
  const observer = new Observer();
  observer.log.error(
    { requestId: 'r-1', operationId: 'listPets', pointer: '/paths', status: 200 },
    'There is no body.',
  );
  expect(observer.observations().breaches).toEqual([
    { requestId: 'r-1', operationId: 'listPets', pointer: '/paths', message: 'There is no body.' },
  ]);
});

test('prints what else has failed', () => {
  const print = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const observer = new Observer();
  observer.log.error({ requestId: 'r-1', reason: 'disk full' }, 'the storage is unavailable');
  expect(print.mock.calls).toEqual([['the storage is unavailable', { requestId: 'r-1', reason: 'disk full' }]]);
  expect(observer.observations().breaches).toEqual([]);
  print.mockRestore();
});
