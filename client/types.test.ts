import { expectTypeOf, test } from 'vitest';
import type { AdoptionClient, components, RateLimit } from './index.ts';
import { createClient, rateLimitOf } from './index.ts';

type Pet = components['schemas']['Pet'];
type Refusal = components['schemas']['Error'];

/** The compiler reads these calls; nobody makes them. */
function compiled(_calls: (client: AdoptionClient) => Promise<unknown>): void {}

test('data and error of each operation', () => {
  compiled(async (client) => {
    const list = await client.GET('/pets');
    expectTypeOf(list.data).toEqualTypeOf<Pet[] | undefined>();
    expectTypeOf(list.error).toEqualTypeOf<Refusal | undefined>();

    const created = await client.POST('/pets', { body: { name: 'Bruno', categoryId: 3 } });
    expectTypeOf(created.data).toEqualTypeOf<Pet | undefined>();
    expectTypeOf(created.error).toEqualTypeOf<Refusal | undefined>();

    const read = await client.GET('/pets/{petId}', { params: { path: { petId: 1 } } });
    expectTypeOf(read.data).toEqualTypeOf<Pet | undefined>();
    expectTypeOf(read.error).toEqualTypeOf<Refusal | undefined>();
  });
});

test('one of data and error is there', () => {
  compiled(async (client) => {
    const { data, error, response } = await client.GET('/pets');
    if (error) expectTypeOf(data).toEqualTypeOf<undefined>();
    else expectTypeOf(data).toEqualTypeOf<Pet[]>();
    expectTypeOf(rateLimitOf(response)).toEqualTypeOf<RateLimit | undefined>();
  });
});

test('the fields of an animal', () => {
  expectTypeOf<Pet['id']>().toEqualTypeOf<number>();
  expectTypeOf<Pet['status']>().toEqualTypeOf<'available' | 'pending' | 'sold' | undefined>();
  compiled(async (client) => {
    const { data, error } = await client.GET('/pets/{petId}', { params: { path: { petId: 1 } } });
    // @ts-expect-error an animal has no breed
    data?.breed;
    // @ts-expect-error an error has no reason
    error?.reason;
    // @ts-expect-error the animal may be missing
    data.name;
  });
});

test('what compiles', () => {
  compiled((client) => client.GET('/pets', { params: { query: { limit: 5, status: 'sold' } } }));
  compiled((client) => client.GET('/pets', { signal: AbortSignal.timeout(1) }));
  compiled((client) => client.POST('/pets', { body: { name: 'Bruno', categoryId: 3, status: 'pending' } }));
});

test('paths and methods that do not', () => {
  // @ts-expect-error unknown path
  compiled((client) => client.GET('/cats'));
  // @ts-expect-error a filled-in path
  compiled((client) => client.GET('/pets/1'));
  // @ts-expect-error the path has no such method
  compiled((client) => client.DELETE('/pets/{petId}', { params: { path: { petId: 1 } } }));
});

test('parameters that do not', () => {
  // @ts-expect-error unknown query parameter
  compiled((client) => client.GET('/pets', { params: { query: { colour: 'red' } } }));
  // @ts-expect-error wrong type
  compiled((client) => client.GET('/pets', { params: { query: { limit: '5' } } }));
  // @ts-expect-error wrong enum value
  compiled((client) => client.GET('/pets', { params: { query: { status: 'gone' } } }));
  // @ts-expect-error missing path parameter
  compiled((client) => client.GET('/pets/{petId}'));
  // @ts-expect-error wrong type
  compiled((client) => client.GET('/pets/{petId}', { params: { path: { petId: '1' } } }));
});

test('bodies that do not', () => {
  // @ts-expect-error no body
  compiled((client) => client.POST('/pets'));
  // @ts-expect-error missing required field
  compiled((client) => client.POST('/pets', { body: { name: 'Bruno' } }));
  // @ts-expect-error wrong type
  compiled((client) => client.POST('/pets', { body: { name: 'Bruno', categoryId: '3' } }));
  // @ts-expect-error wrong enum value
  compiled((client) => client.POST('/pets', { body: { name: 'Bruno', categoryId: 3, status: 'gone' } }));
  // @ts-expect-error an operation without body
  compiled((client) => client.GET('/pets', { body: {} }));
});

test('options that do not', () => {
  const baseUrl = 'https://adoption.example/v1';
  const configured = (_create: () => AdoptionClient) => undefined;
  configured(() => createClient({ baseUrl, apiKey: 'key' }));
  // @ts-expect-error a key that may be missing
  configured(() => createClient({ baseUrl, apiKey: process.env['API_KEY'] }));
  // @ts-expect-error no baseUrl
  configured(() => createClient({ apiKey: 'key' }));
  // @ts-expect-error unknown option
  configured(() => createClient({ baseUrl, apiKey: 'key', retries: 3 }));
});
