// What the animal adoption store answers to a request of node:http, written by hand.
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

function isStatus(value) {
  return value === 'available' || value === 'pending' || value === 'sold';
}

function list(query) {
  const invalid = (message) => refuse(400, 'invalid_parameter', `The query parameter ${message}.`);
  const [limitText = '20', ...otherLimits] = query.getAll('limit');
  const [status, ...otherStatuses] = query.getAll('status');
  const limit = Number(limitText);
  if (otherLimits.length > 0) return invalid('limit is given more than once');
  if (!/^\d+$/.test(limitText) || limit < 1 || limit > 100) return invalid('limit must be an integer from 1 to 100');
  if (otherStatuses.length > 0) return invalid('status is given more than once');
  if (status !== undefined && !isStatus(status)) return invalid('status must be one of available, pending, sold');
  return { status: 200, body: listAnimals(limit, status) };
}

function find(id) {
  const animal = /^[1-9]\d{0,15}$/.test(id) ? findAnimal(Number(id)) : undefined;
  return animal === undefined ? unknownAnimal : { status: 200, body: animal, headers: deprecation };
}

async function add(request) {
  const mediaType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== undefined && mediaType !== 'application/json')
    return refuse(415, 'unsupported_media_type', 'The body must be application/json.');
  const bytes = await readBody(request);
  if (bytes === undefined) return refuse(413, 'body_too_large', `The body is larger than ${maximumBodyBytes} bytes.`);
  if (bytes.length > 0 && mediaType === undefined)
    return refuse(415, 'unsupported_media_type', 'The body must be application/json.');
  let body;
  try {
    body = JSON.parse(bytes.toString());
  } catch {
    return refuse(400, 'invalid_body', 'The body is not valid JSON.');
  }
  const reason = faultOf(body);
  if (reason !== undefined) return refuse(400, 'invalid_body', `The body ${reason}.`);
  return { status: 201, body: addAnimal(body) };
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
    request.on('end', () => resolve(length <= maximumBodyBytes ? Buffer.concat(chunks) : undefined));
    request.on('error', reject);
  });
}

/** What is wrong with a new animal. */
function faultOf(body) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'must be of type object';
  const { name, categoryId, status, ...others } = body;
  if (!Object.hasOwn(body, 'name')) return 'has no field name';
  if (!Object.hasOwn(body, 'categoryId')) return 'has no field categoryId';
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `has the unknown field ${JSON.stringify(unknown)}`;
  if (typeof name !== 'string') return 'has a name that is no string';
  if (!Number.isSafeInteger(categoryId)) return 'has a categoryId that is no integer';
  if (Object.hasOwn(body, 'status') && !isStatus(status)) return 'has a status that is not one of those documented';
  return undefined;
}

async function route(request) {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const [path = '', query] = (request.url ?? '').split('?', 2);
  if (path === '/v1/pets') {
    if (method === 'GET') return list(new URLSearchParams(query));
    if (method === 'POST') return add(request);
    return methodNotAllowed('GET, HEAD, POST');
  }
  const [, id] = /^\/v1\/pets\/([^/]+)$/.exec(path) ?? [];
  if (id === undefined) return unknownPath;
  return method === 'GET' ? find(id) : methodNotAllowed('GET, HEAD');
}

/** Answers a request: never rejects. */
export async function answer(request, response) {
  const { authorization, 'x-request-id': requestId } = request.headers;
  const { headers, refusal } = admit(authorization, requestId, request.socket.remoteAddress);
  let reply;
  try {
    reply = refusal ?? (await route(request));
  } catch (error) {
    console.error(error);
    reply = refuse(500, 'internal_error', `The server could not answer this request (${headers['X-Request-Id']}).`);
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
