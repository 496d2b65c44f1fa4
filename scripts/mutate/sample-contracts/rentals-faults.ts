import { commonControls } from './common-controls.ts';
import {
  alias,
  deep,
  onAnswer,
  onCall,
  onItem,
  skips,
  withBody,
  withHeader,
  withHeaders,
  without,
  withoutHeader,
  withQuery,
  wraps,
} from './message-wraps.ts';
import { failure, key, limitedKey } from './rentals-server.ts';
import { type Item, isItem, itemOf, type Json, listOf } from './schema.ts';
import { type Answer, bodyOf, type Call, type Control, type Fault, type Handler, json } from './service.ts';

const keys = [key, limitedKey];
const tokenOf = ({ headers }: Call) => (headers.authorization ?? '').replace(/^bearer +/i, '');
const given = (call: Call) => call.query.get('api_key') ?? tokenOf(call);
const text = (value: Json | undefined) => (typeof value === 'string' ? value : '');
const status = (to: number) => (): Partial<Answer> => ({ status: to });
const noContent = ({ headers }: Answer): Partial<Answer> => ({ status: 204, headers, json: null });
const numberOf = (answer: Answer, header: string) => Number(answer.headers[header]);
/** Lets the server refuse what it should take, in its own way. */
const refuses = (
  name: string,
  operation: string,
  isMeant: (body: Item, call: Call) => boolean,
  changed: (call: Call) => Partial<Call> = (call) => withBody(call, () => ({})),
): Fault =>
  wraps(
    name,
    operation,
    onCall(operation, (call) => (isMeant(bodyOf(call), call) ? changed(call) : {})),
  );
const wrapsId = (bits: number) => (call: Call) => ({
  path: call.path.replace(/\d+$/, (id) => String(BigInt.asUintN(bits, BigInt(id)))),
});
const notFound = ({ headers }: Answer): Partial<Answer> => ({
  ...failure(404, 'not_found', 'There is no such thing.'),
  headers,
});
const inPage = (operation: string, change: (items: Json[], call: Call) => Json[]) =>
  onItem(operation, 200, (page, call) => ({ ...page, data: change(listOf(page['data']), call) }));
const takesKey = (isTaken: (given: string, call: Call) => boolean) => (call: Call) =>
  isTaken(given(call), call)
    ? { ...withHeaders(call, { authorization: `Bearer ${key}` }), ...withQuery(call, { api_key: undefined }) }
    : {};
const limits = (name: string, change: (answer: Answer) => Partial<Answer>): Fault =>
  wraps(
    name,
    '*',
    onAnswer('*', undefined, (answer) => (answer.headers['RateLimit-Limit'] === undefined ? {} : change(answer))),
  );
const tooMany = (name: string, change: (answer: Answer) => Partial<Answer>): Fault =>
  wraps(name, '*', onAnswer('*', 429, change));

/** Refuses a key for good once it was refused. */
function neverAgain(handler: Handler): Handler {
  let refused: Answer | undefined;
  return async (call) => {
    if (refused && given(call) === limitedKey) return refused;
    const answer = await handler(call);
    if (answer.status === 429) refused = answer;
    return answer;
  };
}

