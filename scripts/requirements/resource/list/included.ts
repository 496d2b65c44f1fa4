import { type Exact, within } from '../../../http/exact-json.ts';
import { type Contract, partAt } from '../../../openapi/contract.ts';
import type { Operation, Parameter } from '../../../openapi/operation-table.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { listedValues } from '../../../openapi/resources/list-filters.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
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
      (remove === undefined || idProperty === undefined ? [] : includingIn(contract, list.operation)).map(
        ({ parameter, word, value }) => ({
          subject: { operationId: list.operation.id, parameter: parameter.name },
          pointer: partAt(contract, parameter.pointer).pointer,
          statement: `With ${parameter.name} ${textOf(value)}, what is ${word} must be listed beside all others.`,
        }),
      ),
    ),
  contractAdvice: ({ parameter }) => `change ${parameter}`,
  server: {
    reach: {
      by: 'lists',
      check: async ({ description: { contract } }, list, judge) => {
        const { operation } = list.resource.list;
        for (const { parameter, value } of list.resource.remove === undefined ? [] : includingIn(contract, operation)) {
          const subject = { operationId: operation.id, parameter: parameter.name };
          const listing = list.stored.removed.size === 0 ? undefined : await list.everything([[parameter, value]]);
          if (listing === undefined)
            judge(subject, list.all.first.answer, { outOfReach: 'Nothing was removed of what the list has had.' });
          else judge(subject, listing.first.answer, shownBy(list, listing, `${parameter.name} ${textOf(value)}`));
        }
      },
    },
    faults: (context, { subject: { operationId, parameter: name } }) =>
      listedBy(context.resources, { id: operationId }).flatMap((resource) =>
        includingIn(context.description.contract, resource.list.operation)
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
    advice: ({ parameter }) => `List what was removed as well, where ${parameter} asks for it.`,
  },
  client: null,
});

/** A parameter that adds what a list leaves out otherwise, how it calls that, and the value that asks for it. */
interface Including {
  parameter: Parameter;
  word: string;
  value: Exact;
}

/** Those of a list: `include_deleted`, or `filter[trashed]` with the value `with`. */
export function includingIn(contract: Contract, { parameters }: Operation): Including[] {
  return parameters.flatMap((parameter) => {
    if (parameter.in !== 'query') return [];
    const bare = /^filter\[(.+)\]$/.exec(parameter.name)?.[1] ?? parameter.name;
    const [first = '', second, ...others] = wordsOf(bare);
    const word = second ?? first;
    if (!/^(delet|remov|trash)ed$/.test(word) || others.length > 0) return [];
    const isFlag = parameter.types.join() === 'boolean' && parameter.default !== true;
    if (second !== undefined) return isFlag && /^(include|with)$/.test(first) ? [{ parameter, word, value: true }] : [];
    const value = listedValues(contract, parameterSchema(parameter))?.find((one) =>
      /^(with|include)$/.test(textOf(one)),
    );
    return value === undefined || parameter.default === value ? [] : [{ parameter, word, value }];
  });
}

function shownBy(
  { stored, all, resource }: ObservedList,
  { items, isComplete }: Listing,
  asked: string,
): 'kept' | Violation | OutOfReach {
  const { idProperty = '' } = resource;
  const ids = new Set(items.map((item) => textOf(within(item, [idProperty]) ?? null)));
  const listed = new Set(items.map((item) => identityOf(resource, item)));
  if (!isComplete || !all.isComplete) return { outOfReach: 'The list may have more items than it shows.' };
  const missing: Exact | undefined =
    [...stored.removed].find(([id]) => !ids.has(id))?.[1] ??
    all.items.find((item) => !listed.has(identityOf(resource, item)));
  const documented = `With ${asked}, what was removed, and all that is listed without it.`;
  return missing === undefined ? 'kept' : { documented, received: `without ${shownValue(missing)}` };
}
