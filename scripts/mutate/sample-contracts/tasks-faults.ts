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
  withQuery,
  wraps,
} from './message-wraps.ts';
import { type Item, isItem, type Json, listOf } from './schema.ts';
import { type Answer, bodyOf, type Call, type Control, empty, type Fault, type Handler, json } from './service.ts';
import { cursorOf, key, positionOf, problem } from './tasks-server.ts';

const media = 'application/problem+json';
const unknownId = '3d9f1f0e-6c57-4a53-9a0c-0f4a7a6f1b22';

const invalid = problem(422, 'Unprocessable Content', 'Not like this.');
const badRequest = problem(400, 'Bad Request', 'Not like this.');
const refuses = (name: string, operation: string, isMeant: (body: Item, call: Call) => boolean): Fault =>
  wraps(
    name,
    operation,
    instead(
      operation,
      (call) => hasKey(call) && isMeant(bodyOf(call), call),
      operation === 'listTasks' ? badRequest : invalid,
    ),
  );

const hasKey = ({ headers }: Call) => headers['x-api-key'] === key;
const text = (value: Json | undefined) => (typeof value === 'string' ? value : '');
const status = (to: number) => (): Partial<Answer> => ({ status: to });
const eachItem =
  (change: (item: Item) => Item) =>
  (page: Item): Item => ({ ...page, items: listOf(page['items']).map((item) => (isItem(item) ? change(item) : item)) });
/** The problem with another status, in the body too. */
const statusOfProblem =
  (to: number) =>
  ({ json: value }: Answer): Partial<Answer> => ({ status: to, json: isItem(value) ? { ...value, status: to } : {} });
const takesKey = (isTaken: (given: string, call: Call) => boolean) => (call: Call) =>
  isTaken(String(call.headers['x-api-key'] ?? ''), call) ? withHeaders(call, { 'x-api-key': key }) : {};
const movesCursor =
  (by: number) =>
  (page: Item): Item => {
    const position = positionOf(text(page['nextCursor']));
    return position === undefined ? page : { ...page, nextCursor: cursorOf(position + by) };
  };

