import type { Handlers } from './operation.ts';
import { errorBody } from './refusal.ts';
import type { AnimalStore } from './storage/store.ts';

/** What each operation of the contract does. */
export function animalHandlers(animals: AnimalStore): Handlers {
  return {
    async listPets({ query }) {
      return { status: 200, body: await animals.list(query) };
    },

    async createPet({ body }) {
      return { status: 201, body: await animals.add(body) };
    },

    async getPet({ path }) {
      const animal = await animals.find(path.petId);
      if (animal === undefined)
        return { status: 404, body: errorBody(404, 'not_found', 'The requested animal could not be found.') };
      return { status: 200, body: animal };
    },
  };
}
