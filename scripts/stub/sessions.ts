import { type Exact, type ExactObject, isExactObject, isSame, within } from '../http/exact-json.ts';
import { isSuccess } from '../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../http/message-changes.ts';
import { ownValue } from '../http/own-value.ts';
import type { ScriptedResponse } from '../http/scripted-response.ts';
import type { Description } from '../openapi/description.ts';
import type { Operation } from '../openapi/operation-table.ts';
import { literalPattern } from '../openapi/patterns/regular-expression.ts';
import type { Resource } from '../openapi/resources/resource.ts';
import { resourcesOf } from '../openapi/resources/resources.ts';
import { successSchema } from '../openapi/success-responses.ts';
import { type Account, accountsOf, placeOfText, tokenIn, tokenName } from '../requirements/request/accounts.ts';
import { credentialsPlace, isLogin, isPasswordName } from '../requirements/request/logins.ts';
import type { SentValues } from '../requirements/request/request-check.ts';
import { endsSession } from '../requirements/request/session-ends.ts';
import { showsCaller } from '../requirements/security/account.ts';
import { isAllowed, roleIn, takenBy } from '../requirements/security/role.ts';

/** Somebody who was made known. */
interface Known {
  signUp: Operation;
  sent: ExactObject;
  role: string | undefined;
}

/** Who is logged in: gives tokens, takes them, shows each account to itself, and ends sessions. */
export class Sessions {
  readonly #context: { description: Description; resources: readonly Resource[] };
  /** The tokens that are taken. */
  readonly #given: Set<string>;
  readonly #accounts: readonly Account[];
  readonly #known: Known[] = [];
  readonly #holders = new Map<string, Known | undefined>();

  constructor(description: Description, given: Set<string>) {
    this.#context = { description, resources: resourcesOf(description) };
    this.#given = given;
    this.#accounts = accountsOf(this.#context);
  }

  /** True for somebody logged in who has not the role that an operation is for. */
  isBarred(operation: Operation, token: string): boolean {
    if (!this.#holders.has(token)) return false;
    const taken = takenBy(this.#context, operation);
    const role = this.#holders.get(token)?.role;
    return taken !== undefined && (role === undefined || !isAllowed(taken.restriction, role));
  }

  /** What was served, with the token of a session that it begins, or the account of whoever asks. */
  serve(
    operation: Operation,
    sent: SentValues,
    token: string | undefined,
    response: ScriptedResponse,
  ): ScriptedResponse {
    if (!isSuccess(response)) return response;
    const body = jsonIn(response.body);
    const holder = this.#madeBy(operation, sent, body);
    if (holder !== undefined) this.#known.push(holder);
    if (holder !== undefined || isLogin(this.#context.description, this.#context.resources, operation))
      return this.#begin(operation, holder ?? this.#holderOf(operation, sent), body, response);
    if (token === undefined || !this.#given.has(token)) return response;
    if (endsSession(operation)) this.#given.delete(token);
    return this.#shown(operation, this.#holders.get(token), body, response);
  }

  #madeBy(operation: Operation, { body }: SentValues, shown: Exact | undefined): Known | undefined {
    const isSignUp = this.#accounts.some(({ signUp }) => signUp === operation);
    const sent = isSignUp ? this.#credentialsIn(operation, body) : undefined;
    return sent && { signUp: operation, sent, role: roleIn(shown) ?? roleIn(sent) };
  }

  #holderOf(operation: Operation, { body }: SentValues): Known | undefined {
    const given = this.#credentialsIn(operation, body);
    const account = this.#accounts.find(({ login }) => login === operation);
    if (given === undefined || account === undefined) return undefined;
    const names = account.names.filter((name) => !isPasswordName(name));
    const isOf = ({ signUp, sent }: Known) =>
      signUp === account.signUp &&
      names.every((name) => isSame(ownValue(sent, name) ?? null, ownValue(given, name) ?? null));
    return this.#known.findLast(isOf);
  }

  #credentialsIn(operation: Operation, body: Exact | undefined): ExactObject | undefined {
    const { segments } = credentialsPlace(this.#context.description.contract, operation) ?? { segments: [] };
    const sent = within(body, segments);
    return isExactObject(sent) ? sent : undefined;
  }

  /** With a token of its own, where the schema allows that. */
  #begin(
    operation: Operation,
    holder: Known | undefined,
    body: Exact | undefined,
    response: ScriptedResponse,
  ): ScriptedResponse {
    const place = placeOfText(body, tokenName);
    if (place === undefined) return response;
    const own = withPart(body, place, `session-${this.#holders.size + 1}`);
    const isOwn = this.#isAllowed(operation, own);
    const token = tokenIn(isOwn ? own : body);
    if (token === undefined) return response;
    this.#given.add(token);
    this.#holders.set(token, holder);
    return isOwn ? withJson(response, own) : response;
  }

  /** With what was sent of the account, where it is shown. */
  #shown(
    operation: Operation,
    holder: Known | undefined,
    body: Exact | undefined,
    response: ScriptedResponse,
  ): ScriptedResponse {
    if (holder === undefined || body === undefined) return response;
    if (!showsCaller(this.#context.description.contract, operation)) return response;
    const own = Object.entries(holder.sent)
      .filter(([name]) => !isPasswordName(name))
      .reduce((made, [name, value]) => {
        const place = placeOfText(made, new RegExp(`^${literalPattern(name)}$`));
        const changed = place === undefined ? made : withPart(made, place, value);
        return this.#isAllowed(operation, changed) ? changed : made;
      }, body);
    return withJson(response, own);
  }

  #isAllowed(operation: Operation, body: Exact): boolean {
    const { contract, schemas } = this.#context.description;
    const schema = successSchema(contract, operation);
    return schema !== undefined && schemas.isValid('response', schema, body);
  }
}
