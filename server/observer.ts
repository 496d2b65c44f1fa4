import type { Handlers } from './operation.ts';
import type { Log } from './pipeline.ts';

/** What a server notices of itself that none of its answers shows. */
export interface Observations {
  /** Answers that it did not send, as they would violate the contract: a 500 was sent instead. */
  breaches: { requestId: string; operationId: string | null; pointer: string; message: string }[];
  /** The operations whose handlers were called. */
  handledOperations: string[];
  /** Parameters that a handler has read, as `listPets query.status`. */
  readParameters: string[];
}

/** Watches a server that is verified, for the harness alone: no request of a server in use goes through it. */
export class Observer {
  readonly #breaches = new Map<string, Observations['breaches'][number]>();
  readonly #handled = new Set<string>();
  readonly #read = new Set<string>();

  /** Takes the breaches out of the log; what else failed is printed. */
  readonly log: Log = {
    info: () => undefined,
    error: (fields, message) => {
      if (isBreach(fields)) {
        const { requestId, pointer } = fields;
        const operationId =
          'operationId' in fields && typeof fields.operationId === 'string' ? fields.operationId : null;
        this.#breaches.set(requestId, { requestId, operationId, pointer, message });
      } else console.error(message, fields);
    },
  };

  observations(): Observations {
    return {
      breaches: [...this.#breaches.values()],
      handledOperations: [...this.#handled],
      readParameters: [...this.#read],
    };
  }

  /** The same handlers; what they read of a request is noticed. */
  observed(handlers: Handlers): Handlers {
    return new Proxy(handlers, {
      get: (all, id) => {
        const handler: unknown = Reflect.get(all, id);
        if (typeof handler !== 'function' || typeof id !== 'string') return handler;
        return (request: object) => {
          this.#handled.add(id);
          return Reflect.apply(handler, all, [this.#observedRequest(id, request)]) as unknown;
        };
      },
    });
  }

  #observedRequest(id: string, request: object): object {
    const places = Object.entries(request).map(([place, values]: [string, unknown]) => [
      place,
      typeof values === 'object' && values !== null && place !== 'body'
        ? new Proxy(values, {
            get: (all, name) => {
              if (typeof name === 'string') this.#read.add(`${id} ${place}.${name}`);
              return Reflect.get(all, name) as unknown;
            },
          })
        : values,
    ]);
    return Object.fromEntries(places) as object;
  }
}

function isBreach(fields: object): fields is { requestId: string; pointer: string } {
  return (
    'pointer' in fields &&
    typeof fields.pointer === 'string' &&
    'requestId' in fields &&
    typeof fields.requestId === 'string'
  );
}
