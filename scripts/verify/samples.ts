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

  constructor(isOfWorkflow: boolean) {
    this.#most = isOfWorkflow ? mostOfWorkflow : most;
  }

  add(sample: Sample): void {
    const [kind, length] = [`${sample.isKept} ${sample.response?.status}`, lengthOf(sample)];
    // The most that come are of the kind that is there, and longer: they would be taken out again.
    if (this.#kept.length === this.#most && this.#kept.every((other) => other.kind === kind && other.length <= length))
      return;
    if (this.#kept.some((other) => isSameExchange(other.sample, sample))) return;
    this.#kept.push({ sample, kind, length });
    if (this.#kept.length > this.#most) this.#kept.splice(this.#leastUseful(), 1);
  }

  list(): readonly Sample[] {
    return this.#kept.map(({ sample }) => sample);
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
