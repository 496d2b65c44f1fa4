import { isSuccess } from '../../http/exchange.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { writeQuery } from '../../openapi/parameters/parameter-codec.ts';
import { queryValues, withValue } from '../../openapi/parameters/request-parameters.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { probeRange } from '../request/range-probe.ts';
import { refusedInQuery } from '../request/refused-ranges.ts';
import { isNotBefore } from '../request/reversed-range.ts';

const id = '{operationId}.parameters.query.{name}.inOrder';

/** A range that ends before it begins is refused, where a description says so. */
export const queryInOrder = defineKind({
  id,
  section: () => 'Parameters',
  list: ({ description: { contract } }, operation) =>
    operation === null
      ? []
      : refusedInQuery(contract, operation).map(({ first, last, statuses, said }) => ({
          subject: { operationId: operation.id, name: last },
          pointer: said,
          statement: `A ${last} before the ${first} must be answered with ${statuses.join(' or ')}.`,
        })),
  contractAdvice: () => 'change what is said of it',
  server: {
    reach: { by: 'probes', probe: probeQueries },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      const range = refusedInQuery(context.description.contract, operation).find(({ last }) => last === subject.name);
      if (range === undefined) return [];
      const [first, last] = [range.first, range.last].map((name) => parameterOf(operation, name));
      const taken = answering(context.isTo(operation), async (request, send) => {
        const response = await send(request);
        const { [range.first]: from, [range.last]: to } = queryValues(request, operation);
        const isRefused = range.statuses.includes(response.status) && first !== undefined && last !== undefined;
        if (!isRefused || from === undefined || to === undefined || !isNotBefore(from, to)) return response;
        const swapped = withValue(withValue(request, operation, first, to), operation, last, from);
        const served = await send(swapped);
        return isSuccess(served) ? served : response;
      });
      return [faultDraft('takes any', taken)];
    },
    advice: ({ name }) => `Refuse a ${name} that comes before where its range begins.`,
  },
  client: null,
});

function parameterOf({ parameters }: Operation, name: string): Parameter | undefined {
  return parameters.find((one) => one.in === 'query' && one.name === name);
}

async function* probeQueries(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const range of refusedInQuery(run.context.description.contract, operation)) {
    const [first, last] = [range.first, range.last].map((name) => parameterOf(operation, name));
    if (first === undefined || last === undefined) continue;
    const names = [first.name, last.name];
    const shown = await probeRange(run, operation, range, {
      of: () => ({}),
      withEnds: (parts, from, to) => ({
        ...parts,
        query: [
          ...parts.query.filter(([name]) => !names.includes(name)),
          ...writeQuery(first, from),
          ...writeQuery(last, to),
        ],
      }),
    });
    yield { subject: { operationId: operation.id, name: last.name }, ...shown };
  }
}
