import { type Contract, referenceOf, resolvePart } from '../../openapi/contract.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  pointerTo,
  segmentsOf,
  stringOf,
} from '../../openapi/json.ts';
import { SchemaTypes } from './schema-types.ts';
import { componentType, documentation, members, propertyKey } from './type-text.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const places = ['query', 'header', 'path', 'cookie'];
const nothing = 'Record<string, never>';

/** Types in the structure that those of openapi-typescript have, written as text. It loads nothing. */
export const ownTypes = {
  load: () => Promise.resolve(),
  typesOf: (contract: Contract) => new DocumentTypes(contract).text(),
};

class DocumentTypes {
  readonly #contract: Contract;
  readonly #schemas: SchemaTypes;
  readonly #operations = new Map<string, string>();

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#schemas = new SchemaTypes(contract);
  }

  text(): string {
    const { document } = this.#contract;
    const components = objectOf(document['components']);
    const of = (key: string, typeOf: (value: Json, pointer: string) => string) => {
      const entries = Object.entries(objectOf(components[key]));
      const lines = entries.map(
        ([name, value]) =>
          `${documentation(value)}${propertyKey(name)}: ${typeOf(value, pointerTo('components', key, name))};`,
      );
      return `${key}: ${lines.length === 0 ? 'never' : members(lines)};`;
    };
    const all = [
      of('schemas', (value, pointer) => this.#schemas.componentType(value, pointer)),
      of('responses', (value) => this.#response(value)),
      of('parameters', (value) => this.#valueOf(value)),
      of('requestBodies', (value) => this.#requestBody(value)),
      of('headers', (value) => this.#valueOf(value)),
      of('pathItems', (value) => this.#pathItem(value)),
    ];
    const paths = this.#pathItems(document['paths']);
    const webhooks = this.#pathItems(document['webhooks']);
    const operations = [...this.#operations].map(([id, type]) => `${propertyKey(id)}: ${type};`);
    return [
      declaration('paths', paths),
      declaration('webhooks', webhooks),
      `export interface components ${members(all)}`,
      `export type $defs = ${nothing};`,
      declaration('operations', operations),
      '',
    ].join('\n');
  }

  #pathItems(items: Json | undefined): string[] {
    return Object.entries(objectOf(items))
      .filter(([name]) => !name.startsWith('x-'))
      .map(([name, item]) => `${propertyKey(name)}: ${this.#pathItem(item)};`);
  }

  #pathItem(value: Json): string {
    const item = this.#resolved(value);
    const lines = methods.map((method) => {
      const operation = item[method];
      if (!isObject(operation)) return `${method}?: never;`;
      return `${documentation(operation)}${method}: ${this.#operationOf(operation, listOf(item['parameters']))};`;
    });
    return members([`parameters: ${this.#parameters(listOf(item['parameters']))};`, ...lines]);
  }

  /** The type of an operation, which stands among the operations where it has an id. */
  #operationOf(operation: JsonObject, shared: readonly Json[]): string {
    // As openapi-typescript names it, which takes a number sign for the beginning of a fragment.
    const id = stringOf(operation['operationId'])?.replaceAll('#', '/');
    const parameters = [...shared, ...listOf(operation['parameters'])];
    const type = members([
      `parameters: ${this.#parameters(parameters)};`,
      this.#requestBodyOf(operation['requestBody']),
      `responses: ${this.#responses(operation['responses'])};`,
    ]);
    if (id === undefined) return type;
    this.#operations.set(id, type);
    return `operations[${JSON.stringify(id)}]`;
  }

  /** Of the same name and place, the last one counts: that of the operation. */
  #parameters(parameters: readonly Json[]): string {
    const own = new Map(
      parameters.map((value) => {
        const parameter = this.#resolved(value);
        return [`${String(parameter['in'])} ${String(parameter['name'])}`, { value, parameter }] as const;
      }),
    );
    const lines = places.map((place) => {
      const here = [...own.values()].filter(({ parameter }) => parameter['in'] === place);
      if (here.length === 0) return `${place}?: never;`;
      const isNeeded = place === 'path' || here.some(({ parameter }) => parameter['required'] === true);
      const properties = here.map(({ value, parameter }) => {
        const mark = place === 'path' || parameter['required'] === true ? '' : '?';
        const type = this.#componentOr(value, 'parameters', () => this.#valueOf(parameter));
        return `${documentation(parameter)}${propertyKey(String(parameter['name']))}${mark}: ${type};`;
      });
      return `${place}${isNeeded ? '' : '?'}: ${members(properties)};`;
    });
    return members(lines);
  }

  #requestBodyOf(value: Json | undefined): string {
    if (value === undefined) return 'requestBody?: never;';
    const body = this.#resolved(value);
    const type = this.#componentOr(value, 'requestBodies', () => this.#requestBody(body));
    return `${documentation(body)}requestBody${body['required'] === true ? '' : '?'}: ${type};`;
  }

  #requestBody(value: Json): string {
    return members([`content: ${this.#content(this.#resolved(value)['content'])};`]);
  }

  #responses(responses: Json | undefined): string {
    const lines = Object.entries(objectOf(responses))
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, value]) => {
        const isReference = referenceOf(value) !== undefined;
        const type = this.#componentOr(value, 'responses', () => this.#response(value));
        const key = /^\d+$/.test(status) ? status : propertyKey(status);
        return `${isReference ? '' : documentation(value)}${key}: ${type};`;
      });
    return members(lines);
  }

  #response(value: Json): string {
    const { headers, content } = this.#resolved(value);
    const lines = Object.entries(objectOf(headers)).map(([name, own]) => {
      const header = this.#resolved(own);
      const mark = header['required'] === true ? '' : '?';
      const type = this.#componentOr(own, 'headers', () => this.#valueOf(header));
      return `${documentation(header)}${propertyKey(name)}${mark}: ${type};`;
    });
    const hasContent = Object.keys(objectOf(content)).length > 0;
    return members([
      `headers: ${members([...lines, '[name: string]: unknown;'])};`,
      hasContent ? `content: ${this.#content(content)};` : 'content?: never;',
    ]);
  }

  #content(content: Json | undefined): string {
    const lines = Object.entries(objectOf(content)).map(([mediaType, value]) => {
      const { schema } = this.#resolved(value);
      return `${JSON.stringify(mediaType)}: ${schema === undefined ? 'unknown' : this.#schemas.typeOf(schema)};`;
    });
    return lines.length === 0 ? 'never' : members(lines);
  }

  /** The type of the value of a parameter or a header; one document of a media type is a text. */
  #valueOf(value: Json): string {
    const { schema } = this.#resolved(value);
    return schema === undefined ? 'string' : this.#schemas.typeOf(schema);
  }

  /** A component by its name, where a reference leads to one; else the type itself. */
  #componentOr(value: Json, kind: string, typeOf: () => string): string {
    return componentType(referenceOf(value) ?? '', kind) ?? typeOf();
  }

  #resolved(value: Json): JsonObject {
    const reference = referenceOf(value);
    return objectOf(
      reference === undefined ? value : resolvePart(this.#contract, pointerTo(...segmentsOf(reference))).value,
    );
  }
}

function declaration(name: string, lines: readonly string[]): string {
  return lines.length === 0 ? `export type ${name} = ${nothing};` : `export interface ${name} ${members(lines)}`;
}
