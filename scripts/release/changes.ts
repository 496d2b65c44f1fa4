import { ContractError, describeLocation } from '../cli/problem.ts';
import { type Contract, partAt } from '../openapi/contract.ts';
import type { Change, Impact } from './change.ts';
import { sayReference } from './rules/changed-reference.ts';
import type { Contracts, Found } from './rules/found.ts';

const order: readonly Impact[] = ['major', 'minor', 'patch'];

/** What the rules found between two contracts: each difference once, with all who break by it. */
export class Changes {
  readonly #contracts: Contracts;
  readonly #found = new Set<Found>();

  constructor(contracts: Contracts) {
    this.#contracts = contracts;
  }

  add(found: Iterable<Found>): void {
    for (const one of found) this.#found.add(one);
  }

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  /** Where the differences really stand, in both contracts. */
  places(): Set<string> {
    return new Set([...this.#found].flatMap((one) => this.#placesOf(one)));
  }

  /** The same of what breaks someone, also where that is seen. */
  majorPlaces(): Set<string> {
    const major = [...this.#found].filter(({ impact }) => impact === 'major');
    return new Set(
      major.flatMap((one) => {
        const { before = one.origin, now = one.holder } = one;
        const { reference: _, ...own } = one;
        const seen = { ...own, ...(before !== undefined && { before }), ...(now !== undefined && { now }) };
        return [...this.#placesOf(one), ...this.#placesOf(seen)];
      }),
    );
  }

  /** The greatest first, then in the order of the document. */
  list(): Change[] {
    const said = [...this.#found].map((one): Found => {
      const { reference } = one;
      return reference === undefined ? one : { ...one, ...sayReference(this.#contracts, reference, one) };
    });
    const groups = Map.groupBy(said, (one) => `${one.message}\n${describeLocation(this.#locate(one).current)}`);
    return [...groups.values()]
      .flatMap((group) => this.#changeOf(group) ?? [])
      .toSorted((a, b) => order.indexOf(a.impact) - order.indexOf(b.impact) || a.current.line - b.current.line);
  }

  /** What is said of one place, in several messages or both ways, is one change; who breaks is said of each way. */
  #changeOf(group: readonly Found[]): Change | undefined {
    const [first] = group.toSorted((a, b) => order.indexOf(a.impact) - order.indexOf(b.impact));
    if (first === undefined) return undefined;
    const broken = Map.groupBy(
      group.filter((one) => one.breaks !== undefined),
      (one) => one.breaks,
    );
    const breaks = [...broken].map(([who, found]) => `${who}${this.#usersOf(found)}`);
    return {
      impact: first.impact,
      message: first.message,
      ...(breaks.length > 0 && { breaks: breaks.join('; ') }),
      ...(first.remedy !== undefined && { remedy: first.remedy }),
      ...this.#locate(first),
    };
  }

  #locate({ before, now, holder, origin = before, reference }: Found): Pick<Change, 'current' | 'released'> {
    if (reference !== undefined)
      return {
        current: this.#contracts.now.locate(`${reference.now}/$ref`),
        released: this.#contracts.before.locate(reference.before),
      };
    return {
      current: this.#contracts.now.locate(now ?? holder ?? before ?? ''),
      released: origin === undefined ? undefined : this.#contracts.before.locate(origin),
    };
  }

  /** The operations that a change of a component was found in, in parentheses. */
  #usersOf(found: readonly Found[]): string {
    const names = [...new Set(found.flatMap((one) => (this.#isInComponent(one) ? (one.operations ?? []) : [])))];
    if (names.length === 0) return '';
    return ` (${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''})`;
  }

  #isInComponent({ reference, ...found }: Found): boolean {
    const { before, now, holder }: Omit<Found, 'message' | 'impact'> = reference ?? found;
    const side = now === undefined && before !== undefined ? 'before' : 'now';
    return physical(this.#contracts[side], now ?? before ?? holder ?? '').startsWith('/components/');
  }

  #placesOf({ before, now, reference, besides }: Found): string[] {
    if (reference !== undefined)
      return [
        `${physical(this.#contracts.before, reference.before)}/$ref`,
        `${physical(this.#contracts.now, reference.now)}/$ref`,
      ];
    return [
      ...(before === undefined ? [] : [physical(this.#contracts.before, before)]),
      ...(now === undefined ? [] : [physical(this.#contracts.now, now)]),
      ...(besides?.before ?? []).map((pointer) => physical(this.#contracts.before, pointer)),
      ...(besides?.now ?? []).map((pointer) => physical(this.#contracts.now, pointer)),
    ];
  }
}

/** The pointer under which a part really stands, after the references on the way. */
function physical(contract: Contract, pointer: string): string {
  try {
    return partAt(contract, pointer).pointer;
  } catch (error) {
    // A part that need not be there, such as the security of an operation.
    if (error instanceof ContractError) return pointer;
    throw error;
  }
}
