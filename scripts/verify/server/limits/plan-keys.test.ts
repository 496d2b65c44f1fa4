import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../http/exchange.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import type { StillClock } from '../../../http/test/still-clock.ts';
import { catalogueOf } from '../../../requirements/catalogue.ts';
import type { Wrap } from '../../../requirements/fault.ts';
import { MessageContext } from '../../../requirements/message-context.ts';
import { kindOf } from '../../../requirements/registry.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../test/bench.ts';
import { checkPlans } from './plan-keys.ts';

const headers = 'X-RateLimit-Limit: {}, X-RateLimit-Remaining: {}, X-RateLimit-Reset: {}';
const responses = `'200': { description: '', headers: { ${headers} } }`;
const refusals = `'429': { description: '', headers: { ${headers}, Retry-After: {} } }`;
const components = `security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
x-rate-limit-plans:
  small: { requestsPerMinute: 20, requestsPerDay: 70 }
  large: { requestsPerMinute: 50, requestsPerDay: 5000 }
  own: { requestsPerMinute: custom, requestsPerDay: custom }`;
const description = descriptionOf(
  `/tools: { get: { operationId: listTools, responses: { ${responses}, ${refusals} } } }`,
  components,
);
const specification = withoutWorkflows(description);
const planKeys = { small: 'key-small', large: 'key-large' };
const keys = { key: 'right-key', limitedKey: 'limited', planKeys };
const figures = {
  small: { minute: 20, day: 70 },
  large: { minute: 50, day: 5000 },
};

/** How a server does otherwise than its plans say. */
interface Faults {
  of?: 'small' | 'large';
  minute?: number;
  day?: number;
  /** Seconds. */
  minuteLasts?: number;
  dayLasts?: number;
  waits?: (seconds: number) => number;
}

interface Window {
  ends: number;
  count: number;
}

/** A server that counts the requests of each key in windows that begin with the first of them. */
function counting(faults: Faults) {
  const { of = 'small', minuteLasts = 60, dayLasts = 86_400, waits = Math.ceil } = faults;
  const windows = new Map<string, Window>();
  const current = (name: string, now: number, seconds: number): Window => {
    const known = windows.get(name);
    const window = known !== undefined && now < known.ends ? known : { ends: now + seconds * 1000, count: 0 };
    windows.set(name, window);
    return window;
  };
  return (request: HttpRequest, clock: StillClock): ResponseParts => {
    clock.time += 5;
    const [, plan] = /key-(small|large)/.exec(String(request.headers)) ?? [];
    const own = plan === 'small' || plan === 'large' ? figures[plan] : { minute: 10_000, day: 100_000 };
    const allowed = plan === of ? { ...own, ...faults } : own;
    const [ofMinute, ofDay] = plan === of ? [minuteLasts, dayLasts] : [60, 86_400];
    const minute = { ...current(`${plan} minute`, clock.time, ofMinute), limit: allowed.minute };
    const day = { ...current(`${plan} day`, clock.time, ofDay), limit: allowed.day };
    const isServed = minute.count < minute.limit && day.count < day.limit;
    for (const name of ['minute', 'day']) current(`${plan} ${name}`, clock.time, 1).count += isServed ? 1 : 0;
    const leftOf = ({ limit, count }: typeof day) => limit - count - (isServed ? 1 : 0);
    const inForce = leftOf(day) <= leftOf(minute) ? day : minute;
    const announced = {
      'X-RateLimit-Limit': String(inForce.limit),
      'X-RateLimit-Remaining': String(leftOf(inForce)),
      'X-RateLimit-Reset': String(Math.ceil(inForce.ends / 1000)),
    };
    if (isServed) return { headers: announced };
    const wait = waits((inForce.ends - clock.time) / 1000);
    return { status: 429, headers: { ...announced, 'Retry-After': String(wait) } };
  };
}

