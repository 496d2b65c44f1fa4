import { excerpt } from '../../http/excerpt.ts';
import { isSuccess } from '../../http/exchange.ts';
import { headerIn, withHeader } from '../../http/message-changes.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { faultDraft, type Wrap } from '../fault.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { type MessageContext, operationOf } from '../message-context.ts';
import { reuseRefusalOf } from '../request/idempotency.ts';
import { parameterOf, subjectOf } from './parameter.ts';
import { placeValue } from './place-value.ts';

const id = '{operationId}.parameters.{in}.{name}.reused';

/** An idempotency key that comes again with another body, where the contract says how that is refused. */
export const reused = defineKind({
  id,
  section: () => 'Parameters',
  list: ({ description }, operation) => {
    const promised = operation === null ? undefined : reuseRefusalOf(description, operation);
    if (operation === null || promised === undefined) return [];
    const { parameter, statuses } = promised;
    return [
      {
        subject: subjectOf(operation, parameter),
        pointer: `${operation.pointer}/responses/${statuses[0]}`,
        statement: `A ${parameter.name} that comes again with another body must be refused.`,
      },
    ];
  },
  contractAdvice: () => 'change the responses',
  server: {
    reach: { by: 'probes', probe: probeReuse },
    faults: (context, { subject }) => [
      faultDraft('taken', taken(context, operationOf(context, subject), parameterOf(context, subject).parameter)),
    ],
    advice: ({ name }) => `Keep the body of a request under its ${name}, and refuse the key with another one.`,
  },
  client: null,
});

async function* probeReuse({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { source, values, description } = context;
  const promised = reuseRefusalOf(description, operation);
  if (promised === undefined) return;
  const { parameter, statuses } = promised;
  const subject = subjectOf(operation, parameter);
  const key = values.valueAt(parameterSchema(parameter), 'required');
  const first = await source.base(operation);
  // Of another thing, it is another request, and the key may be known for each path.
  const second = await source.base(operation, 'all', false, first.path);
  const before = await call(placeValue(first, parameter, key));
  const answer = await call(placeValue(second, parameter, key));
  const { status } = answer.response;
  const isSame = first.body !== null && second.body !== null && first.body.bytes.equals(second.body.bytes);
  const isRefused = statuses.includes(String(status));
  if (isSame || !isSuccess(before.response) || !(isSuccess(answer.response) || isRefused))
    yield { subject, answer, judgement: { outOfReach: 'No request was served whose key could come again.' } };
  else
    yield {
      subject,
      answer,
      judgement: isRefused
        ? 'kept'
        : {
            documented: `${statuses.join(' or ')} for a ${parameter.name} that comes again with another body.`,
            received: `${status}, ${excerpt(answer)}`,
          },
    };
}

/** Takes a key with another body as one that is new. */
function taken(context: MessageContext, operation: Operation, parameter: Parameter): Wrap {
  const isAbout = context.isTo(operation);
  return (send) => {
    const bodies = new Map<string, string>();
    return async (request) => {
      const key = headerIn(request, parameter.name);
      if (!isAbout(request) || key === undefined) return send(request);
      const text = request.body?.toString() ?? '';
      const known = bodies.get(key) ?? text;
      const other = () => String(context.values.valueAt(parameterSchema(parameter), 'required'));
      const response = await send(known === text ? request : withHeader(request, parameter.name, other()));
      if (response.status < 300) bodies.set(key, known);
      return response;
    };
  };
}
