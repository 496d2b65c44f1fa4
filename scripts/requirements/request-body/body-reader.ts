import { shortened } from '../../cli/text.ts';
import { type Exact, isExactObject, parseExact, writeExact } from '../../http/exact-json.ts';
import { readFormInParts } from '../../http/form-in-parts.ts';
import { documentedType, isForm, isFormInParts, isJson } from '../../http/media-types.ts';
import type { RequestText } from '../../http/request-text.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { readForm } from '../../openapi/parameters/form-body.ts';
import { describePath } from '../../openapi/schemas/schema-violations.ts';
import type { Violation } from '../judgement.ts';
import { type Body, bodiesOf, isPlainText } from './bodies.ts';
import { nameOf } from './body-part.ts';
import { type PlacedViolation, placeViolations } from './placed-violations.ts';
import { valuesOf } from './reached-values.ts';
import type { ReachedValue, ReadBody } from './read-body.ts';
import { type PartKeyword, partRequirementId, requirementsAbout, violatedRequirement } from './violated-requirement.ts';

type Compared = Pick<ReadBody, 'reached' | 'objects' | 'violations' | 'wrong'>;

const nothing = { value: undefined, problem: undefined };
const notCompared: Compared = { reached: new Map(), objects: [], violations: new Map(), wrong: new Set() };
const mostShown = 200;

/** Reads the bodies of requests to one operation. */
export class BodyReader {
  readonly #description: Description;
  readonly #operation: Operation;
  /** The most particular media type first. */
  readonly #types: readonly string[];
  readonly #required: ReadonlySet<string>;

  /** `required`: the ids of the requirements that there are. */
  constructor(description: Description, operation: Operation, required: ReadonlySet<string>) {
    this.#description = description;
    this.#operation = operation;
    this.#types = operation.requestBody?.mediaTypes ?? [];
    this.#required = required;
  }

  read({ headers, body: bytes }: RequestText): ReadBody {
    const contentType = headers.get('content-type')?.[0] ?? '';
    const documented = bytes === null ? undefined : documentedType(contentType, this.#types);
    const body = bodiesOf(this.#description.contract, this.#operation).find(
      ({ mediaType }) => mediaType === documented,
    );
    const { value, problem } = bytes === null ? nothing : this.#valueOf(contentType, bytes, body);
    const isComparable = body !== undefined && value !== undefined && problem === undefined;
    const compared = isComparable ? this.#compare(body, value) : notCompared;
    return { bytes, contentType, documented, value, problem, body, ...compared };
  }

  /** The value of a body that is JSON, a form in whichever way or a text, or why it has none. */
  #valueOf(contentType: string, bytes: Buffer, body: Body | undefined): Pick<ReadBody, 'value' | 'problem'> {
    if (isForm(contentType))
      return { ...nothing, value: readForm(this.#description.contract, body?.schema, bytes.toString('utf8')) };
    if (isFormInParts(contentType)) return this.#valueInParts(bytes, contentType, body);
    if (body !== undefined && isPlainText(body)) return { ...nothing, value: bytes.toString('utf8') };
    if (!isJson(contentType)) return nothing;
    try {
      const value = parseExact(bytes);
      return { value, problem: isWellFormed(value) ? undefined : 'half a surrogate pair, which is no text' };
    } catch (error) {
      const text = shortened(bytes.toString('utf8'), mostShown);
      return { value: undefined, problem: error instanceof SyntaxError ? `not JSON: ${text}` : `not UTF-8: ${text}` };
    }
  }

  #valueInParts(bytes: Buffer, contentType: string, body: Body | undefined): Pick<ReadBody, 'value' | 'problem'> {
    const fields = readFormInParts(bytes, contentType);
    if (fields === undefined) return { value: undefined, problem: 'no form in parts, or one that is cut' };
    const texts = fields.map(([name, own]): [string, string] => [name, own.toString()]);
    const text = new URLSearchParams(texts).toString();
    return { ...nothing, value: readForm(this.#description.contract, body?.schema, text) };
  }

  #compare({ schema, whole }: Body, value: Exact): Compared {
    const { schemas } = this.#description;
    const found = schemas.violations('request', schema, value);
    const placed = placeViolations(this.#description, whole, value, found);
    const values = valuesOf(this.#description, whole, value);
    const isRequired = (one: PartKeyword) => this.#required.has(partRequirementId(this.#operation.id, one));
    const violations = new Map<string, Violation>();
    for (const { about, violation } of [...placed.map(ofSchema), ...values.flatMap(setByServerAlone)]) {
      const { path, keyword } = violatedRequirement(about, isRequired);
      const key = `${path}.${keyword}`;
      if (!violations.has(key)) violations.set(key, violation);
    }
    const reached = Map.groupBy(values, ({ part }) => part.path);
    const objects = values.filter(({ value }) => isExactObject(value));
    return { reached, objects, violations, wrong: new Set(placed.map(({ path }) => path)) };
  }
}

/** A violation with the requirements that it may be of. */
interface Found {
  about: readonly PartKeyword[];
  violation: Violation;
}

function ofSchema(placed: PlacedViolation): Found {
  const documented = `${describePath(placed.violation)} ${placed.violation.message}.`;
  const received = shortened(writeExact(placed.value), mostShown);
  return { about: requirementsAbout(placed), violation: { documented, received } };
}

function setByServerAlone({ part, value }: ReachedValue): Found[] {
  const sent = [...part.properties.values()].filter(
    ({ isReadOnly, steps }) => isReadOnly && isExactObject(value) && Object.hasOwn(value, steps.at(-1) ?? ''),
  );
  return sent.map(({ path }) => ({
    about: [{ path, keyword: 'readOnly' }],
    violation: {
      documented: `${nameOf(path)} is set by the server alone.`,
      received: `${nameOf(path)} in the body`,
    },
  }));
}

function isWellFormed(value: Exact): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  return (
    !isExactObject(value) || Object.entries(value).every(([name, own]) => name.isWellFormed() && isWellFormed(own))
  );
}
