import { type Exact, within } from '../../../http/exact-json.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Operation, Parameter } from '../../../openapi/operation-table.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { shownValue } from '../shown-value.ts';
import { askedFor } from './filter-faults.ts';
import { listFault } from './list-changes.ts';
import { identityOf, listedBy } from './list-resource.ts';
import type { Listing, ObservedList } from './observed-list.ts';

/** What was removed, and is listed beside all others where that is asked for: `include_deleted=true`. */
export const listIncluded = defineKind({
  id: '{operationId}.includes.{parameter}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    listedBy(resources, operation).flatMap(({ list, remove, idProperty }) =>
      (remove === undefined || idProperty === undefined ? [] : includingIn(list.operation)).map(
        ({ parameter, word }) => ({
          subject: { operationId: list.operation.id, parameter: parameter.name },
          pointer: partAt(contract, parameter.pointer).pointer,
          statement: `With ${parameter.name} true, what is ${word} must be listed beside all others.`,
        }),
      ),
    ),
  contractAdvice: ({ parameter }) => `change ${parameter}`,
  server: {
    reach: {
      by: 'lists',
      check: async (_, list, judge) => {
        const { operation } = list.resource.list;
        for (const { parameter } of list.resource.remove === undefined ? [] : includingIn(operation)) {
          const subject = { operationId: operation.id, parameter: parameter.name };
          const listing = list.stored.removed.size === 0 ? undefined : await list.everything([[parameter, true]]);
          if (listing === undefined)
            judge(subject, list.all.first.answer, { outOfReach: 'Nothing was removed of what the list has had.' });
          else judge(subject, listing.first.answer, shownBy(list, listing, parameter));
        }
      },
    },
    faults: (context, { subject: { operationId, parameter: name } }) =>
      listedBy(context.resources, { id: operationId }).flatMap((resource) =>
        includingIn(resource.list.operation)
          .filter(({ parameter }) => parameter.name === name)
          .map(({ parameter }) => {
            const { isAsked, without } = askedFor(context, parameter, undefined);
            return listFault(
              context,
              resource,
              'ignored',
              (items) => items,
              (request) => (isAsked(request) ? without(request) : request),
            );
          }),
      ),
    advice: ({ parameter }) => `List what was removed as well, where ${parameter} is true.`,
  },
  client: null,
});

/** The parameters of a list that add what it leaves out otherwise, and how they call that. */
export function includingIn({ parameters }: Operation): { parameter: Parameter; word: string }[] {
  return parameters.flatMap((parameter) => {
    const [verb = '', word = '', ...others] = wordsOf(parameter.name);
    const isFlag = parameter.in === 'query' && parameter.types.join() === 'boolean' && parameter.default !== true;
    const isOfRemoved = /^(delet|remov|trash)ed$/.test(word) && others.length === 0;
    return isFlag && /^(include|with)$/.test(verb) && isOfRemoved ? [{ parameter, word }] : [];
  });
}

function shownBy(
  { stored, all, resource }: ObservedList,
  { items, isComplete }: Listing,
  { name }: Parameter,
): 'kept' | Violation | OutOfReach {
  const { idProperty = '' } = resource;
  const ids = new Set(items.map((item) => textOf(within(item, [idProperty]) ?? null)));
  const listed = new Set(items.map((item) => identityOf(resource, item)));
  if (!isComplete || !all.isComplete) return { outOfReach: 'The list may have more items than it shows.' };
  const missing: Exact | undefined =
    [...stored.removed].find(([id]) => !ids.has(id))?.[1] ??
    all.items.find((item) => !listed.has(identityOf(resource, item)));
  const documented = `With ${name} true, what was removed, and all that is listed without it.`;
  return missing === undefined ? 'kept' : { documented, received: `without ${shownValue(missing)}` };
}
