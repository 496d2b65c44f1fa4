import { within } from '../../http/exact-json.ts';
import { isSuccess } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { withValue } from '../../openapi/values/placed-values.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { probeRange } from '../request/range-probe.ts';
import { type RefusedRange, refusedInBody } from '../request/refused-ranges.ts';
import { encodeBody, sentBody } from '../request/request-parts.ts';
import { isNotBefore } from '../request/reversed-range.ts';
import { stepTo } from '../response/body-path.ts';
import { section } from './body-requirement.ts';

const id = '{operationId}.requestBody{path}.inOrder';

/** A range that ends before it begins is refused, where a description says so. */
export const bodyInOrder = defineKind({
  id,
  section,
  list: ({ description: { contract } }, operation) =>
    operation === null
      ? []
      : refusedInBody(contract, operation).map((range) => ({
          subject: { operationId: operation.id, path: pathOf(range) },
          pointer: range.said,
          statement: `A ${range.last} before the ${range.first} must be answered with ${range.statuses.join(' or ')}.`,
        })),
  contractAdvice: () => 'change what is said of it',
  server: {
    reach: { by: 'probes', probe: probeBodies },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      const range = refusedInBody(context.description.contract, operation).find((one) => pathOf(one) === subject.path);
      if (range === undefined) return [];
      const { segments, first, last, statuses } = range;
      const taken = answering(context.isTo(operation), async (request, send) => {
        const response = await send(request);
        const body = jsonIn(request.body);
        const [from, to] = [first, last].map((name) => within(body, [...segments, name]));
        const isTaken =
          body !== undefined && from !== undefined && to !== undefined && statuses.includes(response.status);
        if (!isTaken || !isNotBefore(from, to)) return response;
        const swapped = withValue(withValue(body, [...segments, first], to), [...segments, last], from);
        const served = await send({ ...request, body: encodeBody('application/json', swapped).bytes });
        return isSuccess(served) ? served : response;
      });
      return [faultDraft('takes any', taken)];
    },
    advice: ({ path }) => `Refuse a ${path.slice(1)} that comes before where its range begins.`,
  },
  client: null,
});

function pathOf({ segments, last }: RefusedRange): string {
  return [...segments, last].map(stepTo).join('');
}

async function* probeBodies(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { contract } = run.context.description;
  const schema = jsonBodySchema(contract, operation) ?? '';
  for (const range of refusedInBody(contract, operation)) {
    const { segments, first, last } = range;
    const shown = await probeRange(run, operation, range, {
      of: (parts) => within(sentBody(parts), segments),
      withEnds: (parts, from, to) => {
        const body = sentBody(parts) ?? {};
        const changed = withValue(withValue(body, [...segments, first], from), [...segments, last], to);
        return run.context.isValid('request', schema, changed)
          ? { ...parts, body: encodeBody(parts.body?.mediaType ?? '', changed) }
          : undefined;
      },
    });
    yield { subject: { operationId: operation.id, path: pathOf(range) }, ...shown };
  }
}