export const faults: Fault[] = [
  // Statuses
  wraps('answers 200 to a creation', 'createTask', onAnswer('createTask', 201, status(200))),
  wraps(
    'answers 200 to a deletion',
    'deleteTask',
    onAnswer('deleteTask', 204, () => json(200, {})),
  ),
  wraps(
    'answers 204 to a replacement',
    'replaceTask',
    onAnswer('replaceTask', 200, () => ({ ...empty(204), json: null })),
  ),
  wraps('answers 404 to an invalid body', 'createTask', onAnswer('createTask', 422, statusOfProblem(404))),
  wraps('answers 500 to an invalid body', 'updateTask', onAnswer('updateTask', 422, statusOfProblem(500))),
  wraps('answers 403 to a missing key', 'listTasks', onAnswer('listTasks', 401, statusOfProblem(403))),
  wraps('answers 500 to a malformed id', 'getTask', onAnswer('getTask', 400, statusOfProblem(500))),
  wraps(
    'answers 500 to broken JSON',
    'createTask',
    instead(
      'createTask',
      (call) => hasKey(call) && call.body.length > 0 && !isJson(call),
      problem(500, 'Internal Server Error', 'Unexpected token'),
    ),
  ),
  wraps('answers 200 with an error in it to an unknown id', 'getTask', onAnswer('getTask', 404, status(200))),
  wraps(
    'answers 204 to the deletion of an unknown task',
    'deleteTask',
    onAnswer('deleteTask', 404, () => ({ ...empty(204), json: null })),
  ),
  wraps(
    'creates the task that a replacement does not find',
    'replaceTask',
    onAnswer('replaceTask', 404, (_, call) =>
      json(200, {
        ...bodyOf(call),
        id: unknownId,
        createdAt: '2026-01-01T00:00:00Z',
        updatedAt: '2026-01-01T00:00:00Z',
      }),
    ),
  ),
  wraps('answers 410 to an unknown id', 'updateTask', onAnswer('updateTask', 404, statusOfProblem(410))),
  // Media types
  wraps(
    'says text/html of a task',
    'getTask',
    onAnswer('getTask', 200, (answer) => withHeader(answer, 'Content-Type', 'text/html')),
  ),
  wraps(
    'says nothing of the media type',
    'listTasks',
    onAnswer('listTasks', 200, () => ({ headers: {} })),
  ),
  wraps(
    'says application/json of a problem',
    'getTask',
    onAnswer('getTask', 404, (answer) => withHeader(answer, 'Content-Type', 'application/json')),
  ),
  wraps(
    'answers a missing key with plain text',
    'createTask',
    onAnswer('createTask', 401, () => ({ headers: { 'Content-Type': 'text/plain' }, text: 'Unauthorized' })),
  ),
  skips('takes any media type', 'createTask', 'media type'),
  wraps(
    'takes plain JSON for a merge patch',
    'updateTask',
    onCall('updateTask', (call) =>
      call.headers['content-type'] === 'application/json'
        ? withHeaders(call, { 'content-type': 'application/merge-patch+json' })
        : {},
    ),
  ),
  wraps(
    'refuses a charset parameter',
    'createTask',
    instead(
      'createTask',
      (call) => hasKey(call) && /charset=utf-8/i.test(call.headers['content-type'] ?? ''),
      problem(415, 'Unsupported Media Type', 'charset'),
    ),
  ),
  // Bodies of responses
  wraps(
    'leaves out createdAt',
    'getTask',
    onItem('getTask', 200, (item) => without(item, 'createdAt')),
  ),
  wraps(
    'leaves out nextCursor on the last page',
    'listTasks',
    onItem('listTasks', 200, (page) => (page['nextCursor'] === null ? without(page, 'nextCursor') : page)),
  ),
  wraps(
    'gives the priority as a string',
    'getTask',
    onItem('getTask', 200, (item) => ({ ...item, priority: String(item['priority']) })),
  ),
  wraps(
    'adds a property to a closed object',
    'createTask',
    onItem('createTask', 201, (item) => ({ ...item, self: '/tasks' })),
  ),
  wraps(
    'adds a property to the listed tasks',
    'listTasks',
    onItem(
      'listTasks',
      200,
      eachItem((item) => ({ ...item, version: 1 })),
    ),
  ),
  wraps(
    'gives null for a title',
    'listTasks',
    onItem(
      'listTasks',
      200,
      eachItem((item) => ({ ...item, title: null })),
    ),
  ),
  wraps(
    'gives null for no tags',
    'getTask',
    onItem('getTask', 200, (item) => ({
      ...item,
      tags: listOf(item['tags']).length === 0 ? null : (item['tags'] ?? []),
    })),
  ),
  wraps(
    'gives createdAt in seconds since 1970',
    'createTask',
    onItem('createTask', 201, (item) => ({
      ...item,
      createdAt: Math.floor(Date.parse(text(item['createdAt'])) / 1000),
    })),
  ),
  wraps(
    'gives updatedAt without a time zone',
    'replaceTask',
    onItem('replaceTask', 200, (item) => ({ ...item, updatedAt: text(item['updatedAt']).replace('Z', '') })),
  ),
  wraps(
    'gives dueOn with a time',
    'getTask',
    onItem('getTask', 200, (item) =>
      item['dueOn'] === null ? item : { ...item, dueOn: `${text(item['dueOn'])}T00:00:00Z` },
    ),
  ),
  wraps(
    'gives states in capitals',
    'getTask',
    onItem('getTask', 200, (item) => ({ ...item, state: text(item['state']).toUpperCase() })),
  ),
  wraps(
    'lists without the envelope',
    'listTasks',
    onItem('listTasks', 200, (page) => page['items'] ?? []),
  ),
  wraps(
    'has another status in the problem',
    'getTask',
    onItem('getTask', 404, (item) => ({ ...item, status: 400 })),
  ),
  wraps(
    'has no title in the problem',
    'createTask',
    onItem('createTask', 422, (item) => without(item, 'title')),
  ),
  wraps(
    'has the status as a string in the problem',
    'deleteTask',
    onItem('deleteTask', 404, (item) => ({ ...item, status: '404' })),
  ),
  // Invalid parameters
  skips('takes a request without a tenant', 'listTasks', 'header.X-Tenant required'),
  skips('takes a tenant of any form', 'createTask', 'header.X-Tenant pattern'),
  wraps(
    'does not mind a malformed id',
    'deleteTask',
    onAnswer('deleteTask', 400, (answer, { path }) =>
      /[0-9a-f]{12}$/i.test(path) ? answer : { ...empty(204), json: null },
    ),
  ),
  skips('takes a page size of 0', 'listTasks', 'query.pageSize minimum'),
  skips('takes a page size of 51', 'listTasks', 'query.pageSize maximum'),
  skips('takes a page size that is no number', 'listTasks', 'query.pageSize type'),
  skips('takes an unknown state in the filter', 'listTasks', 'query.state[] enum'),
  skips('takes a malformed tag in the filter', 'listTasks', 'query.tags[] pattern'),
  skips('takes five tags in the filter', 'listTasks', 'query.tags maxItems'),
  skips('takes a tag twice in the filter', 'listTasks', 'query.tags uniqueItems'),
  skips('takes a day that there is not', 'listTasks', 'query.dueBefore format'),
  // Invalid bodies
  skips('takes a task without a title', 'createTask', 'body.title required'),
  skips('replaces by a task without a title', 'replaceTask', 'body.title required'),
  skips('takes an empty title', 'createTask', 'body.title minLength'),
  skips('takes an overlong title', 'updateTask', 'body.title maxLength'),
  skips('takes a number for a title', 'createTask', 'body.title type'),
  skips('takes null for a title', 'updateTask', 'body.title null'),
  skips('takes an overlong note', 'createTask', 'body.notes maxLength'),
  skips('takes an unknown state', 'updateTask', 'body.state enum'),
  skips('takes a priority of 0', 'createTask', 'body.priority minimum'),
  skips('takes a priority of 6', 'replaceTask', 'body.priority maximum'),
  skips('takes a fractional priority', 'createTask', 'body.priority type'),
  skips('takes 30 February', 'createTask', 'body.dueOn format'),
  skips('takes a moment without a zone', 'createTask', 'body.remindAt format'),
  skips('takes an unknown rhythm', 'replaceTask', 'body.repeats enum'),
  skips('takes an estimate of 0', 'createTask', 'body.estimateHours exclusiveMinimum'),
  skips('takes an estimate above the maximum', 'updateTask', 'body.estimateHours maximum'),
  skips('takes a reference in lower case', 'createTask', 'body.reference pattern'),
  skips('takes nine tags', 'createTask', 'body.tags maxItems'),
  skips('takes a tag twice', 'createTask', 'body.tags uniqueItems'),
  skips('takes a malformed tag', 'updateTask', 'body.tags[] pattern'),
  skips('takes a number among the tags', 'replaceTask', 'body.tags[] type'),
  skips('takes an unknown property', 'createTask', 'body surplus'),
  skips('takes an empty patch', 'updateTask', 'body minProperties'),
  skips('takes an array for a task', 'replaceTask', 'body type'),
  skips('takes a reference that another task has', 'createTask', 'duplicate'),
  // Valid input
  refuses('refuses the longest title', 'createTask', ({ title }) => [...text(title)].length === 120),
  refuses(
    'counts the length of a title in bytes',
    'createTask',
    ({ title }) => Buffer.byteLength(text(title)) > 120 && [...text(title)].length <= 120,
  ),
  refuses('refuses a priority of 5', 'replaceTask', ({ priority }) => priority === 5),
  refuses('refuses null for a note', 'createTask', ({ notes }) => notes === null),
  refuses('refuses null for a rhythm', 'updateTask', ({ repeats }) => repeats === null),
  refuses('wants a state', 'createTask', (body) => typeof body['title'] === 'string' && !Object.hasOwn(body, 'state')),
  refuses('refuses a page size of 50', 'listTasks', (_, { query }) => query.get('pageSize') === '50'),
  refuses('refuses more than one state in the filter', 'listTasks', (_, { query }) =>
    (query.get('state') ?? '').includes(','),
  ),
  refuses('refuses letters outside ASCII', 'createTask', ({ title }) => /[^ -~]/.test(text(title))),
  refuses('refuses a moment with an offset', 'createTask', ({ remindAt }) => /[+-]\d\d:\d\d$/.test(text(remindAt))),
  // Security
  skips('asks for no key', 'listTasks', 'security'),
  skips('deletes without a key', 'deleteTask', 'security'),
  wraps(
    'takes any key',
    'createTask',
    onCall(
      'createTask',
      takesKey((given) => given !== ''),
    ),
  ),
  wraps(
    'takes the beginning of a key',
    'getTask',
    onCall(
      'getTask',
      takesKey((given) => given !== '' && key.startsWith(given)),
    ),
  ),
  wraps(
    'takes what begins with a key',
    'updateTask',
    onCall(
      'updateTask',
      takesKey((given) => given.startsWith(key)),
    ),
  ),
  wraps(
    'takes a key in other letter case',
    'replaceTask',
    onCall(
      'replaceTask',
      takesKey((given) => given.toLowerCase() === key),
    ),
  ),
  // Data
  wraps(
    'drops the notes of a new task',
    'createTask',
    onCall('createTask', (call) =>
      typeof bodyOf(call)['notes'] === 'string' ? withBody(call, (body) => without(body, 'notes')) : {},
    ),
  ),
  wraps(
    'cuts titles at 60 characters',
    'createTask',
    onCall('createTask', (call) =>
      text(bodyOf(call)['title']).length > 60 && text(bodyOf(call)['title']).length <= 120
        ? withBody(call, (body) => ({ ...body, title: text(body['title']).slice(0, 60) }))
        : {},
    ),
  ),
  wraps(
    'trims titles',
    'replaceTask',
    onItem('replaceTask', 200, (item) => ({ ...item, title: text(item['title']).trim().replaceAll(/\s+/g, ' ') })),
  ),
  wraps(
    'rounds estimates',
    'createTask',
    onItem('createTask', 201, (item) =>
      typeof item['estimateHours'] === 'number' ? { ...item, estimateHours: Math.ceil(item['estimateHours']) } : item,
    ),
  ),
  wraps(
    'loses the order of the tags',
    'getTask',
    onItem('getTask', 200, (item) => ({ ...item, tags: listOf(item['tags']).toReversed() })),
  ),
  wraps(
    'gives another id',
    'getTask',
    onItem('getTask', 200, (item) => ({ ...item, id: unknownId })),
  ),
  wraps('gives the first task for each id', 'getTask', firstTask),
  wraps('creates the same task but once', 'createTask', createdOnce),
  skips('does not store a replacement', 'replaceTask', 'store'),
  skips('does not store a patch', 'updateTask', 'store'),
  skips('keeps what a replacement leaves out', 'replaceTask', 'reset'),
  wraps(
    'changes createdAt with a patch',
    'updateTask',
    onItem('updateTask', 200, (item) => ({ ...item, createdAt: '2020-01-01T00:00:00Z' })),
  ),
  wraps(
    'resets what a patch leaves out',
    'updateTask',
    onItem('updateTask', 200, (item, call) =>
      Object.hasOwn(bodyOf(call), 'priority') ? item : { ...item, priority: 3 },
    ),
  ),
  wraps(
    'gives a new task another priority than the default',
    'createTask',
    onCall('createTask', (call) =>
      typeof bodyOf(call)['title'] === 'string' ? withBody(call, (body) => ({ priority: 2, ...body })) : {},
    ),
  ),
  skips('clears the reference with each patch', 'updateTask', 'reference'),
  wraps(
    'takes the default of the state with each patch',
    'updateTask',
    onCall('updateTask', (call) =>
      hasKey(call) && Object.keys(bodyOf(call)).length > 0
        ? withBody(call, (body) => ({ state: 'todo', ...body }))
        : {},
    ),
  ),
  wraps(
    'clears the notes of a task that is done',
    'updateTask',
    onCall('updateTask', (call) =>
      bodyOf(call)['state'] === 'done' ? withBody(call, (body) => ({ notes: null, ...body })) : {},
    ),
  ),
  skips('does not delete', 'deleteTask', 'removal'),
  skips('takes createdAt from the client', 'createTask', 'readOnly'),
  // Pages and filters
  wraps(
    'ignores the page size',
    'listTasks',
    onCall('listTasks', (call) =>
      isNumber(call.query.get('pageSize')) ? withQuery(call, { pageSize: undefined }) : {},
    ),
  ),
  wraps('repeats the last task of a page on the next', 'listTasks', onItem('listTasks', 200, movesCursor(-1))),
  wraps('skips a task between pages', 'listTasks', onItem('listTasks', 200, movesCursor(1))),
  wraps(
    'ends with the first page',
    'listTasks',
    onItem('listTasks', 200, (page) => ({ ...page, nextCursor: null })),
  ),
  wraps(
    'lists a task twice',
    'listTasks',
    onItem('listTasks', 200, (page) => ({
      ...page,
      items: [...listOf(page['items']), ...listOf(page['items']).slice(-1)].slice(0, 50),
    })),
  ),
  wraps(
    'forgets the filter on the next page',
    'listTasks',
    onCall('listTasks', (call) =>
      positionOf(call.query.get('cursor') ?? '') === undefined
        ? {}
        : withQuery(call, { state: undefined, tags: undefined, dueBefore: undefined }),
    ),
  ),
  skips('ignores the filter by tags', 'listTasks', 'filter tags'),
  skips('ignores the filter by state', 'listTasks', 'filter state'),
  skips('ignores the day before which tasks are due', 'listTasks', 'filter dueBefore'),
  wraps(
    'takes only the first of two states',
    'listTasks',
    onCall('listTasks', (call) =>
      /^(todo|doing|done),(todo|doing|done)$/.test(call.query.get('state') ?? '')
        ? withQuery(call, { state: (call.query.get('state') ?? '').replace(/,.*/, '') })
        : {},
    ),
  ),
  wraps(
    'leaves the last match out',
    'listTasks',
    onAnswer('listTasks', 200, ({ json: page }, call) =>
      call.query.has('state') && isItem(page) ? { json: { ...page, items: listOf(page['items']).slice(0, -1) } } : {},
    ),
  ),
  // What is not in the document
  wraps('patches by POST', 'updateTask', alias('POST', '/tasks/{taskId}', 'PATCH')),
];

