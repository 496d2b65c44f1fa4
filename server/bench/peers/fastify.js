// The animal adoption store on Fastify 5: its JSON schemas validate requests and serialise responses.
import { Ajv } from 'ajv';
import Fastify from 'fastify';
import {
  admit,
  deprecation,
  maximumBodyBytes,
  methodNotAllowed,
  refuse,
  unknownAnimal,
  unknownPath,
} from './admission.js';
import { addAnimal, findAnimal, listAnimals } from './storage.js';

const status = { type: 'string', enum: ['available', 'pending', 'sold'] };
const int64 = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const newAnimal = {
  type: 'object',
  required: ['name', 'categoryId'],
  additionalProperties: false,
  properties: { name: { type: 'string' }, categoryId: int64, status },
};
const animal = {
  type: 'object',
  required: ['id', 'name', 'categoryId'],
  properties: { id: int64, ...newAnimal.properties },
};
const listQuery = {
  type: 'object',
  properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 }, status },
};
const errorBody = {
  type: 'object',
  required: ['code', 'message', 'status'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } },
};

const app = Fastify({ bodyLimit: maximumBodyBytes });

// Fastify converts and removes what does not fit; here a body is taken as it is, and only the query is text.
const strict = new Ajv();
const converting = new Ajv({ coerceTypes: true, useDefaults: true });
app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? strict : converting).compile(schema));

// Fastify reads text/plain as well unless told otherwise.
app.removeContentTypeParser('text/plain');

function send(reply, { status, body, headers }) {
  return reply.code(status).headers(headers).send(body);
}

app.addHook('onRequest', async (request, reply) => {
  const { authorization, 'x-request-id': requestId } = request.headers;
  const { headers, refusal } = admit(authorization, requestId, request.ip);
  reply.headers(headers);
  if (refusal !== undefined) return send(reply, refusal);
});

app.setErrorHandler((error, _request, reply) => {
  if (error.validation !== undefined) {
    const code = error.validationContext === 'body' ? 'invalid_body' : 'invalid_parameter';
    return send(reply, refuse(400, code, error.message));
  }
  const { statusCode = 500, message } = error;
  if (statusCode === 413) return send(reply, refuse(413, 'body_too_large', message));
  if (statusCode === 415) return send(reply, refuse(415, 'unsupported_media_type', message));
  if (statusCode === 400) return send(reply, refuse(400, 'invalid_body', message));
  console.error(error);
  return send(reply, refuse(500, 'internal_error', 'The server could not answer this request.'));
});

app.setNotFoundHandler((_request, reply) => send(reply, unknownPath));

app.register(
  async (v1) => {
    v1.get(
      '/pets',
      { schema: { querystring: listQuery, response: { 200: { type: 'array', items: animal }, '4xx': errorBody } } },
      async ({ query }) => listAnimals(query.limit, query.status),
    );
    v1.post(
      '/pets',
      { schema: { body: newAnimal, response: { 201: animal, '4xx': errorBody } } },
      async ({ body }, reply) => reply.code(201).send(addAnimal(body)),
    );
    v1.get(
      '/pets/:id',
      { schema: { response: { 200: animal, '4xx': errorBody } } },
      async ({ params: { id } }, reply) => {
        const found = /^[1-9]\d{0,15}$/.test(id) ? findAnimal(Number(id)) : undefined;
        if (found === undefined) return send(reply, unknownAnimal);
        return reply.headers(deprecation).send(found);
      },
    );
    v1.route({
      method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/pets',
      handler: async (_request, reply) => send(reply, methodNotAllowed('GET, HEAD, POST')),
    });
    v1.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/pets/:id',
      handler: async (_request, reply) => send(reply, methodNotAllowed('GET, HEAD')),
    });
  },
  { prefix: '/v1' },
);

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
console.log('listening');
