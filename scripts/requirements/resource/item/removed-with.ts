import { isSame } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { partAt, resolvePart } from '../../../openapi/contract.ts';
import { objectOf, stringOf } from '../../../openapi/json.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { isPluralOf } from '../../../openapi/resources/plural.ts';
import { nounOf, nounPattern, nounsPattern, type Resource } from '../../../openapi/resources/resource.ts';
import { sentencesOf } from '../../../openapi/sentences.ts';
import { documentsMissing } from '../../../openapi/success-responses.ts';
import { faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import { pathTo } from '../../request/referenced-resource.ts';
import { settled } from '../../settled.ts';
import { type Described, foundOnce } from '../found-once.ts';
import { type Beneath, madeBeneath, sequencesOf } from './held-things.ts';
import { ownerOf } from './holding-rules.ts';
import { stillThere } from './removed.ts';

const id = '{operationId}.removedWith.{other}';

/**
 * What is removed with an item: what a description says, "Deletes the shelf with its books", and what is read beneath
 * the item, where nothing else is said of it.
 */
export const removedWith = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : removedTogether(context, operation).map(({ read }) => ({
          subject: { operationId: operation.id, other: read.id },
          pointer: partAt(context.description.contract, operation.pointer).pointer,
          statement: `${read.id} must not return what was beneath an item that was removed.`,
        })),
  contractAdvice: () => 'change the description',
  server: {
    reach: { by: 'probes', probe: probeRemoval },
    faults: (context, { subject: { other } }) => [faultDraft('is still there', stillThere(context, other))],
    advice: ({ other }) => `Remove with an item what is beneath it, so that ${other} does not return it.`,
  },
  client: null,
});

interface RemovedTogether extends Beneath {
  read: Operation;
}

/** What an operation removes with an item. */
const removedTogether = foundOnce(findRemoved);

function findRemoved(context: Described, operation: Operation): RemovedTogether[] {
  const owner = context.resources.find(({ remove }) => remove === operation);
  if (owner === undefined) return [];
  const { summary, description } = objectOf(resolvePart(context.description.contract, operation.pointer).value);
  const words = [summary, description].flatMap((text) => wordsSaid(nounPattern(owner), stringOf(text) ?? ''));
  return context.resources.flatMap((resource) => {
    const { create, read } = resource;
    const isSaid = words.some((word) => isPluralOf(word, nounOf(resource)));
    if (create === undefined || read === undefined || ownerOf(context, resource) !== owner) return [];
    const isImplied =
      isReadBeneath(read, owner) && !new RegExp(`\\b${nounsPattern(resource)}`, 'i').test(`${summary} ${description}`);
    return documentsMissing(read) && (isSaid || isImplied) ? [{ owner, resource, create, read }] : [];
  });
}

/** True for what has no path any more once its owner is gone. */
function isReadBeneath({ path }: Operation, { read }: Resource): boolean {
  return read !== undefined && documentsMissing(read) && path.startsWith(`${read.path}/`);
}

/** The things that a description says are removed with an item. */
function wordsSaid(noun: string, description: string): string[] {
  const list = '(?<list>[a-z]+(?: [a-z]+)?(?:(?:, and |, | and )(?:its |the |all )*[a-z]+(?: [a-z]+)?)*)';
  const what = `(?:all |of |its |the )*${list}`;
  const forms = [
    `(?:permanently |soft[- ])?(?:deletes?|removes?) (?:an?|the|this) ${noun}(?: permanently)?,? ` +
      `(?:(?:along |together )?with|and(?:,? (?:along )?with it,?)?|including) ${what}`,
    `(?:all )?(?:its|the) ${list} are (?:also )?(?:deleted|removed)(?: too| as well| with it)?`,
  ];
  return sentencesOf(description).flatMap((sentence) =>
    forms.flatMap((form) => {
      const { list: said = '' } = new RegExp(`^${form}$`, 'i').exec(sentence.trim())?.groups ?? {};
      return said.split(/,? and |, /).map((one) => one.split(' ').at(-1) ?? '');
    }),
  );
}

async function* probeRemoval(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const removed of removedTogether(run.context, operation)) {
    const subject = { operationId: operation.id, other: removed.read.id };
    // What the things are in may be in the way of the removal.
    for (const steps of sequencesOf(run.context, removed.resource)) {
      const seen = await probed(run, operation, removed, steps);
      if (seen === undefined) continue;
      yield { subject, ...seen };
      break;
    }
  }
}

/** Undefined where nothing was made, or removed. */
async function probed(
  run: ProbeRun,
  operation: Operation,
  removed: RemovedTogether,
  steps: readonly Operation[],
): Promise<Omit<Probed<typeof id>, 'subject'> | undefined> {
  const { context, call } = run;
  const { owner, resource, create, read } = removed;
  const held = await madeBeneath(run, removed, steps);
  if (held === undefined) return undefined;
  const path = pathTo(context, create, owner, held.above);
  const reading = await context.source.at(read, resource, held.thing, path);
  const before = await call(reading);
  const removal = await call(await context.source.at(operation, owner, held.above));
  if (!isSuccess(before.response) || !isSuccess(removal.response) || removal.response.status === 202) return undefined;
  const shown = owner.read && (await call(await context.source.at(owner.read, owner, held.above)));
  if (shown !== undefined && isSuccess(shown.response))
    return { answer: shown, judgement: { outOfReach: 'The item itself is still shown after its removal.' } };
  const answer = await settled(
    run,
    () => call(reading),
    ({ response }) => !isSuccess(response),
  );
  return { answer, judgement: judge(before, answer) };
}

function judge(before: Answer, answer: Answer): 'kept' | Violation | OutOfReach {
  if (!isSuccess(answer.response)) return 'kept';
  if (!isSame(before.body ?? null, answer.body ?? null))
    return { outOfReach: 'What was removed is shown otherwise than before.' };
  return { documented: '404 for what was removed with its owner.', received: excerpt(answer) };
}
