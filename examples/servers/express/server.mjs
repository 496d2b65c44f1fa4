// The animal adoption store on Express 5.
//
//   KEY=… LIMITED_KEY=… REVOKED_KEY=… PORT=8080 node server.mjs
import express from 'express';

const { PORT = '8080', KEY, LIMITED_KEY, REVOKED_KEY, WINDOW_SECONDS = '60' } = process.env;

const STATUSES = ['available', 'pending', 'sold'];
const PLANS = {
  free: { perMinute: 60, perDay: 1000 },
  enterprise: { perMinute: 50_000, perDay: 5_000_000 },
};
const apiKeys = { [KEY]: 'enterprise', [LIMITED_KEY]: 'free', [REVOKED_KEY]: 'enterprise' };
const revoked = [REVOKED_KEY];

const pets = [];

/** An error that is answered as it is; `http-errors` of Express has the same properties. */
function failure(status, code, message, headers = {}) {
  return Object.assign(new Error(message), { status, code, headers, expose: true });
}

// Windows are aligned to the clock: a minute starts at its second 0, a day at midnight (UTC).
const counters = new Map();

function take(caller, { perMinute, perDay }) {
  const now = Date.now() / 1000;
  const windows = [
    { limit: perMinute, seconds: Number(WINDOW_SECONDS) },
    { limit: perDay, seconds: 86_400 },
  ].map(({ limit, seconds }) => {
    const id = `${caller} ${seconds}`;
    const start = Math.floor(now / seconds) * seconds;
    const counter = counters.get(id)?.start === start ? counters.get(id) : { start, count: 0 };
    counters.set(id, counter);
    return { limit, counter, reset: start + seconds };
  });
  const allowed = windows.every(({ limit, counter }) => counter.count < limit);
  if (allowed) for (const { counter } of windows) counter.count++;
  const states = windows.map(({ limit, counter, reset }) => ({ limit, remaining: limit - counter.count, reset }));
  const state = states[0].remaining < states[1].remaining ? states[0] : states[1];
  return { allowed, ...state, retryAfter: Math.max(1, Math.ceil(state.reset - now)) };
}

function authenticate(req, res, next) {
  const [scheme, token] = (req.get('Authorization') ?? '').split(' ');
  req.plan = scheme.toLowerCase() === 'bearer' && Object.hasOwn(apiKeys, token) ? apiKeys[token] : undefined;
  if (req.plan !== undefined && !revoked.includes(token)) {
    req.apiKey = token;
    return next();
  }
  // Whoever has no key has the limits of the free plan, and they are not counted.
  res.set({
    'X-RateLimit-Limit': PLANS.free.perMinute,
    'X-RateLimit-Remaining': PLANS.free.perMinute,
    'X-RateLimit-Reset': Math.ceil(Date.now() / 1000) + 60,
  });
  next(failure(401, 'unauthorized', 'Missing or invalid API key.', { 'WWW-Authenticate': 'Bearer realm="pets"' }));
}

function rateLimit(req, res, next) {
  const { allowed, limit, remaining, reset, retryAfter } = take(req.apiKey, PLANS[req.plan]);
  res.set({ 'X-RateLimit-Limit': limit, 'X-RateLimit-Remaining': remaining, 'X-RateLimit-Reset': reset });
  if (allowed) return next();
  next(failure(429, 'too_many_requests', 'Rate limit exceeded.', { 'Retry-After': retryAfter }));
}

function requireJson(req, _res, next) {
  if (req.is('application/json') === false) return next(failure(415, 'unsupported_media_type', 'Send JSON.'));
  next();
}

const methodNotAllowed = (...methods) => (req, _res, next) => {
  next(failure(405, 'method_not_allowed', `Cannot ${req.method} ${req.path}.`, { Allow: methods.join(', ') }));
};

function parseLimit(text = '20') {
  const limit = typeof text === 'string' && /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
  if (limit >= 1 && limit <= 100) return limit;
  throw failure(400, 'bad_request', 'limit must be an integer between 1 and 100.');
}

function parseStatus(status) {
  if (status === undefined || STATUSES.includes(status)) return status;
  throw failure(400, 'bad_request', `status must be one of: ${STATUSES.join(', ')}.`);
}

function parseNewPet(body) {
  const invalid = (message) => failure(400, 'invalid_pet', message);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('A JSON object is expected.');
  const unknown = Object.keys(body).filter((field) => !['name', 'categoryId', 'status'].includes(field));
  if (unknown.length > 0) throw invalid(`Unknown fields: ${unknown.join(', ')}.`);
  if (typeof body.name !== 'string') throw invalid('name must be a string.');
  if (!Number.isSafeInteger(body.categoryId)) throw invalid('categoryId must be an integer.');
  if (Object.hasOwn(body, 'status') && !STATUSES.includes(body.status))
    throw invalid(`status must be one of: ${STATUSES.join(', ')}.`);
  return body;
}

const app = express();
app.disable('x-powered-by');
app.use(authenticate, rateLimit);

const router = express.Router();

router
  .route('/pets')
  .get((req, res) => {
    const limit = parseLimit(req.query.limit);
    const status = parseStatus(req.query.status);
    res.json(pets.filter((pet) => status === undefined || pet.status === status).slice(0, limit));
  })
  .post(requireJson, express.json(), (req, res) => {
    const pet = { id: pets.length + 1, ...parseNewPet(req.body) };
    pets.unshift(pet);
    res.status(201).json(pet);
  })
  .all(methodNotAllowed('GET', 'HEAD', 'POST'));

router
  .route('/pets/:petId')
  .get((req, res) => {
    res.set({
      Deprecation: '@1795132800',
      Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
      Link: '</v1/pets>; rel="successor-version"',
    });
    const pet = pets.find(({ id }) => String(id) === req.params.petId);
    if (pet === undefined) throw failure(404, 'not_found', 'Pet not found.');
    res.json(pet);
  })
  .all(methodNotAllowed('GET', 'HEAD'));

app.use('/v1', router);

app.use((_req, _res, next) => next(failure(404, 'not_found', 'Not found.')));

app.use((error, _req, res, _next) => {
  const status = error.status ?? 500;
  if (status >= 500) console.error(error);
  res
    .status(status)
    .set(error.headers ?? {})
    .json({
      code: typeof error.code === 'string' ? error.code : (error.type ?? 'error'),
      message: error.expose ? error.message : 'Internal server error.',
      status,
    });
});

const server = app.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/v1`);
});
