import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { isSuccess } from '../../http/exchange.ts';
import type { Description } from '../../openapi/description.ts';
import { listParametersOf } from '../../openapi/list-parameters.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { makerOf, type Resource } from '../../openapi/resources.ts';
import { numberAt, viewSchema } from '../../openapi/schema-view.ts';
import { encodeBody, sentBody } from '../../requirements/request/request-parts.ts';
import { fewValues } from '../../requirements/resource/list/filtered-listings.ts';
import { listedBy } from '../../requirements/resource/list/list-resource.ts';
import { inLanes } from './lanes.ts';
import type { Session } from './session.ts';
import type { StoredItems } from './stored-items.ts';

// More than these are not created to fill a page.
const mostCreated = 130;

/** Creates so many items, every other one with its required properties alone. */
export async function createItems(session: Session, stored: StoredItems, count: number): Promise<void> {
  const maker = makerOf(stored.resource);
  if (maker === undefined) return;
  await inLanes(
    Array.from({ length: count }, (_, index) => async () => {
      const parts = await session.source.base(maker, index % 2 === 0 ? 'all' : 'required');
      await stored.accept(parts, await session.call(parts));
    }),
  );
}

// Of a filter with more values, items are created for these alone.
const mostValues = 8;

/**
 * Creates three items for each value of each filter of the list. Whatever the seed,
 * there is then more than a small page of what a filter must list, and as much that it must leave out.
 */
export async function createMatches(session: Session, stored: StoredItems): Promise<void> {
  const [resource] = listedBy([stored.resource], stored.resource.list?.operation ?? null);
  const maker = makerOf(stored.resource);
  if (resource === undefined || maker === undefined) return;
  const { filters } = listParametersOf(session.description, resource.list);
  const wanted = filters.flatMap((filter) => {
    const few = fewValues(session, filter) ?? [session.values.next(), session.values.next()];
    return few.slice(0, mostValues).map((value) => ({ ...filter, value }));
  });
  await inLanes(
    wanted.flatMap(({ property, value }) =>
      Array.from({ length: 3 }, () => () => createWith(session, stored, maker, property, value)),
    ),
  );
}

/** Creates an item that has a value in a property, where the contract allows that. */
async function createWith(
  session: Session,
  stored: StoredItems,
  maker: Operation,
  property: string,
  value: Exact,
): Promise<void> {
  const base = await session.source.base(maker);
  const [mediaType, sent] = [base.body?.mediaType ?? '', sentBody(base)];
  const schema = session.source.bodySchema(maker, mediaType);
  if (!isExactObject(sent) || schema === undefined) return;
  const body = [value, [value]]
    .map((own) => ({ ...sent, [property]: own }))
    .find((made) => session.isValid('request', schema, made));
  if (body === undefined) return;
  const parts = { ...base, body: encodeBody(mediaType, body) };
  await stored.accept(parts, await session.call(parts));
}

/** How many items there must be for a list to have more than its largest page, or at least more than its usual one. */
export function moreThanAPage(description: Description, { list }: Resource): number {
  const size = list === undefined ? undefined : listParametersOf(description, list).size;
  if (size === undefined) return 5;
  const preset = typeof size.default === 'number' ? size.default : 20;
  const most = numberAt(viewSchema(description.contract, `${size.pointer}/schema`), 'maximum') ?? preset;
  return (most <= mostCreated - 5 ? most : Math.min(preset, mostCreated - 5)) + 5;
}

/** What all cases were sent to is still there: a refused method has not done its work. */
export async function lookUpExisting(session: Session, stored: StoredItems): Promise<void> {
  const { resource } = stored;
  const { read } = resource;
  const asked = await session.source.existing(resource);
  if (read === undefined || asked === undefined || !session.source.isNameable(resource.parameter, asked)) return;
  const answer = await session.call(await session.source.at(read, resource, asked));
  stored.observe({ of: 'lookup', read, asked, answer });
}

/** Reads what was created once more: it must still be the same. */
export async function readAgain(stored: StoredItems): Promise<void> {
  const { create } = stored.resource;
  if (create !== undefined)
    await inLanes(stored.present.slice(0, mostCreated).map((created) => () => stored.read(created, create)));
}

/** Removes items, and looks for them again. */
export async function removeItems(session: Session, stored: StoredItems): Promise<void> {
  const { remove, read, parameter } = stored.resource;
  if (remove === undefined || parameter === undefined || makerOf(stored.resource) === undefined) return;
  for (let count = 0; count < 3; count += 1) {
    const parts = await session.source.base(remove);
    const look = async (by: Operation) => session.call({ ...(await session.source.base(by)), path: parts.path });
    const wasThere = read !== undefined && isSuccess((await look(read)).response);
    const { response } = await session.call(parts);
    if (!isSuccess(response) || read === undefined) continue;
    const answer = await look(read);
    // That nothing is there shows something of the removal where something was.
    if (wasThere || isSuccess(answer.response)) stored.observe({ of: 'removal', read, remove, answer });
    // To remove it once more is answered as documented.
    await session.call(parts);
  }
}
