import { jsonIn } from '../../http/message-changes.ts';

/** What a proxy says when it does not reach a server. */
export const page =
  '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n';

/** What may come in place of JSON; none of it is JSON. */
export function brokenJson(
  body: Buffer,
): { kind: 'incomplete JSON' | 'empty body' | 'no JSON'; title: string; body: Buffer }[] {
  const text = body.toString();
  const ends = [...new Set([Math.floor(body.length / 2), body.length - 1])].map((end) => ({
    kind: 'incomplete JSON' as const,
    title: `with the first ${end} of ${body.length} bytes of its JSON`,
    body: body.subarray(0, end),
  }));
  const others: [title: string, body: Buffer | string][] = [
    ['with an HTML page as JSON', page],
    ['with plain text', 'Service temporarily not available\n'],
    ['with undefined', 'undefined'],
    ['with a comma too many', text.replace(/[}\]]?\s*$/, ',$&')],
    ['with broken UTF-8', withBrokenUtf8(body)],
  ];
  const all = [
    ...ends.filter((one) => one.body.length > 0),
    { kind: 'empty body' as const, title: 'with an empty body', body: Buffer.alloc(0) },
    ...others.map(([title, other]) => ({ kind: 'no JSON' as const, title, body: Buffer.from(other) })),
  ];
  // The first digits of a number are a number.
  return all.filter((one) => jsonIn(one.body) === undefined);
}

/** A byte that no UTF-8 has, within a text if there is one: in a value rather than in a name. */
function withBrokenUtf8(body: Buffer): Buffer {
  const [value, name] = [body.indexOf(':"'), body.indexOf('"')];
  const at = value === -1 ? name + 1 : value + 2;
  return Buffer.concat([body.subarray(0, at), Buffer.from([0xff]), body.subarray(at)]);
}
