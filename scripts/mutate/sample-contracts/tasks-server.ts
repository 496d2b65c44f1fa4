import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { type Item, type Json, listOf, type Schema } from './schema.ts';
import { serve } from './serve.ts';
import { type Answer, empty, type Input, json, type Options, type Parameter, type Refusal } from './service.ts';

export const basePath = '/api/v2';
export const key = 'tk_5f0c9b1e7d3a48c2';

const states = ['todo', 'doing', 'done'];
const tag: Schema = { type: 'string', pattern: /^[a-z0-9-]{1,20}$/ };
const patchable: Record<string, Schema> = {
  title: { type: 'string', minLength: 1, maxLength: 120 },
  notes: { type: 'string', nullable: true, maxLength: 2000 },
  state: { type: 'string', enum: states },
  priority: { type: 'integer', minimum: 1, maximum: 5 },
  dueOn: { type: 'string', nullable: true, format: 'date' },
  remindAt: { type: 'string', nullable: true, format: 'date-time' },
  repeats: { type: 'string', nullable: true, enum: ['daily', 'weekly', 'monthly'] },
  estimateHours: { type: 'number', nullable: true, exclusiveMinimum: 0, maximum: 1000 },
  tags: { type: 'array', maxItems: 8, uniqueItems: true, items: tag },
};
const task: Schema = {
  type: 'object',
  required: ['title'],
  properties: {
    ...patchable,
    reference: { type: 'string', nullable: true, pattern: /^[A-Z]{2,5}-[0-9]{1,6}$/ },
    id: { type: 'string', format: 'uuid' },
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
  },
};
const taskPatch: Schema = { type: 'object', minProperties: 1, properties: patchable };

const defaults: Item = {
  notes: null,
  state: 'todo',
  priority: 3,
  dueOn: null,
  remindAt: null,
  repeats: null,
  estimateHours: null,
  reference: null,
  tags: [],
};

const tenant: Parameter = {
  in: 'header',
  name: 'X-Tenant',
  required: true,
  schema: { type: 'string', pattern: /^[a-z][a-z0-9-]{2,19}$/ },
};
const taskId: Parameter = { in: 'path', name: 'taskId', required: true, schema: { type: 'string', format: 'uuid' } };

export function problem(status: number, title: string, detail: string): Answer {
  return json(status, { type: 'about:blank', title, status, detail }, {}, 'application/problem+json');
}

export function cursorOf(position: number): string {
  return Buffer.from(`after:${position}`).toString('base64url');
}

/** The position in a cursor; undefined if it is none of ours. */
export function positionOf(cursor: string): number | undefined {
  const [, position] = /^after:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return position === undefined || cursorOf(Number(position)) !== cursor ? undefined : Number(position);
}

function refuse(why: Refusal, details: string[]): Answer {
  const detail = details.join('; ');
  if (why === 'security') return problem(401, 'Unauthorized', 'A valid X-Api-Key is needed.');
  if (why === 'unknown path') return problem(404, 'Not Found', detail);
  if (why === 'method') return problem(405, 'Method Not Allowed', detail);
  if (why === 'media type') return problem(415, 'Unsupported Media Type', detail);
  if (why === 'body') return problem(422, 'Unprocessable Content', detail);
  return problem(400, 'Bad Request', detail);
}

interface Entry {
  position: number;
  item: Item;
}

