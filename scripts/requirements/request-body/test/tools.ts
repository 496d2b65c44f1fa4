import { descriptionOf } from '../../../test/contracts.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';

const refused = `'400': { description: '' }, '415': { description: '' }`;
const content = (types: string) => `requestBody: { required: true, content: { ${types} } }`;
const json = (name: string) => `application/json: { schema: { $ref: '#/components/schemas/${name}' } }`;

/** A contract with bodies of which every kind of requirement has something to say. */
export const description = descriptionOf(
  `
/tools:
  post:
    operationId: addTool
    ${content(`${json('Tool')}, application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Tool' } }`)}
    responses: { '201': { description: '' }, ${refused} }
  put:
    operationId: noteTools
    requestBody: { content: { ${json('Note')} } }
    responses: { '201': { description: '' } }
  get: { operationId: listTools, responses: { '200': { description: '' } } }
/parts:
  post: { operationId: addPart, ${content(json('Part'))}, responses: { '201': { description: '' }, ${refused} } }
/labels:
  post:
    operationId: addLabel
    ${content('text/plain: { schema: { type: string, minLength: 2 } }')}
    responses: { '201': { description: '' }, ${refused} }
`,
  `components:
  schemas:
    Tool:
      type: object
      required: [id, name, weight]
      additionalProperties: false
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string, minLength: 2, maxLength: 30 }
        weight: { type: integer, minimum: 1, format: int64 }
        kind: { enum: [saw, drill] }
        note: { type: [string, 'null'] }
        code: { type: integer }
        tags: { type: array, maxItems: 2, uniqueItems: true, items: { type: string, pattern: '^[a-z]{2,5}$' } }
        maker:
          type: object
          required: [city]
          additionalProperties: false
          properties: { city: { type: string }, since: { type: string } }
    Note:
      type: object
      required: [text]
      properties: { id: { type: integer, readOnly: true }, text: { type: string, maxLength: 300 } }
    Part:
      oneOf: [{ $ref: '#/components/schemas/Screw' }, { $ref: '#/components/schemas/Board' }]
      discriminator: { propertyName: type }
    Screw:
      type: object
      required: [type, length]
      properties: { type: { const: screw }, length: { type: integer, minimum: 1, maximum: 90 } }
    Board: { type: object, required: [type], properties: { type: { const: board }, wood: { type: string } } }`,
);

export const specification = withoutWorkflows(description);
