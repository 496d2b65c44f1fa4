import type { HttpRequest } from '../../http/exchange.ts';
import type { Respond, ScriptedResponse } from '../../http/scripted-response.ts';
import type { Arrival } from '../../requirements/client/observed-call.ts';
import { mostTries } from '../../requirements/client/retries.ts';
import { gone } from './client-specification.ts';

/** Gives each request of one call the response that is scripted beforehand, and remembers what came. */
export class ScriptedStub {
  readonly #now: () => number;
  #script: (index: number) => ScriptedResponse = () => gone;
  #arrivals: Arrival[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Begins a call: `script` gives the response to each of its requests, from 0. */
  begin(script: (index: number) => ScriptedResponse): void {
    this.#script = script;
    this.#arrivals = [];
  }

  /** What has come since the call began. */
  get arrivals(): readonly Arrival[] {
    return this.#arrivals;
  }

  respond: Respond = async (request: HttpRequest) => {
    // Who never stops is stopped.
    const response = this.#arrivals.length < mostTries * 2 ? this.#script(this.#arrivals.length) : gone;
    this.#arrivals.push({ request: withoutTransport(request), response, at: this.#now() });
    return response;
  };
}

/** The request without what every HTTP library adds of its own accord: what the contract says nothing of. */
function withoutTransport(request: HttpRequest): HttpRequest {
  const headers = request.headers.filter(
    ([name]) =>
      !/^(host|connection|user-agent|content-length|transfer-encoding|accept-(encoding|language)|sec-fetch-\w+)$/i.test(
        name,
      ),
  );
  return { ...request, headers };
}