export function createServer(options: Options = {}): RequestListener {
  const { prefilled = 0, skip } = options;
  const keeps = (rule: string) => rule !== skip;
  const tenants = new Map<string, Map<string, Entry>>();
  let positions = 0;

  const stamp = () => new Date().toISOString();
  const add = (tasks: Map<string, Entry>, input: Item): Item => {
    positions += 1;
    const now = stamp();
    const { createdAt = now } = input;
    const item = { ...defaults, ...input, id: randomUUID(), createdAt, updatedAt: now };
    tasks.set(item.id, { position: positions, item });
    return item;
  };
  const tasksOf = ({ parameters }: Input): Map<string, Entry> => {
    const name = keeps('* tenant') ? String(parameters['X-Tenant']) : 'all';
    const known = tenants.get(name);
    if (known) return known;
    const tasks = new Map<string, Entry>();
    tenants.set(name, tasks);
    for (let number = 1; number <= prefilled; number += 1)
      add(tasks, { title: `Chore ${number}`, priority: (number % 5) + 1, tags: number % 2 === 0 ? ['even'] : [] });
    return tasks;
  };
  const find = (input: Input) => tasksOf(input).get(String(input.parameters['taskId']).toLowerCase());
  const notFound = () => problem(404, 'Not Found', 'This tenant has no such task.');
  const isTaken = (tasks: Map<string, Entry>, reference: Json | undefined, own?: Entry) =>
    typeof reference === 'string' &&
    [...tasks.values()].some((entry) => entry !== own && entry.item['reference'] === reference);
  const conflict = () => problem(409, 'Conflict', 'Another task has this reference.');
  // What only the server says.
  const writable = (body: Item): Item => {
    const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...rest } = body;
    return rest;
  };

  const list = (input: Input): Answer => {
    const { cursor, pageSize = 20, tags = [], state = states, dueBefore } = input.parameters;
    const after = cursor === undefined ? 0 : positionOf(String(cursor));
    if (after === undefined && keeps('listTasks cursor'))
      return refuse('parameter', ['query.cursor is not one of ours']);
    const matching = [...tasksOf(input).values()].filter(({ position, item }) => {
      const { dueOn = null } = item;
      if (position <= (after ?? 0)) return false;
      if (keeps('listTasks filter tags') && !listOf(tags).every((name) => listOf(item['tags']).includes(name)))
        return false;
      if (keeps('listTasks filter state') && !listOf(state).includes(item['state'] ?? null)) return false;
      return (
        dueBefore === undefined ||
        !keeps('listTasks filter dueBefore') ||
        (typeof dueOn === 'string' && dueOn < String(dueBefore))
      );
    });
    const page = matching.slice(0, Number(pageSize));
    const last = page.at(-1);
    const nextCursor = last && matching.length > page.length ? cursorOf(last.position) : null;
    return json(200, { items: page.map(({ item }) => item), nextCursor });
  };

  const create = (input: Input): Answer => {
    const tasks = tasksOf(input);
    if (isTaken(tasks, input.body['reference']) && keeps('createTask duplicate')) return conflict();
    return json(201, add(tasks, keeps('createTask readOnly') ? writable(input.body) : input.body));
  };

  const replace = (input: Input): Answer => {
    const entry = find(input);
    if (!entry) return notFound();
    if (isTaken(tasksOf(input), input.body['reference'], entry) && keeps('replaceTask duplicate')) return conflict();
    const { id = null, createdAt = null } = entry.item;
    const base = keeps('replaceTask reset') ? defaults : entry.item;
    const item = { ...base, ...writable(input.body), id, createdAt, updatedAt: stamp() };
    if (keeps('replaceTask store')) entry.item = item;
    return json(200, item);
  };

  const update = (input: Input): Answer => {
    const entry = find(input);
    if (!entry) return notFound();
    const base = keeps('updateTask reference') ? entry.item : { ...entry.item, reference: null };
    const item = { ...base, ...input.body, updatedAt: stamp() };
    if (keeps('updateTask store')) entry.item = item;
    return json(200, item);
  };

  const remove = (input: Input): Answer => {
    const entry = find(input);
    if (!entry) return notFound();
    if (keeps('deleteTask removal')) tasksOf(input).delete(String(entry.item['id']));
    return empty(204);
  };

  return serve(
    {
      identify: ({ headers }) => (headers['x-api-key'] === key ? key : undefined),
      refuse,
      operations: [
        {
          id: 'listTasks',
          method: 'GET',
          path: '/tasks',
          parameters: [
            tenant,
            { in: 'query', name: 'cursor', schema: { type: 'string', minLength: 1, maxLength: 200 } },
            { in: 'query', name: 'pageSize', schema: { type: 'integer', minimum: 1, maximum: 50 } },
            {
              in: 'query',
              name: 'tags',
              explode: true,
              schema: { type: 'array', minItems: 1, maxItems: 4, uniqueItems: true, items: tag },
            },
            {
              in: 'query',
              name: 'state',
              schema: { type: 'array', minItems: 1, items: { type: 'string', enum: states } },
            },
            { in: 'query', name: 'dueBefore', schema: { type: 'string', format: 'date' } },
          ],
          run: list,
        },
        {
          id: 'createTask',
          method: 'POST',
          path: '/tasks',
          parameters: [tenant],
          body: { 'application/json': task },
          run: create,
        },
        {
          id: 'getTask',
          method: 'GET',
          path: '/tasks/{taskId}',
          parameters: [tenant, taskId],
          run: (input) => {
            const entry = find(input);
            return entry ? json(200, entry.item) : notFound();
          },
        },
        {
          id: 'replaceTask',
          method: 'PUT',
          path: '/tasks/{taskId}',
          parameters: [tenant, taskId],
          body: { 'application/json': task },
          run: replace,
        },
        {
          id: 'updateTask',
          method: 'PATCH',
          path: '/tasks/{taskId}',
          parameters: [tenant, taskId],
          body: { 'application/merge-patch+json': taskPatch },
          run: update,
        },
        { id: 'deleteTask', method: 'DELETE', path: '/tasks/{taskId}', parameters: [tenant, taskId], run: remove },
      ],
    },
    options,
  );
}
