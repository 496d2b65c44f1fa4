import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { isSuccess } from '../../http/exchange.ts';
import { encodeBody } from '../../requirements/request/request-parts.ts';
import type { AcknowledgedItem } from '../../requirements/resource/item/acknowledged-item.ts';
import { otherThan, replacementOf } from './replacements.ts';
import type { Session } from './session.ts';
import type { StoredItems } from './stored-items.ts';

/** Replaces what there is one of by all that it can have, by what is required, and once more; reads it each time. */
export async function replaceSingleton(session: Session, stored: StoredItems): Promise<void> {
  const { read } = stored.resource;
  const replacement = replacementOf(session, stored);
  if (read === undefined || replacement === undefined) return;
  const { replace, mediaType, schema } = replacement;
  const base = await session.source.base(replace);
  let before: Exact = {};
  for (const extent of ['all', 'required', 'all'] as const) {
    const made = await session.source.validBody(replace, mediaType, extent);
    const sent: Exact = extent === 'all' ? otherThan(session, schema, made, before) : made;
    const parts = await session.source.tags.withCurrentTag({ ...base, body: encodeBody(mediaType, sent) });
    const answer = await session.call(parts);
    // What the server goes on with is not there yet (RFC 9110 section 15.3.3).
    if (!isSuccess(answer.response) || answer.response.status === 202) continue;
    const change = { parts, before, answer };
    stored.observe({ of: 'change', ...change });
    const isAnswered = isExactObject(answer.body);
    const known: AcknowledgedItem = {
      id: null,
      item: isAnswered ? (answer.body ?? null) : sent,
      isAnswered,
      exchange: answer,
    };
    const reading = { ...(await session.source.base(read)), path: parts.path };
    stored.observe({ of: 'reading', read, known, after: replace, change, answer: await session.call(reading) });
    before = known.item;
  }
}
