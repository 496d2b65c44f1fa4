import { type Exact, type ExactObject, isExactObject, isNumber, isSame, within } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { withPart } from '../../../http/message-changes.ts';
import { ownValue } from '../../../http/own-value.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { markedProperties } from '../../../openapi/schemas/marked-properties.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import type { RequestParts } from '../../../requirements/request/request-parts.ts';
import type { AcknowledgedItem } from '../../../requirements/resource/item/acknowledged-item.ts';
import { keptProperties } from '../../../requirements/resource/item/item-properties.ts';
import type { Session } from '../session/session.ts';
import { isMovedByOthers, isTakenFlag } from './taken-flags.ts';

/**
 * What changes in the items of a resource without a request to them: a state that goes on, a value that is another one
 * at each reading, a flag that another item takes.
 */
export class UnrequestedChanges {
  /** Properties that have another value at each reading. */
  readonly fleeting = new Set<string>();
  /** Where there is what is `readOnly`, by the name of the property that it is in. */
  readonly #readOnly = new Map<string, (readonly string[])[]>();
  /** Flags that one item at most has: who is given one takes it from another, as that of the default address. */
  readonly #flags = new Map<string, Promise<boolean>>();
  /** Numbers that are others when others are made or removed. */
  readonly #places = new Map<string, Promise<boolean>>();
  readonly #session: Session;
  readonly #resource: Resource;

  constructor(session: Session, resource: Resource) {
    this.#session = session;
    this.#resource = resource;
  }

  /** What is known of an item, with what the server alone sets as it is now: a state may go on by itself. */
  asOfNow(known: AcknowledgedItem, answer: Answer, isMeant = (_name: string) => true): AcknowledgedItem {
    const { item } = known;
    const { body, response } = answer;
    if (!known.isAnswered || !isSuccess(response) || !isExactObject(item) || !isExactObject(body ?? null)) return known;
    const flags = [...this.#flags.keys()].filter((name) => this.fleeting.has(name));
    const own = [...this.#setByServer(item), ...flags.map((name) => [name])].filter((path) => isMeant(nameOf(path)));
    const now = own.reduce<Exact>((made, path) => {
      const value = within(body, path) ?? within(item, path) ?? null;
      return withPart(made, path, value);
    }, item);
    return { ...known, item: now };
  }

  /** The same with what has another value at each reading, as it is now: one more reading shows what does. */
  async withoutFleeting(known: AcknowledgedItem, parts: RequestParts, answer: Answer): Promise<AcknowledgedItem> {
    const { item } = this.asOfNow(known, answer);
    if (!isExactObject(item) || isSame(item, known.item)) return known;
    const again = await this.#session.call(parts);
    if (!isSuccess(again.response)) return known;
    const valueIn = ({ body }: Answer, path: readonly string[]) => within(body, path) ?? null;
    for (const path of this.#setByServer(item))
      if (!isSame(valueIn(answer, path), valueIn(again, path))) this.fleeting.add(nameOf(path));
    return this.asOfNow(known, answer, (name) => this.fleeting.has(name));
  }

  /**
   * Takes note of what is done to an item by what is done to others: flags that it had and has no more, where another
   * one of which they are true takes them, its place among them, and how many there are that name it. True where others
   * had to be made to see that.
   */
  async noteOthers(before: Exact, now: Exact): Promise<boolean> {
    if (!isExactObject(before) || !isExactObject(now)) return false;
    const known = this.#flags.size + this.#places.size;
    for (const name of Object.keys(before).filter(
      (one) => ownValue(before, one) === true && ownValue(now, one) === false,
    ))
      await this.#note(this.#flags, name, isTakenFlag);
    for (const path of this.#setByServer(before)) {
      const [name, ...inside] = path;
      if (name === undefined || inside.length > 0 || !isOtherNumber(ownValue(before, name), ownValue(now, name)))
        continue;
      await this.#note(this.#places, name, isMovedByOthers);
    }
    return this.#flags.size + this.#places.size > known;
  }

  async #note(known: Map<string, Promise<boolean>>, name: string, find: typeof isMovedByOthers): Promise<void> {
    const isOfOthers = known.get(name) ?? find(this.#session, this.#resource, name);
    known.set(name, isOfOthers);
    if (await isOfOthers) this.fleeting.add(name);
  }

  /** True where an item has gone on by itself since: what clients set, and its identifier, stay. */
  hasGoneOn(before: Exact, now: Exact): boolean {
    if (!isExactObject(before) || !isExactObject(now)) return false;
    return this.#setByServer(before).some(
      (path) => !this.fleeting.has(nameOf(path)) && !isSame(within(before, path) ?? null, within(now, path) ?? null),
    );
  }

  /** Where an item has what no client sends, also in what clients send besides, as in `data` and its `attributes`. */
  #setByServer(item: ExactObject): (readonly string[])[] {
    const { create, replace, merge, idProperty } = this.#resource;
    const { contract } = this.#session.description;
    const sent = [create, replace, merge].flatMap((one) =>
      one === undefined ? [] : keptProperties(contract, this.#resource, one).map(({ name }) => name),
    );
    return Object.keys(item).flatMap((name) => {
      if (name === idProperty) return [];
      return sent.includes(name) ? this.#readOnlyIn(name) : [[name]];
    });
  }

  /** Where a property of an item has what is `readOnly`: asked for at each reading. */
  #readOnlyIn(name: string): (readonly string[])[] {
    const known = this.#readOnly.get(name);
    if (known !== undefined) return known;
    const { create, read } = this.#resource;
    const { contract } = this.#session.description;
    const [shown] = [read, create].flatMap((one) => (one && successSchema(contract, one)) ?? []);
    const pointer = shown === undefined ? undefined : viewSchema(contract, shown).properties.get(name);
    const marked = pointer === undefined ? [] : markedProperties(contract, pointer, 'readOnly');
    const found = marked.map(({ path }) => [name, ...path]);
    this.#readOnly.set(name, found);
    return found;
  }
}

function nameOf(path: readonly string[]): string {
  return path.join('.');
}

function isOtherNumber(before: Exact | undefined, now: Exact | undefined): boolean {
  return isNumber(before) && isNumber(now) && !isSame(before, now);
}
