import type { Exact } from '../../http/exact-json.ts';
import { isJson } from '../../http/media-types.ts';
import type { QueryPair, RequestText } from '../../http/request-text.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
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
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import type { SchemaViolation } from '../../openapi/schemas/schema-validator.ts';
import { oneForEachPart } from '../../openapi/schemas/schema-violations.ts';
import { mayBeEmpty } from './parameter.ts';
import { type ParameterAspect, parameterAspects } from './parameter-aspects.ts';

/** What a request has for one parameter. */
export interface ReadParameter {
  parameter: Parameter;
  /** Undefined: it was not sent. */
  sent: SentTexts | undefined;
  /** The value that the texts stand for; undefined where they are not in the style of the parameter. */
  value: Exact | undefined;
  /** How the value violates its schema, one for each part. */
  violations: readonly SchemaViolation[];
  /** What is required of a value keyword by keyword; nothing of an empty one that may be there instead of a value. */
  aspects: readonly ParameterAspect[];
}

/** What a request has for the parameters of its operation. */
export interface ReadParameters {
  all: readonly ReadParameter[];
  /** Pairs of the query that belong to no parameter. */
  undescribed: readonly QueryPair[];
  /** The parameter of this place and name. Throws for one that the operation does not have. */
  of(subject: { in: string; name: string }): ReadParameter;
}

interface KnownParameter {
  parameter: Parameter;
  shape: ParameterShape;
  schema: string;
  aspects: readonly ParameterAspect[];
  /** A query parameter that may be there without a value (OpenAPI, `allowEmptyValue`). */
  mayBeEmpty: boolean;
}

/** Reads the parameters of requests to one operation. */
export class ParameterReader {
  readonly #description: Description;
  readonly #known: readonly KnownParameter[];
  /** Names in a query that are no parameters, and described all the same. */
  readonly #keyNames: ReadonlySet<string>;

  constructor(description: Description, operation: Operation) {
    this.#description = description;
    this.#known = operation.parameters.map((parameter) => knownParameter(description.contract, parameter));
    const keys = Object.values(description.service.securitySchemes).filter((scheme) => scheme['in'] === 'query');
    this.#keyNames = new Set(keys.map((scheme) => String(scheme['name'])));
  }

  /** `texts`: what stands in the path for each parameter. */
  read(request: RequestText, texts: ReadonlyMap<string, string>): ReadParameters {
    const pairs = this.#pairsOf(request);
    const all = this.#known.map((known) => this.#read(known, textsOf(known, request, texts, pairs.get(known) ?? [])));
    // Each requirement asks for one of them: some contracts have thousands.
    const byPlace = new Map(all.map((read) => [keyOf(read.parameter), read]));
    const of = (subject: { in: string; name: string }): ReadParameter => {
      const found = byPlace.get(keyOf(subject));
      if (found === undefined) throw new Error(`There is no parameter ${subject.name} (${subject.in}).`);
      return found;
    };
    return { all, undescribed: pairs.get(undefined) ?? [], of };
  }

  /**
   * Each pair of the query with the parameter that it belongs to; an object that is spread takes what no other one has.
   */
  #pairsOf({ query }: RequestText): Map<KnownParameter | undefined, QueryPair[]> {
    const inQuery = this.#known.filter(({ parameter }) => parameter.in === 'query');
    const spread = inQuery.filter(({ shape }) => isSpread(shape));
    const named = inQuery.filter(({ shape }) => !isSpread(shape));
    const byName = new Map(named.toReversed().map((known) => [known.parameter.name, known]));
    const namedBy = (name: string) => {
      const known = byName.get(name);
      if (known !== undefined && isNameOf(known.shape, name)) return known;
      return named.find(({ shape }) => isNameOf(shape, name));
    };
    const described = query.filter(({ name }) => !this.#keyNames.has(name) || namedBy(name) !== undefined);
    return Map.groupBy(described, ({ name }) => namedBy(name) ?? spread.find(({ shape }) => isNameOf(shape, name)));
  }

  #read(known: KnownParameter, sent: SentTexts | undefined): ReadParameter {
    const { parameter, aspects, mayBeEmpty } = known;
    const readings = sent?.readings ?? [];
    const [first] = readings;
    if (first === undefined) return { parameter, sent, value: undefined, violations: [], aspects };
    if (first === '' && mayBeEmpty) return { parameter, sent, value: first, violations: [], aspects: [] };
    const value = readings.find((one) => this.#violations(known, one).length === 0) ?? first;
    return { parameter, sent, value, violations: oneForEachPart(this.#violations(known, value)), aspects };
  }

  #violations({ schema, parameter: { mediaType } }: KnownParameter, value: Exact): SchemaViolation[] {
    const { schemas } = this.#description;
    return mediaType === null || isJson(mediaType) ? schemas.violations('request', schema, value) : [];
  }
}

/** Where a parameter is, and what it is called. */
function keyOf({ in: place, name }: { in: string; name: string }): string {
  return `${place} ${name}`;
}

function knownParameter(contract: Contract, parameter: Parameter): KnownParameter {
  return {
    parameter,
    shape: shapeOf(contract, parameter),
    schema: parameterSchema(parameter),
    aspects: parameterAspects(contract, parameter),
    mayBeEmpty: mayBeEmpty(contract, parameter),
  };
}

function textsOf(
  { parameter: { in: place, name }, shape }: KnownParameter,
  { headers, cookies }: RequestText,
  texts: ReadonlyMap<string, string>,
  pairs: readonly QueryPair[],
): SentTexts | undefined {
  if (place === 'path') return readPath(shape, texts.get(name) ?? '');
  if (place === 'query') {
    const own = pairs.map(({ pair }) => pair);
    return own.length === 0 ? undefined : readQuery(shape, own);
  }
  if (place === 'header') {
    const lines = headers.get(name.toLowerCase());
    return lines === undefined ? undefined : readHeader(shape, lines);
  }
  const own = cookies.filter(([cookie]) => cookie === name).map(([, text]) => text);
  return own.length === 0 ? undefined : readCookie(shape, own);
}
