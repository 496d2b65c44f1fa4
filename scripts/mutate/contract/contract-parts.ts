import { dirname, resolve } from 'node:path';
import { segmentsOf } from '../../openapi/json.ts';
import type { PartKind } from '../../openapi/source/document-structure.ts';
import { type DocumentTree, walkDocument } from '../../openapi/source/document-walk.ts';
import { startOf } from '../../openapi/source/yaml-nodes.ts';
import { Place } from './place.ts';
import { YamlText } from './yaml-text.ts';

/** A part of a description and what OpenAPI calls it. */
export interface ContractPart {
  kind: PartKind;
  place: Place;
}

/**
 * Every part of a document that may require something, each once, in the order of the document;
 * those of other files where they are referred to.
 */
export function partsOf(root: YamlText): ContractPart[] {
  const files = new Map([[root.file, root]]);
  const seen = new Set<string>();
  const tree: DocumentTree<Place> = {
    membersOf: (place) => [...place.members(), ...place.items()].map((one) => [one.name, one] as const),
    targetOf: (place) => elsewhere(place, root, files),
    isVisited: (kind, place) => {
      const id = `${place.yaml.file} ${startOf(place.node)}`;
      // Callbacks and webhooks are calls of others.
      if (kind === 'callback' || place.node === null || seen.has(id)) return false;
      seen.add(id);
      return true;
    },
  };
  const document = new Place(root, '', root.document.contents);
  return [...walkDocument(tree, document)].map(({ kind, node }) => ({ kind, place: node }));
}

/** What a `$ref` leads to when that is in another file: what the document itself has is visited where it stands. */
function elsewhere(place: Place, root: YamlText, files: Map<string, YamlText>): Place | undefined {
  const [path = '', fragment = ''] = place.get('$ref')?.text?.split('#') ?? [];
  const file = path === '' ? place.yaml.file : resolve(dirname(place.yaml.file), path);
  if (place.get('$ref') === undefined || file === root.file || !/\.(ya?ml|json)$/i.test(file)) return undefined;
  const yaml = files.get(file) ?? new YamlText(file);
  files.set(file, yaml);
  // Bundling leaves the reference where it is, and whoever follows it finds the part under its pointer.
  const start = new Place(yaml, place.pointer, yaml.document.contents, place.holder);
  const target = segmentsOf(`#${fragment}`).reduce<Place | undefined>((at, segment) => at?.get(segment), start);
  return target === undefined ? undefined : new Place(yaml, place.pointer, target.node, place.holder);
}
