import type { Contract } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import { pointerTo, segmentsOf } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Node } from './document.ts';

/** What may be reused, by its name under `components`. */
export type ComponentKind = 'parameters' | 'successActions' | 'failureActions';

/** What the names in an Arazzo file stand for: its workflows, its reusable parts, the operations of the contract. */
export class References {
  readonly workflows: ReadonlyMap<string, Node>;
  readonly contract: Contract;
  readonly #root: Node;
  readonly #operations: readonly Operation[];
  readonly #source: string;

  /** Throws ContractError for a workflow that is there twice, and for sources other than the contract. */
  constructor(root: Node, { contract, operations }: Description) {
    this.contract = contract;
    this.#root = root;
    this.#operations = operations;
    this.#source = sourceOf(root);
    const workflows = new Map<string, Node>();
    for (const node of root.items('workflows')) {
      const id = node.need('workflowId');
      if (workflows.has(id.asText())) id.refuse(`There are two workflows ${id.asText()}.`);
      workflows.set(id.asText(), node);
    }
    this.workflows = workflows;
  }

  /** The workflowId that a part is. Throws ContractError for one that the file does not have. */
  workflowId(node: Node): string {
    const id = node.asText();
    return this.workflows.has(id) ? id : node.refuse(`There is no workflow ${id} in this file.`);
  }

  /** The operation that a step calls. Throws ContractError for one that the contract does not have. */
  operation(node: Node): Operation {
    const byId = node.get('operationId');
    if (byId !== undefined) {
      const prefix = `$sourceDescriptions.${this.#source}.`;
      const id = byId.asText().startsWith(prefix) ? byId.asText().slice(prefix.length) : byId.asText();
      return (
        this.#operations.find((operation) => operation.id === id) ??
        byId.refuse(`The contract has no operation ${byId.asText()}.`)
      );
    }
    const path = node.need('operationPath');
    const [, source, pointer] = /^\{\$sourceDescriptions\.([\w-]+)\.url\}(#.*)$/.exec(path.asText()) ?? [];
    if (source !== this.#source || pointer === undefined)
      return path.refuse(`\`operationPath\` must be {$sourceDescriptions.${this.#source}.url}# and a JSON pointer.`);
    const wanted = pointerTo(...segmentsOf(pointer));
    return (
      this.#operations.find((operation) => operation.pointer === wanted) ??
      path.refuse(`The contract has no operation at ${wanted}.`)
    );
  }

  /** What `reference` names under `components`, or the part itself. */
  component(item: Node, kind: ComponentKind): Node {
    const reference = item.get('reference');
    if (reference === undefined) return item;
    item.only('reference', 'value');
    const [, found, name = ''] = /^\$components\.(\w+)\.([\w.-]+)$/.exec(reference.asText()) ?? [];
    if (found !== kind) return reference.refuse(`This must be \`$components.${kind}.\` and a name.`);
    return (
      this.#root.get('components')?.get(kind)?.get(name) ?? reference.refuse(`There is no \`${reference.asText()}\`.`)
    );
  }
}

/** The value of a reusable object, which may bring one of its own. */
export function replaced(item: Node, component: Node, name: string): Node {
  return item.get('reference') === undefined ? component.need(name) : (item.get(name) ?? component.need(name));
}

function sourceOf(root: Node): string {
  const [source, ...others] = root.need('sourceDescriptions').list();
  if (source === undefined || others.length > 0)
    return root.need('sourceDescriptions').refuse('Only one source description is supported: the contract.');
  source.only('name', 'url', 'type');
  if (source.text('type') === 'arazzo') source.need('type').refuse('Workflows of other files are not supported.');
  return source.need('name').asText();
}
