import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { splitTarget, withPart } from '../../http/message-changes.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import { ValueSource } from '../../openapi/values/values.ts';
import { listSetBy } from '../../requirements/resource/list-replaced.ts';
import { listIn } from '../../requirements/resource/several-items.ts';

/** The lists that clients have set as a whole, by the path at which they are read. */
export class KeptLists {
  readonly #known: { description: Description; resources: readonly Resource[] };
  readonly #values: ValueSource;
  readonly #lists = new Map<string, readonly Exact[]>();

  constructor(known: { description: Description; resources: readonly Resource[] }, seed: number) {
    this.#known = known;
    this.#values = new ValueSource(known.description.contract, seed, 'response');
  }

  /** Takes note of the list that a request sets. */
  note(target: string, operation: Operation, body: Exact | undefined): void {
    const [set] = listSetBy(this.#known, operation);
    if (set === undefined || body === undefined || !Array.isArray(body)) return;
    const items = viewSchema(this.#known.description.contract, set.shown.pointer).items ?? '';
    const made = (sent: Exact): Exact => {
      const whole = isExactObject(sent) ? this.#values.valueAt(items, 'required') : sent;
      return isExactObject(sent) && isExactObject(whole) ? { ...whole, ...sent } : sent;
    };
    this.#lists.set(splitTarget(target).path, body.map(made));
  }

  /** The same answer of an operation with the list that was set at its path; undefined where none was. */
  shownIn(target: string, operation: Operation | null, body: Exact): Exact | undefined {
    const list = this.#lists.get(splitTarget(target).path);
    const { contract } = this.#known.description;
    const schema = operation === null || list === undefined ? undefined : successSchema(contract, operation);
    const place = schema === undefined ? undefined : listIn(contract, schema);
    if (list === undefined || place === undefined) return undefined;
    return place.segments.length === 0 ? [...list] : withPart(body, place.segments, [...list]);
  }
}
