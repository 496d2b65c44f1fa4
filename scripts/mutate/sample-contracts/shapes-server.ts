import { createHash, randomInt } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { type Item, itemOf, type Json, listOf, type Schema } from './schema.ts';
import { serve } from './serve.ts';
import {
  type Answer,
  type Call,
  empty,
  type Input,
  json,
  type Options,
  type Parameter,
  type Refusal,
} from './service.ts';

export const basePath = '/v1';
export const key = 'shp.Qm9iIGRyYXdz.7c41e0';

const statuses = ['draft', 'final'];
const coordinate: Schema = { type: 'number', minimum: -10_000, maximum: 10_000 };
const point: Schema = { type: 'object', required: ['x', 'y'], properties: { x: coordinate, y: coordinate } };
const length: Schema = { type: 'number', exclusiveMinimum: 0, maximum: 2000, multipleOf: 0.25 };
const kind: Schema = { type: 'string' };

const shape: Schema = {
  type: 'object',
  variants: {
    by: 'kind',
    of: {
      circle: {
        type: 'object',
        required: ['kind', 'center', 'radius'],
        properties: {
          kind,
          center: point,
          radius: { type: 'number', exclusiveMinimum: 0, maximum: 1000, multipleOf: 0.5 },
        },
      },
      rectangle: {
        type: 'object',
        required: ['kind', 'origin', 'width', 'height'],
        properties: {
          kind,
          origin: point,
          width: length,
          height: length,
          rotation: { type: 'number', minimum: -180, exclusiveMaximum: 180 },
        },
      },
      polygon: {
        type: 'object',
        required: ['kind', 'points'],
        properties: { kind, points: { type: 'array', minItems: 3, maxItems: 12, uniqueItems: true, items: point } },
      },
    },
  },
};

const newDrawing: Schema = {
  type: 'object',
  required: ['name', 'shape'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 60 },
    status: { type: 'string', enum: statuses },
    locked: { type: 'boolean' },
    caption: { type: 'string', nullable: true, maxLength: 200 },
    opacity: { type: 'number', minimum: 0, maximum: 1, multipleOf: 0.05 },
    labels: { type: 'array', maxItems: 5, uniqueItems: true, items: { type: 'string', minLength: 1, maxLength: 24 } },
    shape,
    style: {
      type: 'object',
      required: ['stroke'],
      properties: {
        stroke: { type: 'string', pattern: /^#[0-9a-f]{6}$/ },
        width: { type: 'integer', minimum: 1, maximum: 20 },
        dash: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'number', exclusiveMinimum: 0 } },
      },
    },
    metadata: { type: 'object', maxProperties: 10, open: true },
  },
};

const newComment: Schema = {
  type: 'object',
  required: ['author', 'text'],
  properties: {
    author: { type: 'string', minLength: 1, maxLength: 40 },
    text: { type: 'string', minLength: 1, maxLength: 500 },
    rating: { type: 'integer', minimum: 1, maximum: 5 },
    pinned: { type: 'boolean' },
  },
};

const defaults: Item = { status: 'draft', locked: false, caption: null, opacity: 1, labels: [], metadata: {} };
const drawingId: Parameter = {
  in: 'path',
  name: 'drawingId',
  required: true,
  schema: { type: 'string', pattern: /^drw_[0-9a-z]{12}$/ },
};

export function failure(status: number, code: string, message: string, details: string[] = []): Answer {
  return json(status, { error: { code, message, ...(details.length > 0 ? { details } : {}) } });
}

function refuse(why: Refusal, details: string[]): Answer {
  if (why === 'security')
    return {
      ...failure(401, 'unauthorized', 'A valid token is needed.'),
      headers: { 'Content-Type': 'application/json', 'WWW-Authenticate': 'Bearer realm="shapes"' },
    };
  if (why === 'unknown path') return failure(404, 'not_found', 'There is nothing here.');
  if (why === 'method') return failure(405, 'method_not_allowed', 'Not with this method.');
  if (why === 'media type') return failure(415, 'unsupported_media_type', 'Not in this media type.');
  return failure(400, 'invalid', 'The request is not valid.', details);
}

