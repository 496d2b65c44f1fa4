import { pathToFileURL } from 'node:url';
import { type Document, isMap, isNode, isScalar, isSeq, type Node, type Scalar } from 'yaml';
import { pointerTo, segmentsOf } from '../json.ts';
import { type DocumentTree, walkDocument } from './document-walk.ts';
import { childNode, textIn } from './yaml-nodes.ts';

/** A part of a document, and the URI that the references in it are relative to. */
interface Part {
  node: Node;
  pointer: string;
  base: string;
}

/**
 * Gives each `$ref` that names a schema of the document by its `$id` or `$anchor` the JSON pointer of that schema, and
 * the text with these pointers (JSON Schema 2020-12, sections 8.2.1 and 8.2.2). A pointer counts from the schema with
 * the `$id` around it where it leads to a part of that, else from the document.
 */
export function resolveIdentifiers(document: Document, file: string, text: string): string {
  if (!isNode(document.contents) || !/\$id|nchor\b/.test(text)) return text;
  const root = { node: document.contents, pointer: '', base: pathToFileURL(file).href };
  const schemas = [...walkDocument(tree, root)].flatMap(({ kind, node }) => (kind === 'schema' ? [node] : []));
  const identified = schemasByUri(schemas);
  // An `$id` that is empty names the document.
  identified.delete(root.base);
  const pointers = new Map<Scalar, string>();
  for (const { node, base } of schemas) {
    const reference = childNode(node, '$ref')?.value;
    const pointer = isScalar(reference) ? pointerOf(identified, String(reference.value), base) : undefined;
    if (isScalar(reference) && pointer !== undefined) pointers.set(reference, pointer);
  }
  return withPointers(text, pointers);
}

const tree: DocumentTree<Part> = {
  membersOf: ({ node, pointer, base }) => {
    const members = isMap(node)
      ? node.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', value] as const)
      : isSeq(node)
        ? node.items.map((value, index) => [String(index), value] as const)
        : [];
    return members.flatMap(([name, value]) =>
      isNode(value) ? [[name, partOf(value, pointer + pointerTo(name), base)] as const] : [],
    );
  },
  targetOf: () => undefined,
  isVisited: () => true,
};

/** A part within `base`: its own `$id` counts for itself, too. */
function partOf(node: Node, pointer: string, base: string): Part {
  const id = textIn(node, '$id');
  return { node, pointer, base: id === undefined ? base : (resolved(id, base)?.href.replace(/#$/, '') ?? base) };
}

/** The schemas that have an identifier of their own; of two with the same, the first. */
function schemasByUri(schemas: readonly Part[]): Map<string, Part> {
  const found = new Map<string, Part>();
  for (const schema of schemas)
    for (const [keyword, prefix] of [
      ['$id', ''],
      ['$anchor', '#'],
      ['$dynamicAnchor', '#'],
    ] as const) {
      const name = textIn(schema.node, keyword);
      const uri = prefix === '' ? schema.base : `${schema.base}#${name}`;
      if (name !== undefined && !found.has(uri)) found.set(uri, schema);
    }
  return found;
}

/** The pointer to what a reference leads to by an identifier; undefined for any other reference. */
function pointerOf(identified: ReadonlyMap<string, Part>, reference: string, base: string): string | undefined {
  const target = resolved(reference, base);
  if (target === undefined) return undefined;
  const schema = identified.get(target.href.replace(/#(\/.*)?$/, ''));
  const rest = target.hash.startsWith('#/') ? segmentsOf(target.hash) : [];
  const isThere =
    rest.reduce<Node | null>((node, segment) => childNode(node, segment)?.value ?? null, schema?.node ?? null) !== null;
  return schema === undefined || !isThere ? undefined : schema.pointer + pointerTo(...rest);
}

function resolved(reference: string, base: string): URL | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base) : undefined;
}

/** Writes the pointers into the syntax tree, and into the text. */
function withPointers(text: string, pointers: ReadonlyMap<Scalar, string>): string {
  const parts: string[] = [];
  let written = 0;
  const inOrder = [...pointers].sort(([one], [other]) => (one.range?.[0] ?? 0) - (other.range?.[0] ?? 0));
  for (const [reference, pointer] of inOrder) {
    reference.value = `#${encodeURI(pointer)}`;
    const [start, end] = reference.range ?? [0, 0];
    parts.push(text.slice(written, start), JSON.stringify(reference.value));
    written = end;
  }
  return parts.join('') + text.slice(written);
}
