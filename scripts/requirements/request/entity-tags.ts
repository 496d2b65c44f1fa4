import { headerOf, NoResponse } from '../../http/exchange.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { placeText } from '../parameter/place-value.ts';
import { isPrecondition, mayMake, taggedReader } from './preconditions.ts';
import type { CallOperation, RequestMaker, RequestMaterial } from './request-material.ts';
import type { RequestParts } from './request-parts.ts';

/** The entity tags by which requests say that they are to an item as it is now. */
export class EntityTags {
  readonly #material: RequestMaterial;
  readonly #call: CallOperation;
  readonly #requests: RequestMaker;

  constructor(material: RequestMaterial, call: CallOperation, requests: RequestMaker) {
    this.#material = material;
    this.#call = call;
    this.#requests = requests;
  }

  /** The same request to the item as it is now: with its entity tag, where one is sent, and without that of another. */
  async withCurrentTag(parts: RequestParts): Promise<RequestParts> {
    const parameter = parts.operation.parameters.find(isPrecondition);
    const others = parts.headers.filter(([name]) => !isPrecondition({ in: 'header', name }));
    if (parameter === undefined || others.length === parts.headers.length) return parts;
    const tag = await this.preconditionFor(parts.operation, parameter, parts.path);
    if (tag !== undefined) return placeText(parts, parameter, tag);
    return mayMake(parts.operation, parameter) ? { ...parts, headers: others } : parts;
  }

  /**
   * The entity tag of the item that a request is to; where none is read, any (RFC 9110 section 13.1.1). Undefined for
   * what makes the item that is not there, and need not say which one it changes.
   */
  async preconditionFor(
    operation: Operation,
    parameter: Parameter,
    path: RequestParts['path'],
  ): Promise<string | undefined> {
    const tag = await this.#entityTag(operation, path);
    if (tag !== undefined || mayMake(operation, parameter)) return tag;
    return this.#material.isValid('request', parameterSchema(parameter), '*') ? '*' : undefined;
  }

  async #entityTag(operation: Operation, path: RequestParts['path']): Promise<string | undefined> {
    const read = taggedReader(this.#material.description.operations, operation);
    if (read === undefined) return undefined;
    try {
      const { response } = await this.#call({ ...(await this.#requests.base(read, 'all', false, path)), path });
      return headerOf(response, 'ETag');
    } catch (error) {
      if (error instanceof NoResponse) return undefined;
      throw error;
    }
  }
}
