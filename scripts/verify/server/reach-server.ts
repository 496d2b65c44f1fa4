import { CannotRun } from '../../cli/problem.ts';
import { countOf } from '../../cli/text.ts';
import { NoResponse } from '../../http/exchange.ts';
import { isOpen, noCredential } from '../../openapi/credentials.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { whyUnservable } from '../../requirements/operation/unservable.ts';
import type { Session } from './session/session.ts';

/** What Node.js says where there is no server, or none that can be talked to. */
const unreachable = new RegExp(
  [
    'ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT',
    'CERT|SSL|TLS',
    'no whole answer within',
  ].join('|'),
);

/**
 * Sends the first requests: whether there is a server, whether it has any of the operations below another path than
 * the contract says, and whether it takes the keys for anything at all.
 * Throws CannotRun when it cannot be reached, has none of them there, or refuses a key.
 */
export async function reachServer(session: Session, baseUrl: string): Promise<void> {
  const { operations, service } = session.specification.description;
  const isElsewhere = pathOf(baseUrl) !== service.basePath;
  const missing: string[] = [];
  let refused: number | undefined;
  let isServed = false;
  for (const operation of simplestFirst(operations)) {
    // That there is no such thing may be said with 404 as well.
    const isCertain = !operation.path.includes('{');
    if ((missing.length > 0 && !isCertain) || (isServed && operation.method !== 'GET')) break;
    try {
      const { response } = await session.call(await session.source.base(operation));
      if (isElsewhere && isCertain && response.status === 404) {
        missing.push(`${operation.method} ${operation.path}`);
        continue;
      }
      if (!isRefusal(response.status)) {
        // Where others refuse the key, it may be served to anybody.
        if (refused === undefined || !(await takesAnybody(session, operation)))
          return await reachWithLimitedKey(session, operation);
        isServed = true;
      } else if (whyUnservable(operation) === undefined && !isOpen(operation)) refused = response.status;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      if (unreachable.test(`${error.message} ${String(error.cause)}`))
        throw new CannotRun(`${baseUrl} cannot be reached: ${error.message}.`, { cause: error });
    }
  }
  if (refused !== undefined)
    throw new CannotRun(
      `The server refuses the key for every operation ${isServed ? 'that asks for one ' : ''}(${refused}): ` +
        'give a key that it knows.',
    );
  const [first, ...others] = missing;
  if (first !== undefined) {
    const and = others.length > 0 ? ` and ${countOf(others.length, 'other operation')}` : '';
    const path = service.basePath || '/';
    throw new CannotRun(
      `${baseUrl} answers 404 to ${first}${and}: correct the path of --base-url, which the contract says is ${path}.`,
    );
  }
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/+$/, '');
}

function simplestFirst(operations: readonly Operation[]): Operation[] {
  return operations.toSorted(
    (a, b) =>
      Number(a.method !== 'GET') - Number(b.method !== 'GET') || a.path.split('{').length - b.path.split('{').length,
  );
}

/** True where a credential is needed and none is asked for, so that the answer shows nothing of the key. */
async function takesAnybody(session: Session, operation: Operation): Promise<boolean> {
  if (isOpen(operation)) return false;
  const base = await session.source.base(operation);
  // That it is refused need not be documented.
  const { response } = await session.call({ ...base, credential: noCredential }, { mayBeRefused: true });
  return !isRefusal(response.status);
}

async function reachWithLimitedKey(session: Session, operation: Operation): Promise<void> {
  const { limitedKey } = session.keys;
  if (limitedKey === undefined || isOpen(operation)) return;
  const request = {
    ...(await session.source.base(operation)),
    credential: session.credentialOf(operation, limitedKey),
  };
  const { response } = await session.call(request, { mayBeLimited: true });
  if (isRefusal(response.status))
    throw new CannotRun(`The server refuses the limited key (${response.status}): give one that it knows.`);
}

function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}
