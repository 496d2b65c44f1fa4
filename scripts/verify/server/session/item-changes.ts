/** A request that may change an item. */
export interface ItemChange {
  item: string;
  /** Its number among those to the item. */
  index: number;
  /** True where no other one was under way when it was sent. */
  isAlone: boolean;
}

interface Changes {
  sent: number;
  underWay: number;
  last: Promise<unknown>;
}

/** The requests of a run that may change an item: of two at once, nobody knows which of them comes last. */
export class ItemChanges {
  readonly #changes = new Map<string, Changes>();

  /** How many were sent. */
  countOf(item: string): number {
    return this.#changes.get(item)?.sent ?? 0;
  }

  begin(item: string): ItemChange {
    const changes = this.#of(item);
    changes.sent += 1;
    changes.underWay += 1;
    return { item, index: changes.sent, isAlone: changes.underWay === 1 };
  }

  /** Ends a request; true where the item is now as this one has left it. */
  end({ item, index, isAlone }: ItemChange): boolean {
    const changes = this.#of(item);
    changes.underWay -= 1;
    return isAlone && changes.sent === index;
  }

  /** Does one work with an item after the other. */
  inTurn<Result>(item: string, work: () => Promise<Result>): Promise<Result> {
    const changes = this.#of(item);
    const own = changes.last.then(work);
    changes.last = own.catch(() => undefined);
    return own;
  }

  #of(item: string): Changes {
    const known = this.#changes.get(item) ?? { sent: 0, underWay: 0, last: Promise.resolve() };
    this.#changes.set(item, known);
    return known;
  }
}
