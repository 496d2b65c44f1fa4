import { ContractError, describeLocation } from '../cli/problem.ts';
import { type Contract, partAt } from '../openapi/contract.ts';
import type { Change, Impact } from './change.ts';
import type { Contracts, Found, Pair } from './rules/found.ts';
import type { Usage } from './rules/usage.ts';

const order: readonly Impact[] = ['major', 'minor', 'patch'];

/** What the rules found between two contracts: each difference once, with all who break by it. */
export class Changes {
  readonly #contracts: Contracts;
  readonly #usage: Pair<Usage>;
  readonly #found = new Set<Found>();

  constructor(contracts: Contracts, usage: Pair<Usage>) {
    this.#contracts = contracts;
    this.#usage = usage;
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
        return this.#placesOf({ ...one, ...(before !== undefined && { before }), ...(now !== undefined && { now }) });
      }),
    );
  }

  /** The greatest first, then in the order of the document. */
  list(): Change[] {
    const groups = Map.groupBy(this.#found, (one) => {
      const { current, released } = this.#locate(one);
      return [one.message, describeLocation(current), released && describeLocation(released)].join('\n');
    });
    return [...groups.values()]
      .flatMap((group) => this.#changeOf(group) ?? [])
      .toSorted((a, b) => order.indexOf(a.impact) - order.indexOf(b.impact) || a.current.line - b.current.line);
  }

  /** A schema that goes both ways is one change; who breaks is said of the way, or of both, where it is a major one. */
  #changeOf(group: readonly Found[]): Change | undefined {
    const [first] = group.toSorted((a, b) => order.indexOf(a.impact) - order.indexOf(b.impact));
    if (first === undefined) return undefined;
    const breaks = new Set(group.flatMap((one) => (one.breaks === undefined ? [] : [one.breaks + this.#usersOf(one)])));
    return {
      impact: first.impact,
      message: first.message,
      ...(breaks.size > 0 && { breaks: [...breaks].join('; ') }),
      ...(first.remedy !== undefined && { remedy: first.remedy }),
      ...this.#locate(first),
    };
  }

  #locate({ before, now, holder, origin = before }: Found): Pick<Change, 'current' | 'released'> {
    return {
      current: this.#contracts.now.locate(now ?? holder ?? before ?? ''),
      released: origin === undefined ? undefined : this.#contracts.before.locate(origin),
    };
  }

  /** The operations that have a component in their messages, in parentheses. */
  #usersOf({ flow, before, now, holder }: Found): string {
    const side = now === undefined && before !== undefined ? 'before' : 'now';
    const pointer = physical(this.#contracts[side], now ?? before ?? holder ?? '');
    if (flow === undefined || !pointer.startsWith('/components/')) return '';
    const names = this.#usage[side].of(pointer, flow);
    if (names.length === 0) return '';
    return ` (${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''})`;
  }

  #placesOf({ before, now }: Found): string[] {
    return [
      ...(before === undefined ? [] : [physical(this.#contracts.before, before)]),
      ...(now === undefined ? [] : [physical(this.#contracts.now, now)]),
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
