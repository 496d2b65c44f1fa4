import { expect, expectTypeOf, test } from 'vitest';
import { createClient } from './create-client.ts';
import type { Pet } from './index.ts';
import { orThrow, RefusedError } from './or-throw.ts';
import { bruno } from './test/examples.ts';
import { json, optionsFor } from './test/scripted-fetch.ts';

const notFound = { code: 'not_found', message: 'The requested animal could not be found.', status: 404 };
const read = (answer: Response) =>
  orThrow(createClient(optionsFor(answer)).GET('/pets/{petId}', { params: { path: { petId: 1 } } }));

test('gives data', async () => {
  const animal = await read(json(200, bruno));
  expectTypeOf(animal).toEqualTypeOf<Pet>();
  expect(animal).toEqual(bruno);
});

test('throws an error', async () => {
  const error: unknown = await read(json(404, notFound)).catch((thrown: unknown) => thrown);
  if (!(error instanceof RefusedError)) throw error;
  expect(error.name).toBe('RefusedError');
  expect(error.message).toBe('404 not_found: The requested animal could not be found.');
  expect(error.result).toMatchObject({ status: 404, error: notFound, data: undefined });
});

test('throws what the call throws', async () => {
  await expect(read(json(202, bruno))).rejects.toThrow('answered 202');
});
