import { within } from '../../http/exact-json.ts';
import { isJson } from '../../http/media-types.ts';
import { type Contract, partAt, resolvePart } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import { ownExamplesAt } from '../../openapi/examples.ts';
import { objectOf, pointerTo, stringOf } from '../../openapi/json.ts';
import type { DocumentedResponse } from '../../openapi/operation-table.ts';
import { type SchemaView, viewSchema } from '../../openapi/schema-view.ts';
import type { RequirementDraft, RequirementSubject } from '../requirement.ts';
import { meaningOf } from './header-meaning.ts';
import type { ResponseSet } from './response-sets.ts';

const deepest = 6;
// Of `4XX` and `default`: what comes under them is held to them, and nothing need.
const unspecific = 'The contract promises no response of its own here, only what one would be like.';

/** What every response of a set promises. */
export function responseRequirements(description: Description, set: ResponseSet): RequirementDraft[] {
  const requirements = Object.entries(set.responses).flatMap(([status, response]) =>
    requirementsOf(description, set, status, response).map((requirement) => ({
      ...requirement,
      under: response.pointer,
      ...(!/^\d{3}$/.test(status) && { waiver: unspecific }),
    })),
  );
  const documented = Object.keys(set.responses).join(', ');
  const undocumented = draft(
    set,
    'responses.undocumented',
    set.pointer,
    `Answers with one of the documented statuses: ${documented}.`,
    { kind: 'status', status: 'undocumented' },
  );
  return [...requirements, undocumented];
}

function draft(
  { name, operation }: ResponseSet,
  id: string,
  pointer: string,
  statement: string,
  subject: RequirementSubject,
): RequirementDraft {
  return { id: `${name}.${id}`, operationId: operation?.id ?? null, pointer, statement, subject };
}

function requirementsOf(
  description: Description,
  set: ResponseSet,
  status: string,
  response: DocumentedResponse,
): RequirementDraft[] {
  const { contract } = description;
  const text = (stringOf(objectOf(resolvePart(contract, response.pointer).value)['description']) ?? '')
    .trim()
    .replaceAll(/\s+/g, ' ');
  const reached = draft(
    set,
    `responses.${status}`,
    response.pointer,
    `Answers ${status}${text === '' ? '' : `: ${text}`}`,
    { kind: 'status', status },
  );
  const headers = response.headers.flatMap((header) => headerRequirements(description, set, status, header));
  return [reached, ...headers, ...contentRequirements(contract, set, status, response)];
}

function headerRequirements(
  description: Description,
  set: ResponseSet,
  status: string,
  header: DocumentedResponse['headers'][number],
): RequirementDraft[] {
  const { name, pointer, required } = header;
  const about = (aspect: 'present' | 'schema' | 'meaning', statement: string, at = pointer) =>
    draft(set, `responses.${status}.headers.${name}.${aspect}`, at, statement, {
      kind: 'header',
      status,
      name,
      aspect,
    });
  const meaning = meaningOf(description, set.operation, header);
  return [
    ...(required ? [about('present', `Every ${status} has the header ${name}.`)] : []),
    about('schema', `The header ${name} of a ${status} is as its schema says.`),
    ...(meaning === undefined
      ? []
      : [about('meaning', `The header ${name} of a ${status} is true: ${meaning.statement}.`, meaning.pointer)]),
  ];
}

function contentRequirements(
  contract: Contract,
  set: ResponseSet,
  status: string,
  response: DocumentedResponse,
): RequirementDraft[] {
  // A response to HEAD has no body, whatever it would have.
  if (set.operation?.method === 'HEAD') return [];
  const [mediaType] = response.mediaTypes;
  const subject: RequirementSubject = { kind: 'content', status };
  if (mediaType === undefined)
    return [
      draft(
        set,
        `responses.${status}.content`,
        resolvePart(contract, response.pointer).pointer,
        `A ${status} has no body.`,
        subject,
      ),
    ];
  const content = draft(
    set,
    `responses.${status}.content`,
    `${response.pointer}/content`,
    `The body of a ${status} is ${response.mediaTypes.join(' or ')}.`,
    subject,
  );
  const schemas = response.mediaTypes
    .filter(isJson)
    .flatMap((type) => schemaPointers(contract, `${response.pointer}/content${pointerTo(type)}/schema`));
  return [content, ...schemas.flatMap((pointer) => bodyRequirements(contract, set, status, pointer))];
}

