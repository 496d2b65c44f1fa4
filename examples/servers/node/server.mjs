// The animal adoption store on node:http alone.
//
//   KEY=… LIMITED_KEY=… REVOKED_KEY=… PORT=8080 node server.mjs
import { createServer } from 'node:http';

const { PORT = '8080', KEY, LIMITED_KEY, REVOKED_KEY, WINDOW_SECONDS = '60' } = process.env;

const statuses = ['available', 'pending', 'sold'];
const plans = {
  free: { minute: 60, day: 1000 },
  enterprise: { minute: 100_000, day: 1_000_000 },
  anonymous: { minute: 2000, day: 1_000_000 },
};
const keys = new Map([
  [KEY, 'enterprise'],
  [LIMITED_KEY, 'free'],
  [REVOKED_KEY, 'enterprise'],
]);
keys.delete(undefined);
const revokedKeys = new Set([REVOKED_KEY]);

const animals = new Map();
let lastId = 0;

class HttpError extends Error {
  constructor(status, code, message, headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

// Fixed windows that begin with the first request of a caller.
const usage = new Map();

function windowsOf(caller, plan, now) {
  const known = usage.get(caller) ?? [
    { limit: plan.minute, seconds: Number(WINDOW_SECONDS), used: 0, resetsAt: 0 },
    { limit: plan.day, seconds: 86_400, used: 0, resetsAt: 0 },
  ];
  usage.set(caller, known);
  for (const window of known) {
    if (now < window.resetsAt) continue;
    window.used = 0;
    window.resetsAt = Math.ceil(now) + window.seconds;
  }
  return known;
}

function countRequest(response, caller, plan) {
  const now = Date.now() / 1000;
  const windows = windowsOf(caller, plan, now);
  const isSpent = windows.some((window) => window.used >= window.limit);
  if (!isSpent) for (const window of windows) window.used += 1;
  const [inForce] = windows.toSorted((a, b) => a.limit - a.used - (b.limit - b.used) || b.resetsAt - a.resetsAt);
  response.setHeader('X-RateLimit-Limit', inForce.limit);
  response.setHeader('X-RateLimit-Remaining', inForce.limit - inForce.used);
  response.setHeader('X-RateLimit-Reset', inForce.resetsAt);
  if (!isSpent) return;
  const seconds = Math.max(1, Math.ceil(inForce.resetsAt - now));
  throw new HttpError(429, 'rate_limit_exceeded', `Too many requests. Retry in ${seconds} seconds.`, {
    'Retry-After': seconds,
  });
}

function authenticate(request) {
  const [, key] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (revokedKeys.has(key)) return undefined;
  return keys.has(key) ? key : undefined;
}

async function readJson(request) {
  const mediaType = (request.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= 1_000_000) chunks.push(chunk);
  }
  if (mediaType !== 'application/json' && size > 0)
    throw new HttpError(415, 'unsupported_media_type', 'Send application/json.');
  if (size > 1_000_000) throw new HttpError(413, 'payload_too_large', 'The body is too large.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch (error) {
    throw new HttpError(400, 'malformed_json', `The body is not JSON: ${error.message}`);
  }
}

function validateNewAnimal(body) {
  const errors = [];
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new HttpError(400, 'validation_failed', 'The body must be an object.');
  const { name, categoryId, status, ...others } = body;
  if (typeof name !== 'string') errors.push('name must be a string');
  if (!Number.isSafeInteger(categoryId)) errors.push('categoryId must be an integer');
  if ('status' in body && !statuses.includes(status)) errors.push(`status must be one of ${statuses.join(', ')}`);
  for (const field of Object.keys(others)) errors.push(`${field} is not a field of an animal`);
  if (errors.length > 0) throw new HttpError(400, 'validation_failed', errors.join('; '));
  return { name, categoryId, ...(status && { status }) };
}

function listAnimals({ searchParams }) {
  const limitText = searchParams.get('limit') ?? '20';
  const limit = Number(limitText);
  if (!/^\d+$/.test(limitText) || limit < 1 || limit > 100)
    throw new HttpError(400, 'invalid_query', 'limit must be an integer from 1 to 100.');
  const status = searchParams.get('status');
  if (status !== null && !statuses.includes(status))
    throw new HttpError(400, 'invalid_query', `status must be one of ${statuses.join(', ')}.`);
  const matching = [...animals.values()].filter((animal) => status === null || animal.status === status);
  return { status: 200, body: matching.reverse().slice(0, limit) };
}

async function createAnimal(_url, request) {
  const own = validateNewAnimal(await readJson(request));
  const animal = { id: lastId + 1, ...own };
  lastId = animal.id;
  animals.set(animal.id, animal);
  return { status: 201, body: animal };
}

const deprecation = {
  Deprecation: '@1795132800',
  Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  Link: '</v1/pets>; rel="successor-version"',
};

function getAnimal(url) {
  const [, idText] = /^\/v1\/pets\/(\d+)$/.exec(url.pathname) ?? [];
  const animal = animals.get(Number(idText));
  if (animal === undefined) throw new HttpError(404, 'not_found', 'There is no such animal.', deprecation);
  return { status: 200, body: animal, headers: deprecation };
}

function route(method, path) {
  const offered =
    path === '/v1/pets'
      ? { GET: listAnimals, POST: createAnimal }
      : /^\/v1\/pets\/[^/]+$/.test(path)
        ? { GET: getAnimal }
        : undefined;
  if (offered === undefined) throw new HttpError(404, 'not_found', 'There is nothing at this path.');
  const handler = offered[method === 'HEAD' ? 'GET' : method];
  if (handler === undefined) {
    const allow = Object.keys(offered).flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
    throw new HttpError(405, 'method_not_allowed', `${method} is not allowed here.`, { Allow: allow.join(', ') });
  }
  return handler;
}

async function handle(request, response) {
  const key = authenticate(request);
  const caller = key ?? request.socket.remoteAddress;
  countRequest(response, caller, plans[keys.get(key) ?? 'anonymous']);
  if (key === undefined)
    throw new HttpError(401, 'unauthorized', 'Send an API key as a bearer token.', { 'WWW-Authenticate': 'Bearer' });
  const url = new URL(request.url, 'http://localhost');
  return route(request.method, url.pathname)(url, request);
}

function send(response, { status, body, headers = {} }) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

const server = createServer(async (request, response) => {
  try {
    send(response, await handle(request, response));
  } catch (error) {
    if (!(error instanceof HttpError)) console.error(error);
    const { status, code, message, headers } =
      error instanceof HttpError ? error : new HttpError(500, 'internal_error', 'Something went wrong.');
    send(response, { status, body: { code, message, status }, headers });
  }
});

server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/v1`));
