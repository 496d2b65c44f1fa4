import { type Json, type JsonObject, pointerTo } from '../json.ts';
import { below, isExtension, type PartKind } from './document-structure.ts';

/** What a document is written in: JSON, or the syntax trees of files. */
export interface DocumentTree<Node> {
  /** The members of an object or of a list, in their order; it may leave out those that are not wanted. */
  membersOf(node: Node, isWanted: (name: string) => boolean): readonly (readonly [name: string, node: Node])[];
  /** What a `$ref` leads to, when that is to be visited where it is referred to; else it is, where it stands. */
  targetOf(node: Node): Node | undefined;
  /** False for what is not to be visited, with all that is below it. */
  isVisited(kind: PartKind, node: Node): boolean;
}

export interface VisitedPart<Node> {
  kind: PartKind;
  node: Node;
  /** What holds it; undefined of the document itself. */
  holder: PartKind | undefined;
}

/**
 * The objects of a document with what OpenAPI calls them:
 * each before those that it holds, in the order of the document.
 */
export function* walkDocument<Node>(
  tree: DocumentTree<Node>,
  node: Node,
  kind: PartKind = 'document',
  holder?: PartKind,
): Generator<VisitedPart<Node>> {
  const waiting: VisitedPart<Node>[] = [{ kind, node, holder }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (!tree.isVisited(part.kind, part.node)) continue;
    yield part;
    for (const inner of partsIn(tree, part).reverse()) waiting.push(inner);
  }
}

/** What a part holds, in the order of the document, after what it refers to. */
function partsIn<Node>(tree: DocumentTree<Node>, { kind, node, holder }: VisitedPart<Node>): VisitedPart<Node>[] {
  const found: VisitedPart<Node>[] = [];
  const target = tree.targetOf(node);
  if (target !== undefined) found.push({ kind, node: target, holder });
  for (const [name, child] of tree.membersOf(node, (one) => below(kind, one) !== undefined)) {
    const inner = below(kind, name);
    if (inner === undefined) continue;
    if (typeof inner === 'string') found.push({ kind: inner, node: child, holder: kind });
    else {
      // The Paths Object alone may have extensions beside what it maps.
      const isPart = (key: string) => name !== 'paths' || !isExtension(key);
      for (const [key, one] of tree.membersOf(child, isPart))
        if (isPart(key)) found.push({ kind: inner.each, node: one, holder: kind });
    }
  }
  return found;
}

/** An object of a document, and the pointer to it, which few ask for. */
export class DocumentPart {
  readonly value: Json;
  readonly #holder: DocumentPart | undefined;
  readonly #name: string;

  constructor(value: Json, holder?: DocumentPart, name = '') {
    this.value = value;
    this.#holder = holder;
    this.#name = name;
  }

  get pointer(): string {
    return this.#holder === undefined ? '' : this.#holder.pointer + pointerTo(this.#name);
  }
}

const json: DocumentTree<DocumentPart> = {
  membersOf: (node, isWanted) => {
    const members: [name: string, node: DocumentPart][] = [];
    const { value } = node;
    if (typeof value !== 'object' || value === null) return members;
    for (const name of Object.keys(value)) {
      const child = isWanted(name) ? memberOf(value, name) : undefined;
      if (child !== undefined) members.push([name, new DocumentPart(child, node, name)]);
    }
    return members;
  },
  targetOf: () => undefined,
  isVisited: () => true,
};

function memberOf(value: Json[] | JsonObject, name: string): Json | undefined {
  return Array.isArray(value) ? value[Number(name)] : value[name];
}

/** The objects of a bundled document, each once, where it stands; a `$ref` is one without what it leads to. */
export function partsOf(document: JsonObject): Generator<VisitedPart<DocumentPart>> {
  return walkDocument(json, new DocumentPart(document));
}
