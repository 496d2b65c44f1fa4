import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { RequirementDraft } from '../requirement.ts';
import { isIdempotent } from './retries.ts';

/** What a client promises for each operation beyond its requests: what it makes of responses, when it tries again, where its key goes. */
export function clientRequirements({ contract }: Description, operation: Operation): RequirementDraft[] {
  const { id, pointer, responses, deprecation } = operation;
  const draft = (name: string, at: string, statement: string): RequirementDraft => ({
    id: `${id}.${name}`,
    operationId: id,
    pointer: at,
    statement,
    subject: { kind: 'client', aspect: name },
  });
  const waiting = Object.values(responses).flatMap(({ headers }) =>
    headers.filter(({ name }) => name.toLowerCase() === 'retry-after'),
  )[0];
  const security =
    contract.locate(`${pointer}/security`).line === contract.locate(pointer).line ? '/security' : `${pointer}/security`;
  return [
    ...(waiting === undefined
      ? []
      : [
          draft('retry.waits', waiting.pointer, 'What is refused with Retry-After is not sent again before that time.'),
        ]),
    draft(
      'retry.safe',
      pointer,
      isIdempotent(operation)
        ? 'What was answered is not sent again, unless it failed.'
        : `A ${operation.method} that may have been processed is not sent again.`,
    ),
    draft('retry.stops', pointer, 'A client stops trying, and hands on the last answer.'),
    ...(operation.security.length === 0
      ? []
      : [draft('security.elsewhere', security, 'The key is sent to no other server, wherever a response leads.')]),
    ...(deprecation === null
      ? []
      : [
          draft(
            'deprecation.told',
            pointer,
            `Who calls it is told that it is deprecated${deprecation.sunset === null ? '' : `, and removed on ${deprecation.sunset}`}.`,
          ),
        ]),
  ];
}
