import type { Node } from 'typescript';

/**
 * What openapi-typescript puts behind all other types. To add an operation to the interface of all of them it copies
 * those that are there, which takes the square of the time: here it finds none, and what it adds is put behind them.
 */
export class Footer extends Array<Node> {
  #isWhole = false;

  override push(...nodes: Node[]): number {
    for (const node of nodes) if ('members' in node) this.#collectMembers(node);
    return super.push(...nodes);
  }

  /** Shows the members of each interface: nothing is added any more. */
  finish(): void {
    this.#isWhole = true;
  }

  #collectMembers(holder: Node): void {
    let all: Node[] = [];
    Object.defineProperty(holder, 'members', {
      get: () => (this.#isWhole ? all : []),
      set: (added: Node[]) => {
        // The first list is one of the compiler, with what it prints it by.
        if (all.length === 0) all = added;
        else all.push(...added);
      },
    });
  }
}
