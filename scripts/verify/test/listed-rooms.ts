import { expect } from 'vitest';
import { type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { Description } from '../../openapi/description.ts';
import type { Wrap } from '../../requirements/fault.ts';
import { createItems } from '../server/items/item-steps.ts';
import { StoredItems } from '../server/items/stored-items.ts';
import { checkList } from '../server/lists/list-check.ts';
import { addReachedBy, benchFor, harnessAt, idsOf } from './bench.ts';

/** A server that lists what it has made. */
export interface RoomServer {
  /** What GET answers with, for a query. */
  listed(rooms: readonly ExactObject[], query: URLSearchParams): readonly ExactObject[];
  /** What it sets of the next room itself, where it has so many. */
  made(count: number): ExactObject;
  wrap?: Wrap | undefined;
}

/** What becomes of a requirement of a list of six rooms. */
export async function shownOfRooms(
  description: Description,
  id: string,
  { listed, made, wrap = (send) => send }: RoomServer,
): Promise<('kept' | 'violated')[]> {
  const rooms: ExactObject[] = [];
  const { session, ledger } = benchFor(
    description,
    ({ method, target, body }) => {
      if (method === 'GET') return { body: listed(rooms, new URL(target, 'http://localhost').searchParams) };
      const sent = jsonIn(body);
      const room = { ...(isExactObject(sent) ? sent : {}), id: rooms.length + 1, ...made(rooms.length) };
      rooms.push(room);
      return { status: 201, body: room };
    },
    undefined,
    (send, clock) => wrap(send, harnessAt(clock)),
  );
  addReachedBy('lists', description, ledger);
  const [resource = expect.fail('Nothing is listed.')] = session.resources;
  const stored = new StoredItems(session, resource);
  await createItems(session, stored, 6);
  await checkList(session, stored);
  return (['kept', 'violated'] as const).filter((verdict) => idsOf(ledger, verdict, 'lists').includes(id));
}
