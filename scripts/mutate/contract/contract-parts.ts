import { dirname, resolve } from 'node:path';
import { segmentsOf } from '../../openapi/json.ts';
import { Place } from './place.ts';
import { startOf, YamlText } from './yaml-text.ts';

export type PartKind =
  | 'document'
  | 'server'
  | 'requirements'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'requestBody'
  | 'responses'
  | 'response'
  | 'content'
  | 'mediaType'
  | 'header'
  | 'link'
  | 'schema'
  | 'securityScheme'
  | 'components';

/** A part of a description and what OpenAPI calls it. */
export interface ContractPart {
  kind: PartKind;
  place: Place;
}

type Below = PartKind | { each: PartKind };

const each = <Kind extends PartKind>(kind: Kind) => ({ each: kind });
const every = (names: readonly string[], below: Below): Record<string, Below> =>
  Object.fromEntries(names.map((name) => [name, below]));
const carrier: Readonly<Record<string, Below>> = { schema: 'schema', content: 'content' };

// The objects of OpenAPI 3.0 and 3.1 that require something, and what they run. Callbacks and webhooks are calls of others.
const structure: Record<PartKind, Readonly<Record<string, Below>>> = {
  document: {
    servers: each('server'),
    security: 'requirements',
    paths: each('pathItem'),
    'x-unmatched-responses': 'responses',
    components: 'components',
  },
  components: {
    schemas: each('schema'),
    responses: each('response'),
    parameters: each('parameter'),
    requestBodies: each('requestBody'),
    headers: each('header'),
    securitySchemes: each('securityScheme'),
    links: each('link'),
    pathItems: each('pathItem'),
  },
  pathItem: {
    ...every(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'], 'operation'),
    parameters: each('parameter'),
    servers: each('server'),
  },
  operation: {
    parameters: each('parameter'),
    requestBody: 'requestBody',
    responses: 'responses',
    security: 'requirements',
    servers: each('server'),
  },
  requestBody: { content: 'content' },
  responses: {},
  response: { headers: each('header'), content: 'content', links: each('link') },
  content: {},
  mediaType: { schema: 'schema' },
  parameter: carrier,
  header: carrier,
  schema: {
    ...every(
      [
        'items',
        'additionalProperties',
        'unevaluatedProperties',
        'not',
        'contains',
        'propertyNames',
        'if',
        'then',
        'else',
      ],
      'schema',
    ),
    ...every(['properties', 'patternProperties', '$defs', 'allOf', 'anyOf', 'oneOf', 'prefixItems'], each('schema')),
  },
  server: {},
  requirements: {},
  link: {},
  securityScheme: {},
};
// Maps whose own members are these, whatever their names.
const members: Partial<Record<PartKind, PartKind>> = { responses: 'response', content: 'mediaType' };

/** Every part of a document that may require something, each once, in the order of the document; those of other files where they are referred to. */
export function partsOf(root: YamlText): ContractPart[] {
  const files = new Map([[root.file, root]]);
  const seen = new Set<string>();
  const found: ContractPart[] = [];

  const visit = (kind: PartKind, place: Place): void => {
    const id = `${place.yaml.file} ${startOf(place.node)}`;
    if (place.node === null || seen.has(id)) return;
    seen.add(id);
    found.push({ kind, place });
    const target = elsewhere(place, root, files);
    if (target !== undefined) visit(kind, target);
    for (const name of place.names) {
      const child = place.get(name);
      const below = members[kind] ?? (Object.hasOwn(structure[kind], name) ? structure[kind][name] : undefined);
      if (child === undefined || below === undefined || (name.startsWith('x-') && kind !== 'document')) continue;
      if (typeof below === 'string') visit(below, child);
      else
        for (const one of [...child.members(), ...child.items()])
          if (!one.name.startsWith('x-') || below.each === 'schema' || below.each === 'header') visit(below.each, one);
    }
  };
  visit('document', new Place(root, '', root.document.contents));
  return found;
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
