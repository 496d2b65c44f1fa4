const { ANONYMOUS_REQUESTS_PER_MINUTE = '600' } = process.env;

/** Of an address without a valid key, which has no limit for the day. */
export const anonymousLimits = {
  minute: Number(ANONYMOUS_REQUESTS_PER_MINUTE),
  day: Number.MAX_SAFE_INTEGER,
};

const minutes = new Map();
const days = new Map();

/** Counts a request of a caller: the identifier of a key, or an address. */
export function countRequest(caller, limits) {
  const now = Date.now();
  const minute = windowOf(minutes, caller, 60_000, now);
  const day = windowOf(days, caller, 86_400_000, now);
  minute.count += 1;
  if (minute.count <= limits.minute) day.count += 1;
  const left = { minute: Math.max(0, limits.minute - minute.count), day: Math.max(0, limits.day - day.count) };
  const name = left.day <= left.minute ? 'day' : 'minute';
  const { endsAt } = name === 'day' ? day : minute;
  const isExceeded = minute.count > limits.minute || day.count > limits.day;
  return {
    headers: {
      'X-RateLimit-Limit': limits[name],
      'X-RateLimit-Remaining': left[name],
      'X-RateLimit-Reset': Math.ceil(endsAt / 1000),
    },
    retryAfter: isExceeded ? Math.max(1, Math.ceil((endsAt - now) / 1000)) : undefined,
  };
}

function windowOf(windows, caller, length, now) {
  const known = windows.get(caller);
  if (known !== undefined && now < known.endsAt) return known;
  const begun = { count: 0, endsAt: now + length };
  windows.set(caller, begun);
  return begun;
}
