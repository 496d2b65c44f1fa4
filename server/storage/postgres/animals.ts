import { type AnimalRow, noIdentifierLeft, toAnimal } from '../animal-row.ts';
import { type Animal, type AnimalStore, type NewAnimal, StorageUnavailable } from '../store.ts';
import { Batches } from './batches.ts';
import { type Connections, read } from './connections.ts';
import { fromText, toText } from './text.ts';

export const animalColumns = 'id, name, category_id, status';

/** The queries of the list; for each the schema has an index. */
export const listQueries = {
  newest: `SELECT ${animalColumns} FROM animal ORDER BY id DESC LIMIT $1`,
  newestByStatus: `SELECT ${animalColumns} FROM animal WHERE status = $2 ORDER BY id DESC LIMIT $1`,
};
const byId = `SELECT ${animalColumns} FROM animal WHERE id = $1`;
const insert = `
  INSERT INTO animal (name, category_id, status)
  SELECT name, category_id, status
  FROM unnest($1::text[], $2::bigint[], $3::text[]) WITH ORDINALITY AS added (name, category_id, status, place)
  ORDER BY place
  RETURNING id`;

export function animalStore(connections: Connections): AnimalStore {
  const additions = new Batches((animals: NewAnimal[]) => addAll(connections, animals));
  return {
    add: (animal) => additions.add(animal),
    async find(id) {
      // Others have no place in a bigint, or none that a number keeps.
      if (!Number.isSafeInteger(id)) return undefined;
      const [row] = await connections.query<AnimalRow>({ name: 'animal', text: byId, values: [id] });
      return row === undefined ? undefined : decode(row);
    },
    async list({ limit, status }) {
      const rows = await connections.query<AnimalRow>(
        status === undefined
          ? { name: 'animals', text: listQueries.newest, values: [limit] }
          : { name: 'animals by status', text: listQueries.newestByStatus, values: [limit, status] },
      );
      return rows.map(decode);
    },
  };
}

/** One transaction for all of them, and so one wait for the disk. */
async function addAll(connections: Connections, animals: NewAnimal[]): Promise<Animal[]> {
  const values = [
    animals.map(({ name }) => toText(name)),
    animals.map(({ categoryId }) => categoryId),
    animals.map(({ status }) => status ?? null),
  ];
  const ids = await connections.transact(async (client) => {
    const rows = await read<[id: string]>(client, { text: insert, values });
    if (!rows.every(([id]) => Number.isSafeInteger(Number(id)))) throw new StorageUnavailable(noIdentifierLeft);
    return rows;
  });
  return ids.flatMap(([id], index) => {
    const animal = animals[index];
    return animal === undefined ? [] : [{ id: Number(id), ...animal }];
  });
}

function decode([id, name, categoryId, status]: AnimalRow): Animal {
  return toAnimal([id, fromText(name), categoryId, status]);
}
