import { type Exact, isExactObject, isSame } from '../../http/exact-json.ts';
import { isJson } from '../../http/media-types.ts';
import { bodySchema } from '../../openapi/schema-pointers.ts';
import { otherValue } from '../../requirements/resource/other-value.ts';
import type { Session } from './session.ts';
import type { StoredItems } from './stored-items.ts';

/** Replaces an item by what is required alone, by all that it can have of other values, and once more as at first. */
export async function replaceItem(session: Session, stored: StoredItems): Promise<void> {
  const replacement = replacementOf(session, stored);
  if (replacement === undefined) return;
  const { replace, mediaType, schema } = replacement;
  const base = await session.source.base(replace);
  const put = async (body: Exact) => {
    const parts = await session.source.tags.withCurrentTag(await session.source.withBody(base, mediaType, body));
    await stored.accept(parts, await session.call(parts));
  };
  const required = await session.source.validBody(replace, mediaType, 'required');
  await put(required);
  stored.preset = stored.itemAt(base);
  await put(otherThan(session, schema, await session.source.validBody(replace, mediaType, 'all'), stored.preset));
  await put(required);
}

/** What replaces an item by JSON, and the schema of that. */
export function replacementOf(session: Session, { resource: { replace } }: StoredItems) {
  const mediaType = replace?.requestBody?.mediaTypes.find(isJson);
  const schema = replace && mediaType && bodySchema(session.description.contract, replace, mediaType);
  if (replace === undefined || mediaType === undefined || schema === undefined) return undefined;
  return { replace, mediaType, schema };
}

/** A body that has another value for each property than an item has, where the contract allows one. */
export function otherThan(session: Session, schema: string, body: Exact, item: Exact | undefined): Exact {
  if (!isExactObject(body) || !isExactObject(item)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const other = isSame(value, item[name] ?? null)
        ? otherValue(session.description.contract, schema, name, value)
        : value;
      return [name, session.isValid('request', schema, { ...body, [name]: other }) ? other : value];
    }),
  );
}
