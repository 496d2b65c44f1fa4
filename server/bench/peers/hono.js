// The animal adoption store on Hono, validated by the Zod schemas that orval generates from the contract.
import { serve } from '@hono/node-server';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import {
  admit,
  deprecation,
  maximumBodyBytes,
  methodNotAllowed,
  refuse,
  unknownAnimal,
  unknownPath,
} from './admission.js';
import { CreatePetBody, GetPetParams, ListPetsQueryParams } from './animals.zod.js';
import { addAnimal, findAnimal, listAnimals } from './storage.js';

const app = new Hono();

function send(context, { status, body, headers }) {
  for (const [name, value] of Object.entries(headers)) context.header(name, String(value));
  return context.json(body, status);
}

app.use(async (context, next) => {
  const { incoming } = context.env;
  const requestId = context.req.header('x-request-id');
  const { headers, refusal } = admit(context.req.header('authorization'), requestId, incoming.socket.remoteAddress);
  for (const [name, value] of Object.entries(headers)) context.header(name, String(value));
  return refusal === undefined ? next() : send(context, refusal);
});

app.get(
  '/v1/pets',
  zValidator('query', ListPetsQueryParams, (result, context) =>
    result.success ? undefined : send(context, refuse(400, 'invalid_parameter', messageOf(result.error))),
  ),
  (context) => {
    const { limit, status } = context.req.valid('query');
    return context.json(listAnimals(limit, status));
  },
);

app.post(
  '/v1/pets',
  async (context, next) => {
    const mediaType = context.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
    return mediaType === undefined || mediaType === 'application/json'
      ? next()
      : send(context, refuse(415, 'unsupported_media_type', 'The body must be application/json.'));
  },
  bodyLimit({
    maxSize: maximumBodyBytes,
    onError: (context) => send(context, refuse(413, 'body_too_large', 'The body is too large.')),
  }),
  zValidator('json', CreatePetBody, (result, context) =>
    result.success ? undefined : send(context, refuse(400, 'invalid_body', messageOf(result.error))),
  ),
  (context) => context.json(addAnimal(context.req.valid('json')), 201),
);

app.get(
  '/v1/pets/:petId',
  zValidator('param', GetPetParams, (result, context) => (result.success ? undefined : send(context, unknownAnimal))),
  (context) => {
    const animal = findAnimal(context.req.valid('param').petId);
    return animal === undefined ? send(context, unknownAnimal) : context.json(animal, 200, deprecation);
  },
);

app.all('/v1/pets', (context) => send(context, methodNotAllowed('GET, HEAD, POST')));
app.all('/v1/pets/:petId', (context) => send(context, methodNotAllowed('GET, HEAD')));
app.notFound((context) => send(context, unknownPath));
app.onError((error, context) => {
  // The validator throws it for what is no JSON.
  if (error instanceof HTTPException) return send(context, refuse(error.status, 'invalid_body', error.message));
  console.error(error);
  return send(context, refuse(500, 'internal_error', 'The server could not answer this request.'));
});

function messageOf({ issues: [first] }) {
  return first === undefined ? 'It is not valid.' : `${first.path.join('.')}: ${first.message}`;
}

serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: '127.0.0.1' }, () => console.log('listening'));
