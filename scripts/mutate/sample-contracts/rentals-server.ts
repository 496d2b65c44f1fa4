import type { RequestListener } from 'node:http';
import type { Item, Schema } from './schema.ts';
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

export const basePath = '';
export const key = 'rk-2b7d90e4c1f84a6f';
export const limitedKey = 'rk-9ad35f08be174c21';

const windowSeconds = 3;
const plans = new Map([
  [key, 100_000],
  [limitedKey, 20],
]);

const types = ['city', 'cargo', 'electric'];
const newStation: Schema = {
  type: 'object',
  required: ['name', 'city', 'docks'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 80 },
    city: { type: 'string', minLength: 1, maxLength: 60 },
    docks: { type: 'integer', format: 'int32', minimum: 1, maximum: 100 },
    active: { type: 'boolean' },
    location: {
      type: 'object',
      nullable: true,
      required: ['lat', 'lon'],
      properties: {
        lat: { type: 'number', minimum: -90, maximum: 90 },
        lon: { type: 'number', minimum: -180, maximum: 180 },
      },
    },
    openedOn: { type: 'string', nullable: true, format: 'date' },
  },
};
const bikeState: Schema = {
  type: 'object',
  required: ['type', 'frameNumber'],
  properties: {
    type: { type: 'string', enum: types },
    frameNumber: { type: 'integer', format: 'int32' },
    docked: { type: 'boolean' },
    batteryPercent: { type: 'integer', nullable: true, format: 'int32', minimum: 0, maximum: 100 },
    odometerMetres: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  },
};
const newReservation: Schema = {
  type: 'object',
  required: ['riderId', 'minutes'],
  properties: {
    riderId: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    minutes: { type: 'integer', format: 'int32', minimum: 5, maximum: 1440, multipleOf: 5 },
    startsAt: { type: 'string', format: 'date-time' },
    note: { type: 'string', nullable: true, maxLength: 140 },
  },
};

const stationDefaults: Item = { active: true, location: null, openedOn: null };
const bikeDefaults: Item = { docked: true, batteryPercent: null, odometerMetres: 0 };

const stationId: Parameter = {
  in: 'path',
  name: 'stationId',
  required: true,
  schema: { type: 'integer', format: 'int64', minimum: 1 },
};
const code: Parameter = {
  in: 'path',
  name: 'code',
  required: true,
  schema: { type: 'string', pattern: /^[A-Z]{2}-[0-9]{4}$/ },
};
const page: Parameter = {
  in: 'query',
  name: 'page',
  schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 100_000 },
};
const perPage: Parameter = {
  in: 'query',
  name: 'perPage',
  schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 50 },
};
const flag: Schema = { type: 'boolean' };

export function failure(
  status: number,
  errorCode: string,
  message: string,
  headers: Record<string, string> = {},
): Answer {
  return json(status, { code: errorCode, message }, headers);
}

function refuse(why: Refusal, details: string[]): Answer {
  if (why === 'security')
    return failure(401, 'unauthorized', 'A valid key is needed.', { 'WWW-Authenticate': 'Bearer realm="rentals"' });
  if (why === 'unknown path') return failure(404, 'not_found', 'There is nothing here.');
  if (why === 'method') return failure(405, 'invalid', 'Not with this method.');
  if (why === 'media type') return failure(415, 'unsupported_media_type', 'The body has to be application/json.');
  return failure(400, 'invalid', details.join('; ') || 'The request is not valid.');
}

/** The first valid key of a call: one is enough. */
function identify({ query, headers }: Call): string | undefined {
  const token = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  return [query.get('api_key') ?? '', token ?? ''].find((given) => plans.has(given));
}

interface Station {
  item: Item;
  bikes: Map<string, Item>;
}

