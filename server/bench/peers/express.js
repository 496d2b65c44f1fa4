// The animal adoption store on Express 5, with express-openapi-validator: it validates requests against the contract.
import { fileURLToPath } from 'node:url';
import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
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

const contract = fileURLToPath(new URL('../../../generated/openapi.json', import.meta.url));

function send(response, { status, body, headers }) {
  response.status(status).set(asTexts(headers)).json(body);
}

const asTexts = (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const admitRequest = (request, response, next) => {
  const { authorization, 'x-request-id': requestId } = request.headers;
  const { headers, refusal } = admit(authorization, requestId, request.ip);
  response.set(asTexts(headers));
  if (refusal === undefined) next();
  else send(response, refusal);
};

const codes = {
  400: 'invalid_body',
  404: 'not_found',
  413: 'body_too_large',
  415: 'unsupported_media_type',
};

const answerError = (error, request, response, _next) => {
  const { status = 500, message } = error;
  const isItem = request.path !== '/v1/pets';
  if (status === 405) return send(response, methodNotAllowed(isItem ? 'GET, HEAD' : 'GET, HEAD, POST'));
  if (status === 404 || (status === 400 && isItem)) return send(response, isItem ? unknownAnimal : unknownPath);
  const code = status === 400 && request.method === 'GET' ? 'invalid_parameter' : codes[status];
  if (code !== undefined) return send(response, refuse(status, code, message));
  console.error(error);
  send(response, refuse(500, 'internal_error', 'The server could not answer this request.'));
};

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(admitRequest);
app.use(express.json({ limit: maximumBodyBytes, strict: false }));
app.use(
  OpenApiValidator.middleware({
    apiSpec: contract,
    validateRequests: { allowUnknownQueryParameters: true },
    // The key is checked before.
    validateSecurity: false,
    formats: { int64: { type: 'number', validate: Number.isSafeInteger } },
  }),
);

app.get('/v1/pets', (request, response) => {
  // The validator has made them what the contract says.
  const { limit, status } = request.query;
  response.json(listAnimals(limit, status));
});

app.post('/v1/pets', (request, response) => {
  response.status(201).json(addAnimal(request.body));
});

app.get('/v1/pets/:petId', (request, response) => {
  const animal = findAnimal(Number(request.params.petId));
  if (animal === undefined) return send(response, unknownAnimal);
  response.set(deprecation).json(animal);
});

app.use((_request, response) => send(response, unknownPath));
app.use(answerError);

app.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('listening'));