function schemaPointers(contract: Contract, pointer: string): string[] {
  const holder = objectOf(resolvePart(contract, pointer.replace(/\/schema$/, '')).value);
  return holder['schema'] === undefined ? [] : [pointer];
}

function bodyRequirements(contract: Contract, set: ResponseSet, status: string, pointer: string): RequirementDraft[] {
  const about = (path: string, keyword: string, at: string, statement: string) =>
    draft(set, `responses.${status}.body${path}.${keyword}`, at, statement, {
      kind: 'responseBody',
      status,
      path,
      keyword,
    });
  const subject = (path: string) =>
    path === '' ? `The body of a ${status}` : `${path.replace(/^\./, '')} of a ${status}`;
  const whole = about(
    '',
    'schema',
    partAt(contract, pointer).pointer,
    `The body of a ${status} is as its schema says.`,
  );
  const statusProperty = statusPropertyOf(contract, set, status, pointer);
  const meaning =
    statusProperty === undefined
      ? []
      : [
          about(
            `.${statusProperty}`,
            'meaning',
            pointer,
            `${subject(`.${statusProperty}`)} is the HTTP status of the response.`,
          ),
        ];
  const walk = (view: SchemaView, path: string, depth: number): RequirementDraft[] => {
    if (depth > deepest || view.alternatives.length > 0)
      return path === '' ? [] : [about(path, 'schema', view.pointer, `${subject(path)} is as its schema says.`)];
    const own = [...view.keywords]
      .filter(([key]) => assertions.has(key))
      .flatMap(([key, { value, pointer: at }]) => {
        if (key === 'additionalProperties' || key === 'unevaluatedProperties')
          return value === false ? [about(path, 'surplus', at, `${subject(path)} has no undocumented property.`)] : [];
        return [about(path, key, at, `${subject(path)} keeps ${key} ${JSON.stringify(value)}.`)];
      });
    const properties = [...view.properties].flatMap(([name, at]) => {
      const property = viewSchema(contract, at);
      const requiredAt = view.required.get(name);
      const isHidden = property.keywords.get('writeOnly')?.value === true;
      const required =
        requiredAt === undefined || isHidden
          ? []
          : [about(`${path}.${name}`, 'required', requiredAt, `${subject(`${path}.${name}`)} is always there.`)];
      return [...required, ...walk(property, `${path}.${name}`, depth + 1)];
    });
    const items = view.items === undefined ? [] : walk(viewSchema(contract, view.items), `${path}[]`, depth + 1);
    return [...own, ...properties, ...items];
  };
  return [...walk(viewSchema(contract, pointer), '', 0), whole, ...meaning];
}

const assertions = new Set([
  ...[
    'type',
    'enum',
    'const',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minLength',
    'maxLength',
    'pattern',
    'format',
  ],
  ...[
    'minItems',
    'maxItems',
    'uniqueItems',
    'minProperties',
    'maxProperties',
    'additionalProperties',
    'unevaluatedProperties',
  ],
]);

/**
 * The property of an error body that repeats the HTTP status, as in RFC 9457: an integer of that name which the
 * description or the examples say to be it.
 */
function statusPropertyOf(contract: Contract, set: ResponseSet, status: string, pointer: string): string | undefined {
  if (!/^[45]/.test(status) && status !== 'default') return undefined;
  const view = viewSchema(contract, pointer);
  return ['status', 'statusCode', 'status_code'].find((name) => {
    const at = view.properties.get(name);
    if (at === undefined) return false;
    const property = viewSchema(contract, at);
    const isNumber = property.types.includes('integer') || property.types.includes('number');
    return (
      isNumber &&
      (/http[ -]?status|status code/i.test(String(property.keywords.get('description')?.value ?? '')) ||
        pointer.includes('problem+json') ||
        isInExamples(contract, set, status, name))
    );
  });
}

function isInExamples(contract: Contract, { responses }: ResponseSet, status: string, name: string): boolean {
  const response = responses[status];
  if (response === undefined) return false;
  const examples = response.mediaTypes.flatMap((type) =>
    ownExamplesAt(contract, `${response.pointer}/content${pointerTo(type)}`),
  );
  const found = examples.flatMap(({ value }) => within(value, [name]) ?? []);
  return found.length > 0 && found.every((value) => String(value) === status);
}
