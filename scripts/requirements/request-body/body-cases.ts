import { shortened } from '../../cli/text.ts';
import { type Exact, type ExactObject, isExactObject, writeExact } from '../../http/exact-json.ts';
import { escaped } from '../../http/json-spelling.ts';
import { isJson } from '../../http/media-types.ts';
import { partAt } from '../../openapi/contract.ts';
import { withName } from '../../openapi/discriminator.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { enumOf, type SchemaView, viewSchema } from '../../openapi/schema-view.ts';
import type { Extent } from '../../openapi/values.ts';
import { anyOf, type Case, type Expectation, invalid, refusals, type Statuses } from '../cases.ts';
import type { PlanningContext } from '../planning-context.ts';
import { encodeBody, preferred, type RequestParts } from '../request-parts.ts';
import type { RequirementDraft } from '../requirement.ts';
import { candidatesFor } from '../schema/candidates.ts';
import { unsafeIntegers } from '../schema/number-candidates.ts';
import { longText } from '../schema/text-candidates.ts';

/** Cases for the body that an operation takes. */
export function bodyCases(context: PlanningContext, operation: Operation): Case[] {
  if (operation.requestBody === null) return [];
  const [mediaType] = preferred(operation.requestBody.mediaTypes);
  const schema = mediaType === undefined ? undefined : context.source.bodySchema(operation, mediaType);
  const properties =
    schema === undefined || mediaType === undefined ? [] : new BodyWalk(context, operation, mediaType, schema).cases();
  return [...properties, ...wholeBodyCases(context, operation)];
}

/** Puts a value for one part into a whole body. */
type Around = (value: Exact, extent: Extent) => Exact;

const deepest = 4;

/** Walks down the schema of a body: each part is tried in a body that is otherwise as it must be. */
class BodyWalk {
  readonly #context: PlanningContext;
  readonly #operation: Operation;
  readonly #mediaType: string;
  readonly #schema: string;
  readonly #refused: Statuses | undefined;
  readonly #cases: Case[] = [];

  constructor(context: PlanningContext, operation: Operation, mediaType: string, schema: string) {
    this.#context = context;
    this.#operation = operation;
    this.#mediaType = mediaType;
    this.#schema = schema;
    this.#refused = refusals(operation, invalid);
  }

  cases(): Case[] {
    for (const extent of ['all', 'required'] as const) {
      const statement =
        extent === 'all'
          ? 'A body with every property is accepted.'
          : 'A body with the required properties alone is accepted.';
      this.#add('', extent, statement, this.#schema, () => this.#context.values.valueAt(this.#schema, extent));
    }
    this.#walk(viewSchema(this.#context.description.contract, this.#schema), '', (value) => value, 0);
    return this.#cases;
  }