/** What became of the requirements of plans, and of the time to wait. */
async function checked(faults: Faults, wrap: Wrap = (send) => send): Promise<Record<string, string>> {
  const { session, ledger } = benchFor(description, counting(faults), keys, (send, clock) =>
    wrap(send, { ...keys, now: () => clock.now(), doing: () => '' }),
  );
  for (const requirement of catalogueOf(specification, 'server')) ledger.add(requirement);
  await checkPlans(session);
  const own = ledger
    .results('http://localhost')
    .filter(({ requirement: { id } }) => /^rateLimit\.(plans|retryAfter)/.test(id));
  return Object.fromEntries(own.map(({ requirement, verdict }) => [requirement.id, verdict]));
}

const kept = {
  'rateLimit.plans.small.requestsPerMinute': 'kept',
  'rateLimit.plans.small.requestsPerDay': 'kept',
  'rateLimit.plans.large.requestsPerMinute': 'kept',
  'rateLimit.plans.large.requestsPerDay': 'waived',
  'rateLimit.retryAfter': 'kept',
};

test('a server whose keys have the limits of their plans keeps them all', async () =>
  expect(await checked({})).toEqual(kept));

describe('each figure, and each time to wait, that is another is reported', () => {
  const [minute, day, wait] = [
    'rateLimit.plans.small.requestsPerMinute',
    'rateLimit.plans.small.requestsPerDay',
    'rateLimit.retryAfter',
  ] as const;
  test.each<[name: string, faults: Faults, violated: string[]]>([
    ['fewer a minute', { minute: 15 }, [minute]],
    ['more a minute', { minute: 25 }, [minute]],
    ['fewer a minute of the large plan', { of: 'large', minute: 20 }, ['rateLimit.plans.large.requestsPerMinute']],
    ['half a minute', { minuteLasts: 30 }, [minute]],
    ['fewer a day', { day: 65 }, [day]],
    ['more a day', { day: 75 }, [day]],
    ['no limit a day', { day: 1_000_000 }, [day]],
    ['an hour or so for a day', { dayLasts: 3700 }, [day]],
    ['a time to wait that is rounded down', { waits: Math.floor }, [wait]],
    ['a time to wait that is rounded', { waits: Math.round }, [wait]],
  ])('%s', async (_, faults, violated) => {
    const verdicts = Object.entries(await checked(faults));
    expect(verdicts.filter(([, verdict]) => verdict === 'violated').map(([id]) => id)).toEqual(violated);
  });
});

describe('each way to violate one of them on purpose is detected', () => {
  const context = new MessageContext(specification);
  const faults = catalogueOf(specification, 'server')
    .filter(({ id }) => id.startsWith('rateLimit.plans.'))
    .flatMap((requirement) =>
      (kindOf(requirement).server?.faults(context, requirement) ?? []).map((fault) => ({ ...fault, requirement })),
    );

  test('there are some of each that can be seen', () => {
    expect(new Set(faults.map(({ requirement }) => requirement.id)).size).toBe(3);
  });

  test.each(faults)('$requirement.id: $what', async ({ requirement, wrap }) => {
    expect((await checked({}, wrap))[requirement.id]).toBe('violated');
  });
});

describe('of a run of some operations, plans are a part where that is which shows them', () => {
  const own = descriptionOf(
    `/tools: { get: { operationId: listTools, responses: { ${responses}, ${refusals} } } }
/desks: { get: { operationId: seeDesk, responses: { ${responses}, ${refusals} } } }
/long-desks: { get: { operationId: seeLongDesk, responses: { ${responses}, ${refusals} } } }`,
    components,
  );
  test.each<[selected: (string | null)[] | undefined, isPart: boolean]>([
    [undefined, true],
    [['listTools', null], true],
    [['seeDesk', 'seeLongDesk', null], false],
    [['listTools', 'seeDesk', 'seeLongDesk'], false],
  ])('%j', async (selected, isPart) => {
    const selection = selected && new Set(selected);
    const { session, ledger } = benchFor(own, counting({}), keys, (send) => send, selection);
    for (const requirement of catalogueOf(session.specification, 'server')) ledger.add(requirement);
    await checkPlans(session);
    expect(session.sender.requests > 0).toBe(isPart);
  });
});
