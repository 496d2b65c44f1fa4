import { type Exact, isSame } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { withHeader } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { answering, faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { idempotencyKeyOf } from '../request/idempotency.ts';
import { parameterOf, subjectOf } from './parameter.ts';
import { placeValue } from './place-value.ts';

const id = '{operationId}.parameters.{in}.{name}.replayed';

/** A creation that is sent again with its idempotency key: there is one thing, and the answer says which. */
export const replayed = defineKind({
  id,
  section: () => 'Parameters',
  list: ({ resources }, operation) => {
    const parameter = operation === null ? undefined : idempotencyKeyOf(operation);
    if (operation === null || parameter === undefined || createdBy(resources, operation) === undefined) return [];
    return [
      {
        subject: subjectOf(operation, parameter),
        pointer: parameter.pointer,
        statement: `What is sent again with the same ${parameter.name} must be answered as at first.`,
      },
    ];
  },
  contractAdvice: ({ name }) => `give ${name} another name`,
  server: {
    reach: { by: 'probes', probe: probeReplay },
    faults: (context, { subject }) => {
      const { parameter } = parameterOf(context, subject);
      const other = () => String(context.values.valueAt(parameterSchema(parameter), 'required'));
      const ignored = answering(context.isTo(operationOf(context, subject)), (request, send) =>
        send(withHeader(request, subject.name, other())),
      );
      return [faultDraft('ignored', ignored)];
    },
    advice: ({ name }) => `Keep the answer to a creation under its ${name}, and give it again.`,
  },
  client: null,
});

/** What an operation creates, where an item has an identifier by which another one is known. */
function createdBy(resources: readonly Resource[], operation: Operation): Resource | undefined {
  return resources.find(({ create, idProperty }) => create === operation && idProperty !== undefined);
}

async function* probeReplay({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { source, resources, values } = context;
  const parameter = idempotencyKeyOf(operation);
  const resource = createdBy(resources, operation);
  if (parameter === undefined || resource === undefined) return;
  const key = values.valueAt(parameterSchema(parameter), 'required');
  const parts = placeValue(await source.base(operation), parameter, key);
  const created = context.idIn(resource, await call(parts));
  const answer = await call(parts);
  const again = isSuccess(answer.response) ? context.idIn(resource, answer) : undefined;
  yield { subject: subjectOf(operation, parameter), answer, judgement: judge(created, again, answer) };
  // Whether it is served or refused: it is answered as documented.
  await call(placeValue(await source.base(operation), parameter, key));
}

function judge(created: Exact | undefined, again: Exact | undefined, answer: Answer): 'kept' | Violation | OutOfReach {
  if (created === undefined || again === undefined)
    return { outOfReach: 'No two responses to the same creation have shown an identifier.' };
  if (isSame(created, again)) return 'kept';
  return {
    documented: `The answer to the first of two requests that are the same: ${String(created)}.`,
    received: `${answer.response.status}, ${excerpt(answer)}`,
  };
}