  #walk(view: SchemaView, path: string, around: Around, depth: number): void {
    for (const { keyword, value } of candidatesFor(view, this.#context.values)) {
      if (path === '' && keyword === 'type') continue;
      this.#add(
        path,
        keyword,
        this.#statementOf(path, keyword, view),
        view.keywords.get(keyword)?.pointer ?? view.pointer,
        (extent) => around(value, extent),
      );
    }
    if (view.types.includes('integer') && enumOf(view) === undefined) {
      for (const value of unsafeIntegers)
        this.#add(path, 'range', this.#statementOf(path, 'range', view), view.pointer, (extent) =>
          around(value, extent),
        );
    }
    if (depth > deepest) return;
    if (view.alternatives.length > 0) this.#walkAlternatives(view, path, around, depth);
    if (view.types.includes('object') || view.properties.size > 0) this.#walkObject(view, path, around, depth);
    if (view.items !== undefined) {
      const item = viewSchema(this.#context.description.contract, view.items);
      const least = Number(view.keywords.get('minItems')?.value ?? 1);
      this.#walk(
        item,
        `${path}[]`,
        (value, extent) => around([...this.#context.values.itemsOf(view, Math.max(least - 1, 0)), value], extent),
        depth + 1,
      );
    }
  }

  #walkObject(view: SchemaView, path: string, around: Around, depth: number): void {
    const { values, description } = this.#context;
    // A new one each time: what must be unique is then never there already.
    const whole = (extent: Extent, changes: ExactObject = {}): ExactObject => {
      const made = values.objectOf(view, extent, depth);
      return { ...(isExactObject(made) ? made : {}), ...changes };
    };
    const without = (name: string, extent: Extent): ExactObject =>
      Object.fromEntries(Object.entries(whole(extent)).filter(([own]) => own !== name));
    for (const [name, pointer] of view.required) {
      if (!Object.hasOwn(whole('required'), name)) continue;
      for (const extent of ['all', 'required'] as const)
        this.#add(`${path}.${name}`, 'required', `${nameOf(`${path}.${name}`)} must be given.`, pointer, () =>
          around(without(name, extent), extent),
        );
    }
    const isShorter = Object.keys(whole('required')).length < Object.keys(whole('all')).length;
    if (depth > 0 && isShorter)
      this.#add(path, 'minimal', `${nameOf(path)} may have its required properties alone.`, view.pointer, (extent) =>
        around(whole('required'), extent),
      );
    const names = [...view.required.keys()];
    if (names.length > 1)
      this.#add(
        `${path}.${names[0]}`,
        'required',
        `${nameOf(`${path}.${names[0]}`)} must be given.`,
        view.required.get(names[0] ?? '') ?? view.pointer,
        () =>
          around(Object.fromEntries(Object.entries(whole('all')).filter(([own]) => !view.required.has(own))), 'all'),
      );
    const surplus = view.keywords.get('additionalProperties') ?? view.keywords.get('unevaluatedProperties');
    if (surplus?.value === false)
      this.#add(path, 'surplus', `${nameOf(path)} takes no undescribed property.`, surplus.pointer, (extent) =>
        around(whole(extent, { undescribed: 'value' }), extent),
      );
    for (const [name, pointer] of view.properties) {
      const property = viewSchema(description.contract, pointer);
      if (property.keywords.get('readOnly')?.value === true && depth === 0) this.#addReadOnly(name, pointer, whole);
      if (
        property.keywords.get('readOnly')?.value === true ||
        (depth === 0 && this.#context.source.referencedBy(this.#operation, name) !== undefined)
      )
        continue;
      this.#walk(
        property,
        `${path}.${name}`,
        (value, extent) => around(whole(extent, { [name]: value }), extent),
        depth + 1,
      );
      if (!view.required.has(name))
        this.#add(`${path}.${name}`, 'optional', `${nameOf(`${path}.${name}`)} may be left out.`, pointer, () =>
          around(without(name, 'all'), 'all'),
        );
    }
  }

  /** What only the server sets may be sent, and is ignored or refused. */
  #addReadOnly(name: string, pointer: string, whole: (extent: Extent, changes?: ExactObject) => ExactObject): void {
    const refused = this.#refused;
    if (refused === undefined) return;
    const own = this.#context.values.valueAt(pointer, 'all');
    this.#add(`.${name}`, 'readOnly', `${name} is set by the server alone.`, pointer, (extent) =>
      whole(extent, { [name]: own }),
    );
  }

  #walkAlternatives(view: SchemaView, path: string, around: Around, depth: number): void {
    const { contract } = this.#context.description;
    const own = (): Exact => (view.properties.size > 0 ? this.#context.values.objectOf(view, 'all', depth) : {});
    for (const [index, pointer] of view.alternatives.entries()) {
      const alternative = viewSchema(contract, pointer);
      const joined: Around = (value, extent) =>
        around(
          isExactObject(value)
            ? { ...objectIn(own()), ...objectIn(withName(contract, view, alternative, value)) }
            : value,
          extent,
        );
      this.#walk(alternative, `${path}(${alternative.name ?? index + 1})`, joined, depth + 1);
    }
    const { value: discriminator, pointer } = view.keywords.get('discriminator') ?? {};
    const property = isExactObject(discriminator) ? discriminator['propertyName'] : undefined;
    const [first] = view.alternatives;
    if (typeof property !== 'string' || pointer === undefined || first === undefined) return;
    const sample = (): ExactObject => objectIn(this.#context.values.valueAt(first, 'all', depth + 1));
    const statement = `${nameOf(`${path}.${property}`)} names one of the alternatives.`;
    for (const wrong of ['none-of-these', '', 7, null])
      this.#add(`${path}.${property}`, 'discriminator', statement, pointer, (extent) =>
        around({ ...sample(), [property]: wrong }, extent),
      );
    this.#add(`${path}.${property}`, 'discriminator', statement, pointer, (extent) =>
      around(Object.fromEntries(Object.entries(sample()).filter(([name]) => name !== property)), extent),
    );
  }

  #statementOf(path: string, keyword: string, view: SchemaView): string {
    const name = nameOf(path);
    if (keyword === 'text') return `${name} may be any text.`;
    if (keyword === 'range') return `${name} may be any integer that its schema allows.`;
    if (keyword === 'null') return `${name} ${view.types.includes('null') ? 'may' : 'must not'} be null.`;
    return `${name} is held to its ${keyword} ${JSON.stringify(view.keywords.get(keyword)?.value ?? '')}.`;
  }

  /** The schema itself says whether a body is allowed, and so what is to come of it. */
  #add(path: string, keyword: string, statement: string, pointer: string, makeOf: (extent: Extent) => Exact): void {
    const { contract } = this.#context.description;
    const operation = this.#operation;
    // By turns in a body with every property and in one with the required ones alone: a server may look at one of them less.
    const extent = this.#cases.length % 2 === 0 ? 'all' : 'required';
    const make = () => makeOf(extent);
    const body = make();
    const expectation = this.#expectationFor(path, keyword, body);
    if (expectation === undefined) return;
    const at = partAt(contract, pointer).pointer;
    const requirement: RequirementDraft = {
      id: `${operation.id}.requestBody${path}.${keyword}`,
      operationId: operation.id,
      pointer: at,
      statement,
      subject: { kind: 'requestBody', path, keyword },
    };
    const build = async (context: PlanningContext, isFresh: boolean): Promise<RequestParts> => {
      const parts = await context.source.base(operation, 'all', isFresh);
      return { ...parts, body: encodeBody(this.#mediaType, await context.source.withReferences(operation, make())) };
    };
    this.#cases.push({ requirement, operation, title: shortened(writeExact(body), 120), expectation, build });
  }

  #expectationFor(path: string, keyword: string, body: Exact): Expectation | undefined {
    const refused = this.#refused;
    const isForm = !isJson(this.#mediaType);
    // These are allowed or not tried: what can be left out may be needed for another reason.
    const isWhole = path === '' ? /^(all|required)$/.test(keyword) : /^(optional|minimal)$/.test(keyword);
    // A form has texts alone, and says nothing of types.
    if (isForm && /^(type|null|range|surplus|discriminator|format)$/.test(keyword)) return undefined;
    if (!this.#context.isValid('request', this.#schema, body))
      return isWhole || refused === undefined ? undefined : { kind: 'refused', with: refused };
    const isUnsafe = unsafeIntegers.some((value) => holds(body, value));
    const tooLong = anyOf(refused, refusals(this.#operation, [413]));
    if (holds(body, longText) && tooLong !== undefined) return { kind: 'either', with: tooLong };
    if ((isUnsafe || keyword === 'type' || keyword === 'readOnly') && refused !== undefined)
      return { kind: 'either', with: refused };
    return { kind: 'accepted' };
  }
}

function holds(value: Exact, wanted: bigint | string): boolean {
  if (Array.isArray(value)) return value.some((item) => holds(item, wanted));
  return isExactObject(value) ? Object.values(value).some((child) => holds(child, wanted)) : value === wanted;
}

function objectIn(value: Exact): ExactObject {
  return isExactObject(value) ? value : {};
}

/** What stands at a path of a body, for people. */
export function nameOf(path: string): string {
  return path.replace(/^\./, '') || 'The body';
}

/** The body as a whole: there, of a media type that is taken, and well-formed. */
function wholeBodyCases(context: PlanningContext, operation: Operation): Case[] {
  const body = operation.requestBody;
  const [mediaType] = preferred(body?.mediaTypes ?? []);
  if (body === null || mediaType === undefined) return [];
  const refused = refusals(operation, invalid);
  const requirement = (keyword: string, statement: string, pointer = body.pointer): RequirementDraft => ({
    id: `${operation.id}.requestBody.${keyword}`,
    operationId: operation.id,
    pointer,
    statement,
    subject: { kind: 'requestBody', path: '', keyword },
  });
  const add = (
    own: RequirementDraft,
    title: string,
    expectation: Expectation | undefined,
    change: (parts: RequestParts) => RequestParts,
  ): Case[] =>
    expectation === undefined
      ? []
      : [
          {
            requirement: own,
            operation,
            title,
            expectation,
            build: async (at, isFresh) => change(await at.source.base(operation, 'all', isFresh)),
          },
        ];
  const refuse = (statuses: Statuses | undefined): Expectation | undefined =>
    statuses === undefined ? undefined : { kind: 'refused', with: statuses };
  const either = (statuses: Statuses | undefined): Expectation | undefined =>
    statuses === undefined ? undefined : { kind: 'either', with: statuses };
  const unsupported = refusals(operation, [415]) ?? refused;
  const absent = anyOf(refused, refusals(operation, [411, 415]));
  const content = requirement('contentType', `The body is ${body.mediaTypes.join(' or ')}.`, `${body.pointer}/content`);
  const foreign = [
    'text/plain',
    'application/xml',
    'application/json',
    'text/json',
    'application/vnd.example+json',
    `${mediaType}x`,
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ].filter(
    (type) =>
      !body.mediaTypes.some(
        (own) => own === '*/*' || (own.split('/')[0] === type.split('/')[0] && (own.endsWith('/*') || own === type)),
      ),
  );
  const cases = [
    ...(body.required
      ? add(requirement('given', 'There must be a body.'), 'no body', refuse(absent), (parts) => ({
          ...parts,
          body: null,
        }))
      : []),
    ...foreign.flatMap((type) =>
      add(content, type, refuse(unsupported), (parts) => ({
        ...parts,
        body: parts.body === null ? null : { ...parts.body, mediaType: type },
      })),
    ),
    // RFC 9110 section 8.3: a server may then look at the body itself.
    ...add(content, 'no Content-Type', either(anyOf(unsupported, refused)), (parts) => ({
      ...parts,
      body: parts.body === null ? null : { ...parts.body, mediaType: null },
    })),
    ...body.mediaTypes
      .filter((type) => type !== mediaType && !type.includes('*'))
      .flatMap((type) => otherMediaType(context, operation, type, content)),
  ];
  if (!isJson(mediaType)) return cases;
  const schema = context.source.bodySchema(operation, mediaType);
  const raw =
    (bytes: Buffer | string) =>
    (parts: RequestParts): RequestParts => ({ ...parts, body: { mediaType, bytes: Buffer.from(bytes) } });
  const wellFormed = requirement('wellFormed', 'The body is well-formed JSON.', `${body.pointer}/content`);
  const shape = requirement(
    'shape',
    'The body is of the described type, and is the thing itself.',
    schema ?? body.pointer,
  );
  const broken = [
    '',
    ' ',
    '{',
    '{"a":',
    '{]',
    "{'a': 1}",
    '{"a": NaN}',
    'undefined',
    '{"a": 1,}',
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  ];
  const shapes: Exact[] =
    schema === undefined
      ? []
      : [[], {}, 'text', 7, true, null].filter((value) => !context.isValid('request', schema, value));
  const charset: Expectation = { kind: 'accepted' };
  return [
    ...cases,
    ...broken.flatMap((text) => add(wellFormed, JSON.stringify(text.toString()), refuse(refused), raw(text))),
    ...[
      cut,
      withBrokenUtf8,
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('}')]),
      (bytes: Buffer) => Buffer.concat([bytes, bytes]),
    ].flatMap((change) =>
      add(wellFormed, 'cut, broken, or followed by more', refuse(refused), (parts) => ({
        ...parts,
        body: parts.body === null ? null : { ...parts.body, bytes: change(parts.body.bytes) },
      })),
    ),
    ...shapes.flatMap((value) => add(shape, writeExact(value), refuse(refused), raw(writeExact(value)))),
    ...envelopes(context, schema).flatMap((wrap) =>
      add(shape, 'in an envelope', refuse(refused), (parts) => ({
        ...parts,
        body: parts.body === null ? null : { ...parts.body, bytes: Buffer.from(wrap(parts.body.bytes.toString())) },
      })),
    ),
    ...add(content, 'in another case', either(anyOf(unsupported, refused)), (parts) => ({
      ...parts,
      body: parts.body === null ? null : { ...parts.body, mediaType: mediaType.toUpperCase() },
    })),
    ...add(content, 'with a charset', charset, (parts) => ({
      ...parts,
      body: parts.body === null ? null : { ...parts.body, mediaType: `${mediaType}; charset=utf-8` },
    })),
    ...add(
      requirement('escapes', 'JSON may be written with escapes, blanks and in chunks.', `${body.pointer}/content`),
      'escaped, in chunks',
      { kind: 'accepted' },
      (parts) => ({
        ...parts,
        headers: [...parts.headers, ['Transfer-Encoding', 'chunked']],
        body: parts.body === null ? null : { ...parts.body, bytes: Buffer.from(escaped(parts.body.bytes.toString())) },
      }),
    ),
  ];
}

function cut(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.max(1, bytes.length - 2));
}

