// The animal adoption store on Fastify 5: its JSON schemas validate requests and serialise responses.
//
//   KEY=… LIMITED_KEY=… REVOKED_KEY=… PORT=8080 node server.mjs
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import Fastify from 'fastify';

const { PORT = '8080', KEY, LIMITED_KEY, REVOKED_KEY, WINDOW_SECONDS = '60' } = process.env;

const plans = {
  free: [60, 1000],
  enterprise: [100_000, 1_000_000],
};
const planOf = new Map([
  [KEY, plans.enterprise],
  [LIMITED_KEY, plans.free],
  [REVOKED_KEY, plans.enterprise],
]);
const revoked = new Set([REVOKED_KEY]);

const petStatus = { type: 'string', enum: ['available', 'pending', 'sold'] };
// A number of JavaScript holds these exactly, and no greater ones.
const int64 = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const newPet = {
  type: 'object',
  required: ['name', 'categoryId'],
  additionalProperties: false,
  properties: { name: { type: 'string' }, categoryId: int64, status: petStatus },
};
const pet = {
  type: 'object',
  required: ['id', 'name', 'categoryId'],
  properties: { id: int64, ...newPet.properties },
};
const listQuery = {
  type: 'object',
  properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 }, status: petStatus },
};

const app = Fastify({ logger: { level: 'error', stream: process.stderr } });

// Fastify converts and removes what does not fit; here a body is taken as it is, and only the query is text.
const ajvFor = {
  body: addFormats(new Ajv({ allErrors: true })),
  querystring: addFormats(new Ajv({ coerceTypes: true, useDefaults: true })),
};
app.setValidatorCompiler(({ schema, httpPart }) => ajvFor[httpPart].compile(schema));

// Fastify parses text/plain as well unless told otherwise.
app.removeContentTypeParser('text/plain');

const windows = new Map();

function windowOf(id, limit, seconds) {
  const now = Date.now();
  let window = windows.get(id);
  if (window === undefined || window.endsAt <= now) {
    window = { limit, left: limit, endsAt: (Math.floor(now / 1000) + 1 + seconds) * 1000 };
    windows.set(id, window);
  }
  return window;
}

app.decorateRequest('apiKey', '');

app.addHook('onRequest', async (request, reply) => {
  let [, key = ''] = request.headers.authorization?.match(/^bearer\s+(.+)$/i) ?? [];
  if (revoked.has(key)) key = '';
  const isKnown = planOf.has(key);
  // Without a key it is the address that is counted.
  const [perMinute, perDay] = planOf.get(key) ?? plans.enterprise;
  const caller = isKnown ? key : request.ip;
  const minute = windowOf(`minute ${caller}`, perMinute, Number(WINDOW_SECONDS));
  const day = windowOf(`day ${caller}`, perDay, 86_400);
  const isAllowed = minute.left > 0 && day.left > 0;
  if (isAllowed) {
    minute.left -= 1;
    day.left -= 1;
  }
  const shown = day.left <= minute.left ? day : minute;
  reply.headers({
    'x-ratelimit-limit': shown.limit,
    'x-ratelimit-remaining': shown.left,
    'x-ratelimit-reset': shown.endsAt / 1000,
  });
  if (!isKnown) {
    reply.header('www-authenticate', 'Bearer');
    throw Object.assign(new Error('The API key is missing or invalid.'), { statusCode: 401, code: 'UNAUTHORIZED' });
  }
  if (!isAllowed) {
    reply.header('retry-after', Math.max(1, Math.ceil((shown.endsAt - Date.now()) / 1000)));
    throw Object.assign(new Error('The rate limit is exceeded.'), { statusCode: 429, code: 'RATE_LIMITED' });
  }
});

app.setErrorHandler((error, request, reply) => {
  const status = error.validation ? 400 : (error.statusCode ?? 500);
  if (status >= 500) request.log.error(error);
  return reply.code(status).send({
    code: error.validation ? 'VALIDATION_FAILED' : (error.code ?? 'ERROR'),
    message: status >= 500 ? 'Internal error' : error.message,
    status,
  });
});

app.setNotFoundHandler((_request, reply) =>
  reply.code(404).send({ code: 'NOT_FOUND', message: 'The path does not exist.', status: 404 }),
);

const pets = new Map();

const methodNotAllowed = (allow) => async (request, reply) =>
  reply
    .code(405)
    .header('allow', allow)
    .send({ code: 'METHOD_NOT_ALLOWED', message: `${request.method} is not supported here.`, status: 405 });

app.register(
  async (v1) => {
    v1.get(
      '/pets',
      { schema: { querystring: listQuery, response: { 200: { type: 'array', items: pet } } } },
      async ({ query: { limit, status } }) =>
        [...pets.values()].filter((one) => status === undefined || one.status === status).slice(0, limit),
    );
    v1.post('/pets', { schema: { body: newPet, response: { 201: pet } } }, async ({ body }, reply) => {
      const created = { id: 1000 + pets.size, ...body };
      pets.set(String(created.id), created);
      return reply.code(201).send(created);
    });
    v1.get('/pets/:petId', { schema: { response: { 200: pet } } }, async ({ params }, reply) => {
      reply.headers({
        deprecation: '@1795132800',
        sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
        link: '</v1/pets>; rel="successor-version"',
      });
      const found = pets.get(params.petId);
      if (found === undefined)
        throw Object.assign(new Error('There is no such pet.'), { statusCode: 404, code: 'PET_NOT_FOUND' });
      return found;
    });
    v1.route({
      method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/pets',
      handler: methodNotAllowed('GET, HEAD, POST'),
    });
    v1.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/pets/:petId',
      handler: methodNotAllowed('GET, HEAD'),
    });
  },
  { prefix: '/v1' },
);

console.log(`${await app.listen({ port: Number(PORT), host: '127.0.0.1' })}/v1`);
