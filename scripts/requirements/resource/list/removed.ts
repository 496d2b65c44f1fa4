import { type Exact, isExactObject, isSame, within } from '../../../http/exact-json.ts';
import { ownValue } from '../../../http/own-value.ts';
import { type Contract, descriptionAt, partAt } from '../../../openapi/contract.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { shownValue } from '../shown-value.ts';
import { includingIn } from './included.ts';
import { listFault } from './list-changes.ts';
import { listedBy } from './list-resource.ts';
import type { ObservedList } from './observed-list.ts';

/** What was removed, which is then listed no more. */
export const listRemoved = defineKind({
  id: '{operationId}.unlisted.{other}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    listedBy(resources, operation).flatMap(({ list, remove, idProperty }) =>
      remove === undefined || idProperty === undefined
        ? []
        : [
            {
              subject: { operationId: list.operation.id, other: remove.id },
              pointer: partAt(contract, list.operation.pointer).pointer,
              statement: `What ${remove.id} removed must not be listed as it was before.`,
            },
          ],
    ),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: {
      by: 'lists',
      check: ({ description: { contract } }, list, judge) => {
        const { list: listed, remove } = list.resource;
        if (remove === undefined) return;
        judge({ operationId: listed.operation.id, other: remove.id }, list.all.first.answer, shownBy(contract, list));
      },
    },
    faults: (context, { subject: { operationId } }) =>
      listedBy(context.resources, { id: operationId }).map((resource) =>
        listFault(context, resource, 'still there', (items, { known }) => [
          ...items,
          ...known.slice(-20).flatMap(({ item, id }) => {
            const isListed = items.some((one) => isSame(within(one, [resource.idProperty ?? '']) ?? null, id));
            return isListed ? [] : [item];
          }),
        ]),
      ),
    advice: ({ other }) => `List nothing that ${other} has removed.`,
  },
  client: null,
});

/** An item that is marked as removed may be listed; one that is as before is there. */
function shownBy(contract: Contract, list: ObservedList): 'kept' | Violation | OutOfReach {
  const {
    stored,
    all,
    resource: { idProperty = '' },
  } = list;
  if (stored.removed.size === 0) return { outOfReach: 'Nothing was removed of what the list has had.' };
  const found = all.items.flatMap((item) => {
    const before = stored.removed.get(textOf(within(item, [idProperty]) ?? null));
    return before === undefined ? [] : [{ item, before }];
  });
  const same = found.find(({ item, before }) => isPartOf(item, before));
  if (same !== undefined) return { documented: 'Nothing that was removed.', received: shownValue(same.item) };
  const words = leftOutWords(contract, list);
  const marked = found.find(({ item, before }) => words.some((word) => isMarkedAs(word, item, before)));
  if (marked !== undefined)
    return { documented: 'Nothing that was removed, unless it is asked for.', received: shownValue(marked.item) };
  if (found.length > 0) return { outOfReach: 'What was removed is still listed, but changed.' };
  return all.isComplete ? 'kept' : { outOfReach: 'The list may have more items than it shows.' };
}

const ofRemoved = '(?<word>deleted|removed|archived|trashed)';
const isOut = '(?:are|is) (?:left out|excluded|omitted|hidden|not (?:listed|included|returned|shown))';
const leftOut = new RegExp(`\\b${ofRemoved} (?:\\w+ ){1,2}${isOut}\\b`, 'i');
const isWithout =
  '(?:excludes|leaves out|(?:does|do) not (?:list|include|return|show)|never (?:lists|includes|returns))';
const leavesOut = new RegExp(`\\b${isWithout} ${ofRemoved}\\b`, 'i');

/**
 * How a list calls what it has only where that is asked for, as `deleted` of `include_deleted`, or of "Deleted books
 * are left out".
 */
function leftOutWords(contract: Contract, { resource: { list } }: ObservedList): string[] {
  const text = descriptionAt(contract, list.operation.pointer).replaceAll(/\s+/g, ' ');
  const said = [leftOut, leavesOut].flatMap((form) => form.exec(text)?.groups?.['word']?.toLowerCase() ?? []);
  const isAsked = includingIn(contract, list.operation).some(({ value }) => value !== true);
  const asked = isAsked ? ['deleted', 'removed', 'trashed'] : [];
  const words = list.operation.parameters.flatMap((parameter) => {
    const [verb = '', word = '', ...others] = wordsOf(parameter.name);
    const isFlag = parameter.in === 'query' && parameter.types.includes('boolean') && parameter.default === false;
    return isFlag && /^(include|with|show)$/.test(verb) && others.length === 0 ? [word] : [];
  });
  return [...said, ...asked, ...words.filter((word) => /^(delet|remov|archiv|trash)ed$/.test(word))];
}

/** True for what a removal has set by that name, as `deleted_at`, or to that value. */
function isMarkedAs(word: string, item: Exact, before: Exact): boolean {
  return (
    isExactObject(item) &&
    Object.entries(item).some(([name, value]) => {
      const isNew = value !== null && value !== false && !isSame(value, within(before, [name]) ?? null);
      return isNew && (wordsOf(name).includes(word) || value === word);
    })
  );
}

/** True for an item that has nothing else than was known of it. */
function isPartOf(item: Exact, known: Exact): boolean {
  return (
    isExactObject(item) &&
    isExactObject(known) &&
    Object.entries(item).every(([name, value]) => isSame(value, ownValue(known, name) ?? null))
  );
}