/** The media type that `Accept` prefers; undefined if it wants another one. */
function preferred(call: Call, mediaTypes: string[]): string | undefined {
  const ranges = (call.headers.accept ?? '*/*').split(',').map((range) => {
    const [mediaType = '', ...parameters] = range
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { mediaType, quality: quality === undefined ? 1 : Number(quality) };
  });
  const qualityOf = (mediaType: string) => {
    const fits = [mediaType, mediaType.replace(/\/.*/, '/*'), '*/*'].flatMap((wanted) =>
      ranges.filter((range) => range.mediaType === wanted),
    );
    return fits[0]?.quality ?? 0;
  };
  const [best] = mediaTypes.toSorted((one, other) => qualityOf(other) - qualityOf(one));
  return best !== undefined && qualityOf(best) > 0 ? best : undefined;
}

function areaOf(drawn: Item): number {
  const number = (value: Json | undefined) => Number(value ?? 0);
  if (drawn['kind'] === 'circle') return Math.PI * number(drawn['radius']) ** 2;
  if (drawn['kind'] === 'rectangle') return number(drawn['width']) * number(drawn['height']);
  const points = listOf(drawn['points']).map(itemOf);
  const crossed = points.map(({ x, y }, index) => {
    const next = points[(index + 1) % points.length] ?? {};
    return number(x) * number(next['y']) - number(next['x']) * number(y);
  });
  return Math.abs(crossed.reduce((sum, part) => sum + part, 0)) / 2;
}

function newId(): string {
  return `drw_${Array.from({ length: 12 }, () => randomInt(36).toString(36)).join('')}`;
}

export function etagOf(drawing: Item): string {
  return `"${createHash('sha256').update(JSON.stringify(drawing)).digest('base64url').slice(0, 16)}"`;
}

function csvOf(drawings: Item[]): string {
  const lines = drawings.map(({ id, name, status, shape: drawn = null, locked }) =>
    [id, `"${String(name).replaceAll('"', '""')}"`, status, itemOf(drawn)['kind'], locked].map(String).join(','),
  );
  return ['id,name,status,kind,locked', ...lines, ''].join('\r\n');
}

