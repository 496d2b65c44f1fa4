import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { catalogueOf } from '../../catalogue.ts';
import type { Kind, PlannedCase } from '../../kind.ts';
import { RequestCheck } from '../../request/request-check.ts';
import type { RequestParts } from '../../request/request-parts.ts';
import { requirementId } from '../../requirement.ts';
import type { Side } from '../../side.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';

const bad = `'400': { description: '' }`;

/** A contract with parameters in every place, and operations that document no refusal. */
export const description = descriptionOf(
  `
/tools:
  get:
    operationId: listTools
    parameters:
      - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
      - { name: kind, in: query, required: true, schema: { enum: [saw, drill] } }
      - { name: name, in: query, schema: { type: string, maxLength: 20 } }
      - { name: cursor, in: query, schema: { type: string, minLength: 4 } }
      - name: sizes
        in: query
        explode: false
        schema: { type: array, maxItems: 2, items: { type: integer, minimum: 1 } }
      - { name: level, in: query, schema: { type: integer, enum: [1, 2] } }
      - { name: tags, in: query, schema: { type: array, items: { type: string } } }
      - { name: filter, in: query, content: { application/json: { schema: { type: object, required: [a] } } } }
      - { name: X-Bench, in: header, required: true, schema: { type: integer, minimum: 1 } }
      - { name: theme, in: cookie, schema: { enum: [dark, light] } }
      - { name: kind, in: header, schema: { type: string } }
    responses: { '200': { description: '' }, ${bad} }
  post:
    operationId: addTool
    parameters: [{ name: limit, in: query, required: true, schema: { type: integer, minimum: 1 } }]
    responses: { '201': { description: '' } }
/tools/{number}:
  get:
    operationId: readTool
    parameters: [{ name: number, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    responses: { '200': { description: '' }, '404': { description: '' } }
  delete:
    operationId: removeTool
    parameters: [{ name: number, in: path, required: true, schema: { type: integer } }]
    responses: { '204': { description: '' }, '404': { description: '' } }
/shelves:
  get:
    operationId: listShelves
    parameters:
      - { name: color, in: query, description: Separated by commas, schema: { type: string, enum: [red, blue] } }
    responses: { '200': { description: '' }, ${bad} }
/shelves/{number}:
  get:
    operationId: readShelf
    parameters: [{ name: number, in: path, required: true, style: label, schema: { type: integer, minimum: 1 } }]
    responses: { '200': { description: '' }, '404': { description: '' } }
`,
);
export const specification = withoutWorkflows(description);

export const { session } = benchFor(description);

/** The requirements of a kind that bind a side, without what their ids begin with: `query.limit.minimum`. */
export function listedBy(kind: Kind, side: Side, operationId = 'listTools'): string[] {
  return catalogueOf(specification, side)
    .filter((requirement) => requirement.kind === kind.id && requirement.operationId === operationId)
    .map(({ id }) => shortId(operationId, id));
}

/** The sentence of a requirement of a kind. */
export function statementOf(kind: Kind, id: string): string | undefined {
  const all = catalogueOf(specification, kind.client === null ? 'server' : 'client');
  return all.find((one) => one.kind === kind.id && one.id === id)?.statement;
}

export interface ShortCase {
  id: string;
  planned: PlannedCase<string>;
}

/** The cases of a kind for an operation. */
export function casesBy({ id, server }: Kind, operationId = 'listTools'): ShortCase[] {
  if (server?.reach.by !== 'cases') throw new Error(`${id} has no cases.`);
  const all = server.reach.cases(session, operationIn(description, operationId));
  return all.map((planned) => ({ id: shortId(operationId, requirementId(id, planned.subject)), planned }));
}

/** What a case sends. */
export async function built(kind: Kind, operationId: string, id: string, title: string): Promise<RequestParts> {
  const found = casesBy(kind, operationId).find((one) => one.id === id && one.planned.title === title);
  if (found === undefined) throw new Error(`There is no case ${title} of ${id}.`);
  return found.planned.build(session, false);
}

const check = new RequestCheck(specification);

/**
 * What a kind makes of a request such as `GET /tools?kind=saw`:
 * ids that are kept, and with an `!` those that are violated.
 */
export function judgedBy(
  kind: Kind,
  line: string,
  headers: readonly (readonly [name: string, value: string])[] = [['X-Bench', '1']],
): string[] {
  const [method = '', target = ''] = line.split(' ');
  const { operation, kept, violations } = check.check({ method, target, headers, body: null });
  const name = operation?.id ?? '';
  const own = new Set(listedBy(kind, 'client', name).map((id) => `${name}.parameters.${id}`));
  return [
    ...kept.filter((id) => own.has(id)).map((id) => shortId(name, id)),
    ...violations
      .filter(({ requirementId: id }) => own.has(id))
      .map(({ requirementId: id }) => `!${shortId(name, id)}`),
  ];
}

function shortId(operationId: string, id: string): string {
  return id.slice(`${operationId}.parameters.`.length);
}