/** A byte that no UTF-8 has, in the first text that is a value: a lenient reader alters it without a word. */
function withBrokenUtf8(bytes: Buffer): Buffer {
  const at = bytes.indexOf(':"');
  return at === -1
    ? cut(bytes)
    : Buffer.concat([bytes.subarray(0, at + 2), Buffer.from([0xff]), bytes.subarray(at + 2)]);
}

/** The thing itself, in a list and in properties of common names, where the schema does not allow that. */
function envelopes(context: PlanningContext, schema: string | undefined): ((text: string) => string)[] {
  if (schema === undefined) return [];
  const wraps = [
    (text: string) => `[${text}]`,
    (text: string) => `{"data":${text}}`,
    (text: string) => `{"item":${text}}`,
    (text: string) => JSON.stringify(text),
  ];
  const sample = writeExact(context.values.valueAt(schema, 'all'));
  return wraps.filter((wrap) => !context.isValid('request', schema, JSON.parse(wrap(sample))));
}

/** A body in another media type that the operation takes. */
function otherMediaType(
  context: PlanningContext,
  operation: Operation,
  mediaType: string,
  requirement: RequirementDraft,
): Case[] {
  const schema = context.source.bodySchema(operation, mediaType);
  const isUnderstood = isJson(mediaType) || /^application\/x-www-form-urlencoded/.test(mediaType);
  if (schema === undefined || !isUnderstood) return [];
  const own = {
    ...requirement,
    id: `${operation.id}.requestBody.content.${mediaType}`,
    statement: `The body may be ${mediaType}.`,
  };
  return [
    {
      requirement: own,
      operation,
      title: mediaType,
      expectation: { kind: 'accepted' },
      build: async (at) => ({
        ...(await at.source.base(operation)),
        body: encodeBody(mediaType, await at.source.validBody(operation, mediaType, 'all')),
      }),
    },
  ];
}
