import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { argumentsOf, type SharedCounts, toSharedCount } from './shared-counts.ts';
import { windowLengths } from './windows.ts';

/** Milliseconds that a command may take to be answered. */
const patience = 1_000;
/** Milliseconds after which a connection that is not ready is given up: one that is cut off would never be. */
const connecting = 400;

/** Seconds and microseconds of the engine's clock, in Lua. */
const engineClock = "redis.call('TIME')";

/** One request, by the rules of the limiter in memory: Redis runs a script as one step. */
const spendBy = (clock: string) => `
local perMinute, perDay = tonumber(ARGV[1]), tonumber(ARGV[2])
local banAfter, banLength = tonumber(ARGV[3]), tonumber(ARGV[4])
local time = ${clock}
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local names = {
  'minute', 'minuteEndsAt', 'day', 'dayEndsAt', 'refusals', 'refusalsEndAt', 'bannedSince', 'bannedUntil', 'refused'
}
local kept = {}
for index, value in ipairs(redis.call('HMGET', KEYS[1], unpack(names))) do kept[names[index]] = tonumber(value or 0) end

local function learn(window, count, endsAt, length)
  local current = now < kept[window .. 'EndsAt'] and kept[window] or 0
  if now < endsAt and count > current then
    kept[window], kept[window .. 'EndsAt'] = count, math.min(endsAt, now + length)
  end
end
learn('minute', tonumber(ARGV[5]), tonumber(ARGV[6]), ${windowLengths.minute})
learn('day', tonumber(ARGV[7]), tonumber(ARGV[8]), ${windowLengths.day})
if tonumber(ARGV[10]) > kept.bannedUntil then
  kept.bannedSince, kept.bannedUntil = tonumber(ARGV[9]), math.min(tonumber(ARGV[10]), now + banLength)
end
kept.refused = math.max(kept.refused, tonumber(ARGV[11]))

local function spend(count, endsAt, length)
  if now < kept[endsAt] then
    kept[count] = kept[count] + 1
  else
    kept[count], kept[endsAt] = 1, now + length
  end
end
if now < kept.bannedUntil then
  kept.refused = kept.refused + 1
else
  spend('minute', 'minuteEndsAt', ${windowLengths.minute})
  local isExceeded = kept.minute > perMinute
  if perDay > 0 and not isExceeded then
    spend('day', 'dayEndsAt', ${windowLengths.day})
    isExceeded = kept.day > perDay
  end
  if isExceeded then
    kept.refused = kept.refused + 1
    spend('refusals', 'refusalsEndAt', ${windowLengths.minute})
    if banAfter > 0 and kept.refusals > banAfter then
      kept.bannedSince, kept.bannedUntil = now, now + banLength
      kept.refusals, kept.refusalsEndAt = 0, 0
    end
  end
end

local values = {}
for _, name in ipairs(names) do
  table.insert(values, name)
  table.insert(values, string.format('%.0f', kept[name]))
end
redis.call('HSET', KEYS[1], unpack(values))
local endsAt = math.max(kept.minuteEndsAt, kept.dayEndsAt, kept.refusalsEndAt, kept.bannedUntil)
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.max(1, endsAt - now)))
return {
  now, kept.minute, kept.minuteEndsAt, kept.day, kept.dayEndsAt, kept.bannedSince, kept.bannedUntil, kept.refused
}`;

/** Counts in a Redis or Valkey; what it forgets in a restart, the servers tell it again. */
export function redisCounts(url: string, clock = engineClock): SharedCounts {
  const redis = new Redis(url, {
    commandTimeout: patience,
    // A connection that says nothing to what it was asked is lost; the next one may lead somewhere.
    socketTimeout: patience,
    // While there is no connection, a request must not wait for one.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => 100,
    lazyConnect: true,
  });
  // Each command that fails says it as well.
  redis.on('error', () => undefined);
  let timer: NodeJS.Timeout | undefined;
  redis.on('connecting', () => {
    clearTimeout(timer);
    // What has come by then counts, also where this process was busy. One that is closed at once has no stream.
    const giveUp = () => redis.status !== 'ready' && redis.stream?.destroy();
    timer = setTimeout(() => setImmediate(giveUp), connecting).unref();
  });
  const connected = Promise.race([redis.connect().catch(() => undefined), sleep(patience, undefined, { ref: false })]);
  redis.defineCommand('spend', { numberOfKeys: 1, lua: spendBy(clock) });
  return {
    async spend(name, rules, known) {
      await connected;
      const numbers: unknown = await (redis as SpendingRedis).spend(`adoption:${name}`, ...argumentsOf(rules, known));
      if (!Array.isArray(numbers) || !numbers.every((one) => typeof one === 'number'))
        throw new Error('Redis has not answered with numbers.');
      return toSharedCount(numbers);
    },
    close: () => redis.disconnect(),
  };
}

/** With the command that is defined. */
interface SpendingRedis extends Redis {
  spend(key: string, ...numbers: number[]): Promise<unknown>;
}
