import { isDeepStrictEqual } from 'node:util';
import { type Answer, isSuccess, NoResponse } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { PlanningContext } from '../../../requirements/planning-context.ts';
import { accountsOf, beginAs, beginSession, keysIn, withToken } from '../../../requirements/request/accounts.ts';
import { assemble, type RequestParts } from '../../../requirements/request/request-parts.ts';
import { rolesIn } from '../../../requirements/request/roles.ts';
import { endsSession, endsTheSession } from '../../../requirements/request/session-ends.ts';
import { tokenReaders } from '../../../requirements/request/token-readers.ts';

/** What a run has of its server. */
interface Asked extends PlanningContext {
  call(parts: RequestParts): Promise<Answer>;
}

type Try = (parts: RequestParts) => Promise<Answer>;

/**
 * Sessions of accounts that the run makes: those that are ended, so that the one of its key goes on, and those of roles
 * that its key has not.
 */
export class OwnSessions {
  readonly #session: Asked;
  /** By operation that ends a session, whether it takes the token of a login. */
  readonly #isTaken = new Map<Operation, Promise<boolean>>();
  readonly #spared = new Set<Operation>();
  readonly #inRoles = new Map<Operation, Promise<string | undefined>>();
  #ofRoles: Promise<string[]> | undefined;

  constructor(session: Asked) {
    this.#session = session;
  }

  /** True for what would end the session of the key, and has not been sent it. */
  isSpared(operation: Operation): boolean {
    return this.#spared.has(operation);
  }

  /**
   * The request with the token of another session, where it has the key of the run: what ends a session ends one of its
   * own, and what is for another role has one of that. Throws NoResponse where no session can be begun that is ended. A
   * server that refuses the token of a login is sent the key.
   */
  async inOwn(parts: RequestParts, send: Try): Promise<RequestParts> {
    const { operation } = parts;
    const keys = keysIn(this.#session, parts);
    if (keys.length === 0) return parts;
    const ofRole = await this.#inRoles.get(operation);
    if (ofRole !== undefined) return withToken(parts, keys, ofRole);
    if (!endsSession(operation)) return parts;
    const isTaken = this.#isTaken.get(operation) ?? this.#endsOwn(operation, send);
    this.#isTaken.set(operation, isTaken);
    const token = (await isTaken) ? await this.#begin() : undefined;
    if (!this.#spared.has(operation)) return token === undefined ? parts : withToken(parts, keys, token);
    throw new NoResponse(assemble(parts), endsTheSession);
  }

  /**
   * The request with the token of an account in another role, where one is served that has it. `refused`: with the key
   * of the run.
   */
  async inRole(refused: RequestParts, send: Try): Promise<RequestParts | undefined> {
    const { operation, credential } = refused;
    if (!isDeepStrictEqual(credential, this.#session.credentialOf(operation))) return undefined;
    const served = this.#inRoles.get(operation) ?? this.#findRole(refused, send);
    this.#inRoles.set(operation, served);
    const token = await served;
    return token === undefined ? undefined : withToken(refused, keysIn(this.#session, refused), token);
  }

  async #findRole(refused: RequestParts, send: Try): Promise<string | undefined> {
    this.#ofRoles ??= this.#beginInRoles();
    for (const token of await this.#ofRoles) {
      const { response } = await send(withToken(refused, keysIn(this.#session, refused), token));
      if (response.status !== 401 && response.status !== 403) return token;
    }
    return undefined;
  }

  async #endsOwn(operation: Operation, send: Try): Promise<boolean> {
    const token = await this.#begin();
    if (token === undefined) this.#spared.add(operation);
    if (token === undefined) return false;
    const base = await this.#session.source.base(operation);
    const { response } = await send(withToken(base, keysIn(this.#session, base), token));
    // Where the token of a login must be taken, the login is to blame.
    if (response.status === 401 && tokenReaders(this.#session).length > 0) this.#spared.add(operation);
    return isSuccess(response);
  }

  #begin(): Promise<string | undefined> {
    return beginSession(this.#session, (parts) => this.#session.call(parts));
  }

  /** The tokens of accounts, one of each role that an account may be given. */
  async #beginInRoles(): Promise<string[]> {
    const tokens: string[] = [];
    for (const account of accountsOf(this.#session))
      for (const role of rolesIn(this.#session.description.contract, account.signUp)) {
        const { token } = await beginAs(this.#session, (parts) => this.#session.call(parts), account, role);
        if (token !== undefined) tokens.push(token);
      }
    return tokens;
  }
}
