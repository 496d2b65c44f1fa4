import { describe, expectTypeOf, test } from 'vitest';
import type { components } from '../generated/types.ts';
import { animalHandlers } from './handlers.ts';
import type { Handler, Handlers, OperationId, OperationRequest } from './operation.ts';
import { openSqliteStorage } from './storage/sqlite/storage.ts';

type Schemas = components['schemas'];

// The compiler is what these tests run on: they hold as long as this file compiles.
describe('what a handler gets', () => {
  test('is typed by its operation, with defaults filled in', () => {
    expectTypeOf<OperationRequest<'listPets'>['query']['limit']>().toEqualTypeOf<number>();
    expectTypeOf<OperationRequest<'listPets'>['query']['status']>().toEqualTypeOf<Schemas['PetStatus'] | undefined>();
    expectTypeOf<OperationRequest<'listPets'>['body']>().toEqualTypeOf<undefined>();
    expectTypeOf<OperationRequest<'createPet'>['body']>().toEqualTypeOf<Schemas['NewPet']>();
    expectTypeOf<OperationRequest<'getPet'>['path']['petId']>().toEqualTypeOf<number>();
  });

  test('has no parameter that the contract does not have', () => {
    // @ts-expect-error there is no such parameter
    expectTypeOf<OperationRequest<'listPets'>['query']['page']>();
  });
});

describe('what a handler gives', () => {
  test('is one of the documented responses', () => {
    const pet: Schemas['Pet'] = { id: 1, name: 'Bruno', categoryId: 3 };
    const error: Schemas['Error'] = { code: 'not_found', message: 'No such animal.', status: 404 };
    const handlers: Handler<'getPet'>[] = [
      () => ({ status: 200, body: pet }),
      async () => ({ status: 404, body: error }),
      // @ts-expect-error 202 is not documented
      () => ({ status: 202, body: pet }),
      // @ts-expect-error the body of 200 is an animal
      () => ({ status: 200, body: error }),
      // @ts-expect-error the body of 404 is an error
      () => ({ status: 404, body: pet }),
      // @ts-expect-error a body is documented
      () => ({ status: 200 }),
      // @ts-expect-error the field is required
      () => ({ status: 200, body: { id: 1, name: 'Bruno' } }),
      // @ts-expect-error the value is not in the enum
      () => ({ status: 200, body: { ...pet, status: 'undocumented' } }),
      // @ts-expect-error the header is required with this status
      () => ({ status: 429, body: error }),
      () => ({ status: 429, body: error, headers: { 'Retry-After': 1 } }),
    ];
    expectTypeOf(handlers).toBeArray();
  });
});

describe('the handlers', () => {
  const storage = openSqliteStorage(':memory:');
  const { getPet, ...others } = animalHandlers(storage.animals);
  storage.close();

  test('are one for each operation', () => {
    expectTypeOf<keyof Handlers>().toEqualTypeOf<OperationId>();
    // @ts-expect-error one operation has no handler
    const missing: Handlers = others;
    // @ts-expect-error the contract has no such operation
    const surplus: Handlers = { ...others, getPet, countPets: getPet };
    expectTypeOf(missing).toEqualTypeOf(surplus);
  });
});

describe('an animal', () => {
  test('is a new animal and its identifier', () => {
    expectTypeOf<Schemas['Pet']>().toExtend<Schemas['NewPet'] & { id: number }>();
  });
});
