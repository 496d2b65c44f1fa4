import { isExactObject } from '../http/exact-json.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { jsonIn, withJson } from '../http/message-changes.ts';
import { ownValue } from '../http/own-value.ts';
import type { ScriptedResponse } from '../http/scripted-response.ts';
import type { Description } from '../openapi/description.ts';
import type { Operation } from '../openapi/operation-table.ts';
import type { Resource } from '../openapi/resources/resource.ts';
import { resourcesOf } from '../openapi/resources/resources.ts';
import { singletonsOf } from '../openapi/resources/singletons.ts';
import { isStored, sentAndAnswered } from '../requirements/response/given-back.ts';

/** Gives back what was sent where nothing is stored, as an order that nothing reads afterwards. */
export class GivenBack {
  readonly #description: Description;
  #resources: readonly Resource[] | undefined;

  constructor(description: Description) {
    this.#description = description;
  }

  withWhatWasSent(operation: Operation, request: HttpRequest, response: ScriptedResponse): ScriptedResponse {
    const names = response.status < 300 ? sentAndAnswered(this.#description.contract, operation) : [];
    if (names.length === 0 || isStored(this.#known, operation)) return response;
    const [sent = null] = [jsonIn(request.body) ?? null].flat();
    const body = jsonIn(response.body) ?? null;
    if (!isExactObject(sent) || !isExactObject(body)) return response;
    const own = names.map(([name]) => [name, ownValue(sent, name) ?? null] as const);
    return withJson(response, { ...body, ...Object.fromEntries(own) });
  }

  get #known(): readonly Resource[] {
    this.#resources ??= [...resourcesOf(this.#description), ...singletonsOf(this.#description)];
    return this.#resources;
  }
}
