import type { Exact } from '../../http/exact-json.ts';
import { descriptionAt } from '../../openapi/contract.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { isOffset, isPageNumber, isSize } from '../../openapi/resources/page-parameters.ts';
import { isFreeSort } from '../../openapi/resources/sort-orders.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { examplesAt } from '../../openapi/values/examples.ts';
import { formatNamed } from '../../openapi/values/named-format.ts';
import { numberFor } from '../../openapi/values/number-values.ts';
import { parameterizedLists } from '../resource/list/list-resource.ts';
import { isIdempotencyKey } from './idempotency.ts';
import { pageOf } from './other-page.ts';
import type { RequestMaterial } from './request-material.ts';

/** The values that requests give for parameters. */
export class ParameterValues {
  readonly #material: RequestMaterial;
  /** Those that parameters of one place and name have, in the order in which they were made. */
  readonly #known = new Map<string, Exact[]>();

  constructor(material: RequestMaterial) {
    this.#material = material;
  }

  /** A value that a parameter allows: its example, else one made from its schema. */
  valueOf(parameter: Parameter): Exact {
    const order = this.orderFor(parameter);
    if (order !== undefined) return order;
    const page = this.#firstPage(parameter);
    if (page !== undefined) return page;
    // One value for all operations: the things of another tenant are others.
    const key = `${parameter.in} ${parameter.name}`;
    const known = this.#known.get(key) ?? [];
    const allowed = known.find((value) => this.#material.isValid('request', parameterSchema(parameter), value));
    if (allowed !== undefined) return allowed;
    const value = this.#newValue(parameter);
    this.#known.set(key, [...known, value]);
    return value;
  }

  /** The same for a request of its own: under the key of another one, a server takes it for one that is sent again. */
  valueForOne(parameter: Parameter): Exact {
    return isIdempotencyKey(parameter)
      ? this.#material.values.valueAt(parameterSchema(parameter), 'required')
      : this.valueOf(parameter);
  }

  /** What a parameter has for an order that its description says; undefined where the schema or nothing says one. */
  orderFor(parameter: Parameter): Exact | undefined {
    const { description } = this.#material;
    if (parameter.in !== 'query' || !isFreeSort(description.contract, parameter)) return undefined;
    const operation = this.#operationWith(parameter) ?? null;
    const [, value] =
      parameterizedLists(this.#material, operation)
        .flatMap(({ parameters: { sort } }) => (sort?.parameter === parameter ? sort.orders : []))
        .flatMap(({ query }) => query.slice(0, 1))[0] ?? [];
    return value;
  }

  /** The number of the first page, for what names a page of a list: a later one need not be there. */
  #firstPage(parameter: Parameter): Exact | undefined {
    const operation = parameter.in === 'query' ? this.#operationWith(parameter) : undefined;
    const page = operation && pageOf(this.#material, operation);
    const isIt = page?.parameter === parameter;
    return isIt && this.#material.isValid('request', parameterSchema(parameter), page.first) ? page.first : undefined;
  }

  #operationWith(parameter: Parameter): Operation | undefined {
    return this.#material.description.operations.find(({ parameters }) => parameters.includes(parameter));
  }

  #newValue(parameter: Parameter): Exact {
    const { contract } = this.#material.description;
    const schema = parameterSchema(parameter);
    const examples = examplesAt(contract, parameter.pointer).map(({ value }) => value);
    // Null has no text.
    const example = examples.find((value) => value !== null && this.#material.isValid('request', schema, value));
    if (example !== undefined) return example;
    const view = viewSchema(contract, schema);
    if (isSize(parameter) || isOffset(parameter) || isPageNumber(parameter)) {
      const number = numberFor(view, true, this.#material.values.next());
      if (this.#material.isValid('request', schema, number)) return number;
    }
    const format = formatNamed(parameter.name, view, descriptionAt(contract, parameter.pointer));
    if (format !== undefined) return this.#material.values.textOf(view, format);
    // An object without any property would leave its place empty.
    return this.#material.values.valueAt(schema, parameter.types.includes('object') ? 'all' : 'required');
  }
}
