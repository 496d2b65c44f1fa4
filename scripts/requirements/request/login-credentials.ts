import { type Exact, type ExactObject, isExactObject, within } from '../../http/exact-json.ts';
import { isSuccess, NoResponse } from '../../http/exchange.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { type AccountSource, accountSource, credentialsPlace, namedAccount } from './logins.ts';
import type { CallOperation, RequestMaker, RequestMaterial } from './request-material.ts';
import { sentBody } from './request-parts.ts';

/** What logins send: what somebody has been made known with before. */
export class LoginCredentials {
  readonly #material: RequestMaterial;
  readonly #call: CallOperation;
  readonly #requests: RequestMaker;
  readonly #known = new Map<Operation, Promise<ExactObject>>();

  constructor(material: RequestMaterial, call: CallOperation, requests: RequestMaker) {
    this.#material = material;
    this.#call = call;
    this.#requests = requests;
  }

  /**
   * What lets somebody in, who is made known before; whom a request names, as a member, is another one each time.
   * Nothing for any other operation.
   */
  of(operation: Operation): Promise<ExactObject> {
    const { description, resources } = this.#material;
    const member = namedAccount(description, resources, operation);
    if (member !== undefined) return this.#signUp(member);
    const login = this.#known.get(operation) ?? this.#signUp(accountSource(description, resources, operation));
    this.#known.set(operation, login);
    return login;
  }

  async #signUp(signUp: AccountSource | undefined): Promise<ExactObject> {
    const { description } = this.#material;
    if (signUp === undefined) return {};
    try {
      const parts = await this.#requests.base(signUp.operation);
      const { segments } = credentialsPlace(description.contract, signUp.operation) ?? { segments: [] };
      const sent = within(sentBody(parts), segments);
      const { response } = await this.#call(parts);
      if (!isExactObject(sent) || !isSuccess(response)) return {};
      return Object.fromEntries(Object.entries(sent).filter(([name]) => signUp.names.includes(name)));
    } catch (error) {
      if (error instanceof NoResponse) return {};
      throw error;
    }
  }

  /** A body with what lets somebody in. */
  placedIn(operation: Operation, body: Exact, login: ExactObject): Exact {
    if (!isExactObject(body)) return body;
    const [holder] = credentialsPlace(this.#material.description.contract, operation)?.segments ?? [];
    if (holder === undefined) return { ...body, ...login };
    const held = ownValue(body, holder);
    return isExactObject(held) ? { ...body, [holder]: { ...held, ...login } } : body;
  }
}
