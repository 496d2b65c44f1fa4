import type { HttpRequest } from '../../http/exchange.ts';
import { type ResponseParts, responseOf } from '../../http/test/messages.ts';
import { StillClock } from '../../http/test/still-clock.ts';
import type { Wrap } from '../../requirements/fault.ts';
import { verify } from '../server/run.ts';
import type { RunnableSpecification } from '../specification.ts';

interface Served {
  respond(request: HttpRequest): ResponseParts;
}

/**
 * Ids of the requirements that a server violates, or that are unproven; of a brief run, of the violated alone.
 * `wrap`: what stands between the run and the server.
 */
export async function notKeptBy(
  server: Served,
  specification: RunnableSpecification,
  key: string,
  seed: number,
  isBrief: boolean,
  wrap: Wrap = (send) => send,
): Promise<string[]> {
  const clock = new StillClock();
  const harness = { key, limitedKey: key, now: () => clock.now(), doing: () => '' };
  const { requirements } = await verify(specification, {
    baseUrl: 'http://localhost',
    keys: { key, limitedKey: undefined },
    send: wrap(async (request) => responseOf(server.respond(request), clock.now()), harness),
    clock,
    seed,
    isBrief,
  });
  const isWanted = (verdict: string) => verdict === 'violated' || (verdict === 'unproven' && !isBrief);
  return requirements.filter(({ verdict }) => isWanted(verdict)).map(({ requirement: { id } }) => id);
}
