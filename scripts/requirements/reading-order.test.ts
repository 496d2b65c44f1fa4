import { expect, test } from 'vitest';
import { describe as describeContract } from '../openapi/description.ts';
import { contractOf } from '../test/contracts.ts';
import { catalogueOf } from './catalogue.ts';
import { withoutWorkflows } from './test/without-workflows.ts';

// What the operation refers to stands in the other order.
const description = describeContract(
  contractOf(`openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
components:
  schemas:
    Author: { type: string, maxLength: 20 }
    Book:
      type: object
      additionalProperties: false
      required: [title]
      properties:
        subtitle: { type: string }
        title:
          type: string
          minLength: 1
        author: { $ref: '#/components/schemas/Author' }
    Genre: { type: string, enum: [crime] }
paths:
  /books:
    post:
      operationId: addBook
      parameters:
        - { name: genre, in: query, schema: { $ref: '#/components/schemas/Genre' } }
        - { name: size, in: query, required: true, schema: { type: integer } }
        - { name: author, in: query, schema: { $ref: '#/components/schemas/Author' } }
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses:
        '201':
          description: Added.
          headers:
            X-Note: { schema: { type: string, minLength: 1 } }
            X-Left: { required: true, schema: { type: integer } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
        '400': { description: Wrong. }
`),
);
const own = catalogueOf(withoutWorkflows(description), 'server').filter(({ operationId }) => operationId === 'addBook');
const partsOf = (start: string, count: number): string[] => {
  const parts = own.flatMap(({ id }) => (id.startsWith(start) ? [id.slice(start.length).split('.', count)] : []));
  return parts.map((part) => part.join('.')).filter((part, index, all) => part !== all[index - 1]);
};

test('a section has its requirements together, in the order of the kinds', () => {
  const sections = own.map(({ section }) => section).filter((section, index, all) => section !== all[index - 1]);
  expect(sections).toEqual([
    'The operation',
    'Parameters',
    'Request body',
    'Security',
    'Response 201',
    'Response 400',
    'Any response',
    'Stored data',
    'Deprecation',
  ]);
});

test('parameters are in the order of the operation, each with all that is required of it', () =>
  expect(partsOf('addBook.parameters.query.', 1)).toEqual(['genre', 'size', 'author', 'unknown', 'any']));

test('properties are in the order of the schema, after the whole, each with all that is required of it', () => {
  expect(partsOf('addBook.requestBody.', 1).slice(-5)).toEqual(['surplus', 'null', 'subtitle', 'title', 'author']);
  expect(partsOf('addBook.responses.201.body.', 1)).toEqual([
    'type',
    'surplus',
    'schema',
    'subtitle',
    'title',
    'author',
  ]);
});

test('headers are in the order of the response, also where the first is not required', () =>
  expect(partsOf('addBook.responses.201.headers.', 2)).toEqual(['X-Note.schema', 'X-Left.present', 'X-Left.schema']));

test('the keywords of one part are in the order of the document', () =>
  expect(partsOf('addBook.responses.201.body.title.', 1)).toEqual(['type', 'minLength', 'required']));