export function createServer(options: Options = {}): RequestListener {
  const { prefilled = 0, skip } = options;
  const keeps = (rule: string) => rule !== skip;
  const stations = new Map<number, Station>();
  const windows = new Map<string, { start: number; used: number }>();
  let stationIds = 4000;
  let reservationIds = 5_000_000_000;

  const admit = (identity: string) => {
    const limit = plans.get(identity) ?? 20;
    const now = Date.now();
    const name = keeps('* own window') ? identity : 'everyone';
    const known = windows.get(name);
    const current = known && now < known.start + windowSeconds * 1000 ? known : { start: now, used: 0 };
    if (!known || current !== known) windows.set(name, current);
    current.used += 1;
    const seconds = String(Math.max(1, Math.ceil((current.start + windowSeconds * 1000 - now) / 1000)));
    const headers = {
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(Math.max(0, limit - current.used)),
      'RateLimit-Reset': seconds,
    };
    if (current.used <= limit || !keeps('* limit')) return { headers };
    return {
      headers,
      refusal: failure(429, 'too_many_requests', 'The plan allows no more for now.', { 'Retry-After': seconds }),
    };
  };

  const add = (input: Item): Item => {
    stationIds += 1;
    const item = { ...stationDefaults, ...input, id: stationIds };
    stations.set(stationIds, { item, bikes: new Map() });
    return item;
  };
  for (let number = 1; number <= prefilled; number += 1)
    add({
      name: `Stop ${number}`,
      city: number % 2 === 0 ? 'Bergen' : 'Tromsø',
      docks: (number % 100) + 1,
      active: number % 3 !== 0,
    });

  const find = ({ parameters }: Input) => stations.get(Number(parameters['stationId']));
  const notFound = () => failure(404, 'not_found', 'There is no such thing.');
  const pageOf = (operation: string, items: Item[], filters: string[], { parameters }: Input): Answer => {
    const matching = items.filter((item) =>
      filters.every(
        (name) =>
          parameters[name] === undefined || item[name] === parameters[name] || !keeps(`${operation} filter ${name}`),
      ),
    );
    const size = Number(parameters['perPage'] ?? 20);
    const start = (Number(parameters['page'] ?? 1) - 1) * size;
    return json(200, { data: matching.slice(start, start + size), total: matching.length });
  };
  const withBike = (input: Input, use: (bike: Item, station: Station) => Answer): Answer => {
    const station = find(input);
    const bike = station?.bikes.get(String(input.parameters['code']));
    return station && bike ? use(bike, station) : notFound();
  };

  const put = (input: Input): Answer => {
    const station = find(input);
    if (!station) return notFound();
    const bikeCode = String(input.parameters['code']);
    const before = station.bikes.get(bikeCode);
    const base = keeps('putBike reset') ? {} : before;
    if (!before || keeps('putBike store'))
      station.bikes.set(bikeCode, {
        code: bikeCode,
        stationId: station.item['id'] ?? null,
        ...bikeDefaults,
        ...base,
        ...input.body,
      });
    return empty(204);
  };

  const reserve = (input: Input) =>
    withBike(input, () => {
      reservationIds += 1;
      return json(201, { note: null, startsAt: new Date().toISOString(), ...input.body, id: reservationIds });
    });

  const station = (input: Input) => {
    const found = find(input);
    return found ? json(200, found.item) : notFound();
  };

  const removeStation = (input: Input): Answer => {
    const found = find(input);
    if (found && keeps('deleteStation removal')) stations.delete(Number(found.item['id']));
    return found ? empty(204) : notFound();
  };

  const removeBike = (input: Input) =>
    withBike(input, ({ code: bikeCode = '' }, { bikes }) => {
      if (keeps('deleteBike removal')) bikes.delete(String(bikeCode));
      return empty(204);
    });

  return serve(
    {
      identify,
      refuse,
      admit,
      operations: [
        {
          id: 'listStations',
          method: 'GET',
          path: '/stations',
          parameters: [
            { in: 'query', name: 'city', schema: { type: 'string', minLength: 1, maxLength: 60 } },
            { in: 'query', name: 'active', schema: flag },
            page,
            perPage,
          ],
          run: (input) =>
            pageOf(
              'listStations',
              [...stations.values()].map(({ item }) => item),
              ['city', 'active'],
              input,
            ),
        },
        {
          id: 'createStation',
          method: 'POST',
          path: '/stations',
          body: { 'application/json': newStation },
          run: ({ body }) => json(201, add(body)),
        },
        { id: 'getStation', method: 'GET', path: '/stations/{stationId}', parameters: [stationId], run: station },
        { id: 'checkStation', method: 'HEAD', path: '/stations/{stationId}', parameters: [stationId], run: station },
        {
          id: 'deleteStation',
          method: 'DELETE',
          path: '/stations/{stationId}',
          parameters: [stationId],
          run: removeStation,
        },
        {
          id: 'listBikes',
          method: 'GET',
          path: '/stations/{stationId}/bikes',
          parameters: [
            stationId,
            { in: 'query', name: 'type', schema: { type: 'string', enum: types } },
            { in: 'query', name: 'docked', schema: flag },
            page,
            perPage,
          ],
          run: (input) => {
            const found = find(input);
            return found ? pageOf('listBikes', [...found.bikes.values()], ['type', 'docked'], input) : notFound();
          },
        },
        {
          id: 'getBike',
          method: 'GET',
          path: '/stations/{stationId}/bikes/{code}',
          parameters: [stationId, code],
          run: (input) => withBike(input, (bike) => json(200, bike)),
        },
        {
          id: 'putBike',
          method: 'PUT',
          path: '/stations/{stationId}/bikes/{code}',
          parameters: [stationId, code],
          body: { 'application/json': bikeState },
          run: put,
        },
        {
          id: 'deleteBike',
          method: 'DELETE',
          path: '/stations/{stationId}/bikes/{code}',
          parameters: [stationId, code],
          run: removeBike,
        },
        {
          id: 'reserveBike',
          method: 'POST',
          path: '/stations/{stationId}/bikes/{code}/reservations',
          parameters: [stationId, code],
          body: { 'application/json': newReservation },
          run: reserve,
        },
      ],
    },
    options,
  );
}
