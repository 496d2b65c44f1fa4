import { expectTypeOf, test } from 'vitest';
import type { CallInput, CallResult } from '../generated/calls.ts';
import { basePath } from '../generated/calls.ts';
import type {
  AdoptionClient,
  ApiError,
  CallOptions,
  components,
  NewPet,
  Pet,
  PetStatus,
  Pets,
  RateLimit,
} from './index.ts';
import { createClient, rateLimitOf } from './index.ts';

/** The compiler reads these calls; nobody makes them. */
function compiled(_calls: (client: AdoptionClient) => Promise<unknown>): void {}

const animal = { name: 'Bruno', categoryId: 3 };

test('the schemas by their names', () => {
  expectTypeOf<Pet>().toEqualTypeOf<components['schemas']['Pet']>();
  expectTypeOf<Pet>().toExtend<NewPet & { id: number }>();
  expectTypeOf<Pets>().toEqualTypeOf<Pet[]>();
  expectTypeOf<PetStatus>().toEqualTypeOf<components['schemas']['PetStatus']>();
  // One more breaks no caller here; none of these may go.
  expectTypeOf<'available' | 'pending' | 'sold'>().toExtend<PetStatus>();
  expectTypeOf<string>().not.toExtend<PetStatus>();
  // Further fields break no caller either.
  expectTypeOf<ApiError>().toExtend<{ code: string; message: string; status: number }>();
  // The Error of the language is not hidden.
  expectTypeOf(new Error('a')).toHaveProperty('stack');
});

test('data and error of each operation', () => {
  compiled(async (client) => {
    expectTypeOf((await client.GET('/pets')).data).toEqualTypeOf<Pets | undefined>();
    expectTypeOf((await client.POST('/pets', { body: animal })).data).toEqualTypeOf<Pet | undefined>();
    const { data, error } = await client.GET('/pets/{petId}', { params: { path: { petId: 1 } } });
    expectTypeOf(data).toEqualTypeOf<Pet | undefined>();
    expectTypeOf(error).toExtend<ApiError | undefined>();
  });
});

test('one of data and error is there', () => {
  compiled(async (client) => {
    const { data, error, response } = await client.GET('/pets');
    if (error) expectTypeOf(data).toEqualTypeOf<undefined>();
    else expectTypeOf(data).toEqualTypeOf<Pet[]>();
    expectTypeOf(response).toEqualTypeOf<Response>();
    expectTypeOf(rateLimitOf(response)).toEqualTypeOf<RateLimit | undefined>();
  });
});

test('the status says what there is', () => {
  compiled(async (client) => {
    const result = await client.GET('/pets/{petId}', { params: { path: { petId: 1 } } });
    switch (result.status) {
      case 200:
        expectTypeOf(result.data).toEqualTypeOf<Pet>();
        expectTypeOf(result.error).toEqualTypeOf<undefined>();
        expectTypeOf(result.headers.Sunset).toEqualTypeOf<string | undefined>();
        // @ts-expect-error a success asks for no wait
        result.headers['Retry-After'];
        break;
      case 404:
        expectTypeOf(result.error.status).toEqualTypeOf<404>();
        expectTypeOf(result.error.code).toExtend<string>();
        expectTypeOf(result.data).toEqualTypeOf<undefined>();
        break;
      case 429:
        expectTypeOf(result.error.status).toEqualTypeOf<429>();
        expectTypeOf(result.headers['Retry-After']).toEqualTypeOf<number | undefined>();
        expectTypeOf(result.headers['X-RateLimit-Remaining']).toEqualTypeOf<number | undefined>();
        break;
      case 401:
        expectTypeOf(result.headers['WWW-Authenticate']).toEqualTypeOf<string | undefined>();
        break;
      case 500:
        break;
      case 503:
        expectTypeOf(result.headers['Retry-After']).toEqualTypeOf<number | undefined>();
        break;
      case 502:
        // Not documented, but nobody can keep a proxy from it.
        expectTypeOf(result.error).toExtend<ApiError>();
        break;
      // @ts-expect-error such a success rejects
      case 204:
        break;
      default:
        expectTypeOf(result.data).toEqualTypeOf<undefined>();
        expectTypeOf(result.error).toExtend<ApiError>();
    }
  });
});

test('headers that every response has need no status', () => {
  compiled(async (client) => {
    const { headers } = await client.GET('/pets');
    expectTypeOf(headers['X-RateLimit-Remaining']).toEqualTypeOf<number | undefined>();
    // @ts-expect-error not every response has it
    headers['Retry-After'];
  });
});

test('each error has the status of its response', () => {
  compiled(async (client) => {
    const { error } = await client.POST('/pets', { body: animal });
    if (error?.status === 413) expectTypeOf(error.status).toEqualTypeOf<413>();
    // @ts-expect-error the status of a success
    if (error?.status === 201) return;
  });
});

test('the fields of an animal', () => {
  compiled(async (client) => {
    const { data, error } = await client.GET('/pets/{petId}', { params: { path: { petId: 1 } } });
    // @ts-expect-error an animal has no such field
    data?.undescribed;
    // @ts-expect-error an error has no such field
    error?.undescribed;
    // @ts-expect-error the animal may be missing
    data.name;
  });
});

