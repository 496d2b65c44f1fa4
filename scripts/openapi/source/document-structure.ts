/** The objects of OpenAPI 3.0 and 3.1 that say something of requests and responses. */
export type PartKind =
  | 'document'
  | 'components'
  | 'server'
  | 'requirements'
  | 'pathItem'
  | 'callback'
  | 'operation'
  | 'parameter'
  | 'requestBody'
  | 'responses'
  | 'response'
  | 'content'
  | 'mediaType'
  | 'encoding'
  | 'header'
  | 'link'
  | 'schema'
  | 'securityScheme';

/** What a field of an object holds: an object, or a list or map of objects. */
export type Below = PartKind | { each: PartKind };

const each = <Kind extends PartKind>(kind: Kind) => ({ each: kind });
const every = (names: readonly string[], below: Below): Record<string, Below> =>
  Object.fromEntries(names.map((name) => [name, below]));
const parameter: Readonly<Record<string, Below>> = { schema: 'schema', content: 'content' };

const fields: Record<PartKind, Readonly<Record<string, Below>>> = {
  document: {
    servers: each('server'),
    security: 'requirements',
    paths: each('pathItem'),
    webhooks: 'callback',
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
    callbacks: each('callback'),
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
    callbacks: each('callback'),
    security: 'requirements',
    servers: each('server'),
  },
  requestBody: { content: 'content' },
  response: { headers: each('header'), content: 'content', links: each('link') },
  mediaType: { schema: 'schema', encoding: each('encoding') },
  encoding: { headers: each('header') },
  parameter,
  header: parameter,
  schema: {
    ...every(['items', 'contains', 'unevaluatedItems', 'additionalProperties', 'unevaluatedProperties'], 'schema'),
    ...every(['propertyNames', 'not', 'if', 'then', 'else'], 'schema'),
    ...every(['properties', 'patternProperties', 'dependentSchemas', '$defs'], each('schema')),
    ...every(['allOf', 'anyOf', 'oneOf', 'prefixItems'], each('schema')),
  },
  callback: {},
  responses: {},
  content: {},
  server: {},
  requirements: {},
  link: {},
  securityScheme: {},
};

// Maps that are objects of their own, whatever the names of their members.
const members: Partial<Record<PartKind, PartKind>> = {
  responses: 'response',
  content: 'mediaType',
  callback: 'pathItem',
};

/** What the member `name` of an object holds; undefined for what is no such object, extensions among them. */
export function below(kind: PartKind, name: string): Below | undefined {
  const member = members[kind];
  const isNoMember = kind !== 'content' && (isExtension(name) || name === '$ref');
  if (member !== undefined) return isNoMember ? undefined : member;
  return Object.hasOwn(fields[kind], name) ? fields[kind][name] : undefined;
}

/** True for a name that OpenAPI leaves to extensions. */
export function isExtension(name: string): boolean {
  return name.startsWith('x-');
}
