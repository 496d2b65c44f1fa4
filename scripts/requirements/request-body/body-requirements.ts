import { isForm, isJson } from '../../http/media-types.ts';
import { type Contract, partAt } from '../../openapi/contract.ts';
import { discriminatorOf } from '../../openapi/discriminator.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { bodySchema } from '../../openapi/schema-pointers.ts';
import { type SchemaView, viewSchema } from '../../openapi/schema-view.ts';
import { preferred } from '../request-parts.ts';
import type { RequirementDraft } from '../requirement.ts';
import { aspectsOf } from '../schema/aspects.ts';
import { nameOf } from './body-cases.ts';

// What stands deeper is told by the requirements above it.
const deepest = 4;

/** True for a body that can be held against a schema. */
function isReadable(mediaType: string): boolean {
  return isJson(mediaType) || isForm(mediaType);
}

/** What the body of a request is held to. */
export function bodyRequirements(contract: Contract, operation: Operation): RequirementDraft[] {
  const { id, requestBody, pointer: own } = operation;
  if (requestBody === null)
    return [
      {
        id: `${id}.requestBody.none`,
        operationId: id,
        pointer: own,
        statement: 'There is no body.',
        subject: { kind: 'request', aspect: 'none' },
      },
    ];
  const draft = (path: string, keyword: string, pointer: string, statement: string): RequirementDraft => ({
    id: `${id}.requestBody${path}.${keyword}`,
    operationId: id,
    pointer: partAt(contract, pointer).pointer,
    statement,
    subject: { kind: 'requestBody', path, keyword },
  });
  const types = preferred(requestBody.mediaTypes);
  const readable = types.filter((type) => isReadable(type) || type.includes('*'));
  const schemas = readable.flatMap((type) => bodySchema(contract, operation, type) ?? []);
  const [first] = schemas;
  return [
    ...schemas.flatMap((schema) => new BodyRequirements(contract, draft).all(viewSchema(contract, schema))),
    ...(first === undefined
      ? []
      : [
          draft('', 'schema', first, 'The body is as its schema says.'),
          draft('', 'shape', first, 'The body is of the described type, and is the thing itself.'),
        ]),
    ...(requestBody.required ? [draft('', 'given', requestBody.pointer, 'There must be a body.')] : []),
    ...(types.length === 0
      ? []
      : [draft('', 'contentType', `${requestBody.pointer}/content`, `The body is ${types.join(' or ')}.`)]),
    ...types
      .slice(1)
      .filter((type) => isReadable(type) && bodySchema(contract, operation, type) !== undefined)
      .map((type) => draft('', `content.${type}`, `${requestBody.pointer}/content`, `The body may be ${type}.`)),
    ...(readable.length === 0
      ? []
      : [
          draft(
            '',
            'wellFormed',
            `${requestBody.pointer}/content`,
            'The body is well-formed, and its texts are whole.',
          ),
        ]),
  ];
}

type Draft = (path: string, keyword: string, pointer: string, statement: string) => RequirementDraft;

/** Walks down the schema of a body. */
class BodyRequirements {
  readonly #contract: Contract;
  readonly #draft: Draft;

  constructor(contract: Contract, draft: Draft) {
    this.#contract = contract;
    this.#draft = draft;
  }

  all(view: SchemaView): RequirementDraft[] {
    return [
      this.#draft('', 'all', view.pointer, 'A body may have every property.'),
      this.#draft('', 'required', view.pointer, 'A body may have the required properties alone.'),
      ...this.#walk(view, '', 0),
    ];
  }

  #walk(view: SchemaView, path: string, depth: number): RequirementDraft[] {
    // A body of another type is not the thing itself.
    const aspects = aspectsOf(view).filter(({ keyword }) => path !== '' || keyword !== 'type');
    const own = aspects.map(({ keyword, pointer, value }) =>
      this.#draft(path, keyword, pointer, statementOf(path, keyword, value)),
    );
    if (depth > deepest) return own;
    const alternatives = view.alternatives.flatMap((pointer, index) => {
      const alternative = viewSchema(this.#contract, pointer);
      return this.#walk(alternative, path + suffixOf(alternative, index), depth + 1);
    });
    const property = discriminatorOf(view);
    const discriminator =
      property === undefined
        ? []
        : [
            this.#draft(
              `${path}.${property}`,
              'discriminator',
              view.keywords.get('discriminator')?.pointer ?? view.pointer,
              `${nameOf(`${path}.${property}`)} names one of the alternatives.`,
            ),
          ];
    const items =
      view.items === undefined ? [] : this.#walk(viewSchema(this.#contract, view.items), `${path}[]`, depth + 1);
    return [...own, ...alternatives, ...discriminator, ...this.#properties(view, path, depth), ...items];
  }

  #properties(view: SchemaView, path: string, depth: number): RequirementDraft[] {
    // "One of these must be given" is told of the body as a whole.
    if (!view.types.includes('object') && view.properties.size === 0) return [];
    const minimal =
      depth > 0 && [...view.properties.keys()].some((name) => !view.required.has(name))
        ? [this.#draft(path, 'minimal', view.pointer, `${nameOf(path)} may have its required properties alone.`)]
        : [];
    const undescribed = [...view.required]
      .filter(([name]) => !view.properties.has(name))
      .map(([name, at]) => this.#required(`${path}.${name}`, at));
    const described = [...view.properties].flatMap(([name, pointer]) => {
      const [at, property] = [`${path}.${name}`, viewSchema(this.#contract, pointer)];
      if (property.keywords.get('readOnly')?.value === true)
        return [this.#draft(at, 'readOnly', pointer, `${nameOf(at)} is set by the server alone.`)];
      const requiredAt = view.required.get(name);
      const presence =
        requiredAt === undefined
          ? this.#draft(at, 'optional', pointer, `${nameOf(at)} may be left out.`)
          : this.#required(at, requiredAt);
      return [presence, ...this.#walk(property, at, depth + 1)];
    });
    return [...minimal, ...undescribed, ...described];
  }

  #required(path: string, pointer: string): RequirementDraft {
    return this.#draft(path, 'required', pointer, `${nameOf(path)} must be given.`);
  }
}

/** What stands for an alternative in the path of a requirement. */
export function suffixOf({ name }: SchemaView, index: number): string {
  return `(${name ?? index + 1})`;
}

function statementOf(path: string, keyword: string, value: unknown): string {
  if (keyword === 'surplus') return `${nameOf(path)} takes no undescribed property.`;
  if (keyword === 'null') return `${nameOf(path)} is null only where it may be.`;
  return `${nameOf(path)} is held to its ${keyword}${value === undefined ? '' : ` ${JSON.stringify(value)}`}.`;
}
