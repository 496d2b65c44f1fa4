import { shortened } from '../cli/text.ts';
import { parseExact, within, writeExact } from './exact-json.ts';
import type { Exchange } from './exchange.ts';

/** What a reader needs to see of the body of a response: all of it, or the part at `path`, shortened. */
export function excerpt({ response }: Pick<Exchange, 'response'>, path: readonly string[] = []): string {
  const text = response.body.toString('utf8');
  if (text === '') return 'an empty body';
  let shown = text;
  try {
    // The object that has the part says more than the part alone.
    const part = within(parseExact(response.body), /^\d+$/.test(path.at(-1) ?? '0') ? path : path.slice(0, -1));
    if (part !== undefined) shown = writeExact(part);
  } catch {
    // Shown as it is.
  }
  return shortened(shown);
}