function isJson(call: Call): boolean {
  try {
    JSON.parse(call.body.toString());
    return true;
  } catch {
    return false;
  }
}

function isNumber(value: string | null): boolean {
  return /^([1-9]|[1-4]\d|50)$/.test(value ?? '');
}

function firstTask(handler: Handler): Handler {
  return async (call) => {
    const answer = await handler(call);
    if (call.operation !== 'getTask' || answer.status !== 200) return answer;
    const page = await handler({ ...call, method: 'GET', path: '/tasks', query: new URLSearchParams() });
    const [first = {}] = isItem(page.json) ? listOf(page.json['items']) : [];
    return { ...answer, json: first };
  };
}

function createdOnce(handler: Handler): Handler {
  const known = new Map<string, Answer>();
  return async (call) => {
    const body = `${call.headers['x-tenant']} ${call.body.toString()}`;
    const first = call.operation === 'createTask' ? known.get(body) : undefined;
    if (first !== undefined && hasKey(call)) return first;
    const answer = await handler(call);
    if (call.operation === 'createTask' && answer.status === 201) known.set(body, answer);
    return answer;
  };
}

const eachTask = (change: (item: Item) => Item) =>
  onAnswer('*', undefined, ({ json: value }) => (value === undefined ? {} : { json: deep(['id'], change)(value) }));