export const faults: Fault[] = [
  // Statuses
  wraps('answers 200 to a creation', 'createStation', onAnswer('createStation', 201, status(200))),
  wraps(
    'answers 200 to a replacement',
    'putBike',
    onAnswer('putBike', 204, ({ headers }) => json(200, {}, headers)),
  ),
  wraps('answers 201 to a new bike', 'putBike', onAnswer('putBike', 204, status(201))),
  wraps('answers 200 to a deletion', 'deleteBike', onAnswer('deleteBike', 204, status(200))),
  wraps('answers 422 to an invalid body', 'createStation', onAnswer('createStation', 400, status(422))),
  wraps('answers 500 to a malformed id', 'getStation', onAnswer('getStation', 400, status(500))),
  wraps(
    'answers 500 to a huge id',
    'getStation',
    onAnswer('getStation', 400, (_, { path }) => (/\d{19}/.test(path) ? { status: 500 } : {})),
  ),
  wraps('answers 403 to a missing key', 'listBikes', onAnswer('listBikes', 401, status(403))),
  wraps(
    'answers 200 to an unknown bike',
    'getBike',
    onAnswer('getBike', 404, ({ headers }) => json(200, {}, headers)),
  ),
  wraps(
    'lists the bikes of an unknown station',
    'listBikes',
    onAnswer('listBikes', 404, ({ headers }) => json(200, { data: [], total: 0 }, headers)),
  ),
  wraps('puts a bike into an unknown station', 'putBike', onAnswer('putBike', 404, noContent)),
  wraps('answers 204 to the deletion of an unknown bike', 'deleteBike', onAnswer('deleteBike', 404, noContent)),
  wraps('sees stations that there are not', 'checkStation', onAnswer('checkStation', 404, status(200))),
  wraps('does not see a station that there is', 'checkStation', onAnswer('checkStation', 200, status(404))),
  wraps('does not find a bike of a known station', 'reserveBike', onAnswer('reserveBike', 201, notFound)),
  wraps(
    'answers 404 to a page after the last',
    'listStations',
    onAnswer('listStations', 200, (answer, call) =>
      Number(call.query.get('page') ?? 1) > 1 && listOf(itemOf(answer.json)['data']).length === 0
        ? notFound(answer)
        : {},
    ),
  ),
  // Headers and media types
  wraps(
    'does not say how to authenticate',
    'createStation',
    onAnswer('createStation', 401, (answer) => withoutHeader(answer, 'WWW-Authenticate')),
  ),
  wraps(
    'says text/plain of a station',
    'getStation',
    onAnswer('getStation', 200, (answer) => withHeader(answer, 'Content-Type', 'text/plain')),
  ),
  wraps(
    'says application/problem+json of an error',
    'getBike',
    onAnswer('getBike', 404, (answer) => withHeader(answer, 'Content-Type', 'application/problem+json')),
  ),
  wraps(
    'says text/html of an error',
    'createStation',
    onAnswer('createStation', 400, ({ headers }) => ({
      headers: { ...headers, 'Content-Type': 'text/html' },
      text: '<h1>Bad Request</h1>',
    })),
  ),
  skips('takes any media type', 'putBike', 'media type'),
  // Bodies of responses
  wraps(
    'gives the id as a string',
    'createStation',
    onItem('createStation', 201, (item) => ({ ...item, id: String(item['id']) })),
  ),
  wraps(
    'leaves out the location',
    'getStation',
    onItem('getStation', 200, (item) => without(item, 'location')),
  ),
  wraps(
    'adds to a closed station',
    'getStation',
    onItem('getStation', 200, (item) => ({ ...item, bikes: [] })),
  ),
  wraps(
    'adds to the closed page',
    'listStations',
    onItem('listStations', 200, (item) => ({ ...item, page: 1 })),
  ),
  wraps(
    'gives null for the docks',
    'listStations',
    inPage('listStations', (items) => items.map((item) => ({ ...itemOf(item), docks: null }))),
  ),
  wraps(
    'gives a bike without a code',
    'getBike',
    onItem('getBike', 200, (item) => without(item, 'code')),
  ),
  wraps(
    'gives a battery of -1',
    'getBike',
    onItem('getBike', 200, (item) => ({ ...item, batteryPercent: item['batteryPercent'] ?? -1 })),
  ),
  wraps(
    'gives the day of the opening as a moment',
    'createStation',
    onItem('createStation', 201, (item) =>
      typeof item['openedOn'] === 'string' ? { ...item, openedOn: `${item['openedOn']}T00:00:00Z` } : item,
    ),
  ),
  wraps(
    'leaves out the total',
    'listBikes',
    onItem('listBikes', 200, (item) => without(item, 'total')),
  ),
  wraps(
    'gives a moment in seconds since 1970',
    'reserveBike',
    onItem('reserveBike', 201, (item) => ({ ...item, startsAt: Date.parse(text(item['startsAt'])) / 1000 })),
  ),
  wraps(
    'gives an id of 0',
    'reserveBike',
    onItem('reserveBike', 201, (item) => ({ ...item, id: 0 })),
  ),
  wraps(
    'has an unknown code in the error',
    'getStation',
    onItem('getStation', 404, (item) => ({ ...item, code: 'missing' })),
  ),
  wraps(
    'adds to the closed error',
    'getBike',
    onItem('getBike', 404, (item) => ({ ...item, status: 404 })),
  ),
  wraps(
    'has no message in the error',
    'createStation',
    onItem('createStation', 400, (item) => without(item, 'message')),
  ),
  // Invalid parameters
  wraps(
    'takes an id of 0',
    'getStation',
    onAnswer('getStation', 400, ({ headers }, { path }) =>
      path.endsWith('/0')
        ? json(
            200,
            { id: 1, name: 'Zero', city: 'Bergen', docks: 1, active: true, location: null, openedOn: null },
            headers,
          )
        : {},
    ),
  ),
  wraps(
    'puts a bike with a malformed code',
    'putBike',
    onAnswer('putBike', 400, (answer, { path }) => (/\/[A-Z]{2}-[0-9]{4}$/.test(path) ? {} : noContent(answer))),
  ),
  wraps(
    'takes a code in lower case',
    'getBike',
    onCall('getBike', ({ path }) => ({ path: path.replace(/[^/]*$/, (code) => code.toUpperCase()) })),
  ),
  skips('takes page 0', 'listStations', 'query.page minimum'),
  skips('takes a page size of 0', 'listBikes', 'query.perPage minimum'),
  skips('takes a page size of 51', 'listStations', 'query.perPage maximum'),
  skips('takes a page size that is no number', 'listBikes', 'query.perPage type'),
  skips('takes an empty city in the filter', 'listStations', 'query.city minLength'),
  skips('takes an overlong city in the filter', 'listStations', 'query.city maxLength'),
  skips('takes 1 for true in the filter', 'listStations', 'query.active type'),
  skips('takes an unknown type in the filter', 'listBikes', 'query.type enum'),
  skips('takes yes for true in the filter', 'listBikes', 'query.docked type'),
  // Invalid bodies
  skips('takes a station without a city', 'createStation', 'body.city required'),
  skips('takes an empty name', 'createStation', 'body.name minLength'),
  skips('takes an overlong name', 'createStation', 'body.name maxLength'),
  skips('takes no docks', 'createStation', 'body.docks minimum'),
  skips('takes too many docks', 'createStation', 'body.docks maximum'),
  skips('takes a fraction of a dock', 'createStation', 'body.docks type'),
  skips('takes null for active', 'createStation', 'body.active null'),
  skips('takes a place beyond the pole', 'createStation', 'body.location.lat maximum'),
  skips('takes a place without a longitude', 'createStation', 'body.location.lon required'),
  skips('takes a place with an altitude', 'createStation', 'body.location surplus'),
  skips('takes 31 June', 'createStation', 'body.openedOn format'),
  skips('takes an unknown property', 'createStation', 'body surplus'),
  skips('takes a bike without a frame number', 'putBike', 'body.frameNumber required'),
  skips('takes a frame number beyond int32', 'putBike', 'body.frameNumber format'),
  skips('takes an unknown type', 'putBike', 'body.type enum'),
  skips('takes a battery of 101', 'putBike', 'body.batteryPercent maximum'),
  skips('takes a negative distance', 'putBike', 'body.odometerMetres minimum'),
  skips('takes a string for docked', 'putBike', 'body.docked type'),
  skips('takes a bike with surplus', 'putBike', 'body surplus'),
  skips('takes a reservation without a rider', 'reserveBike', 'body.riderId required'),
  skips('takes a reservation of no rider', 'reserveBike', 'body.riderId minimum'),
  skips('takes minutes between the steps', 'reserveBike', 'body.minutes multipleOf'),
  skips('takes more than a day', 'reserveBike', 'body.minutes maximum'),
  skips('takes a malformed moment', 'reserveBike', 'body.startsAt format'),
  skips('takes an overlong note', 'reserveBike', 'body.note maxLength'),
  // Valid input
  refuses('refuses the most docks', 'createStation', ({ docks }) => docks === 100),
  refuses('refuses the south pole', 'createStation', ({ location = null }) => itemOf(location)['lat'] === -90),
  refuses('refuses null for a place', 'createStation', ({ location }) => location === null),
  refuses(
    'wants to know whether a station is active',
    'createStation',
    (body) => typeof body['city'] === 'string' && !Object.hasOwn(body, 'active'),
  ),
  refuses('refuses names with letters outside ASCII', 'createStation', ({ name }) => /[^ -~]/.test(text(name))),
  refuses('refuses an empty battery', 'putBike', ({ batteryPercent }) => batteryPercent === 0),
  refuses('refuses a distance beyond int32', 'putBike', ({ odometerMetres }) => Number(odometerMetres) > 2 ** 31 - 1),
  refuses('refuses a negative frame number', 'putBike', ({ frameNumber }) => Number(frameNumber) < 0),
  refuses('refuses the shortest time', 'reserveBike', ({ minutes }) => minutes === 5),
  refuses('refuses riders beyond int32', 'reserveBike', ({ riderId }) => Number(riderId) > 2 ** 31 - 1),
  refuses(
    'refuses a page size of 50',
    'listStations',
    (_, { query }) => query.get('perPage') === '50',
    (call) => withQuery(call, { page: '0' }),
  ),
  refuses(
    'refuses ids beyond int32',
    'getStation',
    (_, { path }) => Number(path.replace(/.*\//, '')) > 2 ** 31 - 1,
    () => ({ path: '/stations/0' }),
  ),
  // Security
  skips('asks for no key', 'listStations', 'security'),
  skips('deletes without a key', 'deleteBike', 'security'),
  skips('sees stations without a key', 'checkStation', 'security'),
  wraps(
    'takes any key in the query',
    'createStation',
    onCall(
      'createStation',
      takesKey((_, { query }) => (query.get('api_key') ?? '') !== '' && !keys.includes(query.get('api_key') ?? '')),
    ),
  ),
  wraps(
    'takes any token',
    'putBike',
    onCall(
      'putBike',
      takesKey((_, call) => /^bearer ./i.test(call.headers.authorization ?? '') && !keys.includes(tokenOf(call))),
    ),
  ),
  wraps(
    'takes the beginning of a key',
    'getBike',
    onCall(
      'getBike',
      takesKey((part) => part !== '' && part !== key && key.startsWith(part)),
    ),
  ),
  wraps(
    'takes what begins with a key',
    'deleteStation',
    onCall(
      'deleteStation',
      takesKey((more) => more !== key && more.startsWith(key)),
    ),
  ),
  wraps(
    'does not know tokens',
    'getStation',
    onCall('getStation', (call) => withHeaders(call, { authorization: undefined })),
  ),
  wraps(
    'knows its scheme in title case alone',
    'listStations',
    onCall('listStations', (call) =>
      /^Bearer /.test(call.headers.authorization ?? '') ? {} : withHeaders(call, { authorization: undefined }),
    ),
  ),
  wraps(
    'does not know keys in the query',
    'reserveBike',
    onCall('reserveBike', (call) => withQuery(call, { api_key: undefined })),
  ),
  // Data
  wraps(
    'drops the place of a new station',
    'createStation',
    onCall('createStation', (call) =>
      isItem(bodyOf(call)['location']) && Object.keys(itemOf(bodyOf(call)['location'])).join() === 'lat,lon'
        ? withBody(call, (body) => without(body, 'location'))
        : {},
    ),
  ),
  wraps(
    'swaps latitude and longitude',
    'getStation',
    onItem('getStation', 200, (item) =>
      isItem(item['location'])
        ? { ...item, location: { lat: Number(item['location']['lon']) / 2, lon: item['location']['lat'] ?? 0 } }
        : item,
    ),
  ),
  wraps(
    'makes all new stations active',
    'createStation',
    onCall('createStation', (call) =>
      bodyOf(call)['active'] === false ? withBody(call, (body) => ({ ...body, active: true })) : {},
    ),
  ),
  wraps(
    'gives another id',
    'getStation',
    onItem('getStation', 200, (item) => ({ ...item, id: Number(item['id']) + 1 })),
  ),
  wraps(
    'gives the bike another code',
    'getBike',
    onItem('getBike', 200, (item) => ({ ...item, code: 'ZZ-9999' })),
  ),
  wraps('keeps 64 bits of an id', 'getStation', onCall('getStation', wrapsId(64))),
  wraps('keeps 16 bits of an id', 'getStation', onCall('getStation', wrapsId(16))),
  wraps('keeps 31 bits of an id', 'deleteStation', onCall('deleteStation', wrapsId(31))),
  wraps(
    'keeps 32 bits of a page size',
    'listBikes',
    onCall('listBikes', (call) => {
      const size = call.query.get('perPage') ?? '';
      return /^\d+$/.test(size) ? withQuery(call, { perPage: String(BigInt.asUintN(32, BigInt(size))) }) : {};
    }),
  ),
  wraps(
    'says another station of a bike',
    'getBike',
    onItem('getBike', 200, (item) => ({ ...item, stationId: Number(item['stationId']) + 1 })),
  ),
  wraps(
    'cuts distances to int32',
    'putBike',
    onCall('putBike', (call) =>
      Number(bodyOf(call)['odometerMetres']) > 2 ** 31 - 1 &&
      Number(bodyOf(call)['odometerMetres']) <= Number.MAX_SAFE_INTEGER
        ? withBody(call, (body) => ({ ...body, odometerMetres: 2 ** 31 - 1 }))
        : {},
    ),
  ),
  wraps(
    'takes an empty battery for none',
    'putBike',
    onCall('putBike', (call) =>
      bodyOf(call)['batteryPercent'] === 0 ? withBody(call, (body) => ({ ...body, batteryPercent: null })) : {},
    ),
  ),
  wraps(
    'alters the rider',
    'reserveBike',
    onItem('reserveBike', 201, (item) => ({ ...item, riderId: Number(item['riderId']) + 1 })),
  ),
  skips('does not store a replacement', 'putBike', 'store'),
  skips('keeps what a replacement leaves out', 'putBike', 'reset'),
  skips('does not delete a station', 'deleteStation', 'removal'),
  skips('does not delete a bike', 'deleteBike', 'removal'),
  // Pages and filters
  wraps(
    'ignores the page',
    'listStations',
    onCall('listStations', (call) =>
      /^[1-9]\d{0,4}$/.test(call.query.get('page') ?? '') ? withQuery(call, { page: undefined }) : {},
    ),
  ),
  wraps(
    'ignores the page size',
    'listBikes',
    onCall('listBikes', (call) =>
      /^([1-9]|[1-4]\d|50)$/.test(call.query.get('perPage') ?? '') ? withQuery(call, { perPage: undefined }) : {},
    ),
  ),
  wraps(
    'counts the page instead of all',
    'listStations',
    onItem('listStations', 200, (page) => ({ ...page, total: listOf(page['data']).length })),
  ),
  wraps(
    'counts what the filter leaves out',
    'listBikes',
    onItem('listBikes', 200, (page, call) =>
      call.query.has('type') ? { ...page, total: Number(page['total']) + 1 } : page,
    ),
  ),
  wraps(
    'lists a bike twice',
    'listBikes',
    inPage('listBikes', (items) => [...items.slice(0, -1), ...items.slice(0, 1)]),
  ),
  wraps(
    'leaves the last match out',
    'listStations',
    inPage('listStations', (items, { query }) => (query.has('city') ? items.slice(0, -1) : items)),
  ),
  skips('ignores the filter by city', 'listStations', 'filter city'),
  skips('ignores the filter by activity', 'listStations', 'filter active'),
  skips('ignores the filter by type', 'listBikes', 'filter type'),
  wraps(
    'takes false for no filter',
    'listBikes',
    onCall('listBikes', (call) => (call.query.get('docked') === 'false' ? withQuery(call, { docked: undefined }) : {})),
  ),
  // Rate limits
  { name: 'does not keep to the limit', operation: '*', options: { skip: '* limit' } },
  { name: 'lets all keys share one window', operation: '*', options: { skip: '* own window' } },
  wraps('never opens the window again', '*', neverAgain),
  tooMany('does not say when to come again', (answer) => withoutHeader(answer, 'Retry-After')),
  tooMany('says to come again after 0 seconds', (answer) => withHeader(answer, 'Retry-After', '0')),
  tooMany('says to come again when the window is long closed', (answer) => withHeader(answer, 'Retry-After', '3600')),
  tooMany('answers 503 to a request too many', status(503)),
  tooMany('answers a request too many with plain text', ({ headers }) => ({
    headers: { ...headers, 'Content-Type': 'text/plain' },
    text: 'Slow down',
  })),
  tooMany('says that something remains in a refusal', (answer) => withHeader(answer, 'RateLimit-Remaining', '5')),
  limits('counts nothing', (answer) =>
    withHeader(answer, 'RateLimit-Remaining', answer.headers['RateLimit-Limit'] ?? ''),
  ),
  limits('counts one too few', (answer) =>
    withHeader(answer, 'RateLimit-Remaining', String(numberOf(answer, 'RateLimit-Remaining') + 1)),
  ),
  limits('says the moment of the reset', (answer) =>
    withHeader(answer, 'RateLimit-Reset', String(Math.floor(Date.now() / 1000) + numberOf(answer, 'RateLimit-Reset'))),
  ),
  limits('says the reset in milliseconds', (answer) =>
    withHeader(answer, 'RateLimit-Reset', String(numberOf(answer, 'RateLimit-Reset') * 1000)),
  ),
  limits('says another limit', (answer) =>
    withHeader(answer, 'RateLimit-Limit', String(numberOf(answer, 'RateLimit-Limit') * 2)),
  ),
  wraps(
    'leaves out the limit of a list',
    'listStations',
    onAnswer('listStations', 200, (answer) => withoutHeader(answer, 'RateLimit-Limit')),
  ),
  wraps(
    'leaves out what remains with an error',
    'getBike',
    onAnswer('getBike', 404, (answer) => withoutHeader(answer, 'RateLimit-Remaining')),
  ),
  wraps(
    'leaves out the reset of a deletion',
    'deleteBike',
    onAnswer('deleteBike', 204, (answer) => withoutHeader(answer, 'RateLimit-Reset')),
  ),
  // What is not in the document
  wraps('replaces by POST', 'putBike', alias('POST', '/stations/{stationId}/bikes/{code}', 'PUT')),
  wraps('deletes by PATCH', 'deleteStation', alias('PATCH', '/stations/{stationId}', 'DELETE')),
];

const onError = (change: (error: Item) => Item) =>
  onAnswer('*', undefined, ({ json: value }) =>
    isItem(value) && Object.hasOwn(value, 'message') ? { json: change(value) } : {},
  );

export const controls: Control[] = [
  ...commonControls(
    (detail) => failure(400, 'invalid', detail),
    ['api_key', 'city', 'active', 'type', 'docked', 'page', 'perPage'],
  ),
  { name: 'words errors otherwise', options: { wrap: onError((error) => ({ ...error, message: 'Ikke slik.' })) } },
  { name: 'has one code for all errors', options: { wrap: onError((error) => ({ ...error, code: 'invalid' })) } },
  {
    name: 'lists the newest first on a page',
    options: { wrap: onItem('listStations', 200, (page) => ({ ...page, data: listOf(page['data']).toReversed() })) },
  },
  {
    name: 'adds properties to open objects',
    options: {
      wrap: onAnswer('*', undefined, ({ json: value }) =>
        value === undefined ? {} : { json: deep(['riderId'], (item) => ({ ...item, state: 'open' }))(value) },
      ),
    },
  },
  {
    name: 'says when to come again with each response',
    options: {
      wrap: onAnswer('*', undefined, (answer) =>
        answer.headers['RateLimit-Reset'] === undefined
          ? {}
          : withHeader(answer, 'Retry-After', answer.headers['RateLimit-Reset']),
      ),
    },
  },
  {
    name: 'says the limits with an older name too',
    options: {
      wrap: onAnswer('*', undefined, (answer) =>
        answer.headers['RateLimit-Limit'] === undefined
          ? {}
          : withHeader(answer, 'X-RateLimit-Limit', answer.headers['RateLimit-Limit']),
      ),
    },
  },
  {
    name: 'gives the moment of a reservation in another precision',
    options: {
      wrap: onItem('reserveBike', 201, (item) =>
        Number.isNaN(Date.parse(text(item['startsAt'])))
          ? item
          : { ...item, startsAt: new Date(text(item['startsAt'])).toISOString() },
      ),
    },
  },
  {
    name: 'does not say the length of a HEAD',
    options: { wrap: onAnswer('checkStation', undefined, () => ({ chunked: true })) },
  },
  {
    name: 'answers with a link to its documentation',
    options: { wrap: onAnswer('*', undefined, (answer) => withHeader(answer, 'Link', '</docs>; rel="service-doc"')) },
  },
];
