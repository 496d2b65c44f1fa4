import { commonControls } from './common-controls.ts';
import {
  alias,
  deep,
  instead,
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
import { type Item, isItem, itemOf, type Json, listOf } from './schema.ts';
import { type Answer, bodyOf, type Call, type Control, empty, type Fault, json } from './service.ts';
import { failure, key } from './shapes-server.ts';

const unknownId = 'drw_zzzz00009999';
const invalid = failure(400, 'invalid', 'Not like this.');
const hasToken = ({ headers }: Call) => headers.authorization === `Bearer ${key}`;
const text = (value: Json | undefined) => (typeof value === 'string' ? value : '');
const status = (to: number) => (): Partial<Answer> => ({ status: to });
const noContent = { ...empty(204), json: null };
const shapeOf = (body: Item) => itemOf(body['shape']);
const styleOf = (body: Item) => itemOf(body['style']);
const inShape =
  (change: (shape: Item) => Item) =>
  (item: Item): Item => ({ ...item, shape: change(shapeOf(item)) });
const inList = (change: (items: Json[], call: Call) => Json[]) =>
  onAnswer('listDrawings', 200, ({ json: value }, call) =>
    value === undefined ? {} : { json: change(listOf(value), call) },
  );
const refuses = (name: string, operation: string, isMeant: (body: Item, call: Call) => boolean): Fault =>
  wraps(
    name,
    operation,
    instead(operation, (call) => hasToken(call) && isMeant(bodyOf(call), call), invalid),
  );
const takesToken =
  (isTaken: (given: string, scheme: string) => boolean) =>
  ({ headers: { authorization = '' }, ...call }: Call) => {
    const [scheme = '', given = ''] = authorization.split(' ');
    return isTaken(given, scheme) ? { headers: { authorization: `Bearer ${key}` }, ...call } : {};
  };
const changesBody = (operation: string, isMeant: (body: Item) => boolean, change: (body: Item) => Item) =>
  onCall(operation, (call) => (isMeant(bodyOf(call)) ? withBody(call, change) : {}));

export const faults: Fault[] = [
  // Statuses
  wraps('answers 200 to a creation', 'createDrawing', onAnswer('createDrawing', 201, status(200))),
  wraps('answers 201 to a replacement', 'replaceDrawing', onAnswer('replaceDrawing', 200, status(201))),
  wraps('answers 202 to a deletion', 'deleteDrawing', onAnswer('deleteDrawing', 204, status(202))),
  wraps('answers 500 to an invalid drawing', 'createDrawing', onAnswer('createDrawing', 400, status(500))),
  wraps('answers 500 to a wrong page', 'listDrawings', onAnswer('listDrawings', 400, status(500))),
  wraps('answers 200 with an error in it', 'getDrawing', onAnswer('getDrawing', 404, status(200))),
  wraps('answers 400 to an unknown drawing', 'getDrawing', onAnswer('getDrawing', 404, status(400))),
  wraps(
    'answers 204 to the deletion of an unknown drawing',
    'deleteDrawing',
    onAnswer('deleteDrawing', 404, () => noContent),
  ),
  wraps(
    'lists no comments on an unknown drawing',
    'listComments',
    onAnswer('listComments', 404, () => json(200, [])),
  ),
  wraps('answers 404 to who asks how it is', 'getStatus', onAnswer('getStatus', 200, status(404))),
  wraps(
    'gives an empty list to who has no token',
    'listDrawings',
    onAnswer('listDrawings', 401, () => json(200, [], { 'X-Total-Count': '0' })),
  ),
  // Headers
  wraps(
    'leaves out Location',
    'createDrawing',
    onAnswer('createDrawing', 201, (answer) => withoutHeader(answer, 'Location')),
  ),
  wraps(
    'says a Location that is not there',
    'createDrawing',
    onAnswer('createDrawing', 201, (answer) => withHeader(answer, 'Location', `${answer.headers['Location']}x`)),
  ),
  wraps(
    'leaves out the ETag of a new drawing',
    'createDrawing',
    onAnswer('createDrawing', 201, (answer) => withoutHeader(answer, 'ETag')),
  ),
  wraps(
    'gives an ETag without quotes',
    'getDrawing',
    onAnswer('getDrawing', 200, (answer) =>
      withHeader(answer, 'ETag', String(answer.headers['ETag']).replaceAll('"', '')),
    ),
  ),
  wraps(
    'leaves out the ETag of a replaced drawing',
    'replaceDrawing',
    onAnswer('replaceDrawing', 200, (answer) => withoutHeader(answer, 'ETag')),
  ),
  wraps(
    'leaves out the total',
    'listDrawings',
    onAnswer('listDrawings', 200, (answer) => withoutHeader(answer, 'X-Total-Count')),
  ),
  wraps(
    'gives a total that is no number',
    'listDrawings',
    onAnswer('listDrawings', 200, (answer) =>
      withHeader(answer, 'X-Total-Count', `${answer.headers['X-Total-Count']} drawings`),
    ),
  ),
  wraps(
    'counts the page instead of all',
    'listDrawings',
    onAnswer('listDrawings', 200, (answer) =>
      answer.json === undefined ? {} : withHeader(answer, 'X-Total-Count', String(listOf(answer.json).length)),
    ),
  ),
  wraps(
    'counts one too many',
    'listDrawings',
    onAnswer('listDrawings', 200, (answer) =>
      withHeader(answer, 'X-Total-Count', String(Number(answer.headers['X-Total-Count']) + 1)),
    ),
  ),
  wraps(
    'does not say how to authenticate',
    'createDrawing',
    onAnswer('createDrawing', 401, (answer) => withoutHeader(answer, 'WWW-Authenticate')),
  ),
  wraps(
    'names another scheme',
    'deleteDrawing',
    onAnswer('deleteDrawing', 401, (answer) => withHeader(answer, 'WWW-Authenticate', 'Basic realm="shapes"')),
  ),
  // Media types
  wraps(
    'says text/plain of a drawing',
    'getDrawing',
    onAnswer('getDrawing', 200, (answer) => withHeader(answer, 'Content-Type', 'text/plain')),
  ),
  wraps(
    'gives JSON to who wants CSV',
    'listDrawings',
    onCall('listDrawings', (call) =>
      call.headers.accept === 'text/csv' ? withHeaders(call, { accept: 'application/json' }) : {},
    ),
  ),
  wraps(
    'gives CSV to who wants JSON',
    'listDrawings',
    onCall('listDrawings', (call) =>
      call.headers.accept === 'application/json' ? withHeaders(call, { accept: 'text/csv' }) : {},
    ),
  ),
  wraps(
    'says application/csv',
    'listDrawings',
    onAnswer('listDrawings', 200, (answer) =>
      answer.text === undefined ? {} : withHeader(answer, 'Content-Type', 'application/csv'),
    ),
  ),
  wraps(
    'says application/problem+json of an error',
    'getDrawing',
    onAnswer('getDrawing', 404, (answer) => withHeader(answer, 'Content-Type', 'application/problem+json')),
  ),
  wraps(
    'takes no forms',
    'addComment',
    instead(
      'addComment',
      (call) => hasToken(call) && (call.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded'),
      failure(415, 'unsupported_media_type', 'Only JSON.'),
    ),
  ),
  skips('takes any media type', 'createDrawing', 'media type'),
  // Bodies of responses
  wraps(
    'leaves out the labels',
    'getDrawing',
    onItem('getDrawing', 200, (item) => without(item, 'labels')),
  ),
  wraps(
    'leaves out the kind of a shape',
    'createDrawing',
    onItem(
      'createDrawing',
      201,
      inShape((shape) => without(shape, 'kind')),
    ),
  ),
  wraps(
    'names the kind after the schema',
    'getDrawing',
    onItem(
      'getDrawing',
      200,
      inShape((shape) => ({ ...shape, kind: `${text(shape['kind'])}Shape` })),
    ),
  ),
  wraps(
    'gives the radius as a string',
    'getDrawing',
    onItem(
      'getDrawing',
      200,
      inShape((shape) => (shape['kind'] === 'circle' ? { ...shape, radius: String(shape['radius']) } : shape)),
    ),
  ),
  wraps(
    'adds to a closed shape',
    'replaceDrawing',
    onItem(
      'replaceDrawing',
      200,
      inShape((shape) => ({ ...shape, area: 1 })),
    ),
  ),
  wraps(
    'gives null for a style that there is not',
    'getDrawing',
    onItem('getDrawing', 200, (item) => ({ style: null, ...item })),
  ),
  wraps(
    'gives locked as 0 or 1',
    'listDrawings',
    inList((items) => items.map((item) => ({ ...itemOf(item), locked: itemOf(item)['locked'] ? 1 : 0 }))),
  ),
  wraps(
    'gives createdAt as a day',
    'getDrawing',
    onItem('getDrawing', 200, (item) => ({ ...item, createdAt: text(item['createdAt']).slice(0, 10) })),
  ),
  wraps(
    'wraps the list',
    'listDrawings',
    onAnswer('listDrawings', 200, ({ json: value }) => (value === undefined ? {} : { json: { items: value } })),
  ),
  wraps(
    'gives a negative area',
    'measureDrawing',
    onItem('measureDrawing', 200, ({ area = 0 }) => ({ area: -Number(area) - 1 })),
  ),
  wraps(
    'names the unit of an area',
    'measureDrawing',
    onItem('measureDrawing', 200, (item) => ({ ...item, unit: 'mm2' })),
  ),
  wraps(
    'gives an error without a code',
    'getDrawing',
    onItem('getDrawing', 404, (item) => ({ error: without(itemOf(item['error']), 'code') })),
  ),
  wraps(
    'gives an error as a text',
    'createDrawing',
    onItem('createDrawing', 400, (item) => ({ error: itemOf(item['error'])['message'] ?? '' })),
  ),
  wraps(
    'adds to the closed error',
    'deleteDrawing',
    onItem('deleteDrawing', 404, (item) => ({ error: { ...itemOf(item['error']), traceId: '81' } })),
  ),
  wraps(
    'gives a version without a patch',
    'getStatus',
    onItem('getStatus', 200, (item) => ({ ...item, version: '1.2' })),
  ),
  wraps(
    'is in a state of its own',
    'getStatus',
    onItem('getStatus', 200, (item) => ({ ...item, status: 'healthy' })),
  ),
  wraps(
    'numbers comments from 0',
    'addComment',
    onItem('addComment', 201, (item) => ({ ...item, number: Number(item['number']) - 1 })),
  ),
  // Invalid parameters
  skips('takes an unknown status in the filter', 'listDrawings', 'query.status enum'),
  skips('takes yes for true in the filter', 'listDrawings', 'query.locked type'),
  skips('takes an unknown kind in the filter', 'listDrawings', 'query.kind enum'),
  wraps(
    'takes a negative offset',
    'listDrawings',
    onCall('listDrawings', (call) =>
      /^-\d+$/.test(call.query.get('offset') ?? '') ? withQuery(call, { offset: '0' }) : {},
    ),
  ),
  skips('takes an offset above the maximum', 'listDrawings', 'query.offset maximum'),
  skips('takes a limit of 0', 'listDrawings', 'query.limit minimum'),
  skips('takes a limit of 101', 'listDrawings', 'query.limit maximum'),
  wraps(
    'takes a limit that is no number',
    'listDrawings',
    onCall('listDrawings', (call) =>
      /^[a-z]+$/i.test(call.query.get('limit') ?? '') ? withQuery(call, { limit: undefined }) : {},
    ),
  ),
  // Invalid bodies
  skips('takes a drawing without a name', 'createDrawing', 'body.name required'),
  skips('takes a drawing without a shape', 'replaceDrawing', 'body.shape required'),
  skips('takes an empty name', 'createDrawing', 'body.name minLength'),
  skips('takes an overlong name', 'createDrawing', 'body.name maxLength'),
  skips('takes null for a name', 'replaceDrawing', 'body.name null'),
  skips('takes an overlong caption', 'createDrawing', 'body.caption maxLength'),
  skips('takes a number for a caption', 'createDrawing', 'body.caption type'),
  skips('takes an unknown status', 'createDrawing', 'body.status enum'),
  skips('takes a string for locked', 'createDrawing', 'body.locked type'),
  skips('takes an opacity above 1', 'createDrawing', 'body.opacity maximum'),
  skips('takes an opacity between the steps', 'createDrawing', 'body.opacity multipleOf'),
  skips('takes six labels', 'createDrawing', 'body.labels maxItems'),
  skips('takes a label twice', 'createDrawing', 'body.labels uniqueItems'),
  skips('takes an empty label', 'replaceDrawing', 'body.labels[] minLength'),
  skips('takes a number for a label', 'createDrawing', 'body.labels[] type'),
  skips('takes a shape of no kind', 'createDrawing', 'body.shape.kind required'),
  skips('takes a shape of an unknown kind', 'createDrawing', 'body.shape.kind enum'),
  skips('takes a circle without a center', 'createDrawing', 'body.shape.center required'),
  skips('takes a radius of 0', 'createDrawing', 'body.shape.radius exclusiveMinimum'),
  skips('takes a radius above the maximum', 'createDrawing', 'body.shape.radius maximum'),
  skips('takes a radius between the steps', 'replaceDrawing', 'body.shape.radius multipleOf'),
  skips('takes a height between the steps', 'createDrawing', 'body.shape.height multipleOf'),
  skips('takes a rotation of 180', 'createDrawing', 'body.shape.rotation exclusiveMaximum'),
  skips('takes a polygon of two points', 'createDrawing', 'body.shape.points minItems'),
  skips('takes a polygon of thirteen points', 'createDrawing', 'body.shape.points maxItems'),
  skips('takes a point twice', 'createDrawing', 'body.shape.points uniqueItems'),
  skips('takes a point without y', 'createDrawing', 'body.shape.points[].y required'),
  skips('takes a point with z', 'createDrawing', 'body.shape.points[] surplus'),
  skips('takes a coordinate that is no number', 'createDrawing', 'body.shape.center.x type'),
  skips('takes a far coordinate', 'createDrawing', 'body.shape.origin.y maximum'),
  skips('takes a shape with surplus', 'createDrawing', 'body.shape surplus'),
  skips('takes a colour by its name', 'createDrawing', 'body.style.stroke pattern'),
  skips('takes a style without a colour', 'createDrawing', 'body.style.stroke required'),
  skips('takes a fractional line width', 'createDrawing', 'body.style.width type'),
  skips('takes a dash of one number', 'createDrawing', 'body.style.dash minItems'),
  skips('takes a dash of 0', 'createDrawing', 'body.style.dash[] exclusiveMinimum'),
  skips('takes a style with surplus', 'createDrawing', 'body.style surplus'),
  skips('takes eleven metadata', 'createDrawing', 'body.metadata maxProperties'),
  skips('takes an unknown property', 'replaceDrawing', 'body surplus'),
  skips('takes a comment without a text', 'addComment', 'body.text required'),
  skips('takes a rating of 6', 'addComment', 'body.rating maximum'),
  skips('takes a comment with surplus', 'addComment', 'body surplus'),
  // Valid input
  refuses('refuses the longest name', 'createDrawing', ({ name }) => [...text(name)].length === 60),
  refuses('refuses null for a caption', 'createDrawing', ({ caption }) => caption === null),
  refuses('refuses the largest circle', 'createDrawing', (body) => shapeOf(body)['radius'] === 1000),
  refuses('refuses a rotation of -180', 'createDrawing', (body) => shapeOf(body)['rotation'] === -180),
  refuses('refuses a triangle', 'createDrawing', (body) => listOf(shapeOf(body)['points']).length === 3),
  refuses('refuses rectangles', 'replaceDrawing', (body) => shapeOf(body)['kind'] === 'rectangle'),
  refuses(
    'refuses an opacity of 0.15, by floating point',
    'createDrawing',
    ({ opacity }) =>
      typeof opacity === 'number' &&
      opacity >= 0 &&
      opacity <= 1 &&
      opacity % 0.05 !== 0 &&
      Math.abs(opacity * 20 - Math.round(opacity * 20)) < 1e-9,
  ),
  refuses(
    'refuses a style of a colour alone',
    'createDrawing',
    (body) => Object.keys(styleOf(body)).join() === 'stroke',
  ),
  refuses('refuses metadata', 'createDrawing', ({ metadata }) => Object.keys(itemOf(metadata ?? {})).length > 0),
  refuses('refuses names in other scripts', 'createDrawing', ({ name }) => /[^ -~]/.test(text(name))),
  refuses('refuses a limit of 100', 'listDrawings', (_, { query }) => query.get('limit') === '100'),
  refuses('wants a rating', 'addComment', (body) => typeof body['text'] === 'string' && !Object.hasOwn(body, 'rating')),
  // Security
  skips('asks for no token', 'createDrawing', 'security'),
  skips('measures without a token', 'measureDrawing', 'security'),
  skips('lists comments without a token', 'listComments', 'security'),
  wraps(
    'takes any token',
    'deleteDrawing',
    onCall(
      'deleteDrawing',
      takesToken((given, scheme) => /^bearer$/i.test(scheme) && given !== ''),
    ),
  ),
  wraps(
    'takes the beginning of a token',
    'getDrawing',
    onCall(
      'getDrawing',
      takesToken((given, scheme) => /^bearer$/i.test(scheme) && given !== '' && key.startsWith(given)),
    ),
  ),
  wraps(
    'takes what begins with a token',
    'listDrawings',
    onCall(
      'listDrawings',
      takesToken((given, scheme) => /^bearer$/i.test(scheme) && given.startsWith(key)),
    ),
  ),
  wraps(
    'takes a token under another scheme',
    'replaceDrawing',
    onCall(
      'replaceDrawing',
      takesToken((given, scheme) => scheme === 'Basic' && given !== ''),
    ),
  ),
  wraps(
    'wants a token for what is public',
    'getStatus',
    instead('getStatus', (call) => !hasToken(call), failure(401, 'unauthorized', 'A valid token is needed.')),
  ),
  // Data
  wraps(
    'drops the caption of a new drawing',
    'createDrawing',
    changesBody(
      'createDrawing',
      ({ caption }) => typeof caption === 'string',
      (body) => without(body, 'caption'),
    ),
  ),
  wraps(
    'drops unknown metadata',
    'createDrawing',
    changesBody(
      'createDrawing',
      ({ metadata }) => isItem(metadata) && Object.keys(metadata).length < 11,
      (body) => ({ ...body, metadata: {} }),
    ),
  ),
  wraps(
    'rounds coordinates',
    'createDrawing',
    onItem('createDrawing', 201, (item) =>
      deep(['x', 'y'], ({ x = 0, y = 0 }) => ({ x: Math.trunc(Number(x)), y: Math.trunc(Number(y)) }))(item),
    ),
  ),
  wraps(
    'drops the last point',
    'getDrawing',
    onItem(
      'getDrawing',
      200,
      inShape((shape) =>
        listOf(shape['points']).length > 3 ? { ...shape, points: listOf(shape['points']).slice(0, -1) } : shape,
      ),
    ),
  ),
  wraps(
    'makes locked drawings unlocked',
    'createDrawing',
    changesBody(
      'createDrawing',
      ({ locked }) => locked === true,
      (body) => ({ ...body, locked: false }),
    ),
  ),
  wraps(
    'gives another id',
    'getDrawing',
    onItem('getDrawing', 200, (item) => ({ ...item, id: unknownId })),
  ),
  skips('does not store a replacement', 'replaceDrawing', 'store'),
  skips('keeps what a replacement leaves out', 'replaceDrawing', 'reset'),
  skips('does not delete', 'deleteDrawing', 'removal'),
  skips('does not store a comment', 'addComment', 'store'),
  wraps(
    'drops the rating of a form',
    'addComment',
    onAnswer('addComment', 201, (answer, call) =>
      (call.headers['content-type'] ?? '').includes('form') ? { json: without(itemOf(answer.json), 'rating') } : {},
    ),
  ),
  wraps(
    'gives text for the numbers of a form',
    'addComment',
    onAnswer('addComment', 201, (answer, call) =>
      (call.headers['content-type'] ?? '').includes('form')
        ? { json: { ...itemOf(answer.json), pinned: String(itemOf(answer.json)['pinned']) } }
        : {},
    ),
  ),
  // Pages and filters
  skips('ignores the offset', 'listDrawings', 'offset'),
  wraps(
    'ignores the limit',
    'listDrawings',
    onCall('listDrawings', (call) =>
      /^([1-9]|[1-9]\d|100)$/.test(call.query.get('limit') ?? '') ? withQuery(call, { limit: '100' }) : {},
    ),
  ),
  wraps(
    'passes over one too many',
    'listDrawings',
    onCall('listDrawings', (call) =>
      /^[1-9]\d{0,4}$/.test(call.query.get('offset') ?? '')
        ? withQuery(call, { offset: String(Number(call.query.get('offset')) + 1) })
        : {},
    ),
  ),
  wraps(
    'lists a drawing twice',
    'listDrawings',
    inList((items) => [...items.slice(0, -1), ...items.slice(0, 1)]),
  ),
  wraps(
    'leaves the last match out',
    'listDrawings',
    inList((items, { query }) => (query.has('status') || query.has('locked') ? items.slice(0, -1) : items)),
  ),
  skips('ignores the filter by status', 'listDrawings', 'filter status'),
  skips('ignores the filter by locked', 'listDrawings', 'filter locked'),
  wraps(
    'takes false for no filter',
    'listDrawings',
    onCall('listDrawings', (call) =>
      call.query.get('locked') === 'false' ? withQuery(call, { locked: undefined }) : {},
    ),
  ),
  // What is not in the document
  wraps('replaces by PATCH', 'replaceDrawing', alias('PATCH', '/drawings/{drawingId}', 'PUT')),
  wraps('deletes by POST', 'deleteDrawing', alias('POST', '/drawings/{drawingId}', 'DELETE')),
];

const onError = (change: (error: Item) => Item) =>
  onAnswer('*', undefined, ({ json: value }) =>
    isItem(value) && isItem(value['error']) ? { json: { error: change(value['error']) } } : {},
  );

export const controls: Control[] = [
  ...commonControls(
    (detail) => failure(400, 'unknown_parameter', detail),
    ['status', 'locked', 'kind', 'offset', 'limit'],
  ),
  { name: 'words errors otherwise', options: { wrap: onError((error) => ({ ...error, message: 'So nicht.' })) } },
  { name: 'gives no details of errors', options: { wrap: onError((error) => without(error, 'details')) } },
  { name: 'has other codes of errors', options: { wrap: onError((error) => ({ ...error, code: 'e_other' })) } },
  { name: 'answers 422 to an invalid request', options: { wrap: onAnswer('*', 400, status(422)) } },
  {
    name: 'answers 404 to a malformed id',
    options: {
      wrap: onAnswer('*', 400, (answer, { path }) =>
        /^\/drawings\/(?!drw_[0-9a-z]{12}(\/|$))/.test(path)
          ? failure(404, 'not_found', 'There is no such drawing.')
          : answer,
      ),
    },
  },
  { name: 'lists the newest first', options: { wrap: inList((items) => items.toReversed()) } },
  {
    name: 'adds properties to open objects',
    options: {
      wrap: onAnswer('*', undefined, ({ json: value }) =>
        value === undefined
          ? {}
          : {
              json: deep(['createdAt'], (item) => ({
                ...item,
                updatedAt: item['createdAt'] ?? null,
                links: { self: '/drawings' },
              }))(value),
            },
      ),
    },
  },
  {
    name: 'gives weak ETags',
    options: {
      wrap: onAnswer('*', undefined, (answer) =>
        answer.headers['ETag'] === undefined ? {} : withHeader(answer, 'ETag', `W/${answer.headers['ETag']}`),
      ),
    },
  },
  {
    name: 'gives an absolute Location',
    options: {
      wrap: onAnswer('createDrawing', 201, (answer, call) =>
        withHeader(answer, 'Location', `http://${call.headers.host}${answer.headers['Location']}`),
      ),
    },
  },
  {
    name: 'gives a style to who gives none',
    options: {
      wrap: onAnswer('*', undefined, ({ json: value }) =>
        value === undefined
          ? {}
          : { json: deep(['createdAt'], (item) => ({ style: { stroke: '#000000', width: 1 }, ...item }))(value) },
      ),
    },
  },
  { name: 'is degraded', options: { wrap: onItem('getStatus', 200, (item) => ({ ...item, status: 'degraded' })) } },
  {
    name: 'says more of its state',
    options: { wrap: onItem('getStatus', 200, (item) => ({ ...item, uptime: 81.5 })) },
  },
];
