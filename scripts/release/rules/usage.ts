import { type Contract, referenceOf, resolvePart } from '../../openapi/contract.ts';
import { isObject, type Json, objectOf, pointerTo, segmentsOf, valueAt } from '../../openapi/json.ts';
import type { Flow } from './found.ts';
import type { OperationPlace } from './operation-places.ts';

/** Which operations send or read each component of a contract, also by way of others. */
export class Usage {
  readonly #contract: Contract;
  readonly #users = new Map<string, Set<string>>();
  readonly #references = new Map<string, Set<string>>();

  constructor(contract: Contract, operations: readonly OperationPlace[]) {
    this.#contract = contract;
    for (const { pointer, operation, request, response } of operations) {
      const part = objectOf(resolvePart(contract, pointer).value);
      const item = objectOf(resolvePart(contract, pointer.slice(0, pointer.lastIndexOf('/'))).value);
      const parameters = [item['parameters'] ?? null, part['parameters'] ?? null];
      this.#add(request, operation.id, [...parameters, part['requestBody'] ?? null]);
      this.#add(response, operation.id, [part['responses'] ?? null]);
    }
  }

  /** The operations that send, or read, the component that `pointer` leads into; none of what is no component. */
  of(pointer: string, flow: Flow): string[] {
    const component = pointerTo(...segmentsOf(pointer).slice(0, 3));
    return [...(this.#users.get(`${flow} ${component}`) ?? [])];
  }

  /** Every component that the component at `pointer` refers to, itself among them. */
  closureOf(pointer: string): Set<string> {
    const all = new Set([pointer]);
    for (const one of all) for (const other of this.referencesIn(one)) all.add(other);
    return all;
  }

  /** Every component that the part at `pointer` refers to. */
  referencesFrom(pointer: string): Set<string> {
    return new Set([...this.referencesIn(pointer)].flatMap((one) => [...this.closureOf(one)]));
  }

  /** The components that the part at `pointer` refers to itself, not by way of others. */
  referencesIn(pointer: string): Set<string> {
    const known = this.#references.get(pointer);
    if (known !== undefined) return known;
    const found = new Set<string>();
    collectReferences(valueAt(this.#contract.document, pointer) ?? null, found);
    this.#references.set(pointer, found);
    return found;
  }

  #add(flow: Flow, id: string, parts: readonly Json[]): void {
    const first = new Set<string>();
    for (const part of parts) collectReferences(part, first);
    for (const reference of first)
      for (const component of this.closureOf(reference)) {
        const users = this.#users.get(`${flow} ${component}`) ?? new Set();
        this.#users.set(`${flow} ${component}`, users.add(id));
      }
  }
}

/** The components that a part refers to, by their pointers. */
function collectReferences(part: Json, found: Set<string>): void {
  const reference = referenceOf(part);
  if (reference?.startsWith('#/components/')) found.add(pointerTo(...segmentsOf(reference).slice(0, 3)));
  if (Array.isArray(part)) for (const item of part) collectReferences(item, found);
  else if (isObject(part)) for (const member of Object.values(part)) collectReferences(member, found);
}
