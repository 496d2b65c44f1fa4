import { excerpt } from '../../http/excerpt.ts';
import { isSuccess } from '../../http/exchange.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { isNamedInBody } from '../../openapi/resources/resource.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { whyUnservable } from '../operation/unservable.ts';
import type { PlanningContext } from '../planning-context.ts';
import { section } from './body-requirement.ts';

const id = '{operationId}.requestBody.{name}.unknown';

/** What a body names must be there: 404 for an identifier that nothing has, where the contract documents it. */
export const unknownItem = defineKind({
  id,
  section,
  list: (context, operation) => {
    const name = operation === null ? undefined : nameIn(context, operation);
    if (operation === null || name === undefined) return [];
    return [
      {
        subject: { operationId: operation.id, name },
        pointer: `${operation.pointer}/responses/404`,
        statement: `A body whose ${name} nothing has must be answered with 404.`,
      },
    ];
  },
  contractAdvice: () => 'change the responses',
  server: {
    reach: { by: 'probes', probe: probeUnknownItem },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      return [200, 204, 410].map((status) =>
        faultDraft(
          `answers ${status}`,
          answering(context.isTo(operation), async (request, send) => {
            const response = await send(request);
            return response.status === 404 ? { ...response, status } : response;
          }),
        ),
      );
    },
    advice: ({ name }) => `Look the ${name} up as it is given, and answer 404 where there is none.`,
  },
  // Whether something has an identifier, only the server knows.
  client: null,
});

/** The property that says which item a request is to, where nothing else does and none need be there. */
function nameIn({ resources, source }: PlanningContext, operation: Operation): string | undefined {
  if (!Object.hasOwn(operation.responses, '404')) return undefined;
  // Where nothing else creates items, this may.
  if (!resources.some((resource) => resource.create !== undefined && isNamedInBody(resource, operation)))
    return undefined;
  return source.ownIdentifiers.of(operation)?.name;
}

async function* probeUnknownItem({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const name = nameIn(context, operation);
  if (name === undefined) return;
  const subject = { operationId: operation.id, name };
  const answer = await call(await context.source.toUnknown(operation));
  const { status } = answer.response;
  const outOfReach = isSuccess(answer.response) ? undefined : whyUnservable(operation);
  const violation = { documented: `404: nothing has this ${name}.`, received: `${status}, ${excerpt(answer)}` };
  yield {
    subject,
    answer,
    judgement: outOfReach === undefined ? (status === 404 ? 'kept' : violation) : { outOfReach },
  };
}
