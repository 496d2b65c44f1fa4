import { type Exact, isExactObject, isSame, within, writeExact } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { partAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { writePath } from '../../openapi/parameters/parameter-codec.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { pathTo } from '../request/referenced-resource.ts';
import { pathValue, type RequestParts, sentBody } from '../request/request-parts.ts';
import { settled } from '../settled.ts';
import { covers } from './item/item-difference.ts';
import { notStored } from './item/stored.ts';
import { type PartChange, partsBy, sentNames } from './parts.ts';

const id = '{operationId}.partOf.{other}';

/** What an operation sets, adds or takes away of a thing, as the line of a cart: whoever reads the thing sees it. */
export const partShown = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    partsBy(context, operation).map(({ operation: own, read, segments }) => ({
      subject: { operationId: own.id, other: read.id },
      pointer: partAt(context.description.contract, own.pointer).pointer,
      statement: `What ${own.id} changes must be so in the ${segments.join('.')} of ${read.id}.`,
    })),
  contractAdvice: () => 'change the responses of both operations',
  server: {
    reach: { by: 'probes', probe: probeParts },
    faults: (context, { subject: { operationId, other } }) => [
      faultDraft('answered alone', notStored(context, operationId, other)),
    ],
    advice: ({ other }) => `Store the change, so that ${other} shows it.`,
  },
  client: null,
});

async function* probeParts(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const own of partsBy(run.context, operation)) {
    const thing = await run.context.source.newItems.newId(own.above);
    if (thing !== undefined)
      yield { subject: { operationId: operation.id, other: own.read.id }, ...(await changed(run, own, thing)) };
  }
}

type Seen = Pick<Probed<typeof id>, 'answer' | 'judgement'>;

/** Changes a part of a new thing; what must be there before that is set first. */
async function changed({ context, call, wait }: ProbeRun, own: PartChange, thing: Exact): Promise<Seen> {
  const { operation, above, read, listed, set } = own;
  const reading = await context.source.at(read, above, thing);
  let before = await call(reading);
  const send = async (to: Operation, path: Readonly<Record<string, string>> = {}) => {
    const given = { ...pathTo(context, to, above, thing), ...path };
    const parts = await context.source.base(to, 'all', true, given, undefined, { resource: above, id: thing });
    return { parts, answer: await call(parts) };
  };
  const look = async (parts: RequestParts, change: PartChange, named: Exact | undefined): Promise<Seen> => {
    const judged = (seen: Answer) => judge(context, change, { parts, named, before, after: seen });
    const answer = await settled(
      { wait },
      () => call(reading),
      (seen) => judged(seen) === 'kept',
    );
    return { answer, judgement: judged(answer) };
  };
  let path: Record<string, string> = {};
  let named: Exact | undefined;
  if (operation !== set && (listed !== undefined || operation.method === 'DELETE')) {
    const { parts, answer } = await send(set);
    const setting = { ...own, operation: set };
    const seen = isDone(answer) ? await look(parts, setting, namedBy(context, own, parts)) : undefined;
    if (seen?.judgement !== 'kept') return { answer, judgement: { outOfReach: 'Nothing was set before.' } };
    named = listed && (namedBy(context, own, parts) ?? newIn(own, before, seen.answer));
    path = listed?.parameter === undefined ? {} : { [listed.parameter.name]: writePath(listed.parameter, named ?? '') };
    before = seen.answer;
  }
  const { parts, answer } = await send(operation, path);
  if (!isDone(answer)) return { answer, judgement: { outOfReach: 'Nothing was changed at once.' } };
  return look(parts, own, named ?? namedBy(context, own, parts));
}

/** The identifier of a part that the path of a request has. */
function namedBy(
  { description: { contract } }: ProbeRun['context'],
  { listed }: PartChange,
  parts: RequestParts,
): Exact | undefined {
  const name = listed?.parameter?.name;
  const parameter = parts.operation.parameters.find((one) => one.in === 'path' && one.name === name);
  return parameter && pathValue(contract, parts, parameter);
}

const isDone = ({ response }: Answer) => isSuccess(response) && response.status !== 202;

/** The identifier of what is in a list and was not before. */
function newIn({ segments, listed }: PartChange, before: Answer, after: Answer): Exact | undefined {
  const [old, now] = [within(before.body, segments), within(after.body, segments)];
  const idOf = (one: Exact) => within(one, [listed?.idProperty ?? '']) ?? null;
  const known = Array.isArray(old) ? old.map(idOf) : [];
  const added = Array.isArray(now) ? now.map(idOf).filter((one) => !known.some((other) => isSame(one, other))) : [];
  return added[0];
}

interface SeenChange {
  parts: RequestParts;
  /** The identifier of the part, where it is known. */
  named: Exact | undefined;
  before: Answer;
  after: Answer;
}

function judge(
  context: ProbeRun['context'],
  own: PartChange,
  { parts, named, before, after }: SeenChange,
): 'kept' | Violation | OutOfReach {
  const { operation, read, segments, part, listed } = own;
  if (!isSuccess(after.response)) return { outOfReach: `${read.id} has not shown the thing.` };
  const name = segments.join('.');
  const received = excerpt(after);
  const [was, now] = [within(before.body, segments), within(after.body, segments)];
  const isOwn = (one: Exact) => textOf(within(one, [listed?.idProperty ?? '']) ?? null) === textOf(named ?? null);
  const items = Array.isArray(now) ? now : [];
  if (operation.method === 'DELETE') {
    const isThere =
      listed === undefined ? now !== undefined && now !== null && isSame(now, was ?? null) : items.some(isOwn);
    return isThere
      ? { documented: `No ${listed === undefined ? name : writeExact(named ?? null)} any more.`, received }
      : 'kept';
  }
  const names = sentNames(context, operation, part, segments.at(-1) ?? '');
  const body = sentBody(parts) ?? null;
  const sent = Object.fromEntries(
    Object.entries(isExactObject(body) ? body : {}).filter(([property]) => names.includes(property)),
  );
  const old = Array.isArray(was) ? was : [];
  const found =
    listed === undefined
      ? [now ?? null]
      : items.filter((one) => (named === undefined ? !old.some((other) => isSame(one, other)) : isOwn(one)));
  const isShown = found.some((one) =>
    isExactObject(one) ? covers(one, sent) : Object.values(sent).some((value) => isSame(one, value)),
  );
  return isShown ? 'kept' : { documented: `${name} with ${writeExact(sent)}.`, received };
}
