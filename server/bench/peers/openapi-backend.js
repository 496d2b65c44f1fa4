// The animal adoption store on openapi-backend, which routes and validates by the contract, over node:http.
import { createServer } from 'node:http';
import { OpenAPIBackend } from 'openapi-backend';
import contract from '../../../generated/openapi.json' with { type: 'json' };
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

const api = new OpenAPIBackend({
  definition: contract,
  apiRoot: '/v1',
  // It would compare the document with OpenAPI 3.0, which this is not.
  quick: true,
  customizeAjv: (ajv) => ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger }),
});

api.register({
  listPets: ({ request }) => {
    const { limit = '20', status } = request.query;
    return { status: 200, body: listAnimals(Number(limit), status) };
  },
  createPet: ({ request }) => ({ status: 201, body: addAnimal(request.requestBody) }),
  getPet: ({ request }) => {
    const animal = findAnimal(Number(request.params['petId']));
    return animal === undefined ? unknownAnimal : { status: 200, body: animal, headers: deprecation };
  },
  validationFail: ({ operation, validation }) => {
    if (operation.operationId === 'getPet') return unknownAnimal;
    const [error] = validation.errors ?? [];
    const code = operation.operationId === 'createPet' ? 'invalid_body' : 'invalid_parameter';
    return refuse(400, code, `${error?.instancePath} ${error?.message}`);
  },
  notFound: () => unknownPath,
  methodNotAllowed: ({ request }) => methodNotAllowed(request.path === '/v1/pets' ? 'GET, HEAD, POST' : 'GET, HEAD'),
});
// The key is checked before.
api.registerSecurityHandler('apiKey', () => true);
await api.init();

async function route(request) {
  const { method = 'GET', headers, url = '' } = request;
  const [path = '', query = ''] = url.split('?', 2);
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const hasBody = method === 'POST';
  if (hasBody && mediaType !== undefined && mediaType !== 'application/json')
    return refuse(415, 'unsupported_media_type', 'The body must be application/json.');
  const body = hasBody ? await readBody(request) : undefined;
  if (hasBody && body === undefined) return refuse(413, 'body_too_large', 'The body is too large.');
  return api.handleRequest({
    method: method === 'HEAD' ? 'GET' : method,
    path,
    query,
    headers,
    body,
  });
}

/** The whole body; undefined where it is too large. */
function readBody(request) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let length = 0;
    request.on('data', (chunk) => {
      length += chunk.length;
      if (length <= maximumBodyBytes) chunks.push(chunk);
    });
    request.on('end', () => resolve(length <= maximumBodyBytes ? Buffer.concat(chunks).toString() : undefined));
    request.on('error', reject);
  });
}

async function answer(request, response) {
  const { authorization, 'x-request-id': requestId } = request.headers;
  const { headers, refusal } = admit(authorization, requestId, request.socket.remoteAddress);
  let reply;
  try {
    reply = refusal ?? (await route(request));
  } catch (error) {
    console.error(error);
    reply = refuse(500, 'internal_error', 'The server could not answer this request.');
  }
  const text = JSON.stringify(reply.body);
  response.writeHead(reply.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
    ...reply.headers,
  });
  response.end(text);
}

createServer(answer).listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('listening'));
