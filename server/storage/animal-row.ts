import { type Animal, type Status, StorageUnavailable } from './store.ts';

/** The values of a row, of which the engine gives integers in one of these types. */
export type AnimalRow = [
  id: number | bigint | string,
  name: string,
  categoryId: number | bigint | string,
  status: Status | null,
];

/** Throws StorageUnavailable for a row that no response may have. Another program has written it. */
export function toAnimal(row: AnimalRow): Animal {
  const [, name, , status] = row;
  const [id, categoryId] = [Number(row[0]), Number(row[2])];
  if (!(id >= 1 && Number.isSafeInteger(id))) throw new StorageUnavailable(idOutOfRange(row[0]));
  if (!Number.isSafeInteger(categoryId)) throw damaged(row);
  return status === null ? { id, name, categoryId } : { id, name, categoryId, status };
}

/** Why an animal with this identifier is in no response. */
export function idOutOfRange(id: unknown): string {
  return `the animal ${id} in the database is damaged: its id is not from 1 to 2^53 - 1`;
}

function damaged([id, , categoryId]: AnimalRow): StorageUnavailable {
  const reason = `its category_id ${categoryId} is beyond 2^53 - 1`;
  return new StorageUnavailable(`the animal ${id} in the database is damaged: ${reason}`);
}

/** Why no animal can be added: another program has used the last identifier that a number keeps exactly. */
export const noIdentifierLeft = 'the database has no identifier left up to 2^53 - 1';
