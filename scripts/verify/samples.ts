import type { HttpRequest } from '../http/exchange.ts';
import type { Sample } from './result.ts';

const most = 3;
// A workflow makes several calls, which say little without each other.
const mostOfWorkflow = 8;

interface Kept {
  sample: Sample;
  /** Whether it shows that the requirement is kept, and the status. */
  kind: string;
  length: number;
}

/**
 * A few of the exchanges that a requirement was verified with:
 * of its own cases the first, of others the shortest, in the order in which they came.
 */
export class Samples {
  readonly #kept: Kept[] = [];
  readonly #most: number;
  /** By kind, the length from which one more would be taken out again at once; of those that are kept now. */
  readonly #tooLong = new Map<string, number>();

  constructor(isOfWorkflow: boolean) {
    this.#most = isOfWorkflow ? mostOfWorkflow : most;
  }

  add(sample: Sample): void {
    const [kind, length] = [`${sample.isKept} ${sample.response?.status}`, lengthOf(sample)];
    // Each response is added to each of its requirements: most of them change nothing.
    if (this.#kept.length === this.#most && length >= this.#tooLongOf(kind)) return;
    if (this.#kept.some((other) => isSameExchange(other.sample, sample))) return;
    this.#tooLong.clear();
    this.#kept.push({ sample, kind, length });
    if (this.#kept.length > this.#most) this.#kept.splice(this.#leastUseful(), 1);
  }

  list(): readonly Sample[] {
    return this.#kept.map(({ sample }) => sample);
  }

  #tooLongOf(kind: string): number {
    const known = this.#tooLong.get(kind);
    if (known !== undefined) return known;
    const countOf = (one: string) => this.#kept.filter((own) => own.kind === one).length + Number(one === kind);
    const counts = this.#kept.map((own) => countOf(own.kind));
    const isCommon = counts.every((count) => count <= countOf(kind));
    const rivals = this.#kept.filter((_, index) => counts[index] === countOf(kind));
    const length = isCommon ? Math.max(...rivals.map((own) => own.length)) : Number.POSITIVE_INFINITY;
    this.#tooLong.set(kind, length);
    return length;
  }

  /** Of the kind that there is most of, the longest; the last of those that are as long. */
  #leastUseful(): number {
    const counts = new Map<string, number>();
    for (const { kind } of this.#kept) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const common = Math.max(...counts.values());
    const lengths = this.#kept.map(({ kind, length }) => (counts.get(kind) === common ? length : -1));
    return lengths.lastIndexOf(Math.max(...lengths));
  }
}

/** Cases of the requirement itself begin with what shows most. */
function lengthOf({ title, request, response }: Sample): number {
  return title !== undefined ? 0 : request.target.length + (request.body?.length ?? 0) + (response?.body.length ?? 0);
}

/** The same request with the same status says the same once more. */
function isSameExchange(one: Sample, other: Sample): boolean {
  const [a, b] = [one.request, other.request];
  if (one.isKept !== other.isKept || one.response?.status !== other.response?.status) return false;
  return (
    a === b ||
    (a.method === b.method &&
      a.target === b.target &&
      isSameBody(a.body, b.body) &&
      isSameHeaders(a.headers, b.headers))
  );
}

function isSameHeaders(one: HttpRequest['headers'], other: HttpRequest['headers']): boolean {
  return (
    one.length === other.length &&
    one.every(([name, value], index) => name === other[index]?.[0] && value === other[index]?.[1])
  );
}

function isSameBody(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}