export function createServer(options: Options = {}): RequestListener {
  const { prefilled = 0, skip } = options;
  const keeps = (rule: string) => rule !== skip;
  const drawings = new Map<string, Item>();
  const comments = new Map<string, Item[]>();

  const add = (input: Item): Item & { id: string } => {
    const drawing = { ...defaults, ...input, id: newId(), createdAt: new Date().toISOString() };
    drawings.set(drawing.id, drawing);
    return drawing;
  };
  for (let number = 1; number <= prefilled; number += 1) {
    add({
      name: `Sheet ${number}`,
      status: number % 3 === 0 ? 'final' : 'draft',
      locked: number % 2 === 0,
      shape: { kind: 'circle', center: { x: number, y: 0 }, radius: number },
    });
  }
  const find = ({ parameters }: Input) => drawings.get(String(parameters['drawingId']));
  const notFound = () => failure(404, 'not_found', 'There is no such drawing.');
  const whole = (status: number, drawing: Item, headers: Record<string, string> = {}) =>
    json(status, drawing, { ETag: etagOf(drawing), ...headers });

  const list = ({ call, parameters }: Input): Answer => {
    const { offset = 0, limit = 25 } = parameters;
    const mediaType = preferred(call, ['application/json', 'text/csv']);
    if (mediaType === undefined && keeps('listDrawings accept'))
      return failure(406, 'not_acceptable', 'There is JSON and CSV.');
    const fits = (name: string, value: Json | undefined) =>
      parameters[name] === undefined || parameters[name] === value || !keeps(`listDrawings filter ${name}`);
    const matching = [...drawings.values()].filter(
      (drawing) =>
        fits('status', drawing['status']) &&
        fits('locked', drawing['locked']) &&
        fits('kind', itemOf(drawing['shape'])['kind']),
    );
    const start = keeps('listDrawings offset') ? Number(offset) : 0;
    const page = matching.slice(start, start + Number(limit));
    const headers = { 'X-Total-Count': String(matching.length) };
    return mediaType === 'text/csv'
      ? { status: 200, headers: { 'Content-Type': 'text/csv', ...headers }, text: csvOf(page) }
      : json(200, page, headers);
  };

  const create = ({ body }: Input): Answer => {
    const drawing = add(body);
    return whole(201, drawing, { Location: `${options.basePath ?? ''}/drawings/${drawing.id}` });
  };

  const get = (input: Input): Answer => {
    const drawing = find(input);
    if (!drawing) return notFound();
    const etag = etagOf(drawing);
    const given = String(input.parameters['If-None-Match'] ?? '')
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''));
    return given.includes(etag) || given.includes('*') ? empty(304, { ETag: etag }) : whole(200, drawing);
  };

  const replace = (input: Input): Answer => {
    const drawing = find(input);
    if (!drawing) return notFound();
    const { id = '', createdAt = '' } = drawing;
    const replaced = { ...(keeps('replaceDrawing reset') ? defaults : drawing), ...input.body, id, createdAt };
    if (keeps('replaceDrawing store')) drawings.set(String(id), replaced);
    return whole(200, replaced);
  };

  const remove = (input: Input): Answer => {
    const drawing = find(input);
    if (!drawing) return notFound();
    if (keeps('deleteDrawing removal')) drawings.delete(String(drawing['id']));
    comments.delete(String(drawing['id']));
    return empty(204);
  };

  const comment = (input: Input): Answer => {
    const drawing = find(input);
    if (!drawing) return notFound();
    const id = String(drawing['id']);
    const before = comments.get(id) ?? [];
    const added = { pinned: false, ...input.body, number: before.length + 1, writtenAt: new Date().toISOString() };
    if (keeps('addComment store')) comments.set(id, [...before, added]);
    return json(201, added);
  };

  return serve(
    {
      identify: ({ headers }) => (/^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1] === key ? key : undefined),
      refuse,
      operations: [
        {
          id: 'getStatus',
          method: 'GET',
          path: '/status',
          isPublic: true,
          run: () => json(200, { status: 'ok', version: '1.2.0' }),
        },
        {
          id: 'listDrawings',
          method: 'GET',
          path: '/drawings',
          parameters: [
            { in: 'query', name: 'status', schema: { type: 'string', enum: statuses } },
            { in: 'query', name: 'locked', schema: { type: 'boolean' } },
            { in: 'query', name: 'kind', schema: { type: 'string', enum: ['circle', 'rectangle', 'polygon'] } },
            { in: 'query', name: 'offset', schema: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
            { in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 100 } },
          ],
          run: list,
        },
        {
          id: 'createDrawing',
          method: 'POST',
          path: '/drawings',
          body: { 'application/json': newDrawing },
          run: create,
        },
        {
          id: 'getDrawing',
          method: 'GET',
          path: '/drawings/{drawingId}',
          parameters: [drawingId, { in: 'header', name: 'If-None-Match', schema: { type: 'string' } }],
          run: get,
        },
        {
          id: 'replaceDrawing',
          method: 'PUT',
          path: '/drawings/{drawingId}',
          parameters: [drawingId],
          body: { 'application/json': newDrawing },
          run: replace,
        },
        { id: 'deleteDrawing', method: 'DELETE', path: '/drawings/{drawingId}', parameters: [drawingId], run: remove },
        {
          id: 'measureDrawing',
          method: 'GET',
          path: '/drawings/{drawingId}/area',
          parameters: [drawingId],
          run: (input) => {
            const drawing = find(input);
            return drawing ? json(200, { area: areaOf(itemOf(drawing['shape'])) }) : notFound();
          },
        },
        {
          id: 'listComments',
          method: 'GET',
          path: '/drawings/{drawingId}/comments',
          parameters: [drawingId],
          run: (input) => {
            const drawing = find(input);
            return drawing ? json(200, comments.get(String(drawing['id'])) ?? []) : notFound();
          },
        },
        {
          id: 'addComment',
          method: 'POST',
          path: '/drawings/{drawingId}/comments',
          parameters: [drawingId],
          body: { 'application/json': newComment, 'application/x-www-form-urlencoded': newComment },
          run: comment,
        },
      ],
    },
    options,
  );
}
