import { shortened } from '../../cli/text.ts';
import type { Exact } from '../../http/exact-json.ts';
import { isJson } from '../../http/media-types.ts';
import type { QueryPair, RequestText } from '../../http/request-text.ts';
import { type Contract, partAt, resolvePart } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import { objectOf } from '../../openapi/json.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { isSpread } from '../../openapi/parameters/form.ts';
import {
  isNameOf,
  readCookie,
  readHeader,
  readPath,
  readQuery,
  type SentTexts,
} from '../../openapi/parameters/parameter-codec.ts';
import { type ParameterShape, shapeOf } from '../../openapi/parameters/shape.ts';
import { parameterSchema } from '../../openapi/schema-pointers.ts';
import type { SchemaViolation } from '../../openapi/schema-validator.ts';
import { oneForEachPart } from '../../openapi/schema-violations.ts';
import type { Findings } from '../request-findings.ts';
import { parameterAspects } from '../request-requirements.ts';
import type { Aspect } from '../schema/aspects.ts';

interface Held {
  parameter: Parameter;
  id: string;
  shape: ParameterShape;
  schema: string;
  aspects: readonly Aspect[];
  /** A query parameter that may be there without a value (OpenAPI, `allowEmptyValue`). */
  mayBeEmpty: boolean;
}

/** Holds the parameters of requests to one operation against the contract. */
export class ParameterCheck {
  readonly #description: Description;
  readonly #operation: Operation;
  readonly #all: readonly Held[];
  /** Names in a query that are no parameters, and described all the same. */
  readonly #keyNames: ReadonlySet<string>;

  constructor(description: Description, operation: Operation) {
    const { contract, service } = description;
    this.#description = description;
    this.#operation = operation;
    this.#all = operation.parameters.map((parameter) => heldOf(contract, operation, parameter));
    this.#keyNames = new Set(
      Object.values(service.securitySchemes)
        .filter((scheme) => scheme['in'] === 'query')
        .map((scheme) => String(scheme['name'])),
    );
  }

  /** `texts`: what stands in the path for each parameter; `leaked`: a pair that has been told already. Gives the values that were sent. */
  check(
    request: RequestText,
    texts: ReadonlyMap<string, string>,
    leaked: QueryPair | undefined,
    findings: Findings,
  ): ReadonlyMap<Parameter, Exact> {
    const pairs = this.#pairsOf(request);
    this.#checkUndescribed(
      (pairs.get(undefined) ?? []).filter((pair) => pair !== leaked),
      findings,
    );
    const values = this.#all.flatMap((held): [Parameter, Exact][] => {
      const sent = sentFor(held, request, texts, pairs.get(held) ?? []);
      if (sent === undefined) return [];
      const value = this.#checkSent(held, sent, findings);
      return value === undefined ? [] : [[held.parameter, value]];
    });
    return new Map(values);
  }

  /** Each pair of the query with the parameter that it belongs to; an object that is spread takes what no other one has. */
  #pairsOf({ query }: RequestText): Map<Held | undefined, QueryPair[]> {
    const inQuery = this.#all.filter(({ parameter }) => parameter.in === 'query');
    const [spread, named] = [
      inQuery.filter(({ shape }) => isSpread(shape)),
      inQuery.filter(({ shape }) => !isSpread(shape)),
    ];
    const described = query.filter(
      ({ name }) => !this.#keyNames.has(name) || named.some(({ shape }) => isNameOf(shape, name)),
    );
    return Map.groupBy(described, ({ name }) => [...named, ...spread].find(({ shape }) => isNameOf(shape, name)));
  }

  #checkUndescribed(pairs: readonly QueryPair[], findings: Findings): void {
    const id = `${this.#operation.id}.parameters.query.unknown`;
    const names = this.#all.filter(({ parameter }) => parameter.in === 'query').map(({ parameter }) => parameter.name);
    if (pairs.length === 0) return findings.keep(id);
    findings.violate(
      [id],
      undefined,
      names.length === 0 ? 'No query parameter is described.' : `Described are ${names.join(', ')}.`,
      shortened(pairs.map(({ pair }) => pair.join('=')).join('&'), 200),
    );
  }

  /** Gives the value, if the texts stand for one. */
  #checkSent(held: Held, { shown, readings, isRepeated }: SentTexts, findings: Findings): Exact | undefined {
    const { id, parameter, aspects } = held;
    const stage = parameter.in === 'path' ? 'misshapen path' : 'parameter';
    const received = shortened(shown, 200);
    if (isRepeated)
      findings.violate([`${id}.repeated`, `${id}.schema`], stage, `${titleOf(held)} is given once.`, received);
    else findings.keep(`${id}.repeated`);
    const [first] = readings;
    if (first === undefined) {
      findings.violate(
        [`${id}.schema`],
        stage,
        `${titleOf(held)} is ${parameter.mediaType ?? `in style ${parameter.style}${parameter.explode ? ', exploded' : ''}`}.`,
        received,
      );
      return undefined;
    }
    if (first === '' && held.mayBeEmpty) return first;
    const value = readings.find((one) => this.#violations(held, one).length === 0) ?? first;
    const violations = this.#violations(held, value);
    for (const violation of oneForEachPart(violations))
      findings.violate(requirementsOf(held, violation), stage, `${titleOf(held)} ${violation.message}.`, received);
    if (violations.length === 0 && !isRepeated)
      findings.keep(
        `${id}.schema`,
        ...aspects.filter(({ isReachedBy }) => isReachedBy(value)).map(({ keyword }) => `${id}.${keyword}`),
      );
    return value;
  }

  #violations({ schema, parameter: { mediaType } }: Held, value: Exact): SchemaViolation[] {
    const { contract, schemas } = this.#description;
    return mediaType === null || isJson(mediaType)
      ? schemas.violations('request', partAt(contract, schema).pointer, value)
      : [];
  }
}

function heldOf(contract: Contract, operation: Operation, parameter: Parameter): Held {
  const described = objectOf(resolvePart(contract, parameter.pointer).value);
  return {
    parameter,
    id: `${operation.id}.parameters.${parameter.in}.${parameter.name}`,
    shape: shapeOf(contract, parameter),
    schema: parameterSchema(parameter),
    aspects: parameterAspects(contract, parameter),
    mayBeEmpty: parameter.in === 'query' && described['allowEmptyValue'] === true,
  };
}

function sentFor(
  { parameter: { in: place, name }, shape }: Held,
  { headers, cookies }: RequestText,
  texts: ReadonlyMap<string, string>,
  pairs: readonly QueryPair[],
): SentTexts | undefined {
  if (place === 'path') return readPath(shape, texts.get(name) ?? '');
  if (place === 'query')
    return pairs.length === 0
      ? undefined
      : readQuery(
          shape,
          pairs.map(({ pair }) => pair),
        );
  if (place === 'header') {
    const lines = headers.get(name.toLowerCase());
    return lines === undefined ? undefined : readHeader(shape, lines);
  }
  const own = cookies.filter(([cookie]) => cookie === name).map(([, text]) => text);
  return own.length === 0 ? undefined : readCookie(shape, own);
}

/** The requirements that a violation may break, the most particular first; of a list and of its items they are the same. */
function requirementsOf({ id }: Held, { keyword }: SchemaViolation): [string, ...string[]] {
  return [`${id}.${keyword === 'const' ? 'enum' : keyword}`, `${id}.schema`];
}

function titleOf({ parameter: { name, in: place } }: Held): string {
  return `${name} (${place})`;
}