test('what compiles', () => {
  compiled((client) => client.GET('/pets', { params: { query: { limit: 5, status: 'sold' } } }));
  compiled((client) => client.GET('/pets', { params: { query: {} } }));
  compiled((client) => client.GET('/pets', { signal: AbortSignal.timeout(1), headers: { 'X-Trace': 'a' } }));
  compiled((client) => client.POST('/pets', { body: { ...animal, status: 'pending' } }));
  // A path that is one of several.
  compiled((client) => {
    const path: '/pets' | '/pets/{petId}' = Math.random() > 2 ? '/pets' : '/pets/{petId}';
    return client.GET(path, { params: { path: { petId: 1 } } });
  });
});

test('paths and methods that do not', () => {
  // @ts-expect-error unknown path
  compiled((client) => client.GET('/cats'));
  // @ts-expect-error a filled-in path
  compiled((client) => client.GET('/pets/1'));
  // @ts-expect-error the path has no such method
  compiled((client) => client.POST('/pets/{petId}', { params: { path: { petId: 1 } } }));
  // @ts-expect-error no path has
  compiled((client) => client.TRACE('/pets/{petId}', { params: { path: { petId: 1 } } }));
});

test('parameters that do not', () => {
  // @ts-expect-error unknown query parameter
  compiled((client) => client.GET('/pets', { params: { query: { undescribed: 'red' } } }));
  // @ts-expect-error wrong type
  compiled((client) => client.GET('/pets', { params: { query: { limit: '5' } } }));
  // @ts-expect-error wrong enum value
  compiled((client) => client.GET('/pets', { params: { query: { status: 'undocumented' } } }));
  // @ts-expect-error no params around it
  compiled((client) => client.GET('/pets', { query: { limit: 5 } }));
  // @ts-expect-error missing path parameter
  compiled((client) => client.GET('/pets/{petId}'));
  // @ts-expect-error the same
  compiled((client) => client.GET('/pets/{petId}', { params: {} }));
  // @ts-expect-error unknown path parameter
  compiled((client) => client.GET('/pets/{petId}', { params: { path: { petId: 1, shopId: 2 } } }));
  // @ts-expect-error wrong type
  compiled((client) => client.GET('/pets/{petId}', { params: { path: { petId: '1' } } }));
  // @ts-expect-error null is no identifier
  compiled((client) => client.GET('/pets/{petId}', { params: { path: { petId: null } } }));
});

test('bodies that do not', () => {
  // @ts-expect-error no body
  compiled((client) => client.POST('/pets'));
  // @ts-expect-error missing required field
  compiled((client) => client.POST('/pets', { body: { name: 'Bruno' } }));
  // @ts-expect-error unknown field
  compiled((client) => client.POST('/pets', { body: { name: 'Bruno', categoryId: 3, undescribed: 'Boxer' } }));
  // @ts-expect-error the server assigns it
  compiled((client) => client.POST('/pets', { body: { id: 1, name: 'Bruno', categoryId: 3 } }));
  // @ts-expect-error wrong type
  compiled((client) => client.POST('/pets', { body: { name: 'Bruno', categoryId: '3' } }));
  // @ts-expect-error wrong enum value
  compiled((client) => client.POST('/pets', { body: { name: 'Bruno', categoryId: 3, status: 'undocumented' } }));
  // @ts-expect-error an operation without body
  compiled((client) => client.GET('/pets', { body: {} }));
});

test('options that do not', () => {
  const baseUrl = `https://adoption.example${basePath}`;
  const configured = (_create: () => AdoptionClient) => undefined;
  configured(() => createClient({ baseUrl, apiKey: 'key' }));
  // @ts-expect-error a key that may be missing
  configured(() => createClient({ baseUrl, apiKey: process.env['API_KEY'] }));
  // @ts-expect-error no baseUrl
  configured(() => createClient({ apiKey: 'key' }));
  // @ts-expect-error unknown option
  configured(() => createClient({ baseUrl, apiKey: 'key', retries: 3 }));
  // @ts-expect-error it would go without key and retries
  compiled((client) => client.GET('/pets', { fetch }));
});

/** An operation with what those of this contract do not have. */
interface Search {
  parameters: { query?: { tags?: string[] }; header?: never; path?: never; cookie?: never };
  requestBody?: { content: { 'application/json': { names: string[]; limit?: number; boxes: { ids: number[] }[] } } };
  responses: {
    204: { headers: { [name: string]: unknown }; content?: never };
    '4XX': { headers: { [name: string]: unknown }; content: { 'application/json': { why: string; status: number } } };
    default: { headers: { [name: string]: unknown }; content: { 'application/json': { what: string } } };
  };
}

test('other contracts: lists may be read-only, and statuses stand for several', () => {
  const tags: readonly string[] = ['small'];
  const boxes = [{ ids: [1] }] as const;
  type Input = CallInput<Search> & CallOptions;
  expectTypeOf({ params: { query: { tags } }, body: { names: tags, boxes } }).toExtend<Input>();
  expectTypeOf({}).toExtend<Input>();

  const result = {} as CallResult<Search, Response>;
  if (result.status === 204) expectTypeOf(result.data).toEqualTypeOf<undefined>();
  if (result.status === 404) expectTypeOf(result.error.why).toEqualTypeOf<string>();
  if (result.status === 503) expectTypeOf(result.error).toEqualTypeOf<{ what: string }>();
  if (result.status === 200) expectTypeOf(result.data).toEqualTypeOf<{ what: string }>();
});
