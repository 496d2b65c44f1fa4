import { type ExactObject, isExactObject, isSame, within } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { resourcesOf } from '../../openapi/resources/resources.ts';
import {
  accountSource,
  credentialsPlace,
  passwordParameter,
  passwordPlace,
} from '../../requirements/request/logins.ts';
import type { SentValues } from '../../requirements/request/request-check.ts';
import { distinctIn } from '../../requirements/resource/item/distinct.ts';

/**
 * Refuses a login whose password is not that which its account was made known with, and an account that has what only
 * one may have.
 */
export class Logins {
  readonly #description: Description;
  readonly #resources: readonly Resource[];
  /** What makes known who logs in, by the login. */
  readonly #signUps: ReadonlyMap<Operation, Operation>;
  /** What was sent to each of those. */
  readonly #sent = new Map<Operation, ExactObject[]>();

  constructor(description: Description) {
    this.#description = description;
    const resources = resourcesOf(description);
    this.#resources = resources;
    this.#signUps = new Map(
      description.operations.flatMap((login) => {
        const source = accountSource(description, resources, login);
        return source === undefined ? [] : [[login, source.operation]];
      }),
    );
  }

  /** Takes note of a request that was served. */
  note(operation: Operation, values: SentValues): void {
    const sent = this.#credentialsIn(operation, values);
    if (sent === undefined || ![...this.#signUps.values()].includes(operation)) return;
    this.#sent.set(operation, [...(this.#sent.get(operation) ?? []), sent]);
  }

  /** True for an account like one that is there, in what only one may have. */
  isTaken(operation: Operation, values: SentValues): boolean {
    const given = this.#credentialsIn(operation, values);
    const accounts = this.#sent.get(operation) ?? [];
    if (given === undefined || accounts.length === 0) return false;
    const known = { description: this.#description, resources: this.#resources };
    return distinctIn(known, operation).some(({ property }) => {
      const own = ownValue(given, property);
      return own !== undefined && accounts.some((one) => isSame(ownValue(one, property) ?? null, own));
    });
  }

  isWrong(operation: Operation, values: SentValues): boolean {
    const { contract } = this.#description;
    const signUp = this.#signUps.get(operation);
    const given = this.#credentialsIn(operation, values);
    const password = passwordPlace(contract, operation)?.at(-1) ?? passwordParameter(contract, operation)?.name;
    if (signUp === undefined || given === undefined || password === undefined) return false;
    const isSaid = (account: ExactObject, name: string) =>
      isSame(ownValue(account, name) ?? null, ownValue(given, name) ?? null);
    const accounts = (this.#sent.get(signUp) ?? []).filter((one) =>
      Object.keys(given).every((name) => name === password || !Object.hasOwn(one, name) || isSaid(one, name)),
    );
    // What was made known twice has either password.
    return accounts.length > 0 && !accounts.some((account) => isSaid(account, password));
  }

  #credentialsIn(operation: Operation, { body, parameters }: SentValues): ExactObject | undefined {
    if (passwordParameter(this.#description.contract, operation) !== undefined) {
      const query = [...parameters].filter(([parameter]) => parameter.in === 'query');
      return Object.fromEntries(query.map(([{ name }, value]) => [name, value]));
    }
    const { segments } = credentialsPlace(this.#description.contract, operation) ?? { segments: [] };
    const sent = within(body, segments);
    return isExactObject(sent) ? sent : undefined;
  }
}
