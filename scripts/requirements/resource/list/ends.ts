import { within } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionAt } from '../../../openapi/contract.ts';
import { besideItems } from '../../../openapi/resources/beside-items.ts';
import { nextCursor } from '../../../openapi/resources/list-parameters.ts';
import { altering, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { shownValue } from '../shown-value.ts';
import { withBeside } from './list-changes.ts';
import { type ParameterizedList, parameterizedLists } from './list-resource.ts';
import type { ObservedList, Page } from './observed-list.ts';
import { wholePageOf } from './page-sizes.ts';

/** The last page gives no cursor, where a description says so: "null on the last page". */
export const listEnds = defineKind({
  id: '{operationId}.ends.{name}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap((list) =>
      cursorsThatEnd(context, list).map(({ name, pointer }) => ({
        subject: { operationId: list.resource.list.operation.id, name },
        pointer,
        statement: `${name} of the last page must be null, empty or absent.`,
      })),
    ),
  contractAdvice: ({ name }) => `change the description of ${name}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const { operation } = list.resource.list;
        for (const { name, path } of cursorsThatEnd(context, list))
          for (const page of await lastPages(context, list))
            judge({ operationId: operation.id, name }, page.answer, shownBy(page, path, list.all.items.length));
      },
    },
    faults: (context, { subject: { operationId, name } }) => {
      const [own] = parameterizedLists(context, { id: operationId });
      const isList = context.isTo(context.operation(operationId));
      const path = name.split('.');
      const always = altering((response, request) => {
        const body = isList(request) ? jsonIn(response.body) : undefined;
        const items = within(body, own?.resource.list.segments ?? []);
        const isLast = Array.isArray(items) && items.length > 0 && !within(body, path);
        return isLast ? withBeside(response, path, 'another') : response;
      });
      return [faultDraft('is on every page', always)];
    },
    advice: ({ name }) => `Look for one item more than the page has, and leave ${name} out where there is none.`,
  },
  client: null,
});

const nothing = ['null', 'absent', 'missing', 'omitted', 'empty', 'unset', 'left out'];
const none = String.raw`\b(?:${nothing.join('|')}|not (?:there|present|set|sent|returned))\b`;
const follows = ['no (?:more|further|next|other)', 'nothing (?:more|further|else|follows)'];
const end = String.raw`\b(?:last page|end of the list|${follows.join('|')})\b`;
const ended = new RegExp(`${none}[^.;]*${end}|${end}[^.;]*${none}`, 'i');
const hedge = /\b(?:may|might|can|could|usually|not null|never null)\b/i;

interface EndingCursor {
  name: string;
  path: readonly string[];
  pointer: string;
}

/** What leads from page to page, of which a description says that the last page has none. */
function cursorsThatEnd(
  { description }: Pick<PlanningContext, 'description'>,
  { resource: { list }, parameters: { cursor } }: Pick<ParameterizedList, 'resource' | 'parameters'>,
): EndingCursor[] {
  if (cursor === undefined || cursor.property !== undefined) return [];
  return besideItems(description, list).flatMap(({ path, pointer }) => {
    const text = descriptionAt(description.contract, pointer);
    const isMeant = path.join('.') === cursor.path.join('.') && ended.test(text) && !hedge.test(text);
    return isMeant ? [{ name: path.join('.'), path, pointer }] : [];
  });
}

/** A page that has all items and room for more, and one that is as large as they are many. */
async function lastPages({ description }: PlanningContext, list: ObservedList): Promise<Page[]> {
  const { first, items, isComplete } = list.all;
  if (!isComplete || items.length === 0) return [];
  const isWhole = items.length === first.items.length;
  const query = wholePageOf(description.contract, list.parameters, items.length);
  const exact = query && (await list.page(query));
  return [...(isWhole ? [first] : []), ...(exact?.items.length === items.length ? [exact] : [])];
}

function shownBy({ answer: { body } }: Page, path: readonly string[], count: number): 'kept' | Violation | OutOfReach {
  const cursor = nextCursor({ path, property: undefined }, body);
  if (cursor === undefined) return 'kept';
  return {
    documented: `No ${path.join('.')}: the page has all ${count} items.`,
    received: `${path.join('.')} ${shownValue(cursor)}`,
  };
}
