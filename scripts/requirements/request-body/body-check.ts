import { shortened } from '../../cli/text.ts';
import { type Exact, isExactObject, parseExact, writeExact } from '../../http/exact-json.ts';
import { isForm, isJson, isOfType } from '../../http/media-types.ts';
import type { RequestText } from '../../http/request-text.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { readForm } from '../../openapi/parameters/form-body.ts';
import { bodySchema } from '../../openapi/schema-pointers.ts';
import { viewSchema } from '../../openapi/schema-view.ts';
import { describePath } from '../../openapi/schema-violations.ts';
import type { Findings } from '../request-findings.ts';
import { reachOf } from './body-reach.ts';
import { type PlacedViolation, placeViolations } from './body-violations.ts';

/** What could be read of a body. */
export interface SentBody {
  mediaType: string | undefined;
  body: Exact | undefined;
}

/** Holds the bodies of requests to one operation against the contract. */
export class BodyCheck {
  readonly #description: Description;
  readonly #operation: Operation;
  readonly #id: string;
  /** The most particular media type first. */
  readonly #types: readonly string[];

  constructor(description: Description, operation: Operation) {
    this.#description = description;
    this.#operation = operation;
    this.#id = `${operation.id}.requestBody`;
    this.#types = (operation.requestBody?.mediaTypes ?? []).toSorted(
      (a, b) => a.split('*').length - b.split('*').length,
    );
  }

  check({ headers, body }: RequestText, findings: Findings): SentBody {
    const id = this.#id;
    if (body === null) {
      if (this.#operation.requestBody?.required === true)
        findings.violate([`${id}.given`], 'no body', 'There must be a body.', 'no body');
      else findings.keep(`${id}.none`);
      return { mediaType: undefined, body: undefined };
    }
    const received = headers.get('content-type')?.[0] ?? '';
    const mediaType = received === '' ? undefined : received.split(';')[0]?.trim().toLowerCase();
    if (this.#operation.requestBody === null) {
      findings.violate([`${id}.none`], undefined, 'There is no body.', `${body.length} bytes`);
      return { mediaType, body: this.#read(received, body, undefined).value };
    }
    findings.keep(`${id}.given`);
    const documented = this.#types.find((type) => isOfType(received, type));
    if (documented === undefined && this.#types.length > 0) {
      findings.violate(
        [`${id}.contentType`],
        'media type',
        `Content-Type: ${this.#types.join(' or ')}`,
        received === '' ? 'no Content-Type' : `Content-Type: ${received}`,
      );
      return { mediaType, body: this.#read(received, body, undefined).value };
    }
    findings.keep(`${id}.contentType`);
    if (documented === undefined) return { mediaType, body: this.#read(received, body, undefined).value };
    const schema = bodySchema(this.#description.contract, this.#operation, documented);
    const { value, problem } = this.#read(received, body, schema);
    if (problem !== undefined)
      findings.violate(
        [`${id}.wellFormed`],
        'broken body',
        'A body that is well-formed, and whose texts are whole.',
        problem,
      );
    else if (value !== undefined) findings.keep(`${id}.wellFormed`);
    if (problem === undefined && value !== undefined && schema !== undefined)
      this.#checkSchema(schema, documented, value, findings);
    return { mediaType, body: value };
  }

  /** The value of a body that is JSON or a form, or why it has none. */
  #read(
    received: string,
    body: Buffer,
    schema: string | undefined,
  ): { value: Exact | undefined; problem: string | undefined } {
    if (isForm(received))
      return { value: readForm(this.#description.contract, schema, body.toString('utf8')), problem: undefined };
    if (!isJson(received)) return { value: undefined, problem: undefined };
    try {
      const value = parseExact(body);
      const isWhole = holdsOnly(value, (text) => text.isWellFormed());
      return { value, problem: isWhole ? undefined : 'half a surrogate pair, which is no text' };
    } catch (error) {
      const text = shortened(body.toString('utf8'));
      return { value: undefined, problem: error instanceof SyntaxError ? `no JSON: ${text}` : `no UTF-8: ${text}` };
    }
  }

  #checkSchema(schema: string, documented: string, value: Exact, findings: Findings): void {
    const { contract, schemas } = this.#description;
    const id = this.#id;
    const view = viewSchema(contract, schema);
    const violations = schemas.violations('request', schema, value);
    const placed = placeViolations(this.#description, view, value, violations);
    for (const one of placed)
      findings.violate(
        [...requirementsOf(id, one), `${id}.schema`],
        'body',
        `${describePath(one.violation)} ${one.violation.message}.`,
        shortened(writeExact(one.value)),
      );
    const { reached, readOnly } = reachOf(this.#description, view, value);
    for (const place of readOnly)
      findings.violate(
        [`${id}${place}.readOnly`, `${id}.schema`],
        undefined,
        `${place.slice(1)} is set by the server alone.`,
        `${place.slice(1)} in the body`,
      );
    const wrong = new Set(placed.map(({ place }) => place));
    for (const [name, place] of reached) if (place === undefined || !wrong.has(place)) findings.keep(`${id}${name}`);
    if (!placed.some(({ place, violation }) => place === '' && violation.keyword === 'type'))
      findings.keep(`${id}.shape`);
    if (placed.length === 0 && readOnly.length === 0) findings.keep(`${id}.schema`, `${id}.content.${documented}`);
  }
}

/** The requirements that a violation may break, the most particular first. */
function requirementsOf(
  id: string,
  { place, violation: { keyword, property }, value }: PlacedViolation,
): [string, ...string[]] {
  const at = `${id}${place}`;
  if (keyword === 'required') return [`${at}.${property ?? ''}.required`];
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return [`${at}.surplus`];
  const isNull = value === null && /^(type|enum|const)$/.test(keyword);
  const own = keyword === 'const' ? 'enum' : keyword === 'type' && place === '' ? 'shape' : keyword;
  return isNull ? [`${at}.null`, `${at}.${own}`] : [`${at}.${own}`];
}

function holdsOnly(value: Exact, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value);
  if (Array.isArray(value)) return value.every((item) => holdsOnly(item, test));
  return !isExactObject(value) || Object.entries(value).every(([name, child]) => test(name) && holdsOnly(child, test));
}
