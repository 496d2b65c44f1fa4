import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { limits } from './limits.ts';

/** How a file is written, by its name. */
export function languageOf(file: string): 'JSON' | 'YAML' {
  return file.endsWith('.json') ? 'JSON' : 'YAML';
}

/** The offset at which a part of a document is written. */
export function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

/** What the library says in words of its grammar, as an author sees it. */
const reasons: Partial<Record<YAMLError['code'], string>> = {
  MULTIPLE_DOCS: 'a second document begins here',
  MULTILINE_IMPLICIT_KEY: 'a line of a map has a key, a colon and a space',
  BLOCK_AS_IMPLICIT_KEY:
    'a key cannot begin within a value: put a text that has a colon in quotes, or indent a key like those beside it',
};

// Of a bracket, or a quote, that nothing closes.
const [unclosedBracket, unclosedQuote] = [/^Flow (sequence|map) .* end with a (\S)$/, /^Missing closing (['"])quote$/];

/** What the library takes for an indentation that is too small. */
function indentationReason(text: string, { message, pos }: YAMLError): string | undefined {
  // So it is with a tab after a text of several lines.
  if (text[pos[0]] === '\t') return 'Tabs are not allowed as indentation';
  const [, kind, end] = unclosedBracket.exec(message) ?? [];
  if (end === undefined) return undefined;
  const part = kind === 'map' ? 'a map in braces' : 'a list in brackets';
  return `${part} ends with a ${end}, and its lines are indented more than its key`;
}

/** True where the parser has gone down so far that its stack ends. */
export function isTooDeep({ message }: YAMLError): boolean {
  return message.startsWith('Maximum call stack');
}

/** One line for a person: why the text of a file is not what it must be. */
export function describeSyntaxError(file: string, text: string, error: YAMLError): string {
  const { code, message } = error;
  if (isTooDeep(error)) return `Maps and lists are ${limits.depth} levels deep at most; here they are deeper.`;
  const known = code === 'BAD_INDENT' ? indentationReason(text, error) : reasons[code];
  const [, quote] = unclosedQuote.exec(message) ?? [];
  const unclosed = quote && `a text that begins with a ${quote} ends with one`;
  const reason = known ?? unclosed ?? message.replace(/\.$/, '');
  return `This is not valid ${languageOf(file)}: ${reason}.`;
}

/** Where an error is to be mended: a bracket or a quote that nothing closes, where it opens. */
export function placeOfError(document: Document, { message, pos: [noticed] }: YAMLError): number {
  let place = noticed;
  if (!unclosedBracket.test(message) && !unclosedQuote.test(message)) return place;
  visit(document, {
    Node: (_, node) => {
      const isOpened = isScalar(node) ? node.type?.startsWith('QUOTE') : isCollection(node) && node.flow;
      if (isOpened && node.range?.[1] === noticed) place = node.range[0];
    },
  });
  return place;
}

const indices = new WeakMap<YAMLMap, Map<string, Pair>>();

/** With so many pairs, a map is looked through faster than an index of it is made. */
const few = 16;

/** The pair of a map under a key. */
function pairAt(map: YAMLMap, key: string): Pair | undefined {
  if (map.items.length > few) return pairsOf(map).get(key);
  // Of several that are the same text, as 1 and '1', the last one counts.
  return map.items.findLast((pair) => isScalar(pair.key) && String(pair.key.value) === key);
}

/** The pairs of a map by the texts of their keys: one of many thousands is looked up many times. */
function pairsOf(map: YAMLMap): Map<string, Pair> {
  const known = indices.get(map);
  if (known !== undefined) return known;
  const pairs = new Map(
    map.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair] as const] : [])),
  );
  indices.set(map, pairs);
  return pairs;
}

/** The child of a node under one segment of a pointer: where it begins (its key, in a map) and its value. */
export function childNode(node: Node | null, segment: string): { start: Node; value: Node | null } | undefined {
  if (isMap(node)) {
    const pair = pairAt(node, segment);
    if (pair === undefined || !isNode(pair.key)) return undefined;
    return { start: pair.key, value: isNode(pair.value) && !isAlias(pair.value) ? pair.value : null };
  }
  const item = isSeq(node) && /^\d+$/.test(segment) ? node.items[Number(segment)] : undefined;
  return isNode(item) ? { start: item, value: item } : undefined;
}

/** The text that a map has under a key. */
export function textIn(node: Node | null, key: string): string | undefined {
  const value = isMap(node) ? pairAt(node, key)?.value : undefined;
  return isScalar(value) && typeof value.value === 'string' ? value.value : undefined;
}

/** The `$ref` that a node has. */
export function referenceIn(node: Node | null): string | undefined {
  return textIn(node, '$ref');
}

/** The key `$ref` of a node that has one. */
export function keyOfReference(holder: Node): Node {
  return childNode(holder, '$ref')?.start ?? holder;
}

/** A reference that tools follow. */
interface Reference {
  holder: Node;
  /** The key that it stands under. */
  key: Node;
  target: string;
  /** False for an example elsewhere: the document says all that is needed without it. */
  isNeeded: boolean;
}

/** Under these keys, a map has references, or merges what has. */
const keysOfReferences = new Set(['$ref', 'externalValue', 'discriminator', '<<']);

/** The references that a map has: its `$ref`, the `externalValue` of an example, the `mapping` of a discriminator. */
export function referencesIn(holder: YAMLMap): Reference[] {
  // Of the maps of a large document, few have any.
  if (!holder.items.some(({ key }) => keysOfReferences.has(textOf(key)))) return [];
  const own = ['$ref', 'externalValue'].map((name) => [holder, name] as const);
  const mapped = mergedPairs(holder)
    .filter(({ key }) => textOf(key) === 'discriminator')
    .flatMap(({ value }) => mergedPairs(value))
    .filter(({ key }) => textOf(key) === 'mapping')
    .flatMap(({ value }) => mergedMaps(value))
    .flatMap((map) => map.items.map(({ key }) => [map, textOf(key)] as const));
  return [...own, ...mapped].flatMap(([map, name]) => {
    const target = textIn(map, name);
    const isMapped = map !== holder;
    // What has no slash is the name of a schema.
    if (target === undefined || (isMapped && !/[/#\\]/.test(target))) return [];
    const key = childNode(map, name)?.start ?? holder;
    return [{ holder, key, target, isNeeded: name !== 'externalValue' || isMapped }];
  });
}

function textOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

/** A map, and those whose pairs its merge keys (YAML 1.1) add to it; none where it is no map. */
function mergedMaps(node: unknown): YAMLMap[] {
  if (isSeq(node)) return node.items.flatMap(mergedMaps);
  if (!isMap(node)) return [];
  const merged = node.items.filter(({ key }) => textOf(key) === '<<');
  return [node, ...merged.flatMap(({ value }) => mergedMaps(value))];
}

function mergedPairs(node: unknown): Pair[] {
  return isMap(node) ? mergedMaps(node).flatMap(({ items }) => items) : [];
}
