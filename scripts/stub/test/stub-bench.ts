import { headerOf } from '../../http/exchange.ts';
import { isJson } from '../../http/media-types.ts';
import { StillClock } from '../../http/test/still-clock.ts';
import { describe } from '../../openapi/description.ts';
import { withoutWorkflows } from '../../requirements/test/without-workflows.ts';
import { contractOf } from '../../test/contracts.ts';
import { Stub, type StubExchange, type StubOptions } from '../stub.ts';

/** What a stub has answered, for people: the body as JSON if it is that. */
export interface Answered {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

export interface StubBench {
  stub: Stub;
  clock: StillClock;
  exchanges: StubExchange[];
  /** Sends a request: `GET /books?limit=2`, with a value as its JSON body and these headers. */
  ask(line: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered>;
}

/** A stub of a contract in one text, with a clock that stands still. */
export function stubFor(document: string, options: Partial<StubOptions> = {}): StubBench {
  const clock = new StillClock();
  const exchanges: StubExchange[] = [];
  const specification = withoutWorkflows(describe(contractOf(document)));
  const stub = new Stub(specification, {
    now: () => clock.now(),
    seed: 1,
    choice: { kind: 'state' },
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  });
  const ask: StubBench['ask'] = async (line, body, headers = {}) => {
    const [method = '', target = ''] = line.split(' ');
    const bytes = body === undefined ? null : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const hasType = bytes === null || Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
    const response = await stub.respond({
      method,
      target,
      headers: [...(hasType ? [] : [['Content-Type', 'application/json'] as const]), ...Object.entries(headers)],
      body: bytes,
    });
    const text = response.body.toString();
    const isOfJson = isJson(headerOf(response, 'Content-Type') ?? '') && text !== '';
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers.map(([name, value]) => [name.toLowerCase(), value])),
      body: isOfJson ? JSON.parse(text) : text,
    };
  };
  return { stub, clock, exchanges, ask };
}
