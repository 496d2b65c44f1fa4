import type { Json, JsonObject } from '../openapi/json.ts';

/** Operations that have a path together. */
const operationsOfPath = 4;

/** A description of so many operations, each four of which are about a kind of thing of their own. */
export function largeDocument(operations: number): JsonObject {
  const kinds = Array.from({ length: Math.ceil(operations / operationsOfPath) }, (_, index) => index);
  return {
    openapi: '3.1.0',
    info: { title: `A service of ${operations} operations`, version: '1.0.0' },
    paths: Object.fromEntries(
      kinds.flatMap((kind) => [
        [`/things${kind}`, { get: list(kind), post: create(kind) }],
        [`/things${kind}/{id}`, { parameters: [id], get: find(kind), put: replace(kind) }],
      ]),
    ),
    components: {
      schemas: {
        Problem: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
        ...Object.fromEntries(kinds.map((kind) => [`Thing${kind}`, thing(kind)])),
      },
    },
  };
}

const id: Json = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const response = (schema: Json): Json => ({ description: 'D', ...content(schema) });
const failed = response(reference('Problem'));

/** It may hold one of its neighbour, of ten that hold each other. */
function thing(kind: number): Json {
  return {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { type: 'integer', minimum: 1 },
      name: { type: 'string', minLength: 1, maxLength: 80 },
      size: { enum: ['small', 'medium', 'large'] },
      madeAt: { type: 'string', format: 'date-time' },
      tags: { type: 'array', items: { type: 'string' } },
      ...(kind % 10 > 0 && { neighbour: reference(`Thing${kind - 1}`) }),
    },
  };
}

function list(kind: number): Json {
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } };
  const items = response({ type: 'array', items: reference(`Thing${kind}`) });
  return { operationId: `listThings${kind}`, parameters: [limit], responses: { '200': items, '400': failed } };
}

function create(kind: number): Json {
  const body = { required: true, ...content(reference(`Thing${kind}`)) };
  const created = response(reference(`Thing${kind}`));
  return { operationId: `createThing${kind}`, requestBody: body, responses: { '201': created, '400': failed } };
}

function find(kind: number): Json {
  const found = response(reference(`Thing${kind}`));
  return { operationId: `findThing${kind}`, responses: { '200': found, '404': failed } };
}

function replace(kind: number): Json {
  const body = { required: true, ...content(reference(`Thing${kind}`)) };
  const replaced = response(reference(`Thing${kind}`));
  return { operationId: `replaceThing${kind}`, requestBody: body, responses: { '200': replaced, '404': failed } };
}
