import { type Answer, type HttpResponse, headerOf, isSuccess } from '../../http/exchange.ts';
import { withHeader } from '../../http/message-changes.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { altering, faultDraft } from '../fault.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';

const id = '{operationId}.asGet.{name}';

/** A HEAD of the contract, whose header fields are those of the GET beside it (RFC 9110 section 9.3.2). */
export const headAsGet = defineKind({
  id,
  section: () => 'The operation',
  list: ({ description }, operation) => {
    const get = operation === null ? undefined : getBeside(description, operation);
    if (operation === null || get === undefined) return [];
    return comparedNames(operation, get).map((name) => ({
      subject: { operationId: operation.id, name },
      pointer: operation.pointer,
      statement: `${name} must be as in the response to GET, where it is given.`,
    }));
  },
  contractAdvice: () => null,
  server: {
    reach: { by: 'probes', probe: probeHead },
    faults: (context, { subject: { operationId, name } }) => {
      const head = context.operation(operationId);
      const [isHead, isGet] = [head, head && getBeside(context.description, head)].map((one) => context.isTo(one));
      const isOfBoth = (response: HttpResponse) => response.status < 300 && !name.startsWith('Content-');
      return [
        faultDraft(
          'another one',
          altering((response, request) => {
            if (isHead?.(request) === true && response.status < 300) return withHeader(response, name, '4711');
            return isGet?.(request) === true && isOfBoth(response) ? withHeader(response, name, '4712') : response;
          }),
        ),
      ];
    },
    advice: ({ name }) => `Answer HEAD with the ${name} of GET, or without it.`,
  },
  client: null,
});

/** The GET at the path of a HEAD; undefined for any other operation, and where there is none. */
export function getBeside(
  { operations }: Pick<Description, 'operations'>,
  { method, path }: Operation,
): Operation | undefined {
  return method === 'HEAD' ? operations.find((other) => other.path === path && other.method === 'GET') : undefined;
}

/** Whether the path of an operation has a HEAD of its own, which says itself what it answers. */
export function isBesideHead({ operations }: Pick<Description, 'operations'>, { path }: Operation): boolean {
  return operations.some((other) => other.path === path && other.method === 'HEAD');
}

/** What describes the content, and what both responses document. */
function comparedNames(head: Operation, get: Operation): string[] {
  const [own, others] = [head, get].map(({ responses }) =>
    Object.entries(responses).flatMap(([status, { headers }]) =>
      /^2/.test(status) ? headers.map(({ name }) => name) : [],
    ),
  );
  const isIn = (names: readonly string[] | undefined, name: string) =>
    names?.some((one) => one.toLowerCase() === name.toLowerCase()) === true;
  const usual = ['Content-Length', 'Content-Type', 'ETag', 'Last-Modified'];
  return [...usual, ...(own ?? []).filter((name) => isIn(others, name) && !isIn(usual, name))];
}

async function* probeHead({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const get = getBeside(context.description, operation);
  if (get === undefined) return;
  const parts = await context.source.base(get, 'all', false);
  const before = await call(parts);
  const { headers, cookies, credential } = await context.source.base(operation, 'all', false);
  const answer = await call({ ...parts, operation, headers, cookies, credential });
  const after = await call(parts);
  for (const name of comparedNames(operation, get)) {
    const subject = { operationId: operation.id, name };
    const [given, first, last] = [headerOf(answer.response, name), valueOf(before, name), valueOf(after, name)];
    const isShown = [before, answer, after].every(({ response }) => isSuccess(response));
    if (!isShown || given === undefined || first === undefined || first !== last)
      yield { subject, answer, judgement: { outOfReach: `No two responses have shown a ${name} that stays.` } };
    else
      yield {
        subject,
        answer,
        judgement:
          given === first ? 'kept' : { documented: `${name}: ${first}, as of GET.`, received: `${name}: ${given}` },
      };
  }
}

/** What GET says; the length of a body that came in chunks is that of the body. */
function valueOf({ response }: Answer, name: string): string | undefined {
  return headerOf(response, name) ?? (name === 'Content-Length' ? lengthOf(response) : undefined);
}

function lengthOf(response: HttpResponse): string | undefined {
  return headerOf(response, 'Content-Encoding') === undefined ? String(response.body.length) : undefined;
}