const precise = (moment: Json): Json =>
  typeof moment === 'string' && !Number.isNaN(Date.parse(moment)) ? new Date(moment).toISOString() : moment;
const problemControl = (change: (item: Item) => Item) =>
  onAnswer('*', undefined, (answer) =>
    answer.headers['Content-Type'] === media && isItem(answer.json) ? { json: change(answer.json) } : {},
  );

export const controls: Control[] = [
  ...commonControls(
    (detail) => problem(400, 'Bad Request', detail),
    ['cursor', 'pageSize', 'tags', 'state', 'dueBefore'],
  ),
  {
    name: 'words problems otherwise',
    options: { wrap: problemControl((item) => ({ ...item, title: 'Das geht nicht', detail: 'Bitte noch einmal.' })) },
  },
  {
    name: 'says only what a problem must say',
    options: { wrap: problemControl(({ title = '', status: code = 0 }) => ({ title, status: code })) },
  },
  {
    name: 'says more in problems',
    options: {
      wrap: problemControl((item) => ({
        ...item,
        instance: '/errors/81',
        errors: [{ pointer: '/title', detail: 'too short' }],
      })),
    },
  },
  {
    name: 'lists the newest tasks first on a page',
    options: { wrap: onItem('listTasks', 200, (page) => ({ ...page, items: listOf(page['items']).toReversed() })) },
  },
  {
    name: 'leaves null out where it may',
    options: {
      wrap: eachTask((item) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null))),
    },
  },
  {
    name: 'gives moments in another precision',
    options: { wrap: eachTask((item) => ({ ...item, remindAt: precise(item['remindAt'] ?? null) })) },
  },
  { name: 'makes cursors longer', options: { wrap: longCursors } },
  {
    name: 'says where a new task is',
    options: {
      wrap: onAnswer('createTask', 201, (answer) =>
        withHeader(answer, 'Location', `/api/v2/tasks/${isItem(answer.json) ? text(answer.json['id']) : ''}`),
      ),
    },
  },
  {
    name: 'refuses what is read-only',
    options: {
      wrap: instead(
        '*',
        (call) =>
          hasKey(call) &&
          ['POST', 'PUT'].includes(call.method) &&
          ['id', 'createdAt', 'updatedAt'].some((name) => Object.hasOwn(bodyOf(call), name)),
        invalid,
      ),
    },
  },
  {
    name: 'says how to authenticate',
    options: { wrap: onAnswer('*', 401, (answer) => withHeader(answer, 'WWW-Authenticate', 'ApiKey realm="tasks"')) },
  },
];

/** Cursors that are not those of the faithful server, and differ each time. */
function longCursors(handler: Handler): Handler {
  let count = 0;
  return async (call) => {
    const cursor = call.query.get('cursor');
    const answer = await handler(
      cursor?.includes('.') ? { ...call, ...withQuery(call, { cursor: cursor.replace(/\..*/, '') }) } : call,
    );
    if (call.operation !== 'listTasks' || !isItem(answer.json) || typeof answer.json['nextCursor'] !== 'string')
      return answer;
    count += 1;
    return { ...answer, json: { ...answer.json, nextCursor: `${answer.json['nextCursor']}.${count}` } };
  };
}
