import { isAlias, isMap, isNode, isPair, isScalar, isSeq, type Node, type YAMLError } from 'yaml';

/** One line for a person: why the text of a file is not what it must be. */
export function describeSyntaxError(file: string, { code, message }: YAMLError): string {
  const language = file.endsWith('.json') ? 'JSON' : 'YAML';
  const reason = code === 'MULTIPLE_DOCS' ? 'a second document begins here' : message.replace(/\.$/, '');
  return `This is not valid ${language}: ${reason}.`;
}

/** The child of a node under one segment of a pointer: where it begins (its key, in a map) and its value. */
export function childNode(node: Node | null, segment: string): { start: Node; value: Node | null } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === segment);
    if (pair === undefined || !isNode(pair.key)) return undefined;
    return { start: pair.key, value: isNode(pair.value) && !isAlias(pair.value) ? pair.value : null };
  }
  const item = isSeq(node) && /^\d+$/.test(segment) ? node.items[Number(segment)] : undefined;
  return isNode(item) ? { start: item, value: item } : undefined;
}

/** The `$ref` that a node has. */
export function referenceIn(node: Node | null): string | undefined {
  const reference = isMap(node) ? node.get('$ref') : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

/** The key `$ref` of a node that has one. */
export function keyOfReference(holder: Node): Node {
  return childNode(holder, '$ref')?.start ?? holder;
}
