import type { PartKind } from '../source/document-structure.ts';

/** What a field holds. `texts`: a list of strings; `schema`: an object, or a boolean. */
export type FieldType = 'any' | 'text' | 'flag' | 'number' | 'object' | 'list' | 'texts' | 'schema';

/** What OpenAPI calls an object, and its fields. */
export interface ObjectFields {
  name: string;
  fields: Readonly<Record<string, FieldType>>;
  /** What an object without the field is read as; undefined where the field is not needed for that. */
  required?: Readonly<Record<string, string>>;
}

const of = (type: FieldType, names: string): Record<string, FieldType> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]));

/** The objects whose fields are fixed, as OpenAPI 3.0 and 3.1 have them. */
export const objectFields: Partial<Record<PartKind | 'info', ObjectFields>> = {
  document: {
    name: 'OpenAPI Object',
    fields: {
      ...of('any', 'openapi jsonSchemaDialect externalDocs x-unmatched-responses'),
      ...of('object', 'info paths webhooks components'),
      ...of('list', 'servers security tags'),
    },
  },
  info: {
    name: 'Info Object',
    fields: {
      ...of('text', 'title version summary description termsOfService'),
      ...of('object', 'contact license'),
    },
    required: { title: 'untitled', version: '0.0.0' },
  },
  components: {
    name: 'Components Object',
    fields: of(
      'object',
      'schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems',
    ),
  },
  server: {
    name: 'Server Object',
    fields: { ...of('text', 'url description name'), variables: 'object' },
    required: { url: '/' },
  },
  pathItem: {
    name: 'Path Item Object',
    fields: {
      ...of('text', '$ref summary description'),
      ...of('list', 'servers parameters'),
      ...of('object', 'get put post delete options head patch trace'),
    },
  },
  operation: {
    name: 'Operation Object',
    fields: {
      ...of('text', 'summary description operationId'),
      ...of('object', 'externalDocs requestBody responses callbacks'),
      ...of('list', 'parameters security servers'),
      tags: 'texts',
      deprecated: 'flag',
    },
  },
  parameter: {
    name: 'Parameter Object',
    fields: {
      ...of('text', '$ref name in description style summary'),
      ...of('flag', 'required deprecated allowEmptyValue explode allowReserved'),
      ...of('object', 'examples content'),
      schema: 'schema',
      example: 'any',
    },
  },
  header: {
    name: 'Header Object',
    fields: {
      ...of('text', '$ref description style summary'),
      ...of('flag', 'required deprecated allowEmptyValue explode allowReserved'),
      ...of('object', 'examples content'),
      schema: 'schema',
      example: 'any',
    },
  },
  requestBody: {
    name: 'Request Body Object',
    fields: { ...of('text', '$ref description summary'), content: 'object', required: 'flag' },
  },
  response: {
    name: 'Response Object',
    fields: { ...of('text', '$ref description summary'), ...of('object', 'headers content links') },
    required: { description: '' },
  },
  mediaType: {
    name: 'Media Type Object',
    fields: { schema: 'schema', example: 'any', ...of('object', 'examples encoding') },
  },
  encoding: {
    name: 'Encoding Object',
    fields: { ...of('text', 'contentType style'), headers: 'object', ...of('flag', 'explode allowReserved') },
  },
  securityScheme: {
    name: 'Security Scheme Object',
    fields: {
      ...of('text', '$ref type description summary name in scheme bearerFormat openIdConnectUrl'),
      flows: 'object',
      deprecated: 'flag',
    },
  },
  schema: {
    name: 'Schema Object',
    fields: {
      ...of('text', '$ref $id $schema $anchor $dynamicRef $dynamicAnchor $comment title description format pattern'),
      ...of('text', 'contentEncoding contentMediaType'),
      ...of('number', 'multipleOf minimum maximum minLength maxLength minItems maxItems minContains maxContains'),
      ...of('number', 'minProperties maxProperties'),
      ...of('flag', 'uniqueItems nullable readOnly writeOnly deprecated'),
      ...of('any', 'type const default example examples exclusiveMinimum exclusiveMaximum discriminator xml'),
      ...of('any', 'externalDocs $vocabulary contentSchema definitions $recursiveRef $recursiveAnchor'),
      ...of('object', 'properties patternProperties dependentSchemas dependentRequired $defs'),
      ...of('schema', 'additionalProperties unevaluatedProperties unevaluatedItems items contains propertyNames'),
      ...of('schema', 'not if then else'),
      ...of('list', 'enum allOf anyOf oneOf prefixItems'),
      required: 'texts',
    },
  },
};
