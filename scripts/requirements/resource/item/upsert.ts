import type { Exact } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { type Answer, type HttpResponse, isSuccess } from '../../../http/exchange.ts';
import type { Operation, Parameter } from '../../../openapi/operation-table.ts';
import { writePath } from '../../../openapi/parameters/parameter-codec.ts';
import { makerOf, type Resource } from '../../../openapi/resources/resource.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { mostInUse } from '../../parameter/unknown-ids.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { resourceOfPath } from '../../request/referenced-resource.ts';

const id = '{operationId}.upsert';

type Known = Pick<MessageContext, 'resources' | 'singletons'>;

/** A PUT that creates is answered with 201, and one that replaces with 200 or 204 (RFC 9110 section 9.3.4). */
export const upsert = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null || upsertedBy(context, operation) === undefined
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: `${operation.pointer}/responses/201`,
            statement: `What it creates must be answered with 201, and what it replaces with ${replacing(operation)}.`,
          },
        ],
  contractAdvice: () => 'change the responses',
  server: {
    reach: { by: 'probes', probe: probeUpsert },
    faults: (context, { subject: { operationId } }) => {
      const operation = context.operation(operationId);
      const isAbout = context.isTo(operation);
      const [replaced = '200'] = operation === undefined ? [] : replacements(operation);
      const answered = (from: (response: HttpResponse) => boolean, status: number) =>
        faultDraft(`answered with ${status}`, (send) => async (request) => {
          const response = await send(request);
          return isAbout(request) && from(response) ? { ...response, status } : response;
        });
      return [
        answered(({ status }) => status === 201, Number(replaced)),
        answered(({ status }) => status === 200 || status === 204, 201),
      ];
    },
    advice: () => 'Answer 201 where nothing had the identifier, and otherwise where something had it.',
  },
  client: null,
});

function replacements({ responses }: Operation): string[] {
  return ['200', '204'].filter((status) => Object.hasOwn(responses, status));
}

function replacing(operation: Operation): string {
  return replacements(operation).join(' or ');
}

/**
 * The items that PUT creates or replaces, where the contract has a status for each and something reads them; or what
 * there is one of beneath each item, as its settings.
 */
function upsertedBy(context: Known, operation: Operation): Resource | undefined {
  const isEither = Object.hasOwn(operation.responses, '201') && replacements(operation).length > 0;
  if (operation.method !== 'PUT' || !isEither) return undefined;
  const items = context.resources.filter(({ parameter }) => parameter !== undefined);
  const ofItems = isBeneathItems(context, operation) ? context.singletons : [];
  return [...items, ...ofItems].find(({ replace, read }) => replace === operation && read !== undefined);
}

/** True for a path beneath an item of which a new one can be made. */
function isBeneathItems(context: Known, operation: Operation): boolean {
  const name = operation.parameters.findLast(({ in: place }) => place === 'path')?.name;
  const above = name === undefined ? undefined : resourceOfPath(context, operation, name);
  return above !== undefined && makerOf(above) !== undefined;
}

async function* probeUpsert({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const resource = upsertedBy(context, operation);
  if (resource?.read === undefined) return;
  const path = await newPath(context, operation, resource);
  const subject = { operationId: operation.id };
  const before = await call(await context.source.base(resource.read, 'all', false, path));
  const put = async () => call(await context.source.base(operation, 'required', false, path, resource));
  const first = await put();
  yield { subject, answer: first, judgement: judgeFirst(operation, before, first) };
  if (first.response.status !== 201) return;
  const second = await put();
  yield { subject, answer: second, judgement: judgeSecond(operation, second) };
}

/** A path at which nothing is yet, beneath what is there. */
async function newPath(
  context: PlanningContext,
  operation: Operation,
  resource: Resource,
): Promise<Record<string, string>> {
  const { source } = context;
  const { parameter } = resource;
  if (parameter === undefined) return source.pathOf(operation, await source.newItems.newPath(operation));
  const key = (await source.newItems.keyFor(resource)) ?? unusedKey(context, resource, parameter);
  return source.pathOf(operation, { [parameter.name]: writePath(parameter, key) });
}

/** The first numbers may be those of other items. */
function unusedKey(context: PlanningContext, resource: Resource, parameter: Parameter): Exact {
  const schema = parameterSchema(parameter);
  const key = context.source.newItems.newIdentifier(resource, schema);
  const beyond = typeof key === 'number' ? key + mostInUse : key;
  return context.isValid('request', schema, beyond) ? beyond : key;
}

function judgeFirst({ responses }: Operation, before: Answer, answer: Answer): 'kept' | Violation | OutOfReach {
  const { status } = answer.response;
  const isLost = status === 404 && !['404', '4XX', 'default'].some((one) => Object.hasOwn(responses, one));
  if (![404, 410].includes(before.response.status))
    return { outOfReach: 'No request has shown that nothing was there.' };
  if (status === 201) return 'kept';
  if (status !== 200 && status !== 204 && !isLost)
    return { outOfReach: 'Nothing was created at a place that nothing had.' };
  return {
    documented: '201 where nothing was there, as a request before has shown.',
    received: `${status}, ${excerpt(answer)}`,
  };
}

function judgeSecond(operation: Operation, answer: Answer): 'kept' | Violation | OutOfReach {
  const { status } = answer.response;
  if (status === 201)
    return {
      documented: `${replacing(operation)} for what was there, as it was created before.`,
      received: `201, ${excerpt(answer)}`,
    };
  return isSuccess(answer.response) ? 'kept' : { outOfReach: 'What was created could not be replaced.' };
}
